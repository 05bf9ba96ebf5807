"""Questions that are answered with a form: what they share, and the one that asks for a line of text."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from bgterm.tui.screens.base import Dialog, Result
from bgterm.tui.widgets.form import Field, Form
from bgterm.tui.widgets.panels import KeyBar


def _accept(_: str) -> str:
    """Find nothing wrong."""
    return ""


class FormDialog(Dialog[Result | None]):
    """A form in a box. Enter gives what it says, Escape gives None."""

    DEFAULT_CSS = """
    FormDialog { align: center middle; }
    FormDialog > Vertical { max-width: 100%; height: auto; border: solid $primary; }
    FormDialog KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "done", key_display="Enter", id="form-done"),
        Binding("escape", "cancel", "back", key_display="Esc", id="form-back"),
    ]

    def __init__(self, heading: str) -> None:
        """Make the dialog under a heading."""
        super().__init__()
        self._heading = heading

    def compose(self) -> ComposeResult:
        """Give the box, and the keys below."""
        with Vertical() as box:
            box.border_title = escape(self._heading)
            yield from self.inside()
        yield KeyBar()

    def inside(self) -> Iterator[Widget]:
        """Give what stands in the box, the form among it."""
        raise NotImplementedError

    def action_accept(self) -> None:
        """Give what the form says, if it will do."""
        raise NotImplementedError

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)


class AskScreen(FormDialog[str]):
    """Asks for a line of text."""

    DEFAULT_CSS = """
    AskScreen > Vertical { width: 70; padding: 1; background: $background; }
    AskScreen Static { color: $text-muted; padding: 0 1; }
    """

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
        super().__init__(title)
        self._hint, self._accept = hint, accept
        self._field, self._first = Field("text", label, "", longest=longest), text

    def inside(self) -> Iterator[Widget]:
        """Give the line to type in, and a hint below it."""
        yield from self.above()
        yield Form([self._field], {"text": self._first}, label=len(self._field.label) + 1)
        yield Static(id="hint")

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
