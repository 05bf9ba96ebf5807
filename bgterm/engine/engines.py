"""The engines in use at one terminal or on one server, by their names."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol

from bgterm.engine.errors import engine_closed

if TYPE_CHECKING:
    from bgterm.engine.adapter import Report
    from bgterm.engine.protocol import Answer, EngineRequest


class Pool(Protocol):
    """One engine, as `bgterm.engine.pool.EnginePool`."""

    async def ask(
        self,
        question: "EngineRequest",
        *,
        player: Hashable = None,
        seconds: float | None = None,
        report: "Report | None" = None,
    ) -> "Answer":
        """Return the checked answer to a question of a player. Raises EngineError."""
        ...

    async def aclose(self) -> None:
        """End the processes of the engine."""


def _pool(name: str) -> Pool:
    from bgterm.engine.pool import EnginePool  # no engine is loaded before it is asked

    return EnginePool(name)


class Engines:
    """A pool for each engine, made when it is asked for the first time."""

    def __init__(self, make: Callable[[str], Pool] = _pool) -> None:
        """Begin without engines; `make` returns the pool of a name, or raises EngineError."""
        self._make = make
        self._pools: dict[str, Pool] = {}
        self._closed = False

    async def ask(
        self,
        name: str,
        question: "EngineRequest",
        *,
        player: Hashable = None,
        seconds: float | None = None,
        report: "Report | None" = None,
    ) -> "Answer":
        """Return the answer of an engine, as `EnginePool.ask`. Raises EngineError."""
        if self._closed:
            raise engine_closed(name)
        if name not in self._pools:
            self._pools[name] = self._make(name)
        return await self._pools[name].ask(question, player=player, seconds=seconds, report=report)

    async def aclose(self) -> None:
        """End the processes of all engines; later questions fail with EngineError."""
        self._closed = True
        for pool in self._pools.values():
            await pool.aclose()
