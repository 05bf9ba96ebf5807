"""A list of rows under optional headings with a movable mark. Only lines that look different are redrawn."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind
from bgterm.tui.input.clicks import Clickable
from bgterm.tui.text_columns import ellipsis

_ROOM_AT_FIRST = 2
"""The rows of a list whose height is not known yet: the marked one, and the heading above it."""

Row = TypeVar("Row")
_Row = TypeVar("_Row", covariant=True)


class FetchedRows(Protocol[_Row]):
    """The rows of a list as a sequence from which only visible ones are fetched."""

    def __len__(self) -> int:
        """Return how many rows there are."""

    def __getitem__(self, part: slice, /) -> Sequence[_Row]:
        """Return a range of rows."""


class ListLook(NamedTuple):
    """The width of a row and the styles of its list."""

    width: int
    ellipsis: str
    usual: Style
    heading: Style
    rule: Style
    """The style of the line after a heading."""
    faint: Style
    """The style of the text beside a name."""


class Listing(Widget):
    """A widget of rows under headings."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"listing--heading", "listing--rule", "listing--faint"}

    DEFAULT_CSS = """
    Listing > .listing--heading { color: $primary; text-style: bold; }
    Listing > .listing--rule { color: $text-disabled; }
    Listing > .listing--faint { color: $board-quiet; }
    """

    @property
    def look(self) -> ListLook:
        """The width of a row and the styles."""
        parts = (self.get_visual_style(f"listing--{name}") for name in ("heading", "rule", "faint"))
        return ListLook(self.content_size.width, ellipsis(self.app), self.visual_style, *parts)


