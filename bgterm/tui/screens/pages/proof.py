"""The proof of verifiable dice: a page to read, to copy to the terminal's clipboard and to save. [RULES V6]"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Self

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.analysis import dice_proof
from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord, is_closed
from bgterm.notation.dice_evidence import Evidence, dice_record, evidence
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.screens.pages.record import export_page


@dataclass(frozen=True)
class Proven:
    """A match whose dice can be verified, as it stands when it is asked."""

    name: str
    header: Header
    evidence: Callable[[], Evidence]
    """The evidence in its record about the dice so far."""
    events: Callable[[], Sequence[Event]]
    """The events so far."""
    over: Callable[[], bool]
    """Whether it has ended."""
    items: Callable[[], tuple[Event | Note, ...]]
    """The lines of its record; none before it is saved."""
    follow: Callable[[Callable[[], object]], Callable[[], None]]
    """Calls the given function whenever a player contributes to the dice; returns what ends that."""

    @classmethod
    def at_table(cls, table: Table) -> Self:
        """Return the match of a table."""
        return cls(
            table.name,
            table.header,
            evidence=lambda: table.exchange.evidence or Evidence(),
            events=lambda: table.history,
            over=lambda: table.closed or table.match.winner is not None,
            items=lambda: table.record.items if table.saved else (),
            follow=table.exchange.watch,
        )

    @classmethod
    def in_file(cls, file: GameRecord, name: str) -> Self:
        """Return the match of a file, which does not change."""
        return cls(
            name,
            file.header,
            evidence=lambda: evidence(file.items),
            events=lambda: file.events,
            over=lambda: is_closed(file.items) or file.match.winner is not None,
            items=lambda: file.items,
            follow=lambda _changed: lambda: None,
        )


class ProofScreen(PageScreen):
    """The evidence about the dice of a match. The page follows the exchange of contributions while it is open."""

    DEFAULT_CSS = """
    ProofScreen #said { color: $accent; margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("v", "dismiss", "proof-back"),
        bind("1", "copy_page", "copy-proof", N_("copy page")),
        bind("2", "copy_record", "copy-record", N_("copy record")),
        bind("e", "export", "save-proof", N_("save")),
    ]

    def __init__(self, proven: Proven, exports: Path | None) -> None:
        """Make the page of a match; its record is saved in the folder `exports`, or for None nowhere."""
        super().__init__(_("The proof of the dice"), Content())
        self._proven, self._exports = proven, exports
        self._unfollow = proven.follow(partial(self.call_later, self.show_again))

    def contents(self) -> Iterator[Widget]:
        """Yield what can be done or was done, and the proof."""
        yield Static(id="said")
        yield Static(id="proof")

    def on_mount(self) -> None:
        """Show the proof."""
        if self._proven.events():
            said = [_("Compare this page with the copy that you kept.")]
        else:
            said = [_("Copy this page before you open a contribution, and compare it at the end.")]
        if not self._exports:
            said.append(_("The record, pasted into a file of your own, can be verified there."))
        self._say(" ".join(said))
        self.show_again()

    def on_unmount(self) -> None:
        """Follow the match no longer."""
        self._unfollow()

    @property
    def proof(self) -> str:
        """The proof as it is now."""
        proven = self._proven
        return "\n".join(dice_proof.proof(proven.header, proven.evidence(), proven.events(), over=proven.over()))

    def show_again(self) -> None:
        """Show the proof as it is now."""
        self.query_one("#proof", Static).update(Content(self.proof))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Saving is there where matches are exported."""
        if action == "export":
            return self._exports is not None
        return super().check_action(action, parameters)

    def action_copy_page(self) -> None:
        """Copy the proof to the terminal's clipboard."""
        self.show_again()
        self.app.copy_to_clipboard(self.proof)
        self._say(_("The page is copied, if this terminal lets programs copy (OSC 52)."))

    def action_copy_record(self) -> None:
        """Copy the record, which verifies the dice, to the terminal's clipboard."""
        if items := self._saved_items():
            self.app.copy_to_clipboard(dice_record(self._proven.header, items))
            self._say(
                _(
                    "The record is copied, if this terminal lets programs copy (OSC 52). Paste it into a file of "
                    "your own: bgterm verify NAME.jsonl checks it."
                )
            )

    def action_export(self) -> None:
        """Save the record, and the match for other programs."""
        if (items := self._saved_items()) and self._exports:
            proven = self._proven
            self.app.push_screen(export_page(self._exports, proven.header, items, proven.name))

    def _saved_items(self) -> tuple[Event | Note, ...]:
        """Return the lines of the record; say that there is none yet."""
        items = self._proven.items()
        if not items:
            self._say(_("There is no record yet: it begins with the first contribution or roll."))
        return items

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(text))
