"""Typed lines are read once, by the wait for a line or ahead of it."""

import asyncio
import os
from io import BytesIO

from bgterm.cli.console import Console


async def test_line_that_is_read_by_the_wait_is_not_awaited_again():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stdin, os.fdopen(writing, "wb", buffering=0) as keyboard:
        console = Console(stdin, BytesIO(), "utf-8", prompts=False)
        lines = console.lines(str)
        async with console.impatient(lambda _line: False):
            keyboard.write(b"roll\n")
            assert await asyncio.create_task(anext(lines)) == "roll"
            await asyncio.sleep(0)
            keyboard.write(b"quit\n")
            assert await asyncio.create_task(anext(lines)) == "quit"
