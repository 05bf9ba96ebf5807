"""A thread that writes to the disk without blocking the event loop."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import TypeVar

THREAD = "bgterm writer"
"""The name of the threads."""
_T = TypeVar("_T")


class Writer:
    """Carries out calls that wait for the disk, in the order in which they are made, one at a time.

    They run in a thread that lives as long as there is something to do. The program does not end before they have.
    """

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._calls = deque[Callable[[], None]]()
        self._lock = Lock()

    def post(self, call: Callable[[], _T]) -> Future[_T]:
        """Carry out the call in its turn; return the future of its result, for which nobody has to wait."""
        future = Future[_T]()
        future.set_running_or_notify_cancel()  # so that a waiter that is cancelled does not cancel the call
        with self._lock:
            self._calls.append(lambda: _settle(future, call))
            if len(self._calls) == 1:
                Thread(target=self._work, name=THREAD).start()
        return future

    async def run(self, call: Callable[[], _T]) -> _T:
        """Carry out the call in its turn; return what it returns and raise what it raises.

        A task that is cancelled meanwhile waits for the result first, and is cancelled when it waits for anything
        else: the program always knows what is on the disk.
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
    """Make the call, and pass on its result or exception."""
    try:
        future.set_result(call())
    except BaseException as fault:  # noqa: BLE001 - raised where it is waited for
        future.set_exception(fault)
