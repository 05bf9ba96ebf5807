"""Pairs of players on a server of several workers, of which one is killed again and again; so is the database.

    python -m tools.load_workers 100 4

The players use plain mode, in processes of their own, and connect again, whichever worker they reach. Every match
must end, its lines in the database must replay to that end, with none lost and none doubled, and every play that a
player was told of must be among them.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncpg

from bgterm.formats.record import read_record
from bgterm.notation.dice_evidence import DiceNote
from tests.net.database_pairs import begin_in_database, followed
from tests.net.pairs import WHOLE_GAME, Pair
from tests.net.processes import ServerProcess, bgterm_server
from tests.postgres import PostgresServer
from tools.load_clients import Clients, Heard, Login, check_heard

PAIRS, WORKERS, PROCESSES = 100, 4, 2
KILL = 12.0
"""Seconds between two kills of a worker."""
RESTARTS = 2
"""The number of restarts of the database, spread evenly over the ends of the matches."""
REPORT = 10.0
"""Seconds between two lines of progress."""
LOOK = 0.5
"""Seconds between two looks at whether matches have ended."""
GAMES = (WHOLE_GAME, WHOLE_GAME.changed(length=1, variant="hyper"))
MANY = ("--max-sessions", "1000", "--max-per-address", "1000")
_APART = """
SELECT count(*) FROM (
    SELECT FROM shared_row WHERE kind = 'presence' AND data->>'player' <> ''
    GROUP BY data->>'code' HAVING count(DISTINCT worker) > 1
) AS apart
"""


@dataclass
class Happened:
    """The kills of workers and restarts of the database so far."""

    kills: int = 0
    restarts: int = 0
    apart: int = 0
    """The largest number of pairs at one time whose players are on two workers."""


def main(pairs: int = PAIRS, workers: int = WORKERS) -> None:
    """Play the matches of `pairs` pairs, and print what happened."""
    server = PostgresServer(durable=True)
    try:
        server.begin()
        asyncio.run(load(server, pairs, workers))
    finally:
        server.end()


async def load(database: PostgresServer, count: int, workers: int) -> None:
    """Run the server and the players until all matches have ended, and check the lines in the database."""
    address = database.create_database()
    pairs = await begin_in_database(address, count, GAMES)
    happened = Happened()
    with TemporaryDirectory() as name:
        options = ("--database", address, "--workers", str(workers), *MANY)
        with bgterm_server(Path(name), *options) as server:
            start = perf_counter()
            async with followed(address, pairs, LOOK):
                heard = await play_all(server, database, address, pairs, happened)
            seconds = perf_counter() - start
            server.signal(signal.SIGTERM)
            assert server.wait() == 0
    await check_database(address, pairs)
    events = sum(check_match(pair, heard) for pair in pairs)
    assert happened.restarts == RESTARTS, "the database was not restarted"
    lost = sum(one.lost for one in heard.values())
    print(f"{count} matches of {events} events in {seconds:.0f} s by {workers} workers;")
    print(f"opponents on different workers in {happened.apart} matches at once;")
    print(
        f"{happened.kills} workers killed, the database restarted {RESTARTS} times, {lost} connections made again;"
    )
    print("all matches ended, all journals replay, no line lost or doubled")


async def play_all(
    server: ServerProcess, database: PostgresServer, address: str, pairs: Sequence[Pair], happened: Happened
) -> dict[str, Heard]:
    """Play all matches, with kills and restarts meanwhile; return what each player read, by name."""
    logins = [
        Login(seat.name, seat.key.export_private_key(), seat.address, number)
        for number, seat in enumerate(seat for pair in pairs for seat in pair)
    ]
    clients = Clients(server.port, logins, PROCESSES)
    disturbances = (
        kill_on(server, happened),
        restart(database, pairs, happened),
        report(address, pairs, happened),
    )
    try:
        async with _meanwhile(*disturbances):
            return await clients.heard()
    finally:
        clients.end()


@asynccontextmanager
async def _meanwhile(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run the coroutines until the end of the block; raise the error of one that failed."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


async def kill_on(server: ServerProcess, happened: Happened) -> None:
    """Kill a random worker every `KILL` seconds, until cancelled."""
    rng = Random(1)
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    while True:
        await asyncio.sleep(KILL)
        os.kill(int(rng.choice(children.read_text().split())), signal.SIGKILL)
        happened.kills += 1


async def restart(database: PostgresServer, pairs: Sequence[Pair], happened: Happened) -> None:
    """Restart the database `RESTARTS` times, each when a further part of the matches has ended."""
    while happened.restarts < RESTARTS:
        while sum(map(is_over, pairs)) <= len(pairs) * happened.restarts / (RESTARTS + 1):
            await asyncio.sleep(LOOK)
        await asyncio.to_thread(database.stop)
        await asyncio.to_thread(database.start)
        happened.restarts += 1


async def report(address: str, pairs: Sequence[Pair], happened: Happened) -> None:
    """Print the progress every `REPORT` seconds, until cancelled."""
    start = perf_counter()
    while True:
        await asyncio.sleep(REPORT)
        ended, lines = sum(map(is_over, pairs)), sum(white.journal.last for white, _ in pairs)
        try:
            connection = await asyncpg.connect(address)
            apart = await connection.fetchval(_APART)
            here = await connection.fetchval("SELECT count(*) FROM shared_row WHERE kind = 'presence'")
            await connection.close()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            apart = here = 0
        happened.apart = max(happened.apart, apart)
        print(f"{perf_counter() - start:4.0f} s: {ended} of {len(pairs)} matches ended, {lines} lines;", end=" ")
        print(f"{here} players here, {apart} pairs on two workers;", end=" ")
        print(f"{happened.kills} workers killed, {happened.restarts} restarts", flush=True)


def is_over(pair: Pair) -> bool:
    """Return whether the last line of the match has been read, which reveals the secret of the dice."""
    return DiceNote.REVEALED.encode() in pair[0].journal.read_bytes()[-1000:]


async def check_database(address: str, pairs: Sequence[Pair]) -> None:
    """Assert that the database has all lines that were read during the matches; add those that came after."""
    connection = await asyncpg.connect(address)
    for white, _ in pairs:
        rows = await connection.fetch(
            "SELECT seq, line FROM event JOIN match ON id = event.match WHERE name = $1 ORDER BY seq",
            white.journal.name,
        )
        assert [row["seq"] for row in rows] == [*range(len(rows))]
        written = "".join(f"{row['line']}\n" for row in rows).encode()
        assert written.startswith(white.journal.read_bytes())
        for row in rows[white.journal.last + 1 :]:
            white.journal.add(row["seq"], row["line"])
    await connection.close()


def check_match(pair: Pair, heard: dict[str, Heard]) -> int:
    """Assert that a match replays with all that its players read; return the number of its events."""
    record = read_record(pair[0].journal.read_bytes())
    assert record.damage is None, record.damage
    for seat in pair:
        check_heard(record, heard[seat.name])
    return len(record.events)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
