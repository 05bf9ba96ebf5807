"""Rollouts: a position is played on many times by the built-in engine, with variance reduction.

Each trial plays all candidates with the same dice, which follow from its number, for so many turns, to the end of
the game, or to the bearoff tables. From its value the luck is subtracted: at each roll the chances after the best
play, less their mean over all 21 rolls. A rollout can be stopped after any trial. The trials are saved, so that a
later rollout of the same decision continues.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import fmean

from bgterm.analysis.confidence import half_interval
from bgterm.engine.adapter import cube_answer
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.judge import Judge, close_plays, mean_of
from bgterm.engine.builtin.tables import known_chances
from bgterm.engine.hint import Hint
from bgterm.engine.match_analysis import Decision, Situation, situations
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
from bgterm.notation.json_codec import UNREADABLE, write_fields
from bgterm.rules.board import Board, Player
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.replay import Step
from bgterm.storage.durable import PRIVATE_FOLDER
from bgterm.storage.errors import FileError, reported
from bgterm.storage.match_files import write_file

TURNS = 7
"""The number of rolls in a trial, after which the network evaluates the position."""
Check = Callable[[], None]
"""A function that is called during a trial; it raises an exception to stop it."""
CANDIDATES, CLOSE = 5, 0.12
"""The most plays that are rolled out, and the greatest loss of equity at 0 plies that one of them may have."""


class Rollout:
    """The rollout of one decision: the candidates, and the results of all trials so far.

    The trials are in a file named by a digest of the decision and the candidates.
    """

    def __init__(self, match: MatchState, folder: Path, made: Play | None = None) -> None:
        """Choose the candidates, and read the trials of earlier rollouts of the decision from `folder`.

        The candidates are the plays that are close at 0 plies, or the position before the roll; `made` is a play
        that is a candidate, however much it costs.
        """
        self.match, self._made, self._judge, game = match, made, Judge(match), match.game
        self._player = game.on_roll or Player.WHITE
        self.kind = QuestionKind.TAKE if game.doubled else QuestionKind.CUBE
        """The kind of decision: a play, a double, or the answer to one."""
        self.plays: list[Play] = []
        """The plays that are rolled out; empty before a roll."""
        self.starts: list[tuple[Board, Player]] = [(game.board, self._player)]
        """The board of each candidate, and the player who rolls next."""
        if legal := legal_plays(match):
            wanted = None if made is None else legal.canonical(made)
            close = close_plays(self._judge.ranked(legal), CANDIDATES, CLOSE, wanted)
            self.kind, self.plays = QuestionKind.PLAYS, [each.play for each in close]
            self.starts = [(game.board.played(self._player, play), self._player.opponent) for play in self.plays]
        about = write_fields(EngineRequest.of(match, self.kind))
        digest = sha256(f"{Builtin().version()} {about} {self.plays}".encode()).hexdigest()
        self._path = folder / f"{digest[:24]}.json"
        self.trials = _kept(self._path, len(self.starts))
        """For each trial and each candidate, the chances of the player on roll."""
        self.unkept = ""
        """The reason why the trials cannot be saved; empty if they can."""

    @classmethod
    def of(cls, step: Step, folder: Path, act: Act | None = None) -> "Rollout | None":
        """Return a rollout of the decision in a step of a replay, with the trials already saved in `folder`.

        Of several decisions, such as not to double and then a play, `act` names one; by default it is the last.
        None when the step has no such decision or its play was forced.
        """
        for situation in [*situations(0, step)][::-1]:
            if act in (None, situation.act):
                return None if situation.is_forced else cls(situation.match, folder, situation.play or None)
        return None

    def run(self, trials: int, check: Check = lambda: None) -> Iterator[Hint]:
        """Run and save trials until there are `trials` in all; yield the results at the start and after each.

        `check` is called before each roll, and may raise an exception to stop the trial.
        """
        while True:
            if hint := self.hint:
                yield hint
            if len(self.trials) >= trials:
                return
            self.run_trial(check)
            self._save()

    def run_trial(self, check: Check = lambda: None) -> None:
        """Run one more trial, which plays all candidates; `check` is called before each roll, and may raise."""
        dice = f"0 {len(self.trials)}"  # the seed of the rollouts that are saved already
        self.trials.append([self._played(*start, Random(dice), check) for start in self.starts])  # noqa: S311 - no secret

    def _save(self) -> None:
        try:
            with reported(self._path):
                self._path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            write_file(self._path, json.dumps(self.trials).encode(), name=str(self._path))
        except FileError as error:
            self.unkept = str(error)

    # Results

    @property
    def hint(self) -> Hint | None:
        """The results so far as a hint; None before the first trial."""
        return Hint(self.match, self.kind, self.answer()) if self.trials else None

    def answer(self) -> EngineAnswer:
        """Return the results so far, the best first. At least one trial is needed."""
        plays = sorted(self._estimates(), key=lambda play: -play.equity) if self.plays else []
        cube = None if plays else cube_answer(EngineRequest.of(self.match, self.kind), self._chances)
        measure = Measure.CUBELESS if plays else Measure.CUBEFUL
        version, trials = Builtin().version(), len(self.trials)
        return EngineAnswer(0, "", Builtin.name, version, measure, tuple(plays), cube=cube, trials=trials)

    def decision(self, found: Decision) -> Decision:
        """Return a decision of an analysis, judged by the trials so far in place of the engine's equities.

        At least one trial is needed. The decision is unchanged when the trials cannot judge it.
        """
        answer = self.answer()
        situation = Situation(found.step, self.match, found.player, found.act, self._made or ())
        judged = situation.judged(answer.plays, answer.cube)
        return replace(judged, trials=answer.trials) if judged else found

    def _estimates(self) -> list[RankedPlay]:
        """Return the results of all candidates, in their order; before a roll there is one without a play."""
        by_candidate = [*zip(*self.trials, strict=True)]
        equities = [[self._judge.equity(each, self._player) for each in trials] for trials in by_candidate]
        best = max(equities, key=fmean)
        found = []
        for play, mine, trials in zip(self.plays or [()], equities, by_candidate, strict=True):
            apart = _interval([one - other for one, other in zip(mine, best, strict=True)])
            chances = Probabilities(*map(fmean, zip(*trials, strict=True)))
            found.append(RankedPlay(play, fmean(mine), chances, TURNS, _interval(mine), apart))
        return found

    def _chances(self, match: MatchState) -> CubeAnswer:
        (found,) = self._estimates()
        chances = found.probabilities
        no_double, double_take = Judge(match).cube_equities(self._player, chances)
        return CubeAnswer(no_double, double_take, 1.0, chances, Act.NO_DOUBLE, TURNS, interval=found.interval)

    def _played(self, board: Board, mover: Player, random: Random, check: Check) -> Probabilities:
        """Return the chances of the player on roll in one game from a board, without the luck of its rolls."""
        luck = Probabilities()
        value = self._judge.certain(board, mover.opponent) or self._judge.before_roll(board, mover).inverted
        for _turn in range(TURNS):
            check()
            exact = known_chances(board, mover)
            if exact or board.is_off(mover.opponent):
                value = exact.inverted if exact else value
                break
            rolls = self._judge.rolls(board, mover)
            counts, plays = zip(*rolls, strict=True)
            chosen = random.choices(plays, counts)[0]
            mine, usual = (self._seen(chances, mover) for chances in (chosen.probabilities, mean_of(rolls)))
            luck = Probabilities(*(sum(each) - less for *each, less in zip(luck, mine, usual, strict=True)))
            board, value, mover = board.played(mover, chosen.play), chosen.probabilities, mover.opponent
        end = self._seen(value, mover.opponent)
        return Probabilities(*(each - lucky for each, lucky in zip(end, luck, strict=True)))

    def _seen(self, chances: Probabilities, player: Player) -> Probabilities:
        return chances if player is self._player else chances.inverted


def _interval(values: list[float]) -> float | None:
    return half_interval(values) if len(values) > 1 else None


def _kept(path: Path, candidates: int) -> list[list[Probabilities]]:
    """Return the trials of an earlier rollout with so many candidates; empty if the file is missing or damaged."""
    try:
        trials = [
            [Probabilities._make(map(float, each)) for each in trial] for trial in json.loads(path.read_bytes())
        ]
    except (OSError, *UNREADABLE):
        return []
    return trials if all(len(trial) == candidates for trial in trials) else []
