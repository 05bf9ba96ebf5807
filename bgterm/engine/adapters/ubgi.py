"""Programs that speak UBGI 0.1 (Universal Backgammon Interface), a protocol of lines like UCI.

    ubgi                                       id name tiny 1.0 / ubgiok
    newsession type match length 5 jacoby off crawford on
    setscore 2 0 / setcube value 1 owner center / setturn p0
    isready                                    readyok
    position gnubgid 4HPwATDgc/ABMA
    dice 3 1
    go role chequer                            bestmove 8/5 6/5 / bestmoveid 4HPKATDgc/ABMA
    go role cube                               bestcube nodouble

Commands that a program does not know it answers with `error`. Player p0 is White. The protocol has no words for a
take and for a resignation, and a program need not know the cube: those questions the built-in engine answers.

The command is in the environment, never in a setting or a record: those may come from others.
"""

import os
import select
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from time import monotonic

from bgterm.catalog import _
from bgterm.engine import protocol
from bgterm.engine.adapter import Adapter, demand, roll_to_play
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.errors import ProgramEnded, engine_failed, engine_timed_out, kind_not_answered
from bgterm.notation.gnubg_id import position_id
from bgterm.notation.plays import read_plays
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.variants import BACKGAMMON, NACKGAMMON

COMMAND = "BGTERM_UBGI"
"""The environment variable with the command of the program."""
_SECONDS = 20
"""The seconds that the program may take for a line."""
_LONGEST = 1 << 16
"""The most bytes of a line."""
_ACTIONS = {"bestcube double": protocol.Act.DOUBLE, "bestcube nodouble": protocol.Act.NO_DOUBLE}


class Ubgi(Adapter):
    """The adapter of a program that speaks UBGI."""

    name = "ubgi"
    label = "UBGI"
    variants = frozenset({BACKGAMMON.slug, NACKGAMMON.slug})
    kinds = frozenset(protocol.QuestionKind) - {protocol.QuestionKind.ANALYSE}
    deepest = 1

    def __init__(self) -> None:
        """Read the command of the program from the environment."""
        self._command = shlex.split(os.environ.get(COMMAND, ""))

    def missing(self) -> str | None:
        """Return what to set in the environment so that the program can be run; None when it can be."""
        if not self._command:
            return _("set {variable} to the command of a program that speaks UBGI 0.1", variable=COMMAND)
        if not shutil.which(self._command[0]):
            return _("{variable} names no program: {command}", variable=COMMAND, command=self._command[0])
        return None

    def version(self) -> str:
        """Return the name and version that the program reports. Raises EngineError."""
        return self.program.version

    def answer(self, question: protocol.EngineRequest) -> protocol.EngineAnswer:
        """Return the answer to a question. Raises EngineError."""
        program = self.program
        empty = protocol.EngineAnswer(
            question.id, question.position, self.name, program.version, protocol.Measure.CUBELESS
        )
        if question.kind is protocol.QuestionKind.PLAYS:
            if question.including is not None:
                raise kind_not_answered(self.label, protocol.QuestionKind.ANALYSE.value)
            play = program.play(question)
            ranked = protocol.RankedPlay(play, 0.0, protocol.Probabilities())
            return replace(empty, plays=(ranked,), recommended=play)
        action = program.cube(question) if question.kind is protocol.QuestionKind.CUBE else None
        if action is None:
            return replace(Builtin().answer(question), engine=self.name, version=program.version)
        return replace(empty, cube=protocol.CubeAnswer(0.0, 0.0, 1.0, protocol.Probabilities(), action))

    @cached_property
    def program(self) -> "_UbgiProcess":
        """The handle of the running program, which is started when it is first needed. Raises EngineError."""
        demand(self)
        return _UbgiProcess(self._command)


