"""Waiting where nothing can be awaited: in tests without an event loop, and in code that prepares matches."""

import asyncio
import atexit
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from inspect import CORO_CREATED, getcoroutinestate
from typing import Any, TypeVar, cast

from bgterm.storage.writer import THREAD

HANG = 400.0
"""Seconds after which a wait fails, so that a test which hangs ends at all.

No test comes near it, however busy the machine is: it decides about nothing else.
"""
T = TypeVar("T")


def wait(act: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and return its result; a running event loop stands still meanwhile. Raises its error."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _loop().run_until_complete(act)
    with ThreadPoolExecutor() as elsewhere:
        return elsewhere.submit(asyncio.run, act).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    atexit.register(loop.close)
    return loop


async def until_all_wait() -> None:
    """Wait until every task waits for another one, for the disk or for the clock."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio says nowhere else what is still to be done
        await asyncio.sleep(0)


async def until(holds: Callable[[], object]) -> None:
    """Wait until a condition `holds`, which is checked in each turn of the event loop. Raises TimeoutError."""
    async with asyncio.timeout(HANG):
        while not holds():
            await asyncio.sleep(0)


async def until_begun(task: asyncio.Task[Any]) -> None:
    """Wait until a task has begun, and waits for the first time."""
    await until(lambda: getcoroutinestate(cast("Coroutine[Any, Any, Any]", task.get_coro())) != CORO_CREATED)


def written() -> None:
    """Wait until everything that was given to the disk's thread is written."""
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()
