"""An engine for tests: it plays the first legal play, or misbehaves as its name says, in a child of its own.

    python -m tests.engine.fake hang

A question whose seed is 1 is answered well by every one of them.
"""

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

from bgterm.engine.adapter import Adapter
from bgterm.engine.child import main
from bgterm.engine.errors import EngineError, ProgramEnded, engine_failed
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
from bgterm.rules.board import Move
from bgterm.rules.legal_plays import legal_plays

ENGINE_TOO_OLD = "{engine} {version} is too old: install {needed} or a later version"

EVEN = Probabilities(0.5)


class Fake(Adapter):
    """An adapter that behaves as the name `behaviour` says; `remedy` is why it is not installed, or None."""

    name = label = "fake"
    variants = frozenset({"backgammon"})
    kinds = frozenset({QuestionKind.PLAYS, QuestionKind.ANALYSE})
    deepest = 3

    def __init__(self, behaviour: str = "good", remedy: str | None = None) -> None:
        self.behaviour, self.remedy = behaviour, remedy

    def missing(self) -> str | None:
        return self.remedy

    def version(self) -> str:
        if self.behaviour == "old":
            raise EngineError(ENGINE_TOO_OLD, engine="fake", version="0.1", needed="1.0")
        if self.behaviour == "stillborn":
            os._exit(3)
        if self.behaviour == "silent":
            wait_for_ever()
        return "1.0"

    def close(self) -> None:
        self.behaviour = "good" if self.behaviour == "ended" else self.behaviour

    def answer(self, question: EngineRequest) -> EngineAnswer:  # noqa: C901 - a list of faults
        self.version()
        good = answered(question)
        if question.seed == 1:
            return good
        match self.behaviour:
            case "hang":
                for path in sys.argv[2:]:
                    Path(path).touch()
                wait_for_ever()
            case "grandchild":
                subprocess.Popen(["sleep", "infinity"])
                print("started", file=sys.stderr)
                wait_for_ever()
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die-once" if not (marker := Path(sys.argv[2])).exists():
                marker.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise RuntimeError
            case "ended" | "ends":
                raise engine_failed("fake", "it has ended", ProgramEnded)
            case "refuse":
                raise engine_failed("fake", "too difficult")
            case "print":
                print("hello")
            case "position":
                return replace(good, position="4HPwATDgc/ABMA:cAkAAAAAAAAA")
            case "id":
                return replace(good, id=question.id + 1)
            case "illegal":
                return replace(good, recommended=(Move(24, 1),))
        return good


def answered(question: EngineRequest) -> EngineAnswer:
    plays = legal_plays(question.match())
    best = (next(iter(plays)),) if plays else ()
    return EngineAnswer(
        question.id,
        question.position,
        "fake",
        str(os.getpid()),
        Measure.CUBELESS,
        plays=tuple(RankedPlay(play, 0.0, EVEN) for play in best),
        recommended=best[0] if best else None,
        cube=CubeAnswer(0.0, 0.0, 1.0, EVEN, Act.NO_DOUBLE),
    )


def wait_for_ever() -> None:
    threading.Event().wait()


def babble() -> None:
    """Write the text of the arguments after each line that is read."""
    for _ in sys.stdin:
        print(sys.argv[2] * int(sys.argv[3]), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "babble":
        babble()
    else:
        main(Fake(sys.argv[1]))
