"""Clicks of the mouse, as far as bgterm uses it: presses of its buttons, and never its movements."""

from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.message import Message

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
"""Switch reports of pressed buttons on and off, in decimal digits. [xterm control sequences, mouse tracking]"""


class Clicked(Message):
    """A button was pressed on a cell of the screen."""

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
    """Switch the mouse of an app's terminal on or off, where there may be one."""
    if isinstance(app._driver, WindowDriver):  # noqa: SLF001 - private in Textual 8.2.8
        app._driver.use_mouse(on)  # noqa: SLF001
