"""Both stores with one interface for tests: a folder, and a database that several processes connect to.

As a program, this module is a process that plays a match of a database, and prints how many events it has made:
python -m tests.storage.stores URL NAME WRITERS EVENTS.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, IllegalPlay
from bgterm.rules.match import Header
from bgterm.storage.errors import SaveError
from bgterm.storage.library import FileLibrary
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.store import MatchLibrary
from tests.sensible import decision


class Files:
    """A store of files: one process has a match open, in which all writers take part."""

    def __init__(self, folder: Path) -> None:
        self.store: MatchLibrary = FileLibrary(folder)

    async def tables(self, name: str, count: int) -> list[Table]:
        """Return the table of each of `count` writers at one match."""
        return [await asyncio.to_thread(Table.open, self.store, name)] * count


class Bases:
    """A store in a database: each of several processes has the match open."""

    def __init__(self, url: str, patience: float) -> None:
        self._url, self._patience = url, patience
        self.databases: list[Database] = []
        self.store: MatchLibrary
        """The store of the process that connected first."""

    async def connect(self) -> MatchLibrary:
        """Return the store of one more process."""
        database = await Database.open(self._url, most=2, patience=self._patience)
        self.databases.append(database)
        return DatabaseLibrary(database)

    async def tables(self, name: str, count: int) -> list[Table]:
        """Return the table of each of `count` writers at one match, each in a process of its own."""
        stores = [await self.connect() for _ in range(count)]
        return [await asyncio.to_thread(Table.open, store, name) for store in stores]


@asynccontextmanager
async def bases(url: str, patience: float = float("inf")) -> AsyncIterator[Bases]:
    """Yield the connections to a database, of which one is open, and close all at the end."""
    opened = Bases(url, patience)
    opened.store = await opened.connect()
    try:
        yield opened
    finally:
        for database in opened.databases:
            await database.close()


async def begun(store: MatchLibrary, header: Header, *notes: Note) -> str:
    """Begin a match, close its table, and return its name."""
    table = await asyncio.to_thread(lambda: Table.create(store, header, notes=notes))
    await asyncio.wrap_future(table.close())
    return table.name


async def close(tables: list[Table]) -> None:
    """Close the tables after all their lines are kept."""
    for table in set(tables):
        await asyncio.wrap_future(table.close())


@asynccontextmanager
async def writing(
    kept: Files | Bases, header: Header, writers: int = 1, *notes: Note
) -> AsyncIterator[list[Table]]:
    """Begin a match, yield the table of each of its writers, and close the tables after the block."""
    name = await begun(kept.store, header, *notes)
    tables = await kept.tables(name, writers)
    yield tables
    await close(tables)


async def load(kept: Files | Bases, name: str) -> GameRecord:
    """Read a match from a store."""
    return await asyncio.to_thread(kept.store.load, name)


async def talk(table: Table, writer: int, lines: int) -> None:
    """Add numbered lines of chat."""
    for number in range(lines):
        await table.note(Note("chat", {"from": f"writer {writer}", "text": f"{number}"}))


def assert_kept_in_order(record: GameRecord, writers: int, lines: int) -> None:
    """Assert that the chat of each of several writers, who `talk`, was kept once and in order."""
    notes = [item.facts for item in record.items if isinstance(item, Note)]
    for writer in range(writers):
        own = [note["text"] for note in notes if note["from"] == f"writer {writer}"]
        assert own == [str(number) for number in range(lines)]
    assert len(notes) == writers * lines


async def play_on(table: Table, events: int) -> int:
    """Play in a race with others until there are `events` events; return how many this player has made."""
    done = 0
    while len(table.history) < events and table.match.winner is None:
        event = decision(table.match)
        player = next((player for player in Player if table.choices(player).roll), None)
        try:
            if event is not None:
                await table.apply(event)
            elif player is not None:
                await table.roll(player)
            done += 1
        except (IllegalAction, IllegalPlay):  # another was first
            await asyncio.sleep(0)
        except SaveError as error:
            raise AssertionError(str(error)) from error
    return done


async def play_in_database(url: str, name: str, writers: int, events: int) -> int:
    """Play as several writers, each with connections of its own; return how many events they have made."""
    async with bases(url) as opened:
        tables = await opened.tables(name, writers)
        done = await asyncio.gather(*(play_on(table, events) for table in tables))
        await close(tables)
        return sum(done)


if __name__ == "__main__":
    print(asyncio.run(play_in_database(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