class RowList(Clickable, Listing, Generic[Row], can_focus=True):
    """A list of the rows that fit, one of them marked; moving past the last row goes to the first."""

    DEFAULT_CSS = "RowList { width: 1fr; max-width: 100; height: 1fr; padding: 0 1; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down,j,tab", "walk(1)", "list-down", N_("choose"), shown="up/down"),
        bind("up,k,shift+tab", "walk(-1)", "list-up"),
        bind("pagedown", "turn(1)", "list-page-down"),
        bind("pageup", "turn(-1)", "list-page-up"),
        bind("home", "to(0)", "list-first"),
        bind("end", "to(-1)", "list-last"),
    ]

    class Marked(Message):
        """The mark has moved to another row."""

    def __init__(
        self,
        draw: Callable[[Row, bool, ListLook], Strip],
        *,
        key: Callable[[Row], str] | None = None,
        head: Callable[[ListLook], Strip] | None = None,
        one_click: bool = False,
    ) -> None:
        """Make an empty list; `draw` draws a row, marked or not, and `head` the line above the rows.

        `key` returns the subject of a row, with which the mark stays, and an empty text for a heading, which
        cannot be marked; without it the mark keeps its position. With `one_click` a click chooses an unmarked row.
        """
        super().__init__()
        self._draw, self._key_of, self._head, self._one_click = draw, key, head, one_click
        self._rows: FetchedRows[Row] = ()
        self._stops: Sequence[int] = ()
        """The indexes of the rows that can be marked."""
        self._place, self._key, self._top, self._empty = 0, "", 0, ""
        self._lines: Sequence[tuple[Row, bool, str]] = ()
        """The visible rows, each with whether it is marked, and an arrow if more rows follow."""
        self._height = 0
        """The number of lines for which `_lines` was computed."""
        self._look: ListLook
        """The look of the lines that are being drawn."""

    @property
    def marked(self) -> Row | None:
        """The marked row; None when there is none."""
        return next((row for row, marked, _arrow in self._lines if marked), None)

    def show(self, rows: FetchedRows[Row], place: int | None = None) -> bool:
        """Show these rows, with the one at index `place` marked; by default the mark stays where it is.

        Return whether the subject of the mark is gone, so that the mark is on the row in its place.
        """
        before, many = self._key, len(rows)
        if self.styles.auto_dimensions and many != len(self._rows):
            self.refresh(layout=True)
        self._rows, self._stops = rows, range(many)
        if self._key_of:
            keys = list(map(self._key_of, rows[:many]))
            self._stops = [number for number in self._stops if keys[number]]
            place = self._stops.index(keys.index(before)) if before and before in keys else place
        self._mark(self._place if place is None else place)
        return self._key != before

    def explain(self, text: str) -> None:
        """Show a text in place of an empty list."""
        self._empty = text
        self.refresh()

    def mark(self, key: str) -> None:
        """Mark the row with that subject, now or once it exists."""
        self._key = key
        self.show(self._rows)
        self._key = key
        self.post_message(self.Marked())

    def _mark(self, place: int) -> None:
        """Mark the row at an index or the nearest one that can be marked, and redraw changed lines."""
        self._place, before = max(min(place, len(self._stops) - 1), 0), self._lines
        at = self._stops[self._place] if self._stops else -1
        self._height = self.size.height
        room = max(self._height - self._head_rows, 1) if self._height else _ROOM_AT_FIRST
        first = at - 1 if at > 0 and at - 1 not in self._stops else at  # with the heading above the row
        self._top = scrolled(self._top, at, len(self._rows), room, first=first)
        shown = self._rows[self._top : self._top + room]
        up, down = "^v" if self.app.has_class("-ascii") else "↑↓"
        arrows = {0: up if self._top else "", room - 1: down if self._top + room < len(self._rows) else ""}
        self._lines = [(row, self._top + n == at, arrows.get(n, "")) for n, row in enumerate(shown)]
        self._key = self._key_of(self.marked) if self._key_of and self.marked else ""
        pairs = enumerate(zip_longest(before, self._lines), self._head_rows)
        if not (before and self._lines):
            self.refresh()
        elif changed := [Region(0, y, self.size.width, 1) for y, (old, new) in pairs if old != new]:
            self.refresh(*changed)

    def _move_to(self, place: int) -> None:
        self._mark(place)
        self.post_message(self.Marked())

    def on_resize(self) -> None:
        """Recompute the visible rows."""
        self._mark(self._place)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines; the first picture is drawn before the size is reported."""
        if self.size.height != self._height:
            self._mark(self._place)
        self._look = self.look
        return super().render_lines(crop)

    @property
    def _head_rows(self) -> int:
        return int(self._head is not None)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of all rows."""
        return len(self._rows) + self._head_rows

    def render_line(self, y: int) -> Strip:
        """Draw the column headings, a row, or the text of an empty list."""
        look, number = self._look, y - self._head_rows
        if not self._lines:
            lines = Content(self._empty).wrap(max(look.width, 1))
            line = lines[y] if y < len(lines) else Content(" " * look.width)
            return Strip(line.render_segments(look.usual))
        if self._head and number < 0:
            return self._head(look)
        if number >= len(self._lines):
            return Strip([])
        row, marked, arrow = self._lines[number]
        strip, mark = self._draw(row, marked, look), Segment(arrow, look.heading.rich_style)
        return Strip([*strip.adjust_cell_length(look.width - 1), mark]) if arrow else strip

    # Keys

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Mark the clicked row. A click on a marked row chooses it."""
        number = at.y - self._head_rows
        if not 0 <= number < len(self._lines) or self._top + number not in self._stops:
            return ""
        if self._lines[number][1]:
            return "enter"
        self._move_to(self._stops.index(self._top + number))
        return "enter" if self._one_click else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether there is another row to mark."""
        return action not in ("walk", "turn", "to") or len(self._stops) > 1

    def action_walk(self, by: int) -> None:
        """Mark the next or the previous row."""
        self._move_to((self._place + by) % len(self._stops))

    def action_turn(self, pages: int) -> None:
        """Mark the row a page further."""
        self._move_to(self._place + pages * max(self.size.height - 1, 1))

    def action_to(self, place: int) -> None:
        """Mark the first or the last row."""
        self._move_to(place % len(self._stops))


def scrolled(top: int, place: int, count: int, room: int, *, first: int | None = None) -> int:
    """Return the index of the first visible row, so that the row at `place` of `count` is visible in `room` lines.

    `top` was the first visible row; `first` is the row that must stay visible above `place`: its heading, or
    itself.
    """
    return max(min(max(top, place - room + 1), place if first is None else first, count - room), 0)
