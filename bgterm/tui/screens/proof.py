"""The proof of verifiable dice: a page to read, to copy to the terminal's clipboard and to save. [RULES V6]"""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bgterm.notation import proof_words
from bgterm.notation.evidence import Evidence, dice_record
from bgterm.table.saves import load
from bgterm.table.table import Table
from bgterm.tui.screens.exported import export_page
from bgterm.tui.screens.help import PageScreen


class ProofScreen(PageScreen):
    """What the record of a match says of its dice. It follows the exchange of contributions while it is open."""

    DEFAULT_CSS = """
    ProofScreen #said { color: $accent; margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "dismiss", show=False, id="proof-back"),
        Binding("1", "copy_page", "copy page", id="copy-proof"),
        Binding("2", "copy_record", "copy record", id="copy-record"),
        Binding("e", "export", "save", id="save-proof"),
    ]

    def __init__(self, table: Table, exports: Path | None) -> None:
        """Make the page of a table; the record is saved in the folder `exports`, or for None nowhere."""
        super().__init__(proof_words.PROOF, Content())
        self._table, self._exports = table, exports

    def compose(self) -> ComposeResult:
        """Yield what can be done, what was done, and the proof."""
        with VerticalScroll(can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = proof_words.KEYS_HERE if self._exports else proof_words.KEYS_AWAY
            yield Static(id="said")
            yield Static(id="proof")

    def on_mount(self) -> None:
        """Show the proof."""
        what_for = proof_words.AFTER if self._table.history else proof_words.BEFORE
        self._say(what_for if self._exports else f"{what_for} {proof_words.RECORD_AWAY}")
        self.show_again()

    @property
    def proof(self) -> str:
        """The proof as it is now."""
        table = self._table
        over = table.closed or table.match.winner is not None
        evidence = table.dice_evidence or Evidence()
        return "\n".join(proof_words.proof(table.header, evidence, table.history, over=over))

    def show_again(self) -> None:
        """Show the proof as it is now."""
        self.query_one("#proof", Static).update(Content(self.proof))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Saving is there where matches are exported."""
        return action != "export" or self._exports is not None

    def action_copy_page(self) -> None:
        """Give the proof to the terminal's clipboard."""
        self.show_again()
        self.app.copy_to_clipboard(self.proof)
        self._say(proof_words.PAGE_COPIED)

    def action_copy_record(self) -> None:
        """Give the record, from which the dice can be verified, to the terminal's clipboard."""
        table = self._table
        if not table.saved:
            self._say(proof_words.NO_RECORD)
            return
        self.app.copy_to_clipboard(dice_record(table.header, load(table.path).items))
        self._say(proof_words.RECORD_COPIED)

    def action_export(self) -> None:
        """Save the record, and the match for other programs."""
        if not self._table.saved:
            self._say(proof_words.NO_RECORD)
        elif self._exports:
            record = load(self._table.path)
            self.app.push_screen(export_page(self._exports, record.header, record.items, self._table.name))

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(text))