class _UbgiProcess:
    """A process of a program that speaks UBGI."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program and read its name and version. Raises EngineError."""
        self._process = subprocess.Popen(  # noqa: S603 - the user has named it
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._read = b""
        told = [line.partition(" ")[2] for line in self._asked("ubgi", until="ubgiok") if line.startswith("id ")]
        facts = dict(line.split(" ", 1) for line in told if " " in line)
        self.version = " ".join(facts[name] for name in ("name", "version") if name in facts) or "-"

    def play(self, question: protocol.EngineRequest) -> Play:
        """Return the program's play of the roll. Raises EngineFailed when it names no legal play."""
        match = question.match()
        legal = roll_to_play(match, Ubgi.label)
        if not legal.moves_needed:
            return ()
        self._set_up(match)
        told = self._asked(f"dice {legal.dice.high} {legal.dice.low}", "go role chequer", "isready")
        answers = [line for line in told if line.startswith(("bestmove", "error"))]
        for line in answers:
            if (play := _meant(line, legal)) is not None:
                return play
        raise engine_failed(Ubgi.label, _("it named no legal play: {line}", line=" / ".join(answers)))

    def cube(self, question: protocol.EngineRequest) -> protocol.Act | None:
        """Return whether the program doubles; None when it does not know the cube."""
        self._set_up(question.match())
        told = self._asked("go role cube", "isready")
        return next((_ACTIONS[line] for line in told if line in _ACTIONS), None)

    def close(self) -> None:
        """Kill the program."""
        self._process.kill()
        self._process.communicate()

    def _set_up(self, match: MatchState) -> None:
        """Send the match and the position; a program may ignore some of it."""
        game, rules = match.game, match.ruleset
        player = game.on_roll or Player.WHITE
        owner = "center" if game.cube.owner is None else f"p{game.cube.owner.index}"
        kind = f"match length {rules.length}" if rules.length else "money"
        self._send(
            "newgame",
            f"newsession type {kind} jacoby {_switch(rules.jacoby)} crawford {_switch(rules.crawford)}",
            f"setscore {match.score[0]} {match.score[1]}",
            f"setcube value {game.cube.value} owner {owner}",
            f"setturn p{player.index}",
        )
        [*_] = self._asked("isready")
        self._send(f"position gnubgid {position_id(game.board, player)}")

    def _asked(self, *commands: str, until: str = "readyok") -> Iterator[str]:
        """Send commands, and yield the lines of the answer before the line `until`."""
        self._send(*commands)
        while (line := self._line()) != until:
            yield line

    def _send(self, *commands: str) -> None:
        assert self._process.stdin  # noqa: S101 - a pipe, as asked for
        try:
            self._process.stdin.write("".join(f"{command}\n" for command in commands).encode())
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise engine_failed(Ubgi.label, _("it has ended"), ProgramEnded) from error

    def _line(self) -> str:
        """Return the next line. Raises EngineError when none comes in time."""
        assert self._process.stdout  # noqa: S101 - a pipe, as asked for
        until = monotonic() + _SECONDS
        while b"\n" not in self._read:
            ready, _writable, _failed = select.select([self._process.stdout], [], [], max(until - monotonic(), 0))
            if not ready or monotonic() > until or len(self._read) > _LONGEST:
                self.close()
                raise engine_timed_out(Ubgi.label, _SECONDS)
            if not (more := os.read(self._process.stdout.fileno(), 1 << 16)):
                raise engine_failed(Ubgi.label, _("it has ended"), ProgramEnded)
            self._read += more
        line, _newline, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").strip()


def _meant(line: str, legal: LegalPlays) -> Play | None:
    """Return the legal play in an answer, given by its moves or by the Position ID after it; else None."""
    _word, _space, told = line.partition(" ")
    opponent = legal.player.opponent
    for play, after in legal.results():
        if told == position_id(after, opponent):
            return play
    try:
        plays = [written.moves for written in read_plays(told, legal)]
    except BackgammonError:
        return None
    return next((play for play in plays if play in legal), None)


def _switch(value: bool) -> str:
    return "on" if value else "off"
