"""Tasks in the background, for which nobody waits."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from logging import getLogger
from typing import Any, Literal

is_awaited: ContextVar[int] = ContextVar("is_awaited", default=0)
"""Greater than 0 in a task that several sessions may wait for: a server does not hold it back for its cost."""


def awaited() -> Context:
    """Return the present context for a task that several sessions may wait for."""
    context = copy_context()
    context.run(is_awaited.set, 1)
    return context


class SharedLock(asyncio.Lock):
    """A lock that several sessions take: a server does not hold back a task that has it or comes next."""

    async def acquire(self) -> Literal[True]:
        """Take the lock."""
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
    """Tasks that are held until they end, because the event loop holds only weak references to tasks."""

    def __init__(self, event: str) -> None:
        """Begin without a task; a task that fails is logged as this event."""
        self._event = event
        self._tasks = set[asyncio.Task[None]]()

    def start(self, work: Coroutine[Any, Any, None], context: Context | None = None) -> asyncio.Task[None]:
        """Do the work in a task of its own."""
        task = asyncio.create_task(work, context=context or awaited())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def until_idle(self) -> None:
        """Wait until no task runs."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def cancel(self) -> None:
        """Cancel all tasks, and wait for their ends."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.until_idle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Forget a task that has ended; log its fault, if it has failed."""
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            getLogger("bgterm").error(self._event, exc_info=fault)
