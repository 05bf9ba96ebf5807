"""A widget that sends only the rows that changed: Textual by itself sends the whole widget."""

from collections.abc import Sequence
from itertools import zip_longest

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from bgterm.tui import ink


class Painted(Widget):
    """A small picture of rows."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make an empty picture."""
        super().__init__(id=id)
        self._rows: Sequence[ink.Row] = ()

    @property
    def rows(self) -> Sequence[ink.Row]:
        """What is shown, from top to bottom."""
        return self._rows

    def paint(self, rows: Sequence[ink.Row]) -> None:
        """Show the rows from top to bottom; of those that changed, what looks as before at the end is not sent."""
        regions = []
        for y, (old, new) in enumerate(zip_longest(self._rows, rows, fillvalue=())):
            if old != new:
                regions.append(Region(0, y, self.size.width - ink.same_at_end(old, new), 1))
        self._rows = rows
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Give one row in the colours of the theme."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        return ink.strip(self._rows[y], self.app.theme_variables)
