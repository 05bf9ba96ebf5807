"""GNU Backgammon, which runs the script `gnubg_script` in its own Python.

Some variants need a database of their own: without that of Hyper-backgammon the program ends at the first
question.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bgterm.catalog import N_, _
from bgterm.engine import protocol
from bgterm.engine.adapter import Adapter, demand
from bgterm.engine.adapters import gnubg_script
from bgterm.engine.errors import EngineError, ProgramEnded, engine_failed
from bgterm.engine.levels import MAX_PLIES
from bgterm.notation.errors import quoted
from bgterm.notation.plays import play_text
from bgterm.rules.games import started_here
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, HYPER_2, NACKGAMMON

PROGRAM = "BGTERM_GNUBG"
"""The environment variable with the path of the program, or its name on the PATH."""
_FOLDERS = ("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin")
"""The folders where the program may be besides the PATH; root's PATH lacks Debian's folder of games."""
_VARIATIONS = {
    BACKGAMMON.slug: "standard",
    NACKGAMMON.slug: "nackgammon",
    HYPER.slug: "3-chequer-hypergammon",
    HYPER_2.slug: "2-chequer-hypergammon",
    HYPER_1.slug: "1-chequer-hypergammon",
}
_DATABASES = {"hyper3.bd": HYPER.slug, "hyper2.bd": HYPER_2.slug, "hyper1.bd": HYPER_1.slug}
_DATA = ("/var/lib/gnubg", "../share/gnubg", "../var/lib/gnubg", "../var/gnubg")
"""The folders of the databases; those that are not absolute are relative to the program's folder."""
_OLDEST = (1, 6)
_ALL = 5000
"""A number of plays that no roll exceeds."""


class Gnubg(Adapter):
    """The adapter of GNU Backgammon."""

    name = "gnubg"
    label = "GNU Backgammon"
    deepest = MAX_PLIES
    longest = 64

    def __init__(self) -> None:
        """Find the program `gnubg`, without starting it, and the variants for which it has its databases."""
        self._path = find_program()
        here = Path(self._path or "").resolve().parent
        folders = [here / folder for folder in _DATA]
        has = {slug for name, slug in _DATABASES.items() if any((folder / name).exists() for folder in folders)}
        self.variants = frozenset({BACKGAMMON.slug, NACKGAMMON.slug, *has})

    def missing(self) -> str | None:
        """Return how to install the program; None when it is installed."""
        if self._path:
            return None
        return _("install it from your system's packages: apt install gnubg, or brew install gnubg")

    def version(self) -> str:
        """Return the version of the program. Raises EngineError when it is missing or too old."""
        demand(self)
        return self._version

    @cached_property
    def _version(self) -> str:
        told = subprocess.run(  # noqa: S603 - the same
            [str(self._path), "--version"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
        found = re.search(r"GNU Backgammon (\d+)\.(\d+)\S*", told)
        if found is None:
            raise engine_failed(self.label, told.partition("\n")[0])
        version = found[0].rpartition(" ")[2]
        if (int(found[1]), int(found[2])) < _OLDEST:
            message = N_("{engine} {version} is too old: install {needed} or a later version")
            raise EngineError(
                message, engine=self.label, version=quoted(version), needed=".".join(map(str, _OLDEST))
            )
        return version

    def answer(self, question: protocol.EngineRequest) -> protocol.EngineAnswer:
        """Return the answer to a question. Raises EngineError."""
        demand(self, question.variant)
        return super().answer(question)

    def plays(
        self, question: protocol.EngineRequest, match: MatchState, legal: LegalPlays, wanted: Play | None
    ) -> Sequence[protocol.RankedPlay]:
        """Return the plays of the roll, best first; with a `wanted` one, that and the best are looked ahead.

        The program skips looking ahead if its filter accepts only one play, or drops the wanted play. The filter
        uses the rank at 0 plies, so it is widened to include that play.
        """
        if not legal.moves_needed:
            return (self._passed(question, match),)
        deepest = question.level.plies
        found = self._hints(question, match, legal, deepest)
        if not found:
            raise engine_failed(self.label, _("it has no legal play"))
        plies = {ranked.play: ranked.plies for ranked in found}
        lacks = [] if wanted is None else [each for each in (found[0].play, wanted) if plies.get(each) != deepest]
        if not lacks:
            return found
        further = self._hints(question, match, legal, 0)
        if deepest:
            rank = max(rank for rank, ranked in enumerate(further, 1) if ranked.play in lacks)
            further = self._hints(question, match, legal, deepest, accept=max(rank, 2))
        kept = (ranked for ranked in found if ranked.play not in lacks)
        return _by_worth((*kept, *(ranked for ranked in further if ranked.play in lacks)))

    def chances(self, question: protocol.EngineRequest, match: MatchState) -> protocol.CubeAnswer:
        """Return the cube equities and the chances of the player on roll, before the roll.

        The program may prune plays while it looks ahead, except when the result is used to measure luck.
        """
        prune, plies = question.kind is not protocol.QuestionKind.ANALYSE, question.level.plies
        found = self._asked(match, ask="cube", plies=plies, prune=prune)
        no_double = found["no_double" if match.ruleset.cube else "cubeless"]
        equities, chances = (no_double, found["take"], found["drop"]), protocol.Probabilities(*found["chances"])
        of_match = tuple(found["match_chances"])
        return protocol.CubeAnswer(*equities, chances, protocol.Act.NO_DOUBLE, plies, of_match)

    def _hints(
        self, question: protocol.EngineRequest, match: MatchState, legal: LegalPlays, plies: int, accept: int = 0
    ) -> tuple[protocol.RankedPlay, ...]:
        """Return the program's plays, best first, without those that the rules of the match forbid.

        With `accept`, at least so many plays are looked ahead.
        """
        wide = question.including is not None
        found = self._asked(match, ask="plays", plies=plies, accept=accept, wide=wide, count=_ALL)
        plays = {play_text(legal.board, legal.player, play): play for play in legal}
        return _by_worth(
            protocol.RankedPlay(plays[text], equity, protocol.Probabilities(*chances), looked)
            for text, equity, chances, looked in found["plays"]
            if text in plays
        )

    def _passed(self, question: protocol.EngineRequest, match: MatchState) -> protocol.RankedPlay:
        """Return the play without moves, which the program does not rank, with the opponent's chances inverted."""
        player, plies = match.game.on_roll, question.level.plies
        opponent = started_here(match, on_roll=player and player.opponent, dice=None)
        found = self._asked(opponent, ask="cube", plies=plies)
        return protocol.RankedPlay((), -found["best"], protocol.Probabilities(*found["chances"]).inverted, plies)

    def _asked(self, match: MatchState, **request: object) -> dict[str, Any]:
        """Return the script's answer to a request about the position of a match, with the running program."""
        position, rules = protocol.EngineRequest.of(match, protocol.QuestionKind.PLAYS).position, match.ruleset
        facts = {"variation": _VARIATIONS[match.variant.slug], "cubeful": rules.cube, "beavers": rules.beavers > 0}
        return self.program.ask({**facts, **request, "id": position})

    @cached_property
    def program(self) -> "_GnubgProcess":
        """The handle of the running program, which is started when it is first needed."""
        return _GnubgProcess(str(self._path))


def find_program() -> str | None:
    """Return the path of GNU Backgammon: the one that the environment names, else the installed one; or None."""
    if named := os.environ.get(PROGRAM):
        return shutil.which(named)
    return shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), *_FOLDERS)))


