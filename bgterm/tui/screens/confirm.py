"""A yes-or-no question before something is lost for good; Enter and Space do not answer it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from bgterm.catalog import N_
from bgterm.tui.screens.base import Dialog
from bgterm.tui.widgets.match_panels import KeyBar


class ConfirmDialog(Dialog[bool]):
    """Asks whether something is to be done that cannot be undone. Only `y` does it."""

    DEFAULT_CSS = """
    ConfirmDialog { align: center middle; }
    ConfirmDialog > Vertical {
        width: 70; max-width: 100%; height: auto; border: solid $primary; padding: 1; background: $background;
    }
    ConfirmDialog Static { width: 1fr; height: auto; }
    ConfirmDialog KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", N_("yes"), id="sure-yes"),
        Binding("n,escape", "answer(False)", N_("no"), key_display="n", id="sure-no"),
    ]

    def __init__(self, question: str) -> None:
        """Make the question."""
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical():
            yield Static(Content(self._question))
        yield KeyBar()

    def action_answer(self, sure: bool) -> None:
        """Close with the answer."""
        self.dismiss(sure)
