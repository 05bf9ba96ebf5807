"""An engine for tests that answers at once: it plays sensibly, never doubles or resigns, and takes everything."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bgterm.engine.errors import engine_failed
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Measure,
    Probabilities,
    QuestionKind,
    ResignAnswer,
)
from bgterm.rules.legal_plays import legal_plays
from tests.sensible import best_play

NONE = Probabilities()


async def sensible(question: EngineRequest) -> EngineAnswer:
    """Answer with the play of `tests.sensible`; never double or resign, and take always."""
    answer = EngineAnswer(question.id, question.position, "fake", "1", Measure.CUBELESS)
    match question.kind:
        case QuestionKind.PLAYS:
            plays = legal_plays(question.match())
            assert plays
            return replace(answer, recommended=best_play(plays))
        case QuestionKind.RESIGN:
            accept = True if question.match().game.pending else None
            return replace(answer, resign=ResignAnswer(accept=accept))
        case kind:
            action = Act.TAKE if kind is QuestionKind.TAKE else Act.NO_DOUBLE
            return replace(answer, cube=CubeAnswer(0.0, 0.0, 1.0, NONE, action))


async def fails(_question: EngineRequest) -> EngineAnswer:
    """Fail as a program that was killed."""
    raise engine_failed("GNU Backgammon", "it was killed")


class FakePool:
    """A pool whose engine gives the answers of `answer`, each as soon as `may_answer` is set."""

    def __init__(self, answer: Callable[[EngineRequest], Awaitable[EngineAnswer]] = sensible) -> None:
        self.answer, self.asked, self.closed = answer, 0, False
        self.players: set[str | None] = set()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, question: EngineRequest, *, player: str | None = None, **_: object) -> EngineAnswer:
        self.asked += 1
        self.players.add(player)
        await self.may_answer.wait()
        return await self.answer(question)

    async def aclose(self) -> None:
        self.closed = True


def answering(kind: QuestionKind, **fields: Any) -> Callable[[EngineRequest], Awaitable[EngineAnswer]]:
    """Return an engine that answers questions of a kind with these fields, and others sensibly."""

    async def ask(question: EngineRequest) -> EngineAnswer:
        answer = await sensible(question)
        return replace(answer, **fields) if question.kind is kind else answer

    return ask


def cube(action: Act) -> dict[str, CubeAnswer]:
    return {"cube": CubeAnswer(0.0, 0.0, 1.0, NONE, action)}
