"""How soon a worker serves whose database has many unfinished matches, beside one whose database is empty.

python -m tools.bench_start 1000 5
"""

import asyncio
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from bgterm.formats.sharing_notes import Sharing
from bgterm.notation.json_codec import write_line
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.store import Copy
from tests.net.processes import bgterm_server
from tests.postgres import PostgresServer
from tests.sensible import first_events
from tools.bench_server import MIB

MATCHES, ROUNDS, EVENTS = 1000, 5, 100
HEADER = Header(BACKGAMMON, Ruleset(length=11), ("Ann", "Bob"), date="2026-11-20T20:00")


def main(matches: int = MATCHES, rounds: int = ROUNDS) -> None:
    """Print start times and memory of a worker with many unfinished matches and of one with none."""
    server = PostgresServer(durable=True)
    try:
        server.begin()
        addresses = {count: server.create_database() for count in (0, matches)}
        asyncio.run(filled(addresses[matches], matches))
        times: dict[int, list[float]] = {count: [] for count in addresses}
        memory = dict.fromkeys(addresses, 0)
        for _ in range(rounds):
            for count, address in addresses.items():
                start = perf_counter()
                with TemporaryDirectory() as name, bgterm_server(Path(name), "--database", address) as parent:
                    times[count].append(perf_counter() - start)
                    memory[count] = parent.memory
        empty, full = (median(times[count]) for count in addresses)
        print(f"a worker serves after {empty:.2f} s, with {matches} unfinished matches of {EVENTS} events after")
        print(f"{full:.2f} s, {full / empty:.2f} times; the process that starts it has {memory[0] / MIB:.0f} MiB")
    finally:
        server.end()


async def filled(address: str, matches: int) -> None:
    """Keep so many unfinished matches in the database, each of two players of their own."""
    database = await Database.open(address)
    library, events = DatabaseLibrary(database), [*first_events(1, HEADER, EVENTS)]
    for number in range(matches):
        header = HEADER._replace(seats=(f"SHA256:{number}", f"SHA256:{number}b"))
        items = (header, Sharing(f"C{number:04}").note, *events)
        lines = "".join(f"{write_line(item)}\n" for item in items).encode()
        await asyncio.to_thread(library.put, Copy(f"match-{number}", lines, b"", time()))
    await database.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
