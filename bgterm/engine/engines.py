"""The engines in use at one terminal or on one server, by name."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bgterm.engine.errors import engine_closed
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.rules.variants import Variant

if TYPE_CHECKING:
    from bgterm.engine.pool import EnginePool
    from bgterm.engine.protocol import EngineAnswer, EngineRequest

ANALYSIS_SECONDS = 120.0
"""The seconds that one answer of an analysis may take."""


def _pool(name: str) -> "EnginePool":
    from bgterm.engine.pool import EnginePool  # no engine is loaded before it is asked

    return EnginePool(name)


class Engines:
    """All engines of one terminal or one server, by name, each with a pool of processes.

    The pool of an engine is made when the engine is first asked.
    """

    def __init__(self, make: "Callable[[str], EnginePool]" = _pool) -> None:
        """Begin without pools; `make` returns the pool of an engine by name, or raises EngineError."""
        self._make = make
        self._pools: dict[str, EnginePool] = {}
        self._closed = False

    def pool(self, name: str) -> "EnginePool":
        """Return the pool of the engine with this name, made now if need be.

        Raises EngineError when the engine is unknown, or all engines are closed.
        """
        if self._closed:
            raise engine_closed(name)
        if name not in self._pools:
            self._pools[name] = self._make(name)
        return self._pools[name]

    def analyst(self, variant: Variant, wanted: str) -> tuple[str, int]:
        """Return the name of the engine that analyses matches of the variant, and the plies that it looks ahead.

        `wanted` is the name of an engine, or `auto` for the strongest. Raises EngineError when it is unknown, is
        not installed or does not play the variant.
        """
        from bgterm.engine.adapter import engine_for  # not before a match is analysed

        return engine_for(variant, wanted), DEFAULT_PLIES

    async def analyse(self, engine: str, question: "EngineRequest") -> "EngineAnswer":
        """Return the answer of an engine to a question of an analysis. Raises EngineError."""
        return await self.pool(engine).ask(question, player=self, seconds=ANALYSIS_SECONDS)

    async def aclose(self) -> None:
        """End the processes of all engines; later questions fail with EngineError."""
        self._closed = True
        for pool in self._pools.values():
            await pool.aclose()
