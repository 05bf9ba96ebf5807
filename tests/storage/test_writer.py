"""The thread that writes to the disk."""

import asyncio
from threading import Event

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
