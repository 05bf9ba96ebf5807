"""Waiting where nothing can be awaited: in tests without an event loop, and in what lays the tables of others."""

import asyncio
import atexit
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from bgterm.storage.writer import THREAD

T = TypeVar("T")


def wait(act: Coroutine[Any, Any, T]) -> T:
    """Return what comes of it, or raise it; where an event loop runs, it stands still meanwhile."""
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


def written() -> None:
    """Wait until all that is posted to the disk is on it."""
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()
