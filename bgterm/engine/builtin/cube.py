"""The value of the cube by Janowski's model: between a dead cube and a live one, turned at the best moment.

With a dead cube, a position is worth the mean of its outcomes. With a live cube, its value is linear in the chance
to win between four points: a certain loss; the opponent's doubling point, where a double may as well be passed as
taken; the player's own doubling point; a certain win. The estimate lies between the two, at the efficiency of the
cube. (R. Janowski, Take-Points in Money Games, 1993.) In a match the points are computed from cube to cube, until
it is dead. From the same points follows the doubling window: take points, the worth of gammons, and market losers.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from bgterm.engine.builtin.stakes import Stakes, stakes_of
from bgterm.engine.builtin.tables import effective_pips_of_both
from bgterm.engine.protocol import CubeAnswer, Probabilities
from bgterm.rules.match import MatchState

EFFICIENCY = 0.68
"""The share of the live cube in the estimate, in most positions."""
EFFICIENCY_OF_A_ROLL = 0.17
"""The share of the live cube at the end of a race, for each roll that the player on roll needs after the first.

`tools/bearoff_cube.py` shows which share loses the least.
"""
_LEVELS = 6
"""The number of further doubles after which a cube counts as dead; more make no difference."""

Points = list[tuple[float, float]]
"""Pairs of a chance to win and the value there; between them the value is linear."""


def efficiency_of(rolls: float) -> float:
    """Return the cube efficiency, 0 to 1, in a race that takes the player on roll `rolls` rolls on average."""
    return min(EFFICIENCY_OF_A_ROLL * (rolls - 1), EFFICIENCY)


class LiveCube:
    """The value to the player on roll of a position with the cube, by Janowski's model.

    Values are points in a money session, and in a match chances to win it.
    """

    def __init__(
        self, chances: Probabilities, mine: Stakes, theirs: Stakes, efficiency: float = EFFICIENCY
    ) -> None:
        """Use the chances of the player on roll, and the stakes of both players.

        `efficiency` is the share of a live cube's gain over a dead one that counts, from 0 to 1.
        """
        self._cube, self._efficiency = mine.cube, efficiency
        self._sides = (chances, mine), (chances.inverted, theirs)

    def undoubled(self, *, mine: bool, theirs: bool) -> float:
        """Return the value without a double now; `mine` and `theirs` are whether each side may double later."""
        return self._value(self._cube, mine=mine, theirs=theirs)

    def doubled(self) -> float:
        """Return the value to the player on roll after a double that the opponent takes."""
        return self._value(2 * self._cube, mine=False, theirs=True)

    def take_point(self, *, live: bool) -> float | None:
        """Return the opponent's least chance to win with which they take a double of the player on roll.

        It depends on whether the cube is `live` after the take or dead. None if a double gains nothing.
        """
        return self._take_point(1, self._cube, 0 if live else _LEVELS - 1)

    def _value(self, cube: int, *, mine: bool, theirs: bool) -> float:
        chances, stakes = self._sides[0]
        lost, won = stakes.lost(chances, cube), stakes.won(chances, cube)
        points = [(0.0, lost)]
        if theirs and (point := self._take_point(0, cube)) is not None:
            points.append((point, stakes.value(-cube)))
        if mine and (point := self._take_point(1, cube)) is not None:
            points.append((1 - point, stakes.value(cube)))
        points.append((1.0, won))
        dead = lost + chances.win * (won - lost)
        return dead + self._efficiency * (_at(points, chances.win) - dead)

    def _take_point(self, side: int, cube: int, level: int = 0) -> float | None:
        """Return the least chance with which a side (0: on roll) takes a double; None if the double is useless.

        `cube` is the value before the double, and `level` the number of doubles before it that were computed. The
        last one that is computed leaves the cube dead.
        """
        (chances, taker), (_, doubler) = self._sides[side], self._sides[1 - side]
        if level == _LEVELS or not doubler.cube_counts(cube):
            return None
        lost, won = taker.lost(chances, 2 * cube), taker.won(chances, 2 * cube)
        further = self._take_point(1 - side, 2 * cube, level + 1)
        point, top = (1.0, won) if further is None else (1 - further, taker.value(2 * cube))
        share = (taker.value(-cube) - lost) / (top - lost)
        return min(max(share * point, 0.0), 1.0)


def _at(points: Points, chance: float) -> float:
    """Return the value at a chance to win, interpolated between the points."""
    for (left, low), (right, high) in pairwise(sorted(points)):
        if chance <= right and right > left:
            return low + (high - low) * (chance - left) / (right - left)
    return points[-1][1]


@dataclass(frozen=True, slots=True)
class CubeWindow:
    """The figures of a double at the score of the match: take points, gammon values and market losers.

    The double is offered already, or might be offered now.
    """

    take_point: float
    """The least chance to win with which the opponent takes if the cube is dead."""
    live_take_point: float
    """The least chance to win with which the opponent takes if the cube is live."""
    gammon_values: tuple[float, float]
    """The worth of a gammon beyond a single win after a take, to the doubler and to the opponent; 0.5 for money.

    The unit is the difference between a single win and a single loss.
    """
    market_losers: float | None
    """The share of rolls after which the opponent would pass; None when the engine does not know it."""
    effective_pips: tuple[float, float] | None
    """The effective pip counts of the doubler and of the opponent at the end of a race; None otherwise."""

    @classmethod
    def of(cls, match: MatchState, cube: CubeAnswer) -> Self | None:
        """Return the window for a double, by `cube`; None without chances, or when a double gains nothing."""
        doubler, board = match.game.on_roll, match.game.board
        if doubler is None or not cube.probabilities.win:
            return None
        mine, theirs = (stakes_of(match, player) for player in (doubler, doubler.opponent))
        model = LiveCube(cube.probabilities, mine, theirs)
        dead, live = (model.take_point(live=live) for live in (False, True))
        if dead is None or live is None:
            return None
        both = effective_pips_of_both(board)
        pips = (both[doubler.index], both[doubler.opponent.index]) if both else None
        return cls(dead, live, (_gammon_value(mine), _gammon_value(theirs)), cube.market_losers, pips)


def _gammon_value(stakes: Stakes) -> float:
    lost, won, gammon = (stakes.value(times * 2 * stakes.cube) for times in (-1, 1, stakes.times[1]))
    return (gammon - won) / (won - lost)
