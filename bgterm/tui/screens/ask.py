"""A question that is answered with a line of text."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from bgterm.tui.screens.base import Dialog
from bgterm.tui.widgets.form import Field, Form
from bgterm.tui.widgets.panels import KeyBar


def _accept(_: str) -> str:
    """Find nothing wrong."""
    return ""


class AskScreen(Dialog[str | None]):
    """Asks for a line of text. Enter gives it, Escape gives None."""

    DEFAULT_CSS = """
    AskScreen { align: center middle; }
    AskScreen > Vertical {
        width: 70; max-width: 100%; height: auto; border: solid $primary; padding: 1; background: $background;
    }
    AskScreen Static { color: $text-muted; padding: 0 1; }
    AskScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "done", key_display="Enter", id="ask-done"),
        Binding("escape", "cancel", "back", key_display="Esc", id="ask-back"),
    ]

    def __init__(
        self,
        title: str,
        label: str,
        text: str = "",
        *,
        hint: str = "",
        longest: int = 40,
        accept: Callable[[str], str] = _accept,
    ) -> None:
        """Make the question, with a `text` to begin with and a `hint` below it; it takes `longest` characters.

        `accept` is given the answer, and gives a sentence when it will not do, so that the question stays.
        """
        super().__init__()
        self._title, self._hint, self._accept = title, hint, accept
        self._field, self._first = Field("text", label, "", longest=longest), text

    def compose(self) -> ComposeResult:
        """Give the line to type in."""
        with Vertical() as box:
            box.border_title = escape(self._title)
            yield from self.above()
            yield Form([self._field], {"text": self._first}, label=len(self._field.label) + 1)
            yield Static(id="hint")
        yield KeyBar()

    def on_mount(self) -> None:
        """Give the hint."""
        self._say(self._hint)

    def _say(self, text: str) -> None:
        hint = self.query_one("#hint", Static)
        hint.update(Content(text))
        hint.display = bool(text)

    def above(self) -> Iterator[Widget]:
        """Give what stands above the line."""
        yield from ()

    def action_accept(self) -> None:
        """Give the text, if it will do."""
        text = str(self.query_one(Form).values["text"]).strip()
        if said := self._accept(text):
            self._say(said)
        else:
            self.dismiss(text)

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
