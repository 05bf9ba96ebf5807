"""The moves of a match so far, like a score sheet: the plays of both players side by side, if there is room."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import _
from bgterm.text.events import LogLine
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.screens.pages.page import HEADING, PageScreen
from bgterm.tui.widgets.score_sheet import sheet_head, sheet_line, sheet_rows
from bgterm.tui.widgets.text_line import ellipsis

_COLUMNS = 56
"""The columns of a page from which the plays are side by side."""


class MovesScreen(PageScreen):
    """All games of a match, opened at the end."""

    DEFAULT_CSS = """
    MovesScreen #names { dock: top; text-style: bold; }
    """

    def __init__(self, names: tuple[str, str], lines: Sequence[LogLine]) -> None:
        """Make the page of a match's log, of which the first line is a heading."""
        rows = (
            Content.styled(line.text, HEADING) if line.heading else Content(f"  {line.text}") for line in lines
        )
        super().__init__(_("The moves so far"), Content("\n").join(rows), at_end=True)
        self._names, self._lines = names, lines

    def contents(self) -> Iterator[Widget]:
        """Yield the names above the columns, and the moves."""
        yield Static(id="names")
        yield from super().contents()

    def broken(self, width: int) -> Content:
        """Return the moves in two columns, or one below the other in a narrow window."""
        names = self.query_one("#names", Static)
        names.display = width >= _COLUMNS
        if width < _COLUMNS:
            return super().broken(width)
        names.update(sheet_head(self._names, width, ellipsis(self.app)))
        return Content("\n").join(self._sheet(width))

    def _sheet(self, width: int) -> Iterator[Content]:
        """Yield the games, each below its heading."""
        glyphs = glyphs_of(self.app.theme_variables)
        for heading, lines in groupby(self._lines, key=lambda line: line.heading):
            if heading:
                yield from (Content.styled(line.text, HEADING) for line in lines)
                continue
            yield from sheet_rows(
                (
                    (line.brief.player, sheet_line(line.brief, glyphs))
                    if line.brief
                    else (None, Content.styled(line.text, "$board-quiet"))
                    for line in lines
                ),
                width,
            )
