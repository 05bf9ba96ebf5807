"""Lines of text that fit their width, in any script, and lists of them; only what looks different is redrawn."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice, zip_longest
from typing import Any, ClassVar, Generic, TypeVar, TypeVarTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import App
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bgterm.catalog import N_
from bgterm.tui.input import Clickable, bind

_LONG_NAME, _SHORT_NAME = 12, 9
"""The most cells of a name that is not shortened, and the cells of one that is."""


def ellipsis(app: App[Any]) -> str:
    """Return the ellipsis that marks cut text on the app's terminal: two dots where only ASCII is shown."""
    return ".." if app.has_class("-ascii") else "\N{HORIZONTAL ELLIPSIS}"


def ellipsize(line: Content, width: int, cut: str) -> Content:
    """Return the line cut to at most `width` cells; a line that was cut ends in `cut`, an ellipsis."""
    return line if line.cell_length <= width else line.truncate(max(width - len(cut), 0)) + cut


def fitted(text: str, width: int, cut: str = "..") -> str:
    """Return the text cut or padded to exactly `width` cells; a text that was cut ends in `cut`, an ellipsis."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(width - len(cut), 0)).rstrip() + cut, max(width, 0))


def with_short_names(line: str | Content, names: Iterable[str], width: int, cut: str) -> Content:
    """Return the line with long names among `names` cut, from the longest on, until it fits `width` cells.

    A name that was cut ends in `cut`, an ellipsis. A line that fits is not changed; some still do not fit.
    """
    line = Content.assemble(line)
    for name in sorted(names, key=len, reverse=True):
        if cell_len(name) > _LONG_NAME and line.cell_length > width:
            short = fitted(name, _SHORT_NAME, cut).rstrip()
            for found in reversed([*re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line.plain)]):
                line = Content.assemble(line[: found.start()], short, line[found.end() :])
    return line


def hanging(text: Content, width: int, indent: int) -> Content:
    """Return a text wrapped to `width` columns, with the rows that continue a line indented.

    They are indented by 2 if the line begins with a dash, by `indent` if it is indented itself, otherwise not at
    all.
    """
    rows = list[Content]()
    for line in text.split("\n"):
        by = 2 if line.plain.startswith("- ") else indent if line.plain.startswith("  ") else 0
        if line.cell_length <= width or width <= by:
            rows.append(line)
            continue
        first = line.wrap(width)[0]
        rest = line[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        rows += [first, *(Content.assemble(" " * by, row) for row in rest.wrap(width - by))]
    return Content("\n").join(rows)


def table(rows: Sequence[Sequence[str]], right: Collection[int] = (), room: int = 0) -> Content:
    """Return rows of cells as a table whose first row is the bold head.

    `right` are the indexes of right-aligned columns. With a `room`, a width in columns, the last columns that do
    not fit are left out.
    """
    from bgterm.terminal.wrapping import laid_out  # only for tables

    head, *rest = laid_out(rows, room, right)
    return Content("\n").join([Content.styled(head, "bold"), *map(Content, rest)])


Facts = TypeVarTuple("Facts")


class TextLines(Widget):
    """A widget that shows lines of text, each cut to its width, and redraws only lines that look different."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--rule"}
    DEFAULT_CSS = """
    TextLines { width: 1fr; text-wrap: nowrap; }
    TextLines > .lines--rule { color: $text-disabled; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make an empty widget."""
        super().__init__(id=id)
        self._lines: Sequence[Content] = ()
        self._size_shown = Size(0, 0)
        """The size of the widget when its lines were last laid out."""

    def show(self, *texts: str | Content) -> None:
        """Show these texts, a line each, in place of those before; markup in them is not interpreted."""
        before, self._size_shown = self._lines, self.outer_size
        self._lines = tuple(Content(text) if isinstance(text, str) else text for text in texts)
        pairs = enumerate(zip_longest(before, self._lines, fillvalue=Content()))
        if changed := [y for y, (old, new) in pairs if not old.is_same(new)]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def lay_out(self) -> None:
        """Make the lines again because the size of the widget has changed; do nothing by default."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible lines within `crop`, after `lay_out` if the size changed without an event."""
        if self._size_shown != self.outer_size:
            self.lay_out()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return the line `y`, from 0 at the top; blank beyond the last."""
        if y >= len(self._lines):
            return Strip.blank(self._width, self.visual_style.rich_style)
        line = self._fitted(self._lines[y])
        parts = line.render(self.visual_style, "", self._get_style)  # private in Textual 8.2.8
        return Strip([Segment(text, style.rich_style) for text, style in parts], line.cell_length)

    def _fitted(self, line: Content) -> Content:
        return ellipsize(line, self._width, ellipsis(self.app))

    @property
    def _width(self) -> int:
        """The width of a line in cells."""
        return max(self.outer_size.width - self.styles.gutter.width, 0)  # `size` may arrange all widgets again

    @property
    def _height(self) -> int:
        """The lines that the widget has room for."""
        return max(self.outer_size.height - self.styles.gutter.height, 0)


class Panel(TextLines, Generic[*Facts]):
    """A base for widgets whose lines are computed from facts by `draw`, again for each size of the widget."""

    _facts: tuple[*Facts] | None = None

    def tell(self, *facts: *Facts) -> None:
        """Show the lines that `draw` returns for these facts, in place of those before."""
        self._facts = facts
        self.lay_out()

    def lay_out(self) -> None:
        """Make the lines for the present size, from the facts last given to `tell`."""
        if self._facts is not None:
            self.show(*self.draw(*self._facts))

    def draw(self, *facts: *Facts) -> Iterable[Content]:
        """Return the lines that show these facts in the present size of the widget."""
        raise NotImplementedError


class Line(TextLines):
    """A widget that shows one line of text."""

    DEFAULT_CSS = "Line { height: 1; }"


_ROOM_AT_FIRST = 2
"""The rows of a list whose height is not known yet: the marked one, and the heading above it."""

Row = TypeVar("Row")


class RowList(Clickable, TextLines, Generic[Row], can_focus=True):
    """A widget that lists rows, one of them marked by keys or clicks, scrolled so that this one is visible.

    Moving on from the last row marks the first.
    """

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
        """A message to the screen: another row of the list is marked now."""

    def __init__(
        self,
        draw: Callable[[Row, bool, int, str], Content],
        *,
        key: Callable[[Row], object] | None = None,
        head: Callable[[int], Content] | None = None,
        one_click: bool = False,
    ) -> None:
        """Make an empty list; `head` draws the line above the rows in a width.

        `draw` draws a row, marked or not, in a width, and is given the ellipsis for cut text.
        `key` returns the subject of a row, with which the mark stays, and nothing for a heading, which cannot
        be marked; without it the mark keeps its position. With `one_click` a click chooses an unmarked row.
        """
        super().__init__()
        self._draw, self._key_of, self._head, self._one_click = draw, key, head, one_click
        self._rows: Sequence[Row] = ()
        self._stops: Sequence[int] = ()
        """The indexes of the rows that can be marked."""
        self._place, self._top, self._empty = 0, 0, ""
        self._key: object = None
        self.shown: Sequence[Row] = ()
        """The visible rows."""
        self.marked: Row | None = None
        """The marked row; None when there is none."""

    def fill(self, rows: Sequence[Row], place: int | None = None) -> bool:
        """Show these rows in place of those before, with the one at index `place` marked.

        In a list whose rows have subjects, the mark stays with its subject if that is still listed; by default it
        stays at its index. Return whether the subject of the mark is gone, so that the mark is on another row.
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
        """Show a text in place of rows while the list is empty."""
        self._empty = text
        self.lay_out()

    def mark(self, key: object) -> None:
        """Mark the row whose subject is `key`; if there is none yet, when rows with it are filled in next."""
        self._key = key
        self.fill(self._rows)
        self._key = key
        self.post_message(self.Marked())

    def _mark(self, place: int) -> None:
        """Mark the row at an index or the nearest one that can be marked, and redraw changed lines."""
        self._place = max(min(place, len(self._stops) - 1), 0)
        at = self._stops[self._place] if self._stops else -1
        width, height = self._width, self._height
        room = max(height - self._head_rows, 1) if height else _ROOM_AT_FIRST
        first = at - 1 if at > 0 and at - 1 not in self._stops else at  # with the heading above the row
        self._top = scrolled(self._top, at, len(self._rows), room, first=first)
        self.shown = shown = self._rows[self._top : self._top + room]
        self.marked = next(islice(shown, at - self._top, None), None) if at >= 0 else None
        self._key = self._key_of(self.marked) if self._key_of and self.marked else None
        if not shown:
            self.show(*Content(self._empty).wrap(max(width, 1)))
            return
        cut = ellipsis(self.app)
        lines = [self._draw(row, self._top + n == at, width, cut) for n, row in enumerate(shown)]
        up, down = "^v" if self.app.has_class("-ascii") else "↑↓"
        for n, arrow, more in ((0, up, self._top > 0), (room - 1, down, self._top + room < len(self._rows))):
            if more and n < len(lines):  # fewer rows are fetched when another program has deleted some
                lines[n] = lines[n].truncate(max(width - 1, 0), pad=True) + Content.styled(arrow, "bold $primary")
        self.show(*([self._head(width)] if self._head else ()), *lines)

    def _move_to(self, place: int) -> None:
        self._mark(place)
        self.post_message(self.Marked())

    def lay_out(self) -> None:
        """Draw the rows that fit the present size, with the marked one among them."""
        self._mark(self._place)

    on_resize = lay_out

    @property
    def _head_rows(self) -> int:
        return int(self._head is not None)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines that show all rows and the head."""
        return len(self._rows) + self._head_rows

    # Keys

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Mark the clicked row. Return "enter", the key that chooses it, if it was marked or `one_click` is set.

        Otherwise return an empty text.
        """
        number = at.y - self._head_rows
        if number < 0 or self._top + number not in self._stops:
            return ""
        place = self._stops.index(self._top + number)
        if place == self._place:
            return "enter"
        self._move_to(place)
        return "enter" if self._one_click else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: those that move the mark need two rows that can be marked."""
        return action not in ("walk", "turn", "to") or len(self._stops) > 1

    def action_walk(self, by: int) -> None:
        """Mark the next row for 1, or the previous for -1; the last is followed by the first."""
        self._move_to((self._place + by) % len(self._stops))

    def action_turn(self, pages: int) -> None:
        """Mark the row so many pages further, or back if negative, at most the last or the first."""
        self._move_to(self._place + pages * max(self.size.height - 1, 1))

    def action_to(self, place: int) -> None:
        """Mark the first row for 0, or the last row for -1."""
        self._move_to(place % len(self._stops))


def scrolled(top: int, place: int, count: int, room: int, *, first: int | None = None) -> int:
    """Return the index of the first visible row of a list, scrolled as little as possible to show the row `place`.

    The list has `count` rows and shows `room` of them, until now from the row `top` on. `first` is the row that
    must stay visible above `place`, such as its heading; by default `place` itself.
    """
    return max(min(max(top, place - room + 1), place if first is None else first, count - room), 0)
