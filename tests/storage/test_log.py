"""Tasks in the log: those that fail are written, with the place where they failed."""

import asyncio

from bgterm.storage.log import log_fault


async def _fails() -> None:
    raise RuntimeError("out of ink")


async def test_only_a_task_that_failed_is_logged(caplog):
    done, cancelled, failed = (
        asyncio.create_task(work) for work in (asyncio.sleep(0), asyncio.Event().wait(), _fails())
    )
    cancelled.cancel()
    await asyncio.wait([done, cancelled, failed])
    for name, task in {"done": done, "cancelled": cancelled, "failed": failed}.items():
        log_fault(f"{name} printing", task)
    assert [(record.levelname, record.message) for record in caplog.records] == [("ERROR", "failed printing")]
    assert "RuntimeError: out of ink" in caplog.text
