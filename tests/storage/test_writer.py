"""The thread that writes to the disk."""

import asyncio
from threading import Event, Thread

from bgterm.storage.writer import Writer
from tests.waiting import until_all_wait


async def test_waiter_that_is_cancelled_stops_no_call():
    writer, disk = Writer(), Event()
    first = writer.post(disk.wait)
    waiter = asyncio.wrap_future(first)
    waiter.cancel()
    await until_all_wait()
    cancelled = first.cancelled()
    second = writer.post(lambda: "written")
    disk.set()
    assert not cancelled
    assert first.result()
    assert second.result() == "written"


def test_calls_are_made_where_no_thread_can_start(monkeypatch):
    def refuse(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    writer = Writer()
    assert writer.post(lambda: "first").result() == "first"
    assert writer.post(lambda: "second").result() == "second"
