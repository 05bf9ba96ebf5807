"""The window of a terminal: sets its title and restores the former one; messages of clicks in the window."""

from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.message import Message

from bgterm.notation.sanitize import clean_line

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
"""Switch reports of pressed buttons on and off, in decimal digits. [xterm control sequences, mouse tracking]"""


class Clicked(Message):
    """A message: a button of the mouse was pressed on a cell of the screen."""

    def __init__(self, x: int, y: int, *, undoes: bool = False) -> None:
        """Make the message for a column and a row from 0; the right button `undoes` what the left one does."""
        super().__init__()
        self.x, self.y, self.undoes = x, y, undoes


@runtime_checkable
class WindowDriver(Protocol):
    """A driver of a terminal that may have a mouse, and whose window may have a title."""

    def show_title(self, text: str) -> None:
        """Show a text as the title; an empty one gives the old title back."""

    def use_mouse(self, on: bool) -> None:
        """Switch the mouse on or off."""


def use_mouse(app: App[Any], on: bool) -> None:
    """Switch the mouse on or off in the terminal of an app; do nothing if its driver has no mouse."""
    if isinstance(app._driver, WindowDriver):  # noqa: SLF001 - private in Textual 8.2.8
        app._driver.use_mouse(on)  # noqa: SLF001


# The title [xterm control sequences, XTWINOPS 22 and 23]

_SAVE, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
_LONGEST = 100
_UNTITLED = ("linux", "vt", "dumb", "unknown")
"""The beginnings of TERM for terminals without a window."""


class WindowTitle:
    """The title of one terminal, as the sequences that change it."""

    def __init__(self, term: str) -> None:
        """Make sequences for a terminal of the type `term`, as in the variable TERM."""
        self._possible = not term.startswith(_UNTITLED)
        self._shown = ""

    def show(self, text: str) -> str:
        """Return the sequence that shows a text as the title; for an empty text, that restores the old title."""
        before, after = self._shown, clean_line(text, _LONGEST) if self._possible else ""
        self._shown = after
        if before == after:
            return ""
        return f"{'' if before else _SAVE}\x1b]2;{after}\x07" if after else _GIVE_BACK
