"""The engines in use at one terminal or on one server, by their names."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bgterm.engine.errors import engine_closed

if TYPE_CHECKING:
    from bgterm.engine.pool import EnginePool


def _pool(name: str) -> "EnginePool":
    from bgterm.engine.pool import EnginePool  # no engine is loaded before it is asked

    return EnginePool(name)


class Engines:
    """A pool for each engine, made when it is asked for the first time."""

    def __init__(self, make: "Callable[[str], EnginePool]" = _pool) -> None:
        """Begin without engines; `make` returns the pool of a name, or raises EngineError."""
        self._make = make
        self._pools: dict[str, EnginePool] = {}
        self._closed = False

    def pool(self, name: str) -> "EnginePool":
        """Return the pool of an engine. Raises EngineError."""
        if self._closed:
            raise engine_closed(name)
        if name not in self._pools:
            self._pools[name] = self._make(name)
        return self._pools[name]

    async def aclose(self) -> None:
        """End the processes of all engines; later questions fail with EngineError."""
        self._closed = True
        for pool in self._pools.values():
            await pool.aclose()
