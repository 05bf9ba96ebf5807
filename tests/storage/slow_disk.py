"""A disk whose syncs a test can hold: lines that are written meanwhile are not yet safe."""

import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bgterm.storage.durable import Disk
from tests.waiting import until


class SlowDisk:
    """A disk whose syncs can be held."""

    def __init__(self) -> None:
        self._let_go = threading.Event()
        self._let_go.set()
        self._held = set[threading.Thread]()
        self.fault: OSError | None = None
        """The error of the next syncs after they were held; None when they succeed."""
        self.disk = Disk(sync=self._sync)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold each sync until the end of the `async with`."""
        self._let_go.clear()
        try:
            yield
        finally:
            self._let_go.set()
            await until(lambda: not self._held)

    async def reached(self) -> None:
        """Wait until a sync is held."""
        await until(lambda: self._held)

    def _sync(self, file: int) -> None:
        if not self._let_go.is_set():
            thread = threading.current_thread()
            name, thread.name = thread.name, "held by a test"
            self._held.add(thread)
            self._let_go.wait()
            thread.name = name
            self._held.remove(thread)
        if self.fault:
            raise self.fault
        os.fsync(file)
