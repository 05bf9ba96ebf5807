"""The preview of the marked match in a list: its board, where it stands, and its games."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from bgterm.analysis.ledger import ledger
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.text import questions
from bgterm.tui.board.layout import COMPACT
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.widget import Board
from bgterm.tui.widgets.match_panels import games_table
from bgterm.tui.widgets.text_line import ellipsis

_WITH_BOARD = Size(80, 24)
"""The smallest window with room for the board."""
_BESIDE = 36
"""The fewest columns beside the board."""
_HEADS = 2
"""The rows above the list of games."""
_SHARE = 3 / 5
"""The largest share of a window's rows for the board, unless it is the smallest board."""


def still_scene(match: MatchState, settings: Settings) -> Scene:
    """Return the scene of a match that is not being played, without marks."""
    mover = match.shown_game.to_act or Player.WHITE
    bottom = mover if settings.turn_board else Player.WHITE
    scene = Scene.of(match, mover=mover, bottom=bottom, home_right=settings.home_right)
    return scene._replace(last=None)


class MatchPreview(Horizontal):
    """The description of a match, and its board and its games beside it in a window that is large enough."""

    DEFAULT_CSS = """
    MatchPreview { height: auto; padding: 0 1; }
    MatchPreview Board { margin-right: 2; }
    MatchPreview #detail { width: 1fr; height: 2; color: $board-quiet; }
    MatchPreview.-narrow #detail { height: 4; }
    MatchPreview.-with-board #detail { height: 100%; }
    """

    def __init__(self, settings: Settings) -> None:
        """Make an empty preview with the look of these settings."""
        super().__init__()
        self._settings = settings
        self._description = ""
        self._match: MatchState | None = None

    def compose(self) -> ComposeResult:
        """Yield the board and the description."""
        yield Board()
        yield Static(id="detail")

    def lay_out(self, window: Size) -> None:
        """Lay out for a window of this size."""
        with_board = window.width >= _WITH_BOARD.width and window.height >= _WITH_BOARD.height
        self.set_class(window.width < _WITH_BOARD.width, "-narrow")
        self.set_class(with_board, "-with-board")
        board = self.query_one(Board)
        board.display = with_board
        room = Size(window.width - _BESIDE, max(int(window.height * _SHARE), COMPACT.height))
        plan = board.plan_in(room)
        board.styles.width, board.styles.height = plan.width, plan.height
        self._show()

    @property
    def wants_board(self) -> bool:
        """Whether there is room for more than the description."""
        return self.has_class("-with-board")

    def describe(self, description: str) -> None:
        """Show a description; the board stays until the match has been read."""
        self._description, self._match = description, None
        self._show()

    def show(self, match: MatchState | None) -> None:
        """Show the board and games of the described match; None if it cannot be read."""
        self._match = match
        board = self.query_one(Board)
        board.visible = match is not None
        if match:
            board.show(still_scene(match, self._settings))
        self._show()

    def _show(self) -> None:
        detail, lines = self.query_one("#detail", Static), Content(self._description).split("\n")
        width, height = detail.size.width or _BESIDE, detail.size.height
        if self._match and self.wants_board:
            if self._match.shown_game.to_act is not None:
                lines.append(Content.styled(questions.question(self._match), "$foreground"))
            used = sum(len(line.wrap(width)) for line in lines)
            lines += self._games(self._match, width, height - used)
        detail.update(Content("\n").join(lines))

    def _games(self, match: MatchState, width: int, room: int) -> list[Content]:
        """Return the last games that fit, under the column headings."""
        games = [*ledger(match)]
        if not games or room <= _HEADS:
            return []
        heads, *rows = games_table(match, games, width, ellipsis(self.app))
        return [Content(), heads, *rows[_HEADS - room :]]
