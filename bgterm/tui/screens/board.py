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
    """A screen with a `TableView`. Its CSS class is `-low` without room for a notice and a blank row below."""

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
        """Return the widgets between the board, or the question below it, and the keys."""
        return ()

    @property
    def table_view(self) -> TableView:
        """The board with the players beside it."""
        return self.query_one(TableView)

    def catch_up(self) -> None:
        """End all motion on the board."""
        self.table_view.board.settle()

    def on_resize(self, event: Resize) -> None:
        """Use the largest board that fits, and leave the rest of the window to the widgets around it."""
        self.lay_out(event.size)

    def lay_out(self, size: Size) -> None:
        """Lay the screen out in a window of this size."""
        low = size.height < LEAST.height + _BELOW
        self.set_class(low, "-low")
        self.table_view.lay_out(size - Size(0, _BELOW_AT_LEAST if low else _BELOW))
