"""The totals of an analysis: the figures of each player. `docs/engines.md` has the formulas."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bgterm.catalog import N_
from bgterm.engine.match_analysis import FAULTS, MARKS, Decision, Finding, Luck
from bgterm.engine.protocol import Act
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState

_WORDS = (
    (35, N_("Awful!")),
    (26, N_("Beginner")),
    (18, N_("Casual player")),
    (12, N_("Intermediate")),
    (8, N_("Advanced")),
    (5, N_("Expert")),
    (2, N_("World class")),
    (0, N_("Supernatural")),
)
"""GNU Backgammon's ratings, each with its least error rate."""


@dataclass
class Totals:
    """The figures of one player."""

    moves: int = 0
    unforced: int = 0
    """Plays with more than one choice."""
    play_error: float = 0.0
    cube_decisions: int = 0
    """Doubles that were made or answered, and close decisions not to double."""
    cube_error: float = 0.0
    marks: dict[str, int] = field(default_factory=lambda: {mark: 0 for _least, mark in reversed(MARKS)})
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS.values(), 0))
    """The numbers of mistakes with the cube, by name."""
    luck: float = 0.0
    luck_worth: float | None = 0.0
    """Luck in points, or in a match as a change of the chance to win it; None when the engine does not know it."""
    result: float | None = None
    """The points won less those lost; in a match 0.5 for the winner, -0.5 for the loser, None if unfinished."""
    adjusted: float | None = None
    """The result less the player's luck and plus the opponent's; None when one of them is unknown."""

    @property
    def error(self) -> float:
        """The summed cost of all decisions."""
        return self.play_error + self.cube_error

    @property
    def decisions(self) -> int:
        """The number of decisions that count."""
        return self.unforced + self.cube_decisions

    @property
    def rate(self) -> float | None:
        """The error rate, in thousandths of a point for each decision; None without decisions."""
        return 1000 * self.error / self.decisions if self.decisions else None

    @property
    def word(self) -> str:
        """GNU Backgammon's rating for this error rate; `-` without decisions."""
        rate = self.rate
        return "-" if rate is None else next(word for least, word in _WORDS if rate >= least)

    @property
    def rating(self) -> float | None:
        """The performance rating (PR) as eXtreme Gammon defines it; None without decisions."""
        return 500 * self.error / self.decisions if self.decisions else None


def totals(match: MatchState, findings: Iterable[Finding]) -> tuple[Totals, Totals]:
    """Return the figures of both players, from the findings and the state of the match at its end."""
    found = Totals(), Totals()
    for each in findings:
        _count(found[each.player.index], each)
    for player in Player:
        mine, theirs = found[player.index], found[player.opponent.index]
        mine.result = _result(match, player)
        if mine.result is not None and mine.luck_worth is not None and theirs.luck_worth is not None:
            mine.adjusted = mine.result - mine.luck_worth + theirs.luck_worth
    return found


def _count(total: Totals, found: Finding) -> None:
    match found:
        case Luck():
            total.luck += found.luck
            if total.luck_worth is not None:
                total.luck_worth = None if found.worth is None else total.luck_worth + found.worth
        case Decision(act=Act.PLAY):
            total.moves += 1
            total.unforced += found.counts
            total.play_error += found.cost
        case Decision():
            total.cube_decisions += found.counts
            total.cube_error += found.cost
            if found.fault:
                total.faults[found.fault] += 1
    if isinstance(found, Decision) and found.mark:
        total.marks[found.mark] += 1


def _result(match: MatchState, player: Player) -> float | None:
    if not match.ruleset.length:
        return float(match.score[player.index] - match.score[player.opponent.index])
    if match.winner is None:
        return None
    return 0.5 if match.winner is player else -0.5
