"""The doubling cube: its value, its owner, and who may turn it."""

from typing import NamedTuple

from bgterm.rules.board import Player
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.ruleset import Ruleset


class Cube(NamedTuple):
    """The doubling cube of one game: its value and its owner. The value has no upper limit. [RULES A-11]"""

    value: int = 1
    """The value of the game: 1, 2, 4, 8 ..."""
    owner: Player | None = None
    """The only player who may double next; None while the cube is in the middle and either player may."""

    @property
    def offered(self) -> int:
        """The value of the cube after a double from its present value is taken."""
        return 2 * self.value

    def doubled(self, owner: Player | None) -> "Cube":
        """Return the cube at twice its value, owned by `owner`; None leaves it in the middle. [RULES A-53]"""
        return Cube(self.offered, owner)

    def before_double(self, raises: int, doubler: Player | None) -> "Cube":
        """Return the cube before a pending double by `doubler`, which `raises` beavers have answered. [RULES A-63]

        The cube itself has the value before the last beaver; without any it is returned unchanged.
        """
        value = max(self.value >> raises, 1)
        return Cube(value, doubler if value > 1 else None) if raises else self


def why_no_double(ruleset: Ruleset, cube: Cube, player: Player, crawford: bool, need: int) -> IllegalAction | None:
    """Return why `player` may not double at the start of their turn, or None when they may.

    `crawford` is whether this is the Crawford game, `need` the points that they still need to win the match (0:
    money play). [RULES A-49, A-59, A-75, A-75b]
    """
    if not ruleset.cube:
        return IllegalAction(ActionRule.NO_CUBE)
    if crawford:
        return IllegalAction(ActionRule.CRAWFORD_GAME)
    if cube.owner is player.opponent:
        return IllegalAction(ActionRule.CUBE_NOT_YOURS, opponent=player.opponent)
    if need and cube.value >= need:
        return IllegalAction(ActionRule.DEAD_CUBE, value=cube.value)
    return None


def beavers_left(ruleset: Ruleset, raises: int = 0) -> int:
    """Return how many more beavers are allowed after a double, of which `raises` have been made. [RULES A-63]"""
    return ruleset.beavers - raises


def may_beaver(ruleset: Ruleset, raises: int) -> bool:
    """Whether one more beaver is allowed after a double and `raises` beavers."""
    return beavers_left(ruleset, raises) > 0


def largest_automatic(ruleset: Ruleset) -> int:
    """Return the largest value that ties in the opening alone can give the cube. [RULES A-61]"""
    return 1 << ruleset.automatic_doubles


def doubles_by_itself(ruleset: Ruleset, ties: int) -> bool:
    """Whether a tie in the opening doubles the cube; `ties` is the number of earlier ties. [RULES A-61]"""
    return ties < ruleset.automatic_doubles
