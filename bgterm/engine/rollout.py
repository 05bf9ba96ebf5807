"""Rollouts: a position is played on many times by the built-in engine, with variance reduction.

Each trial plays all candidates with the same dice, which follow from its number, for so many turns, to the end of
the game, or to the bearoff tables. From its value the luck is subtracted: at each roll the chances after the best
play, less their mean over all 21 rolls. A rollout can be stopped after any trial and continued later.
"""

from collections.abc import Callable
from dataclasses import astuple
from random import Random
from statistics import fmean

from bgterm.analysis.confidence import half_interval
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.judge import Judge, known_chances, mean_of
from bgterm.engine.decisions import cube_answer
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Measure,
    Probabilities,
    QuestionKind,
    RankedPlay,
)
from bgterm.rules.board import Board, Player
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play

TURNS = 7
"""The number of rolls in a trial, after which the network evaluates the position."""
Check = Callable[[], None]
"""A function that is called during a trial; it raises an exception to stop it."""
CANDIDATES, CLOSE = 5, 0.12
"""The most plays that are rolled out, and the greatest loss of equity at 0 plies that one of them may have."""


class Rollout:
    """The rollout of a decision, with its trials so far."""

    def __init__(self, match: MatchState, including: Play | None = None) -> None:
        """Choose the candidates: the plays that are close at 0 plies, or the position before the roll.

        `including` is a play that is a candidate, however much it costs.
        """
        self.match, self.including = match, including
        self.trials: list[list[tuple[float, ...]]] = []
        """For each trial and each candidate, the chances of the player on roll."""
        self._judge, game = Judge(match), match.game
        self.player = game.on_roll or Player.WHITE
        self.plays: list[Play] = []
        """The plays that are rolled out; empty before a roll."""
        self.starts: list[tuple[Board, Player]] = [(game.board, self.player)]
        """The board of each candidate, and the player who rolls next."""
        if legal := legal_plays(match):
            found = self._judge.judged(legal)
            least = self._judge.equity(found[0].chances, self.player) - CLOSE
            near = [one for one in found[:CANDIDATES] if self._judge.equity(one.chances, self.player) >= least]
            if including is not None:
                wanted = legal.canonical(including)
                near += [one for one in found if one.play == wanted and one not in near]
            self.plays = [one.play for one in near]
            self.starts = [(one.board, self.player.opponent) for one in near]

    def run_trial(self, check: Check = lambda: None) -> None:
        """Run one more trial, which plays all candidates; `check` is called before each roll, and may raise."""
        dice = f"0 {len(self.trials)}"  # the seed of the rollouts that are saved already
        games = (self._played(*start, Random(dice), check) for start in self.starts)  # noqa: S311 - no secret
        self.trials.append([*map(astuple, games)])

    @property
    def kind(self) -> QuestionKind:
        """The kind of decision: a play, a double, or the answer to one."""
        if self.plays:
            return QuestionKind.PLAYS
        return QuestionKind.TAKE if self.match.game.doubled else QuestionKind.CUBE

    def answer(self) -> EngineAnswer:
        """Return the results so far, the best first. At least one trial is needed."""
        plays = sorted(self._estimates(), key=lambda play: -play.equity) if self.plays else []
        cube = None if plays else cube_answer(EngineRequest.of(self.match, self.kind), self._chances)
        measure = Measure.CUBELESS if plays else Measure.CUBEFUL
        version, trials = Builtin().version(), len(self.trials)
        return EngineAnswer(0, "", Builtin.name, version, measure, tuple(plays), cube=cube, trials=trials)

    def _estimates(self) -> list[RankedPlay]:
        """Return the results of all candidates, in their order; before a roll there is one without a play."""
        equities = [
            [self._judge.equity(Probabilities(*trial[at]), self.player) for trial in self.trials]
            for at in range(len(self.starts))
        ]
        best = max(equities, key=fmean)
        found = []
        for at, (play, mine) in enumerate(zip(self.plays or [()], equities, strict=True)):
            columns = zip(*(trial[at] for trial in self.trials), strict=True)
            apart = _interval([one - other for one, other in zip(mine, best, strict=True)])
            chances = Probabilities(*map(fmean, columns))
            found.append(RankedPlay(play, fmean(mine), chances, TURNS, _interval(mine), apart))
        return found

    def _chances(self, match: MatchState) -> CubeAnswer:
        (found,) = self._estimates()
        chances = found.probabilities
        no_double, double_take = Judge(match).cube_equities(self.player, chances)
        return CubeAnswer(no_double, double_take, 1.0, chances, Act.NO_DOUBLE, TURNS, interval=found.interval)

    def _played(self, board: Board, mover: Player, random: Random, check: Check) -> Probabilities:
        """Return the chances of the player on roll in one game from a board, without the luck of its rolls."""
        luck = [0.0] * len(astuple(Probabilities()))
        value = self._judge.certain(board, mover.opponent) or self._judge.before_roll(board, mover).inverted
        for _turn in range(TURNS):
            check()
            exact = known_chances(board, mover)
            if exact or board.is_off(mover.opponent):
                value = exact.inverted if exact else value
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
        return astuple(chances if player is self.player else chances.inverted)


def _interval(values: list[float]) -> float | None:
    return half_interval(values) if len(values) > 1 else None
