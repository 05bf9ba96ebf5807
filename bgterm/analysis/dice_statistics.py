"""Statistics of the dice in a match, counted over its events.

The dice of the openings are counted apart: an opening throw cannot be a double, as a tie is thrown again, so its
expected values differ from those of other rolls.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, factorial

from bgterm.rules.board import BAR, Board, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Event, Moved, OpeningCorrected, OpeningThrown, RollCorrected, Rolled
from bgterm.rules.match import Header, Pair
from bgterm.rules.replay import Replay

EXPECTED_PIPS = 49 / 6
"""The average pips of a roll, a double counted four times."""
ENOUGH_ROLLS = 15
"""The least rolls of each player for a verdict: every number is then expected five times."""

_FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class DiceCount:
    """The statistics of one player's dice: rolls, numbers, doubles, pips and openings."""

    rolls: int
    """The number of rolls, without the openings."""
    numbers: tuple[int, ...]
    """How often each of the numbers 1 to 6 fell, with two dice a roll."""
    doubles: tuple[int, ...]
    """How often each of the doubles 1-1 to 6-6 fell."""
    pips: int
    """The pips of all rolls, doubles counted four times."""
    openings: tuple[int, ...]
    """The player's opening rolls in order, ties included."""
    from_bar: int
    """The number of rolls with a checker on the bar."""
    danced: int
    """The number of rolls from the bar with which no checker could enter."""
    danced_expected: float
    """The expected number of rolls from the bar with which no checker can enter, given the boards."""
    unplayed: int
    """The number of rolls with which nothing was played, including those that could not enter."""

    @property
    def average_pips(self) -> float:
        """The average pips of a roll; 0 without rolls."""
        return self.pips / self.rolls if self.rolls else 0.0

    @property
    def number_expected(self) -> float:
        """The expected count of each of the six numbers in so many rolls."""
        return self.rolls / 3

    @property
    def double_expected(self) -> float:
        """The expected count of each of the six doubles in so many rolls."""
        return self.rolls / 36


@dataclass(slots=True)
class _Roll:
    step: int
    """The number of the event, from 0, which is the replay's step before it."""
    player: Player
    dice: Dice
    unplayed: bool = False


def count_dice(header: Header, events: Iterable[Event]) -> tuple[DiceCount, DiceCount]:
    """Return the statistics of White's dice, and of Black's."""
    events = tuple(events)
    replay, openings = Replay(header, events), _openings(events)
    rolls = [(roll, replay.at(roll.step).game.board) for roll in _rolls(events)]
    white, black = (
        _counted(
            [each for each in rolls if each[0].player is player], tuple(pair[player.index] for pair in openings)
        )
        for player in Player
    )
    return white, black


def pips_a_roll(events: Iterable[Event]) -> tuple[float, float]:
    """Return the average pips of White's and Black's rolls, without the openings; 0 without rolls.

    No board is needed for that, so it is fast.
    """
    rolls = _rolls(events)
    white, black = ([sum(roll.dice.pips) for roll in rolls if roll.player is player] for player in Player)
    return sum(white) / len(white) if white else 0.0, sum(black) / len(black) if black else 0.0


def unevenness(white: DiceCount, black: DiceCount) -> float | None:
    """Return the probability that fair dice are at least as uneven in so many rolls; None for too few rolls.

    The probability is that of Pearson's chi-square over the counts of the numbers of both players, with ten
    degrees of freedom.
    """
    if min(white.rolls, black.rolls) < ENOUGH_ROLLS:
        return None
    return chi_square_tail(sum(map(_chi_square, (white, black))))


def chi_square_tail(value: float) -> float:
    """Return the probability that chi-square with ten degrees of freedom is at least `value`.

    >>> round(chi_square_tail(18.307), 4)
    0.05
    """
    half = value / 2
    return exp(-half) * sum(half**k / factorial(k) for k in range(5))


def _chi_square(count: DiceCount) -> float:
    expected = count.number_expected
    return sum((number - expected) ** 2 / expected for number in count.numbers)


def _rolls(events: Iterable[Event]) -> list[_Roll]:
    """Return the rolls as corrected, each with whether it was played, without those of the openings."""
    rolls, opening = list[_Roll](), True
    for step, event in enumerate(events):
        match event:
            case OpeningThrown():
                opening = True
            case RollCorrected(_, dice) if not opening:
                rolls[-1].dice = dice
            case Rolled(player, dice):
                opening = False
                rolls.append(_Roll(step, player, dice))
            case Moved(_, play) if not opening:
                rolls[-1].unplayed = not play
    return rolls


def _openings(events: Iterable[Event]) -> list[Pair]:
    """Return the opening throws, White's die and Black's, as corrected."""
    openings = list[Pair]()
    for event in events:
        match event:
            case OpeningThrown(white, black):
                openings.append((white, black))
            case OpeningCorrected(white, black):
                openings[-1] = (white, black)
    return openings


def _closed(board: Board, player: Player) -> set[int]:
    """Return the numbers with which no checker of the player can enter. [RULES A-31]"""
    theirs = board.counts(player.opponent)
    return {face for face in _FACES if theirs[board.opponent_point(BAR - face)] >= board.movement.holding}


def _counted(rolls: list[tuple[_Roll, Board]], openings: tuple[int, ...]) -> DiceCount:
    """Return the statistics of a player's rolls, each given with the board before it."""
    dice = [roll.dice for roll, _board in rolls]
    shown = [number for each in dice for number in each]
    twice = [each.high for each in dice if each.is_double]
    entering = [
        (roll.dice, _closed(board, roll.player)) for roll, board in rolls if board.counts(roll.player)[BAR]
    ]
    return DiceCount(
        rolls=len(rolls),
        numbers=tuple(map(shown.count, _FACES)),
        doubles=tuple(map(twice.count, _FACES)),
        pips=sum(sum(each.pips) for each in dice),
        openings=openings,
        from_bar=len(entering),
        danced=sum(closed.issuperset(each) for each, closed in entering),
        danced_expected=sum((len(closed) / 6) ** 2 for _dice, closed in entering),
        unplayed=sum(roll.unplayed for roll, _board in rolls),
    )
