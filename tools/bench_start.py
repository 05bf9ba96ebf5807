"""How long a server with many unfinished matches takes to start, compared with an empty one.

python -m tools.bench_start 1000 5
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from bgterm.formats.sharing_notes import Sharing
from bgterm.notation.json_codec import write_line
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.library import FileLibrary
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.store import Copy, MatchLibrary
from tests.net.processes import ServerProcess, bgterm_server
from tests.postgres import PostgresServer
from tests.sensible import first_events
from tools.bench_server import MIB

MATCHES, ROUNDS, EVENTS = 1000, 5, 100
HEADER = Header(BACKGAMMON, Ruleset(length=11), ("Ann", "Bob"), date="2026-11-20T20:00")


def main(matches: int = MATCHES, rounds: int = ROUNDS) -> None:
    """Print start times and memory of a server with many unfinished matches and of one with none."""
    server = PostgresServer(durable=True)
    try:
        server.begin()
        addresses = [server.create_database() for _ in range(2)]
        asyncio.run(filled(addresses[1], matches))
        with TemporaryDirectory() as folder:
            servers = [partial(bgterm_server, Path(folder), "--database", address) for address in addresses]
            report("a worker with a database", servers, matches, rounds)
    finally:
        server.end()
    with TemporaryDirectory() as empty, TemporaryDirectory() as full:
        (Path(full) / "matches").mkdir(mode=0o700)
        fill(FileLibrary(Path(full) / "matches"), matches)
        report(
            "a server with files",
            [partial(bgterm_server, Path(folder)) for folder in (empty, full)],
            matches,
            rounds,
        )


def report(
    what: str, servers: Sequence[Callable[[], AbstractContextManager[ServerProcess]]], matches: int, rounds: int
) -> None:
    """Start an empty and a full server in turn, and print how long they take until they serve."""
    times: list[list[float]] = [[], []]
    memory = [0, 0]
    for _ in range(rounds):
        for which, server in enumerate(servers):
            start = perf_counter()
            with server() as first:
                times[which].append(perf_counter() - start)
                memory[which] = first.memory
    empty, full = map(median, times)
    print(f"{what} serves after {empty:.2f} s, with {matches} unfinished matches of {EVENTS} events after")
    print(
        f"{full:.2f} s, {full / empty:.2f} times; its first process has {memory[0] / MIB:.0f} MiB, then", end=" "
    )
    print(f"{memory[1] / MIB:.0f}", flush=True)


async def filled(address: str, matches: int) -> None:
    """Save `matches` unfinished matches in the database."""
    database = await Database.open(address)
    await asyncio.to_thread(fill, DatabaseLibrary(database), matches)
    await database.close()


def fill(library: MatchLibrary, matches: int) -> None:
    """Save `matches` unfinished matches, each with two new players."""
    events = [*first_events(1, HEADER, EVENTS)]
    for number in range(matches):
        header = HEADER._replace(seats=(f"SHA256:{number}", f"SHA256:{number}b"))
        items = (header, Sharing(f"C{number:04}").note, *events)
        lines = "".join(f"{write_line(item)}\n" for item in items).encode()
        library.put(Copy(f"match-{number}", lines, b"", time()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
