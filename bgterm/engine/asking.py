"""One question to an engine outside of an event loop, as scripts ask it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bgterm.engine.adapter import engine_for
from bgterm.engine.hint import Hint, hint, level_of
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.rules.match import MatchState

_LIMITS = PoolLimits(children=1, seconds=120.0)


def ask_once(match: MatchState, engine: str, plies: int) -> Hint:
    """Return what an engine of that name recommends, `auto` included; its process is started and ended here.

    Raises EngineError, NotationError for plies that no engine has, and IllegalAction where nothing is to decide.
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
        return await hint(match, pool.ask, level_of(plies))
    finally:
        await pool.aclose()
