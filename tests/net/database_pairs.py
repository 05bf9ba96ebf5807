"""Pairs of players whose matches are in a database, for a server of several processes.

The lines that a player reads as the journal of a match come from the database, and are read for all players at
once.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from typing import IO, Any

import asyncpg
import asyncssh

from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.match import MatchState
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from tests.net.pairs import LOOK, MIXED, Pair, Seat, SeatedPlayer, begin_match, sitting

_NEW = """
SELECT event.match, event.seq, line FROM event JOIN unnest($1::bigint[], $2::integer[]) AS known (match, seq)
ON event.match = known.match AND event.seq > known.seq ORDER BY event.match, event.seq
"""


class DatabaseJournal:
    """The lines of one match that have been read so far, in a file of their own."""

    def __init__(self, name: str) -> None:
        self.name, self.last = name, -1
        self._file = NamedTemporaryFile(buffering=0)  # noqa: SIM115 - it is deleted with the journal

    def add(self, seq: int, line: str) -> None:
        assert seq == self.last + 1, f"{self.name}: line {seq} follows on line {self.last}"
        self.last = seq
        self._file.write(f"{line}\n".encode())

    def read_bytes(self) -> bytes:
        return Path(self._file.name).read_bytes()

    def open(self, mode: str) -> IO[Any]:
        return Path(self._file.name).open(mode)


async def begin_in_database(address: str, pairs: int, games: Sequence[MatchOffer] = MIXED) -> list[Pair]:
    """Begin a match of each pair in the database of a stopped server; return the pairs of seats."""
    database = await Database.open(address)
    try:
        registry = UserRegistry(await SharedNames.open(database))
        library = DatabaseLibrary(database)
        limits = Limits(openings=pairs)
        lobby = await asyncio.to_thread(Lobby, Path(), registry, limits, store=library)
        return [
            await begin_match(lobby, library, DatabaseJournal, number, games[number % len(games)])
            for number in range(pairs)
        ]
    finally:
        await database.close()


@asynccontextmanager
async def followed(address: str, pairs: Sequence[Pair], look: float = LOOK) -> AsyncIterator[None]:
    """Read new lines of all matches every `look` seconds until the block ends, even over restarts."""
    journals = {white.journal.name: white.journal for white, _ in pairs}
    connection = await asyncpg.connect(address)
    rows = await connection.fetch("SELECT id, name FROM match WHERE name = ANY($1)", [*journals])
    by_number = {row["id"]: journals[row["name"]] for row in rows}
    _add(await _new(connection, by_number), by_number)

    async def read_on() -> None:
        at = connection
        while True:
            await asyncio.sleep(look)
            try:
                rows = await _new(at, by_number)
            except Exception:  # noqa: BLE001 - whatever a restart of the database makes of it
                at.terminate()
                with suppress(Exception):
                    at = await asyncpg.connect(address)
            else:
                _add(rows, by_number)

    reading = asyncio.create_task(read_on())
    try:
        yield
        assert not reading.done(), reading.exception()
    finally:
        reading.cancel()


async def _new(connection: asyncpg.Connection, journals: dict[int, DatabaseJournal]) -> list[asyncpg.Record]:
    last = [journal.last for journal in journals.values()]
    return await connection.fetch(_NEW, [*journals], last)


def _add(rows: Sequence[asyncpg.Record], journals: dict[int, DatabaseJournal]) -> None:
    for number, seq, line in rows:
        journals[number].add(seq, line)


async def play_on(ports: Sequence[int], seat: Seat, seed: int) -> tuple[MatchState, int]:
    """Play a match to its end, and connect again when the connection is lost; return how often it was lost."""
    rng, lost = Random(seed), 0
    while True:
        player: SeatedPlayer | None = None
        try:
            async with sitting(rng.choice(ports), seat, seed + lost, login_timeout=30) as player:
                await player.see_board()
                return await player.play(), lost
        except (OSError, asyncssh.Error, AssertionError):
            if player and not player.client.line.closed:
                raise
        lost += 1
        await asyncio.sleep(0.2)
