"""Figures of matches in a database: appends a second, and how soon another process hears of them.

python -m tools.bench database
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import uuid4

import asyncpg

from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.library import FileLibrary
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.store import MatchLibrary
from tests.postgres import PostgresServer
from tools.figures import Figure

WRITERS, APPENDS = 16, 100
MILLI = 1e3
HEADER = Header(BACKGAMMON, Ruleset(length=7), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30")
NOTE = Note("chat", {"from": "Ann", "text": "as long as a play is: 24/18 13/11"})

_INSERT = "INSERT INTO event (match, seq, token, line) VALUES ($1, $2, $3, $4)"
_NOTIFY = "SELECT pg_notify('bench', $1)"


def rows() -> Iterator[Figure]:
    """Measure appends to files and to a database that waits for its disk."""
    server = PostgresServer(durable=True)
    try:
        server.begin()
        yield from asyncio.run(_measure(server.create_database()))
    finally:
        server.end()


async def _measure(url: str) -> list[Figure]:
    here, there = await Database.open(url, most=WRITERS), await Database.open(url)
    figures = list[Figure]()
    with TemporaryDirectory() as folder:
        files, base = FileLibrary(Path(folder)), DatabaseLibrary(here)
        for count, where in ((1, "at one table"), (WRITERS, f"at {WRITERS} tables of one process")):
            rates = [await lines_a_second(store, count) for store in (files, base)]
            figures.append(Figure(f"lines a second {where}, files", f"{rates[0]:,.0f}"))
            figures.append(Figure("  in the database", f"{rates[1]:,.0f}"))
    for notify in ("no", "after each commit", "in each transaction"):
        what = f"lines a second over {WRITERS} connections, NOTIFY: {notify}"
        figures.append(Figure(what, f"{await _statements(url, notify):,.0f}"))
    times = await _heard(base, DatabaseLibrary(there))
    tail = quantiles(times, n=20)[-1]
    figures.append(Figure("from an act to the watchers of another process", f"{median(times) * MILLI:.1f} ms"))
    figures.append(Figure("  p95", f"{tail * MILLI:.1f} ms"))
    await here.close()
    await there.close()
    return figures


async def lines_a_second(store: MatchLibrary, count: int) -> float:
    """Return how many lines a second the store keeps, appended at `count` tables at once."""
    tables = [await asyncio.to_thread(Table.create, store, HEADER) for _ in range(count)]
    began = perf_counter()
    await asyncio.gather(*(_add(table) for table in tables))
    rate = count * APPENDS / (perf_counter() - began)
    for table in tables:
        await asyncio.wrap_future(table.close())
    return rate


async def _add(table: Table) -> None:
    for _ in range(APPENDS):
        await table.note(NOTE)


async def _statements(url: str, notify: str) -> float:
    """Return how many lines a second `WRITERS` connections insert, each into a match of its own.

    `notify` says when listeners are notified of a line, if ever.
    """
    connections = [await asyncpg.connect(url) for _ in range(WRITERS)]
    work = [partial(_insert, connection, notify) for connection in connections]
    began = perf_counter()
    await asyncio.gather(*(insert() for insert in work))
    rate = WRITERS * APPENDS / (perf_counter() - began)
    for connection in connections:
        await connection.close()
    return rate


async def _insert(connection: "asyncpg.Connection[asyncpg.Record]", notify: str) -> None:
    number = await connection.fetchval("INSERT INTO match (name) VALUES ($1) RETURNING id", uuid4().hex)
    for seq in range(APPENDS):
        tell: Callable[[], Awaitable[object]] = partial(connection.execute, _NOTIFY, f"{number} {seq}")
        insert = partial(connection.execute, _INSERT, number, seq, uuid4(), "line " * 12)
        match notify:
            case "in each transaction":
                async with connection.transaction():
                    await insert()
                    await tell()
            case "after each commit":
                await insert()
                await tell()
            case _:
                await insert()


async def _heard(here: MatchLibrary, there: MatchLibrary) -> list[float]:
    """Return the seconds from each append by one process until the other has heard of the line."""
    acting = await asyncio.to_thread(Table.create, here, HEADER)
    watching = await asyncio.to_thread(Table.open, there, acting.name)
    heard = asyncio.Queue[Note]()
    watching.note_watchers.add(heard.put_nowait)
    times = []
    for _ in range(APPENDS):
        began = perf_counter()
        await acting.note(NOTE)
        await heard.get()
        times.append(perf_counter() - began)
    for table in (acting, watching):
        await asyncio.wrap_future(table.close())
    return times
