"""A thread that makes calls that block on the disk, so that the event loop does not block."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import TypeVar

THREAD = "bgterm writer"
"""The name of the threads of all writers."""
_T = TypeVar("_T")


class Writer:
    """Makes calls one at a time, in the order in which they were queued, in a thread of its own.

    The thread lives as long as calls are waiting, and the program does not end before all have been made.
    """

    def __init__(self) -> None:
        """Begin without a thread."""
        self._calls = deque[Callable[[], None]]()
        self._lock = Lock()

    def post(self, call: Callable[[], _T]) -> Future[_T]:
        """Queue the call, and return the future of its result."""
        future = Future[_T]()
        future.set_running_or_notify_cancel()  # so that a waiter that is cancelled does not cancel the call
        with self._lock:
            self._calls.append(lambda: _settle(future, call))
            is_idle = len(self._calls) == 1
        if is_idle:
            try:
                Thread(target=self._work, name=THREAD).start()
            except RuntimeError:  # the system allows no more threads
                self._work()
        return future

    async def run(self, call: Callable[[], _T]) -> _T:
        """Queue the call, wait for it, and return its result or raise its exception.

        A task that is cancelled meanwhile still waits for the result, and is cancelled at its next wait, so that
        the program always knows what is on the disk.
        """
        future = asyncio.wrap_future(self.post(call))
        cancelled = False
        while not future.done():
            try:
                await asyncio.wait([future])
            except asyncio.CancelledError:
                cancelled = True
        if cancelled and (task := asyncio.current_task()):
            task.uncancel()
            task.cancel()
        return future.result()

    def _work(self) -> None:
        while True:
            self._calls[0]()
            with self._lock:
                self._calls.popleft()
                if not self._calls:
                    return


def _settle(future: Future[_T], call: Callable[[], _T]) -> None:
    """Make the call, and set its result or exception in the future."""
    try:
        future.set_result(call())
    except BaseException as fault:  # noqa: BLE001 - raised where it is waited for
        future.set_exception(fault)
