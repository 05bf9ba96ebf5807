"""Work whose results nobody awaits: background tasks, and the calls of watchers."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from itertools import count
from logging import getLogger
from typing import Any, Generic, Literal, ParamSpec

_P = ParamSpec("_P")
is_awaited: ContextVar[int] = ContextVar("is_awaited", default=0)
"""Greater than 0 in a task that several sessions may wait for, which a server does not delay for its cost."""


def awaited() -> Context:
    """Return a copy of the current context; the server delays no task in it, as several sessions may wait."""
    context = copy_context()
    context.run(is_awaited.set, 1)
    return context


class SharedLock(asyncio.Lock):
    """A lock that several sessions use; a server does not delay a task that holds it or waits for it."""

    async def acquire(self) -> Literal[True]:
        """Wait until the lock is free, take it, and return True."""
        is_awaited.set(is_awaited.get() + 1)
        try:
            return await super().acquire()
        except asyncio.CancelledError:
            is_awaited.set(is_awaited.get() - 1)
            raise

    def release(self) -> None:
        """Release the lock, which this task has taken."""
        is_awaited.set(is_awaited.get() - 1)
        super().release()


class BackgroundTasks:
    """Tasks that are referenced until they end, because the event loop holds only weak references to tasks."""

    def __init__(self, event: str) -> None:
        """Begin without a task; if a task fails, `event` is the text of the log entry."""
        self._event = event
        self._tasks = set[asyncio.Task[None]]()

    def start(self, work: Coroutine[Any, Any, None], context: Context | None = None) -> asyncio.Task[None]:
        """Start a task for the coroutine, and return it."""
        task = asyncio.create_task(work, context=context or awaited())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def until_idle(self) -> None:
        """Wait until all tasks have ended, including tasks that they start."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def cancel(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.until_idle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Release a task that has ended; log its exception, if it failed."""
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            getLogger("bgterm").error(self._event, exc_info=fault)


class Watchers(Generic[_P]):
    """Functions that are all called, even if some of them fail."""

    def __init__(self) -> None:
        """Begin without a watcher."""
        self._calls: dict[int, Callable[_P, object]] = {}
        self._tickets = count()

    def add(self, call: Callable[_P, object]) -> Callable[[], None]:
        """Call the function from now on; return a function that stops that."""
        ticket = next(self._tickets)
        self._calls[ticket] = call

        def remove() -> None:
            self._calls.pop(ticket, None)

        return remove

    def tell(self, *args: _P.args, **named: _P.kwargs) -> None:
        """Call every watcher, even if some fail. Raises an ExceptionGroup when they do."""
        faults = []
        for call in tuple(self._calls.values()):
            try:
                call(*args, **named)
            except Exception as fault:  # noqa: BLE001 - raised below, when all have been told
                faults.append(fault)
        if faults:
            raise ExceptionGroup(f"told of {args[-1:]}, some watchers failed", faults)
