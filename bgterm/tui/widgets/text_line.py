"""Lines of text that fit their width, in any script, and widgets that redraw them only when they change."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import Any, ClassVar, Generic, TypeVarTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import App
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

_LONG_NAME, _SHORT_NAME = 12, 9
"""The most cells of a name that is not shortened, and the cells of one that is."""


def ellipsis(app: App[Any]) -> str:
    """Return the ellipsis for cut text, in characters that the terminal can show."""
    return ".." if app.has_class("-ascii") else "\N{HORIZONTAL ELLIPSIS}"


def ellipsize(line: Content, width: int, cut: str) -> Content:
    """Return the line in at most `width` cells; a truncated line ends in `cut`."""
    return line if line.cell_length <= width else line.truncate(max(width - len(cut), 0)) + cut


def fitted(text: str, width: int, cut: str = "..") -> str:
    """Return the text in exactly `width` cells; a truncated text ends in `cut`."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(width - len(cut), 0)).rstrip() + cut, max(width, 0))


def with_short_names(line: str | Content, names: Iterable[str], width: int, cut: str) -> Content:
    """Return the line; where it takes more than `width` cells, long names end in `cut` after a few letters."""
    line = Content.assemble(line)
    for name in sorted(names, key=len, reverse=True):
        if cell_len(name) > _LONG_NAME and line.cell_length > width:
            short = fitted(name, _SHORT_NAME, cut).rstrip()
            for found in reversed([*re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line.plain)]):
                line = Content.assemble(line[: found.start()], short, line[found.end() :])
    return line


def hanging(text: Content, width: int, indent: int) -> Content:
    """Wrap the lines of a text; wrapped rows keep the indent of their line, or of the text after its dash."""
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
    """Lay out rows as a table, the first one as its head, like `laid_out`."""
    from bgterm.terminal.wrapping import laid_out  # only for tables

    head, *rest = laid_out(rows, room, right)
    return Content("\n").join([Content.styled(head, "bold"), *map(Content, rest)])


Facts = TypeVarTuple("Facts")


class TextLines(Widget):
    """A widget of text lines as wide as its container; longer text is cut."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--rule"}
    DEFAULT_CSS = """
    TextLines { width: 1fr; text-wrap: nowrap; }
    TextLines > .lines--rule { color: $text-disabled; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make an empty widget."""
        super().__init__(id=id, classes=classes)
        self._lines: Sequence[Content] = ()
        self._size_shown = Size(0, 0)
        """The size of the widget when its lines were last laid out."""

    def show(self, *texts: str | Content) -> None:
        """Show a text in each line, without interpreting markup."""
        before, self._size_shown = self._lines, self.outer_size
        self._lines = tuple(Content(text) if isinstance(text, str) else text for text in texts)
        pairs = enumerate(zip_longest(before, self._lines, fillvalue=Content()))
        if changed := [y for y, (old, new) in pairs if not old.is_same(new)]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def lay_out(self) -> None:
        """Lay out lines that depend on the size of the widget; do nothing by default."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some of the lines, after laying them out if the size has changed without an event, as at first."""
        if self._size_shown != self.outer_size:
            self.lay_out()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
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
    """Lines that show some facts, and are drawn again for each size of the widget."""

    _facts: tuple[*Facts] | None = None

    def tell(self, *facts: *Facts) -> None:
        """Show these facts."""
        self._facts = facts
        self.lay_out()

    def lay_out(self) -> None:
        """Draw the facts for the present size."""
        if self._facts is not None:
            self.show(*self.draw(*self._facts))

    def draw(self, *facts: *Facts) -> Iterable[Content]:
        """Return the lines that show the facts."""
        raise NotImplementedError


class Line(TextLines):
    """One line."""

    DEFAULT_CSS = "Line { height: 1; }"
