"""Rollouts whose trials are saved, so that a later one of the same decision continues."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.hint import Hint
from bgterm.engine.match_analysis import Decision, Situation, situations
from bgterm.engine.protocol import Act, EngineRequest
from bgterm.engine.rollout import Check, Rollout
from bgterm.notation.json_codec import write_fields
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.replay import Step
from bgterm.storage.durable import PRIVATE_FOLDER
from bgterm.storage.errors import FileError, reported
from bgterm.storage.match_files import write_file


class KeptRollout(Rollout):
    """A rollout whose trials are in a file named by a digest of decision and candidates."""

    def __init__(self, match: MatchState, folder: Path, made: Play | None = None) -> None:
        """Read the trials of earlier rollouts of the decision from `folder`; `made` is rolled out in any case."""
        super().__init__(match, made)
        about = write_fields(EngineRequest.of(match, self.kind))
        digest = sha256(f"{Builtin().version()} {about} {self.plays}".encode()).hexdigest()
        self._path = folder / f"{digest[:24]}.json"
        self.trials = _kept(self._path, len(self.starts))
        self.unkept = ""
        """The reason why the trials cannot be saved; empty if they can."""

    @classmethod
    def of(cls, step: Step, folder: Path, act: Act | None = None) -> "KeptRollout | None":
        """Return the rollout of a decision in a step of a replay, by default the last; None without one."""
        for situation in [*situations(0, step)][::-1]:
            if act in (None, situation.act):
                return None if situation.is_forced else cls(situation.match, folder, situation.play or None)
        return None

    @property
    def hint(self) -> Hint | None:
        """The results so far; None before the first trial."""
        return Hint(self.match, self.kind, self.answer()) if self.trials else None

    def run(self, trials: int, check: Check = lambda: None) -> Iterator[Hint]:
        """Run and save trials until there are `trials`; yield the results at the start and after each.

        `check` is called before each roll, and may raise an exception to stop the trial.
        """
        while True:
            if hint := self.hint:
                yield hint
            if len(self.trials) >= trials:
                return
            self.run_trial(check)
            self._save()

    def _save(self) -> None:
        try:
            with reported(self._path):
                self._path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            write_file(self._path, json.dumps(self.trials).encode(), name=str(self._path))
        except FileError as error:
            self.unkept = str(error)

    def decision(self, found: Decision) -> Decision:
        """Return a decision of an analysis as the results judge it. At least one trial is needed."""
        answer = self.answer()
        situation = Situation(found.step, self.match, found.player, found.act, self.including or ())
        judged = situation.judged(answer.plays, answer.cube)
        return replace(judged, trials=answer.trials) if judged else found


def _kept(path: Path, candidates: int) -> list[list[tuple[float, ...]]]:
    """Return the trials of an earlier rollout of the same decision; empty if the file is missing or damaged."""
    try:
        trials = [[tuple(map(float, chances)) for chances in trial] for trial in json.loads(path.read_bytes())]
    except (OSError, ValueError, TypeError):
        return []
    sound = all(len(trial) == candidates and {*map(len, trial)} == {5} for trial in trials)
    return trials if sound else []
