"""The cube by Janowski's model: between a dead cube and a live one, which is turned at just the right moment.

With a dead cube, a position is worth what its outcomes are worth. With a live one its value is linear in the
chance to win between four points: a certain loss; the chance at which the opponent's double could as well be
passed as taken; the chance at which the opponent could as well pass; a certain win. The value that is used lies
between the two, at the efficiency of the cube. (R. Janowski, Take-Points in Money Games, 1993.) In a match the
points are found from cube to cube, until it is dead.
"""

from itertools import pairwise

from bgterm.engine.builtin.stakes import Stakes
from bgterm.engine.decisions import inverted
from bgterm.engine.protocol import Probabilities

EFFICIENCY = 0.68
"""The share of the live cube in most positions."""
EFFICIENCY_OF_A_ROLL = 0.17
"""The share at the end of a race, for each roll after the first that the player on roll needs on average.

`tools/bearoff_cube.py` shows which share loses the least.
"""
_LEVELS = 6
"""After so many further doubles a cube counts as dead; more make no difference."""

Points = list[tuple[float, float]]
"""Chances to win and what they are worth, with straight lines between."""


def efficiency_of(rolls: float) -> float:
    """Return the efficiency at the end of a race in which the player on roll needs so many rolls on average."""
    return min(EFFICIENCY_OF_A_ROLL * (rolls - 1), EFFICIENCY)


class LiveCube:
    """A position with the cube, seen by the player on roll."""

    def __init__(
        self,
        chances: Probabilities,
        mine: Stakes,
        theirs: Stakes,
        *,
        as_single: bool = False,
        efficiency: float = EFFICIENCY,
    ) -> None:
        """Take what the game is worth to both; `as_single` if gammons do not count before somebody doubles."""
        self._as_single, self._cube, self._efficiency = as_single, mine.cube, efficiency
        self._sides = (chances, mine), (inverted(chances), theirs)

    def undoubled(self, *, mine: bool, theirs: bool) -> float:
        """Return the value without a double now; the cube is available later to those who are named."""
        return self._value(self._cube, mine=mine, theirs=theirs, as_single=self._as_single)

    def doubled(self) -> float:
        """Return the value after a double that is taken."""
        return self._value(2 * self._cube, mine=False, theirs=True, as_single=False)

    def take_point(self, *, live: bool) -> float | None:
        """Return the least chance with which the opponent takes a double; None if a double gains nothing."""
        return self._take_point(1, self._cube, 0 if live else _LEVELS - 1)

    def _value(self, cube: int, *, mine: bool, theirs: bool, as_single: bool) -> float:
        chances, stakes = self._sides[0]
        lost, won = (side(chances, cube, as_single=as_single) for side in (stakes.lost, stakes.won))
        points = [(0.0, lost)]
        if theirs and (point := self._take_point(0, cube)) is not None:
            points.append((point, stakes.value(-cube)))
        if mine and (point := self._take_point(1, cube)) is not None:
            points.append((1 - point, stakes.value(cube)))
        points.append((1.0, won))
        dead = lost + chances.win * (won - lost)
        return dead + self._efficiency * (_at(points, chances.win) - dead)

    def _take_point(self, side: int, cube: int, level: int = 0) -> float | None:
        """Return the least chance with which a side takes a double of that cube; None if nobody gains by one."""
        (chances, taker), (_, doubler) = self._sides[side], self._sides[1 - side]
        if level == _LEVELS or not doubler.cube_counts(cube):
            return None
        lost, won = taker.lost(chances, 2 * cube), taker.won(chances, 2 * cube)
        further = self._take_point(1 - side, 2 * cube, level + 1)
        point, top = (1.0, won) if further is None else (1 - further, taker.value(2 * cube))
        share = (taker.value(-cube) - lost) / (top - lost)
        return min(max(share * point, 0.0), 1.0)


def _at(points: Points, chance: float) -> float:
    """Return the value at a chance, on the lines between the points."""
    for (left, low), (right, high) in pairwise(sorted(points)):
        if chance <= right and right > left:
            return low + (high - low) * (chance - left) / (right - left)
    return points[-1][1]
