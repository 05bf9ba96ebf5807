"""The proof of verifiable dice: a page to read, to copy to the terminal's clipboard and to save. [RULES V6]"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.analysis import dice_proof
from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.notation.dice_evidence import dice_record
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.events import Event
from bgterm.tui.input import bind
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.screens.pages.record import export_page


class ProofScreen(PageScreen):
    """The evidence about the dice of a match, updated while contributions are exchanged."""

    DEFAULT_CSS = """
    ProofScreen #said { color: $accent; margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("v", "dismiss", "proof-back"),
        bind("1", "copy_page", "copy-proof", N_("copy page")),
        bind("2", "copy_record", "copy-record", N_("copy record")),
        bind("e", "export", "save-proof", N_("save")),
    ]

    def __init__(self, match: Table | GameRecord, name: str, exports: Path | None) -> None:
        """Make the page of a match; its record is exported to `exports`, or not at all for None."""
        super().__init__(_("The proof of the dice"), Content())
        self._source, self._save_name, self._exports = match, name, exports
        again = partial(self.call_later, self.show_again)
        self._unfollow = match.exchange_watchers.add(again) if isinstance(match, Table) else None

    def contents(self) -> Iterator[Widget]:
        """Yield the line about keys or the last copy, and the proof."""
        yield Static(id="said")
        yield Static(id="proof")

    def on_mount(self) -> None:
        """Show the proof."""
        if self._record.events:
            said = [_("Compare this page with the copy that you kept.")]
        else:
            said = [_("Copy this page before you open a contribution, and compare it at the end.")]
        if not self._exports:
            said.append(_("The record, pasted into a file of your own, can be verified there."))
        self._say(" ".join(said))
        self.show_again()

    def on_unmount(self) -> None:
        """Stop following the match."""
        if self._unfollow:
            self._unfollow()

    @property
    def proof(self) -> str:
        """The text of the present proof."""
        return "\n".join(dice_proof.proof(self._record))

    @property
    def _record(self) -> GameRecord:
        return self._source.record if isinstance(self._source, Table) else self._source

    def show_again(self) -> None:
        """Show the proof as it is now."""
        self.query_one("#proof", Static).update(Content(self.proof))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key applies: exporting needs a folder."""
        if action == "export":
            return self._exports is not None
        return super().check_action(action, parameters)

    def action_copy_page(self) -> None:
        """Copy the proof to the terminal's clipboard."""
        self.show_again()
        self.app.copy_to_clipboard(self.proof)
        self._say(_("The page is copied, if this terminal lets programs copy (OSC 52)."))

    def action_copy_record(self) -> None:
        """Copy the record, which `bgterm verify` checks, to the terminal's clipboard."""
        if items := self._saved_items():
            self.app.copy_to_clipboard(dice_record(self._record.header, items))
            self._say(
                _(
                    "The record is copied, if this terminal lets programs copy (OSC 52). Paste it into a file of "
                    "your own: bgterm verify NAME.jsonl checks it."
                )
            )

    def action_export(self) -> None:
        """Save the record, and the match for other programs."""
        if (items := self._saved_items()) and self._exports:
            self.app.push_screen(export_page(self._exports, self._record.header, items, self._save_name))

    def _saved_items(self) -> tuple[Event | Note, ...]:
        """Return the saved events and notes; if there are none yet, show a message."""
        items = () if isinstance(self._source, Table) and not self._source.saved else self._record.items
        if not items:
            self._say(_("There is no record yet: it begins with the first contribution or roll."))
        return items

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(text))
