"""Pairs of players on a server of several workers, of which one is killed again and again; so is the database.

    python -m tests.tools.load_workers 100 4

The players connect again, whichever worker they reach. Every match must end as its two players saw it, and its
lines in the database must replay to that end, with none lost and none doubled.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncpg

from bgterm.rules.match import Match
from tests.net.database_pairs import begin_in_database, followed, play_on
from tests.net.pairs import Pair, check_journals
from tests.net.processes import ServerProcess, bgterm_server
from tests.postgres import PostgresServer

PAIRS, WORKERS = 100, 4
KILL = 20.0
"""Seconds between two workers that are killed."""
RESTARTS = 2
"""How often the database is restarted, each time when a further part of the matches has ended."""
MANY = ("--max-sessions", "1000", "--max-per-address", "1000")
_APART = """
SELECT count(*) FROM (
    SELECT FROM presence WHERE player <> '' GROUP BY code HAVING count(DISTINCT worker) > 1
) AS apart
"""


def main(pairs: int = PAIRS, workers: int = WORKERS) -> None:
    """Run so many pairs, and print what happened to them."""
    server = PostgresServer(durable=True)
    try:
        server.begin()
        asyncio.run(load(server, pairs, workers))
    finally:
        server.end()


async def load(database: PostgresServer, count: int, workers: int) -> None:
    address = database.create_database()
    pairs = await begin_in_database(address, count)
    with TemporaryDirectory() as name:
        options = ("--database", address, "--workers", str(workers), *MANY)
        with bgterm_server(Path(name), *options) as server:
            start = perf_counter()
            async with followed(address, pairs):
                ends, kills, lost, apart = await play_all(server, database, address, pairs)
            seconds = perf_counter() - start
            server.signal(signal.SIGTERM)
            assert server.wait() == 0
    await check_database(address, pairs)
    events = sum(check_journals(pairs, ends))
    print(f"{count} matches of {events} events in {seconds:.0f} s by {workers} workers;")
    print(f"opponents on different workers in {apart} matches at once;")
    print(f"{kills} workers killed, the database restarted {RESTARTS} times, {lost} connections made again;")
    print("all matches ended, all journals replay, no line lost or doubled")


async def play_all(
    server: ServerProcess, database: PostgresServer, address: str, pairs: Sequence[Pair]
) -> tuple[list[Match], int, int, int]:
    """Return how the matches ended, the workers killed, the connections lost, and the pairs on two workers."""
    seats = [seat for pair in pairs for seat in pair]
    playing = [asyncio.create_task(play_on([server.port], seat, number)) for number, seat in enumerate(seats)]
    killing = asyncio.create_task(kill_on(server))
    restarting = asyncio.create_task(restart(database, playing))
    apart = asyncio.create_task(most_apart(address))
    try:
        await asyncio.gather(*playing)
    finally:
        for task in (killing, restarting, apart):
            task.cancel()
    found = await asyncio.gather(killing, restarting, apart)
    assert found[1] == RESTARTS, "the database was not restarted"
    ends = [task.result() for task in playing]
    matches = [match for match, _ in ends]
    assert matches[::2] == matches[1::2]
    return matches[::2], found[0], sum(lost for _, lost in ends), found[2]


async def kill_on(server: ServerProcess) -> int:
    """Kill a worker every some seconds, until cancelled; return how many."""
    rng, kills = Random(1), 0
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    try:
        while True:
            await asyncio.sleep(KILL)
            os.kill(int(rng.choice(children.read_text().split())), signal.SIGKILL)
            kills += 1
    except asyncio.CancelledError:
        return kills


async def restart(database: PostgresServer, playing: Sequence[asyncio.Task[object]]) -> int:
    """Restart the database when parts of the players have ended, until cancelled; return how often."""
    restarts = 0
    try:
        while restarts < RESTARTS:
            while sum(task.done() for task in playing) < len(playing) * restarts / (RESTARTS + 1) + 1:
                await asyncio.sleep(1)
            await asyncio.to_thread(database.stop)
            await asyncio.to_thread(database.start)
            restarts += 1
    except asyncio.CancelledError:
        pass
    return restarts


async def most_apart(address: str) -> int:
    """Look for pairs on two workers, until cancelled; return the most at once."""
    most = 0
    try:
        while True:
            await asyncio.sleep(2)
            try:
                connection = await asyncpg.connect(address)
                most = max(most, await connection.fetchval(_APART))
                await connection.close()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                continue
    except asyncio.CancelledError:
        return most


async def check_database(address: str, pairs: Sequence[Pair]) -> None:
    """See that the database has the lines that were read while the matches were played, and no other."""
    connection = await asyncpg.connect(address)
    for white, _ in pairs:
        rows = await connection.fetch(
            "SELECT seq, line FROM event JOIN match ON id = event.match WHERE name = $1 ORDER BY seq",
            white.journal.name,
        )
        assert [row["seq"] for row in rows] == [*range(len(rows))]
        written = "".join(f"{row['line']}\n" for row in rows).encode()
        assert written.startswith(white.journal.read_bytes())
    await connection.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
