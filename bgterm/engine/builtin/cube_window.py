"""The doubling window: take points, the worth of gammons, and market losers."""

from dataclasses import dataclass
from typing import Self

from bgterm.engine.builtin.bearoff import effective_pips_of_both
from bgterm.engine.builtin.cube import LiveCube
from bgterm.engine.builtin.stakes import Stakes, stakes_of
from bgterm.engine.protocol import CubeAnswer
from bgterm.rules.match import MatchState


@dataclass(frozen=True, slots=True)
class CubeWindow:
    """The figures of a double that is offered, or might be, at the score of the match."""

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
        """Return the window of the player on roll; None when chances are unknown, or a double gains nothing."""
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
