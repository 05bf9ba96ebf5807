"""One question to an engine, asked outside of an event loop, as scripts do."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

from bgterm.engine.adapter import engine_for
from bgterm.engine.engines import Engines
from bgterm.engine.hint import MOST, Hint, decision_of, level_of
from bgterm.engine.protocol import EngineRequest
from bgterm.rules.match import MatchState


def ask_once(match: MatchState, engine: str, plies: int) -> Hint:
    """Return the recommendation of an engine by name, or of the strongest for `auto`, in a process of its own.

    Raises EngineError, NotationError for plies out of range, and IllegalAction when there is nothing to decide.
    """
    asking = _ask(match, engine_for(match.variant, engine), plies)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asking)
    with ThreadPoolExecutor(1) as thread:  # such as in a notebook, whose loop runs already
        return thread.submit(asyncio.run, asking).result()


async def _ask(match: MatchState, engine: str, plies: int) -> Hint:
    current, kind = decision_of(match)
    question = EngineRequest.of(current, kind, level_of(plies), MOST)
    async with aclosing(Engines()) as engines:
        return Hint(current, kind, await engines.analyse(engine, question))
