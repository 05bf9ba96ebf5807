"""The base of all screens with a board, which is as large as the window allows."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget

from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.table_view import LEAST, TableView

_BELOW = 6
"""The rows below the board: notice, question, a blank row, keys."""
_BELOW_AT_LEAST = 4
"""The rows below the board in a low window: question and keys."""


class BoardScreen(BaseScreen):
    """A base for screens with a `TableView`. Its CSS class is `-low` in a window with few rows.

    A low screen has no row for a notice and no blank row below the board.
    """

    DEFAULT_CSS = """
    BoardScreen { align: center middle; }
    BoardScreen #page { width: auto; height: auto; }
    BoardScreen.-low #notice { display: none; }
    BoardScreen.-low QuestionArea { margin-bottom: 0; }
    """

    def compose(self) -> ComposeResult:
        """Yield the board, and what is below it."""
        with Vertical(id="page"):
            yield TableView()
            yield from self.below()
            yield KeyBar()

    def below(self) -> Sequence[Widget]:
        """Return the widgets below the board, in order from top to bottom; the key bar follows them."""
        return ()

    @property
    def table_view(self) -> TableView:
        """The board with the players beside it."""
        return self.query_one(TableView)

    def catch_up(self) -> None:
        """End all animations on the board, so that a key is judged by the final position."""
        self.table_view.board.settle()

    def on_resize(self, event: Resize) -> None:
        """Lay the screen out again for the window's new size."""
        self.lay_out(event.size)

    def lay_out(self, size: Size) -> None:
        """Use the largest board that fits a window of this size, and give the widgets around it the rest."""
        low = size.height < LEAST.height + _BELOW
        self.set_class(low, "-low")
        self.table_view.lay_out(size - Size(0, _BELOW_AT_LEAST if low else _BELOW))
