"""A preview of the look that is being chosen in a form."""

from textual.geometry import Size
from textual.widget import Widget

from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Board as Position
from bgterm.rules.board import Player
from bgterm.rules.cube import Cube
from bgterm.tui.board.layout import NORMAL, Plan, plan_for
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.board.widget import Board
from bgterm.tui.look.themes import board_variables, glyphs_of
from bgterm.tui.widgets.form_state import Values


class LookPreview(Widget):
    """A preview of half a board, with home and tray, beside a form in which the look of the board is chosen."""

    DEFAULT_CSS = "LookPreview { width: auto; height: auto; overflow: hidden; display: none; }"

    fields = frozenset({"theme", "home_right", "half_blocks"})
    """The fields of the form beside which the preview is shown."""
    columns = NORMAL.width - NORMAL.halves(home_right=True)[1] + NORMAL.hinge
    rows = NORMAL.height
    """The most columns and rows of the preview."""

    def __init__(self, workspace: Workspace) -> None:
        """Make a preview with the settings of a workspace, for values that the form does not have."""
        super().__init__(Board())
        self._workspace = workspace

    def rows_of(self, room: int) -> int:
        """Return how many rows the preview takes in a place `room` rows high; 0 if it does not fit."""
        height = _plan(room).height
        return height if height <= room else 0

    def show(self, values: Values, room: int) -> None:
        """Draw the board in at most `room` rows, with the look that the form's values describe."""
        settings, theme = self._workspace.settings, str(values["theme"]) or self._workspace.default_theme
        home_right = bool(values["home_right"])
        halves = bool(values.get("half_blocks", settings.half_blocks))
        variables = board_variables(self.app, theme, half_blocks=halves)
        plan = _plan(room, solid=glyphs_of(variables).solid)
        left = plan.halves(home_right=True)[1] - plan.hinge
        board = self.query_one(Board)
        self.styles.width, self.styles.height = plan.width - left, plan.height
        board.styles.width, board.styles.height = plan.width, plan.height
        board.styles.offset = (-left if home_right else 0, 0)
        board.use_theme(variables)
        board.show(_scene(home_right))


def _plan(room: int, *, solid: bool = True) -> Plan:
    """Return the largest board for so many rows, with points of at most four cells."""
    return plan_for(Size(NORMAL.width, min(room, NORMAL.height)), solid=solid)


def _scene(home_right: bool) -> Scene:
    """Return the scene of an example turn: a checker in hand, after a marked play."""
    return Scene(
        board=Position.of({24: 1, 13: 4, 8: 3, 6: 4, 4: 2, 1: 1}, {24: 1, 13: 4, 8: 2, 6: 5, 4: 2, 3: 1}),
        mover=Player.WHITE,
        bottom=Player.WHITE,
        home_right=home_right,
        picked=6,
        targets=frozenset({5, 3, 2}),
        cursor=3,
        dice=(3, 1),
        roller=Player.WHITE,
        cube=Cube(2, Player.BLACK),
        last=LastPlay(Player.BLACK, left=((8, 1), (6, 1)), arrived=((4, 2),)),
    )
