"""A list under headings, to walk with the arrows: as many rows as there is room for, around the marked one.

Only lines that look different are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    key: str
    """What it is about: the mark stays with it when other lines come and go. Empty for a heading."""
    name: str
    detail: str = ""
    urgent: bool = False
    """Whether somebody waits for an answer."""
    aside: str = ""
    """What is said at the end of the line where there is room."""


_NAME = 22
"""The columns of the names, where there are three times as many."""


class Listing(Widget, can_focus=True):
    """Rows under headings, of which one is marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"listing--heading"}

    DEFAULT_CSS = """
    Listing { width: 1fr; height: 1fr; padding: 0 1; }
    Listing > .listing--heading { color: $primary; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,tab", "walk(1)", "choose", key_display="up/down", id="list-down"),
        Binding("up,k,shift+tab", "walk(-1)", show=False, id="list-up"),
        Binding("pagedown,end", "walk(10)", show=False, id="list-far-down"),
        Binding("pageup,home", "walk(-10)", show=False, id="list-far-up"),
    ]

    class Marked(Message):
        """Another row is marked."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._key = ""
        self._top = 0

    def show(self, rows: Sequence[Row]) -> bool:
        """Show these rows; return whether the marked one is gone, and the mark is on the row in its place."""
        before, keys = self._key, [row.key for row in self._rows if row.key]
        at = keys.index(before) if before in keys else 0
        left = [row.key for row in rows if row.key]
        self._change(tuple(rows), before if before in left else left[min(at, len(left) - 1)] if left else "")
        return self._key != before

    @property
    def marked(self) -> str:
        """The key of the marked row; empty when there is none."""
        return self._key

    def mark(self, key: str) -> None:
        """Mark a row."""
        self._change(self._rows, key)
        self.post_message(self.Marked())

    def _change(self, rows: Sequence[Row], key: str) -> None:
        """Draw the lines that look different with these rows and this mark."""
        before = self._lines
        self._rows, self._key = rows, key
        lines = zip_longest(before, self._lines)
        if changed := [Region(0, y, self.size.width, 1) for y, (old, new) in enumerate(lines) if old != new]:
            self.refresh(*changed)

    @property
    def _lines(self) -> Sequence[tuple[Row, bool]]:
        """The rows around the mark that there is room for, each with whether it is marked."""
        height = max(self.size.height, 1)
        at = next((n for n, row in enumerate(self._rows) if row.key == self._key), 0)
        above = at - 1 if at and not self._rows[at - 1].key else at  # with its heading
        self._top = min(max(self._top, at - height + 1), above, max(len(self._rows) - height, 0))
        shown = self._rows[self._top : self._top + height]
        return [(row, bool(row.key) and row.key == self._key) for row in shown]

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        lines = self._lines
        if y >= len(lines):
            return Strip([])
        row, marked = lines[y]
        style = self.visual_style if row.key else self.get_visual_style("listing--heading")
        return _strip(row, self.content_size.width, style, marked=marked)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is somewhere to walk or there is not."""
        return action != "walk" or sum(bool(row.key) for row in self._rows) > 1

    def action_walk(self, by: int) -> None:
        """Mark another row; a single step goes on from the end at the beginning."""
        keys = [row.key for row in self._rows if row.key]
        at = keys.index(self._key) + by
        self.mark(keys[at % len(keys) if abs(by) == 1 else min(max(at, 0), len(keys) - 1)])


@lru_cache(maxsize=1024)
def _strip(row: Row, room: int, style: Style, *, marked: bool) -> Strip:
    """Draw a row, once for all sessions that show it."""
    return Strip((_line(row, room, marked=marked) if row.key else Content(row.name)).render_segments(style))


def _line(row: Row, room: int, *, marked: bool) -> Content:
    style = "bold reverse" if marked else "bold" if row.urgent else ""
    name = (f" {set_cell_size(row.name, min(_NAME, room // 3))} ", style)
    line = Content.assemble("> " if marked else "  ", name, ("! " if row.urgent else "  "), row.detail)
    if row.aside and line.cell_length + 2 + cell_len(row.aside) <= room:
        return line + " " * (room - line.cell_length - cell_len(row.aside)) + row.aside
    return line if line.cell_length <= room else line.truncate(max(room - 2, 0)) + ".."
