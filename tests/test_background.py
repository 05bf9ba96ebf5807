"""Tasks in the background: those that fail are logged, with the place where they failed."""

import asyncio

from bgterm.background import BackgroundTasks


async def fails() -> None:
    raise RuntimeError("out of ink")


async def test_only_a_task_that_failed_is_logged(caplog):
    tasks = BackgroundTasks("printing failed")
    for work in (asyncio.sleep(0), asyncio.Event().wait(), fails()):
        task = tasks.start(work)
    await asyncio.wait([task])
    await tasks.cancel()
    await tasks.until_idle()
    assert [(record.levelname, record.message) for record in caplog.records] == [("ERROR", "printing failed")]
    assert "RuntimeError: out of ink" in caplog.text
