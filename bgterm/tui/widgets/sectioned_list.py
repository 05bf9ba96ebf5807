"""A list under headings, to walk with the arrows: as many rows as there is room for, around the marked one.

Only lines that look different are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style

from bgterm.tui.text_columns import ellipsis, fitted
from bgterm.tui.widgets.marked_list import MarkedList, scrolled


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of the list."""

    key: str
    """Its subject: the mark stays with it when other lines come and go. Empty for a heading."""
    name: str
    detail: str = ""
    urgent: bool = False
    """Whether somebody waits for an answer."""
    aside: str = ""
    """A remark at the end of the line, where there is room."""


_NAME = (12, 28)
"""The fewest and the most columns of the names."""
_LEAST = 24
"""The columns of the detail from which on it is cut to leave room for the remark on an urgent row."""
_GUTTER = "> ! " + "  "
"""The columns of the marks and the space between name and detail."""
_RULES = {"..": "-", "\N{HORIZONTAL ELLIPSIS}": "\N{BOX DRAWINGS LIGHT HORIZONTAL}"}
"""The character of the rule beside a heading, by the ellipsis."""


class Styles(NamedTuple):
    """The styles of the list."""

    usual: Style
    heading: Style
    rule: Style
    """Of the line beside a heading."""
    faint: Style
    """Of what is said beside a name."""


class SectionedList(MarkedList):
    """Rows under headings, of which one is marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"listing--heading", "listing--rule", "listing--faint"}

    DEFAULT_CSS = """
    SectionedList { width: 1fr; height: 1fr; padding: 0 1; }
    SectionedList > .listing--heading { color: $primary; text-style: bold; }
    SectionedList > .listing--rule { color: $text-disabled; }
    SectionedList > .listing--faint { color: $board-quiet; }
    """

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__()
        self._rows: Sequence[ListRow] = ()
        self._key = ""
        self._top = 0

    def show(self, rows: Sequence[ListRow]) -> bool:
        """Show these rows; return whether the marked one is gone, and the mark is on the row in its place."""
        before, place = self._key, self.place
        left = [row.key for row in rows if row.key]
        self._change(tuple(rows), before if before in left else left[min(place, len(left) - 1)] if left else "")
        return self._key != before

    @property
    def marked(self) -> str:
        """The key of the marked row; empty when there is none."""
        return self._key

    def mark(self, key: str) -> None:
        """Mark a row."""
        self._change(self._rows, key)
        self.post_message(self.Marked())

    def _change(self, rows: Sequence[ListRow], key: str) -> None:
        """Draw the lines that look different with these rows and this mark."""
        before = self._lines
        keys = [row.key for row in rows if row.key]
        self._rows, self._key = rows, key
        self.count, self.place = len(keys), keys.index(key) if key in keys else 0
        lines = zip_longest(before, self._lines)
        if changed := [Region(0, y, self.size.width, 1) for y, (old, new) in enumerate(lines) if old != new]:
            self.refresh(*changed)

    @property
    def _lines(self) -> Sequence[tuple[ListRow, bool]]:
        """The rows around the mark that there is room for, each with whether it is marked."""
        height = max(self.size.height, 1)
        at = next((n for n, row in enumerate(self._rows) if row.key == self._key), 0)
        above = at - 1 if at and not self._rows[at - 1].key else at  # with its heading
        self._top = scrolled(self._top, at, len(self._rows), height, first=above)
        shown = self._rows[self._top : self._top + height]
        return [(row, bool(row.key) and row.key == self._key) for row in shown]

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        lines = self._lines
        if y >= len(lines):
            return Strip([])
        row, marked = lines[y]
        return _strip(row, self.content_size.width, self._row_styles, ellipsis(self.app), marked=marked)

    @property
    def hidden(self) -> str:
        """The detail of the marked row, when the row has no room for all of it; else empty."""
        row = next((row for row in self._rows if row.key and row.key == self._key), None)
        shown = (
            _line(row, self.content_size.width, self._row_styles, ellipsis(self.app), marked=True).plain
            if row
            else ""
        )
        return row.detail if row and row.detail not in shown else ""

    @property
    def _row_styles(self) -> Styles:
        parts = (self.get_visual_style(f"listing--{name}") for name in ("heading", "rule", "faint"))
        return Styles(self.visual_style, *parts)

    def place_in(self, line: int) -> int | None:
        """Return the place of the row that is shown in a line, if it is not a heading."""
        keys = [row.key for row, _marked in self._lines[line : line + 1] if row.key]
        return [row.key for row in self._rows if row.key].index(keys[0]) if line >= 0 and keys else None

    def move_to(self, place: int) -> None:
        """Mark the row at that place."""
        self.mark([row.key for row in self._rows if row.key][place])


@lru_cache(maxsize=1024)
def _strip(row: ListRow, room: int, styles: Styles, cut: str, *, marked: bool) -> Strip:
    """Draw a row, once for all sessions that show it."""
    if row.key:
        return Strip(_line(row, room, styles, cut, marked=marked).render_segments(styles.usual))
    line = Content.styled(row.name, styles.heading)
    if row.name and line.cell_length + 1 < room:
        line += Content.styled(" " + _RULES[cut] * (room - line.cell_length - 1), styles.rule)
    return Strip(line.render_segments(styles.usual))


def _line(row: ListRow, room: int, styles: Styles, cut: str, *, marked: bool) -> Content:
    """Return a row in exactly so many cells: mark, name, detail and, at the right, the remark."""
    name = min(max(room // 4, _NAME[0]), _NAME[1])
    rest = room - name - len(_GUTTER)
    space = rest - cell_len(row.aside) - 2
    keeps_aside = row.aside and (cell_len(row.detail) <= space or (row.urgent and space >= _LEAST))
    detail = f"{fitted(row.detail, space, cut)}  {row.aside}" if keeps_aside else fitted(row.detail, rest, cut)
    names = ("> " if marked else "  ", "! " if row.urgent else "  ", fitted(row.name, name, cut), "  ")
    if marked or row.urgent:
        return Content.styled("".join((*names, detail)), "bold reverse" if marked else "bold")
    return Content.assemble(*names, (detail, styles.faint))
