"""A widget that draws only the rows that changed: Textual by itself draws the whole widget."""

from collections.abc import Sequence

from textual.strip import Strip
from textual.widget import Widget

from bgterm.tui.board import styled_rows
from bgterm.tui.board.repaint import changes


class Painted(Widget):
    """A small picture of rows."""

    def __init__(self) -> None:
        """Make an empty picture."""
        super().__init__()
        self._rows: Sequence[styled_rows.Row] = ()

    @property
    def rows(self) -> Sequence[styled_rows.Row]:
        """The rows from top to bottom."""
        return self._rows

    def paint(self, rows: Sequence[styled_rows.Row]) -> None:
        """Show the rows from top to bottom; only those that changed are drawn."""
        changed = list(changes(self.size.region, self._rows, rows))
        self._rows = rows
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Return one row in the colours of the theme."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        return styled_rows.strip(self._rows[y], self.app.theme_variables)
