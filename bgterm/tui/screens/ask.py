"""A question that is answered with a line of text."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from bgterm.tui.screens.base import Dialog
from bgterm.tui.widgets.form import Field, Form
from bgterm.tui.widgets.panels import KeyBar


class AskScreen(Dialog[str | None]):
    """Asks for a line of text. Enter gives it, Escape gives None."""

    DEFAULT_CSS = """
    AskScreen { align: center middle; }
    AskScreen > Vertical {
        width: 70; max-width: 100%; height: auto; border: solid $primary; padding: 1; background: $background;
    }
    AskScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "done", key_display="Enter", id="ask-done"),
        Binding("escape", "cancel", "back", key_display="Esc", id="ask-back"),
    ]

    def __init__(self, title: str, label: str) -> None:
        """Make the question."""
        super().__init__()
        self._title, self._label = title, label

    def compose(self) -> ComposeResult:
        """Give the line to type in."""
        with Vertical() as box:
            box.border_title = self._title
            yield Form([Field("text", self._label, "")], {"text": ""})
        yield KeyBar()

    def action_accept(self) -> None:
        """Give the text."""
        self.dismiss(str(self.query_one(Form).values["text"]).strip())

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
