"""What a clock takes of a player's time: numbers only, in seconds. What time it is, is told from outside.

A player's turn lasts as long as he is the one to act. With the simple delay the first seconds of each turn are
free; with Bronstein's they run, and are given back at its end as far as they were used. Who has nothing left of
his reserve loses the match, once the opponent claims it. That is how clocks are set at tournaments of the US.
While a player is away from the table both clocks stand, as long in all as the two have agreed on.
"""

from collections.abc import Mapping
from math import inf

from bgterm.rules.variants import Clock, Pause

DELAY = 12.0
"""The seconds of each turn that cost nothing."""
PAUSES: Mapping[Pause, float] = {
    Pause.NEVER: 0.0,
    Pause.FIVE_MINUTES: 300.0,
    Pause.TEN_MINUTES: 600.0,
    Pause.THIRTY_MINUTES: 1800.0,
    Pause.UNLIMITED: inf,
}
"""The seconds in all that the clocks stand for each player who is away."""
_A_POINT, _A_POINT_SCORED = 120.0, 60.0


def reserve(length: int, scored: int) -> float:
    """Give what each player has at first, in a match to `length` in which `scored` points are scored by both.

    >>> reserve(7, 0) / 60
    14.0
    """
    return max(length * _A_POINT - scored * _A_POINT_SCORED, 0.0)


def left_in_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Give what is left of a player's reserve when he has spent so much time on his turn, and is not done."""
    free = 0.0 if clock is Clock.BRONSTEIN else DELAY
    return max(reserve - max(spent - free, 0.0), 0.0)


def left_after_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Give what is left of it when his turn is over; what had run out does not come back."""
    left = left_in_turn(clock, reserve, spent)
    return left + min(spent, DELAY) if left and clock is Clock.BRONSTEIN else left