class _GnubgProcess:
    """A process of the program, in which the script answers requests."""

    def __init__(self, program: str) -> None:
        """Start the program in the script's folder, because it splits the path of a script at spaces.

        It needs a folder for its preferences, which is deleted after the first answer.
        """
        self._preferences = TemporaryDirectory(prefix="bgterm-gnubg-")
        script = Path(gnubg_script.__file__)
        answers, theirs = os.pipe()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self._process = subprocess.Popen(  # noqa: S603 - a program that was looked for by its name
            [program, "-t", "-q", "-r", "-s", self._preferences.name, "-p", script.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=script.parent,
            env={**environment, "LC_ALL": "C", gnubg_script.ANSWERS: str(theirs)},
            pass_fds=(theirs,),
            text=True,
        )
        os.close(theirs)
        self._answers = os.fdopen(answers)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the script's answer. Raises EngineFailed, also when the answer is about another position."""
        assert self._process.stdin is not None  # noqa: S101 - a pipe, as asked for
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._answers.readline()
        except BrokenPipeError:
            line = ""
        self._preferences.cleanup()
        if not line:
            raise engine_failed(Gnubg.label, _("it has ended, or has no Python inside"), ProgramEnded)
        found: dict[str, Any] = json.loads(line)
        if "error" in found:
            raise engine_failed(Gnubg.label, found["error"])
        if found["id"] != request["id"]:
            reason = _("it cannot set up the position {position}", position=request["id"])
            raise engine_failed(Gnubg.label, reason)
        return found

    def close(self) -> None:
        """Kill the program."""
        self._process.kill()
        self._process.communicate()
        self._answers.close()
        self._preferences.cleanup()


def _by_worth(plays: Iterable[protocol.RankedPlay]) -> tuple[protocol.RankedPlay, ...]:
    """Return the plays from best to worst; plays that were looked ahead less come last."""
    return tuple(sorted(plays, key=lambda ranked: ranked.rank, reverse=True))
