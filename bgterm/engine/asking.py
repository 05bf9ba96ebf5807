"""One question to an engine, asked outside of an event loop, as scripts do."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bgterm.engine.adapter import engine_for
from bgterm.engine.hint import MOST, Hint, decision_of, level_of
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.engine.protocol import EngineRequest
from bgterm.rules.match import MatchState

_LIMITS = PoolLimits(children=1, seconds=120.0)


def ask_once(match: MatchState, engine: str, plies: int) -> Hint:
    """Return the recommendation of an engine by name, or of the strongest for `auto`, in a process of its own.

    Raises EngineError, NotationError for plies out of range, and IllegalAction when there is nothing to decide.
    """
    asking = _ask(match, EnginePool(engine_for(match.variant, engine), _LIMITS), plies)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asking)
    with ThreadPoolExecutor(1) as thread:  # such as in a notebook, whose loop runs already
        return thread.submit(asyncio.run, asking).result()


async def _ask(match: MatchState, pool: EnginePool, plies: int) -> Hint:
    try:
        current, kind = decision_of(match)
        return Hint(current, kind, await pool.ask(EngineRequest.of(current, kind, level_of(plies), MOST)))
    finally:
        await pool.aclose()
