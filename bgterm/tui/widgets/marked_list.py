"""The base of all lists: rows to walk with the keys, of which one is marked."""

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind
from bgterm.tui.input.clicks import Clickable


class MarkedList(Clickable, Widget, can_focus=True):
    """Rows, of which one is marked; a step past the last goes to the first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down,j,tab", "walk(1)", "list-down", N_("choose"), shown="up/down"),
        bind("up,k,shift+tab", "walk(-1)", "list-up"),
        bind("pagedown", "turn(1)", "list-page-down"),
        bind("pageup", "turn(-1)", "list-page-up"),
        bind("home", "to(0)", "list-first"),
        bind("end", "to(-1)", "list-last"),
    ]

    class Marked(Message):
        """Another row is marked."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__()
        self.count = 0
        """The number of rows that can be marked."""
        self.place = 0
        """The place of the marked row among them."""

    def move_to(self, place: int) -> None:
        """Mark the row at that place."""
        self.place = place
        self.refresh()

    def place_in(self, line: int) -> int | None:
        """Return the place of the row that is shown in a line, if there is one."""
        raise NotImplementedError

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Mark the row that was clicked; that of a marked one is to be chosen."""
        place = self.place_in(at.y)
        if place is None or place == self.place:
            return "" if place is None else "enter"
        self.move_to(place)
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether there is another row to mark."""
        return action not in ("walk", "turn", "to") or self.count > 1

    def action_walk(self, by: int) -> None:
        """Mark the next or the previous row."""
        self.move_to((self.place + by) % self.count)

    def action_turn(self, pages: int) -> None:
        """Mark the row a page further."""
        self.move_to(min(max(self.place + pages * max(self.size.height - 1, 1), 0), self.count - 1))

    def action_to(self, place: int) -> None:
        """Mark the first or the last row."""
        self.move_to(place % self.count)


def scrolled(top: int, place: int, count: int, room: int, *, first: int | None = None) -> int:
    """Return the first of `count` rows to show when `top` was the first, so that the one at that place is seen.

    `first` is the row that must not be scrolled out above it: its heading, or itself.
    """
    return max(min(max(top, place - room + 1), place if first is None else first, count - room), 0)


def marked_line(text: str, after: str = "", *, marked: bool) -> Content:
    """Return a row of a list, the marked one by shape and weight."""
    return Content.assemble("> " if marked else "  ", (text, "bold reverse" if marked else ""), after)
