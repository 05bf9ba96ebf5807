"""Rollouts: a position is played on many times by the built-in engine, with variance reduction.

Each trial plays all candidates with the same dice, which follow from its number, for so many turns, to the end of
the game, or to the bearoff tables. From its value the luck is subtracted: at each roll the chances after the best
play, less their mean over all 21 rolls. A rollout can be stopped after any trial and continued later.
"""

from dataclasses import astuple, dataclass, field
from random import Random
from statistics import fmean

from bgterm.analysis.confidence import half_interval
from bgterm.engine.builtin.judge import Judge, known_chances, mean_of
from bgterm.engine.decisions import cube_answer, inverted
from bgterm.engine.protocol import Act, CubeAnswer, EngineRequest, Probabilities, QuestionKind
from bgterm.rules.board import Board, Player
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play

TURNS = 7
"""The number of rolls in a trial, after which the network evaluates the position."""
CANDIDATES, CLOSE = 5, 0.12
"""The most plays that are rolled out, and the greatest loss of equity at 0 plies that one of them may have."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The result of a candidate so far."""

    equity: float
    interval: float | None
    """Half the width of the 95 % confidence interval of the equity; None after one trial."""
    behind: float | None
    """Half the width of the 95 % confidence interval of the difference from the best; None after one trial."""
    probabilities: Probabilities


@dataclass
class Rollout:
    """The rollout of a decision, with its trials so far."""

    match: MatchState
    seed: int = 0
    trials: list[list[tuple[float, ...]]] = field(default_factory=list)
    """For each trial and each candidate, the chances of the player on roll."""

    def __post_init__(self) -> None:
        """Choose the candidates: the plays that are close at 0 plies, or the position before the roll."""
        self._judge, game = Judge(self.match), self.match.game
        self.player = game.on_roll or Player.WHITE
        self.plays: list[Play] = []
        """The plays that are rolled out; empty before a roll."""
        self.starts: list[tuple[Board, Player]] = [(game.board, self.player)]
        """The board of each candidate, and the player who rolls next."""
        if legal := legal_plays(self.match):
            found = self._judge.judged(legal)
            least = self._judge.equity(found[0].chances, self.player) - CLOSE
            near = [one for one in found[:CANDIDATES] if self._judge.equity(one.chances, self.player) >= least]
            self.plays = [one.play for one in near]
            self.starts = [(one.board, self.player.opponent) for one in near]

    def run_trial(self) -> None:
        """Run one more trial, which plays all candidates."""
        dice = f"{self.seed} {len(self.trials)}"
        games = (self._played(*start, Random(dice)) for start in self.starts)  # noqa: S311 - no secret
        self.trials.append([*map(astuple, games)])

    def estimates(self) -> list[Estimate]:
        """Return the results of all candidates, in their order. At least one trial is needed."""
        equities = [
            [self._judge.equity(Probabilities(*trial[at]), self.player) for trial in self.trials]
            for at in range(len(self.starts))
        ]
        best = max(equities, key=fmean)
        found = []
        for at, mine in enumerate(equities):
            chances = Probabilities(
                *(fmean(column) for column in zip(*(trial[at] for trial in self.trials), strict=True))
            )
            apart = [one - other for one, other in zip(mine, best, strict=True)]
            found.append(Estimate(fmean(mine), _interval(mine), _interval(apart), chances))
        return found

    def cube(self, kind: QuestionKind) -> CubeAnswer:
        """Return the answer about the cube from the chances so far, for a rollout before the roll."""
        return cube_answer(EngineRequest.of(self.match, kind), self._chances)

    def _chances(self, match: MatchState) -> CubeAnswer:
        found = self.estimates()[0].probabilities
        return CubeAnswer(*Judge(match).cube_equities(self.player, found), 1.0, found, Act.NO_DOUBLE, TURNS)

    def _played(self, board: Board, mover: Player, random: Random) -> Probabilities:
        """Return the chances of the player on roll in one game from a board, without the luck of its rolls."""
        luck = [0.0] * len(astuple(Probabilities()))
        value = self._judge.certain(board, mover.opponent) or inverted(self._judge.before_roll(board, mover))
        for _turn in range(TURNS):
            exact = known_chances(board, mover)
            if exact or board.is_off(mover.opponent):
                value = inverted(exact) if exact else value
                break
            rolls = self._judge.rolls(board, mover)
            counts, judged = zip(*rolls, strict=True)
            mean = mean_of(rolls)
            chosen = random.choices(judged, counts)[0]
            mine, usual = (self._seen(chances, mover) for chances in (chosen.chances, mean))
            luck = [sum(each) for each in zip(luck, mine, (-each for each in usual), strict=True)]
            board, value, mover = chosen.board, chosen.chances, mover.opponent
        return Probabilities(
            *(end - each for end, each in zip(self._seen(value, mover.opponent), luck, strict=True))
        )

    def _seen(self, chances: Probabilities, player: Player) -> tuple[float, ...]:
        return astuple(chances if player is self.player else inverted(chances))


def _interval(values: list[float]) -> float | None:
    return half_interval(values) if len(values) > 1 else None
