"""A process that plays a match of a database, for tests: python -m tests.storage.writing URL NAME TASKS EVENTS."""

import asyncio
import sys

from tests.storage.stores import bases, close, play_on


async def main(url: str, name: str, tasks: int, events: int) -> int:
    """Play as `tasks` writers, each with connections of its own; return how many events they have made."""
    async with bases(url) as opened:
        tables = await opened.tables(name, tasks)
        done = await asyncio.gather(*(play_on(table, events) for table in tables))
        await close(tables)
        return sum(done)


if __name__ == "__main__":
    print(asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
