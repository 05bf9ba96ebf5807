"""Faults while a line is kept: a disk that fails or is slow, and a program that dies."""

import errno
import os
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from stat import S_ISREG
from typing import Any

from bgterm.storage.durable import Disk
from tests.waiting import until


class Died(BaseException):
    """Raised where the program dies: after it only the operating system acts."""


class Saboteur:
    """A disk with one fault, that of `plan`, after `spared` calls in which the fault was possible."""

    def __init__(self, plan: str = "", spared: int = 0) -> None:
        self.plan, self.spared = plan, spared
        self.disk = Disk(self.write, self.sync, self.truncate)
        self.spoiled = 0
        """The inode of the file in which the last fault happened."""

    def write(self, file: int, data: bytes) -> int:
        return int(self._meddle(WRITES, os.write, file, data))

    def sync(self, file: int) -> None:
        self._meddle(SYNCS, os.fsync, file)

    def truncate(self, file: int, size: int) -> None:
        self._meddle(TRUNCATES, os.ftruncate, file, size)

    def _meddle(self, faults: Mapping[str, Any], call: Callable[..., Any], file: int, *args: Any) -> Any:
        if self.plan not in faults:
            return call(file, *args)
        if self.spared:
            self.spared -= 1
            return call(file, *args)
        fault, self.plan = faults[self.plan], NEXT.get(self.plan, "")
        self.spoiled = os.fstat(file).st_ino
        return fault(file, *args)


class SlowDisk:
    """A disk whose syncs can be held: lines that are written meanwhile are not yet safe."""

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


def fails(number: int) -> Callable[..., int]:
    def fault(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    return fault


def dies(*_: object) -> int:
    raise Died


def writes_a_part(file: int, data: bytes) -> int:
    return os.write(file, data[: len(data) // 2])


def dies_after_a_part(file: int, data: bytes) -> int:
    os.write(file, data[: len(data) // 2])
    raise Died


def dies_after_the_write(file: int, data: bytes) -> int:
    os.write(file, data)
    raise Died


def power_fails(file: int) -> int:
    status = os.fstat(file)
    if S_ISREG(status.st_mode):
        os.ftruncate(file, status.st_size - 7)
    raise Died


def dies_after_the_sync(file: int) -> int:
    os.fsync(file)
    raise Died


WRITES = {
    "dies before the write": dies,
    "dies in the write": dies_after_a_part,
    "dies after the write": dies_after_the_write,
    "the disk is full": fails(errno.ENOSPC),
    "the disk takes a part": writes_a_part,
    "the disk gets full": writes_a_part,
    "the disk gets full and stuck": writes_a_part,
    "the write fails": fails(errno.EIO),
    "full": fails(errno.ENOSPC),
    "full and stuck": fails(errno.ENOSPC),
}
SYNCS = {
    "the power fails before the sync": power_fails,
    "dies after the sync": dies_after_the_sync,
    "the sync fails": fails(errno.EIO),
    "the sync fails and the disk is stuck": fails(errno.EIO),
}
TRUNCATES = {"stuck": fails(errno.EIO)}
NEXT = {
    "the disk gets full": "full",
    "the disk gets full and stuck": "full and stuck",
    "full and stuck": "stuck",
    "the sync fails and the disk is stuck": "stuck",
}
PLANS = [plan for plan in (*WRITES, *SYNCS) if plan not in NEXT.values()]
DEATHS = [plan for plan in PLANS if "dies" in plan or "power" in plan]
FAILURES = [plan for plan in PLANS if plan not in DEATHS and plan != "the disk takes a part"]
