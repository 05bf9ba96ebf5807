"""The open tables of all workers in a database.

A worker that begins a match takes all open tables of the two players, so that neither begins another elsewhere.
They stay, with the worker that has taken them, until the match has begun: so a worker that asks again, because the
answer was lost, is given the same answer.
"""

import json
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from bgterm.lobby.errors import no_free_table
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users.user_registry import User
from bgterm.play.match_offer import MatchOffer
from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_LOCK = 0x7461626C65
"""The number of the advisory lock: `table` in ASCII. With it tables are opened one after the other."""
_OPEN = """
INSERT INTO open_table (code, worker, host_key, host_name, host_address, invited_key, invited_name, settings)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (code) DO UPDATE SET worker = $2 WHERE open_table.host_key = $3 RETURNING code
"""
_TAKE = """
UPDATE open_table SET taker = $1 WHERE host_key = ANY($2::text[]) AND (taker IS NULL OR taker = $1) RETURNING code
"""
_TAKEN = "SELECT FROM open_table WHERE host_key = ANY($2::text[]) AND taker <> $1"
_RELEASE = "UPDATE open_table SET taker = NULL WHERE host_key = ANY($2::text[]) AND taker = $1"
_REMOVE = """
DELETE FROM open_table WHERE code = ANY($1::text[]) OR (host_key = ANY($3::text[]) AND taker = $2)
"""
_RESTORE = """
INSERT INTO open_table
    (code, worker, host_key, host_name, host_address, invited_key, invited_name, settings, opened)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() - make_interval(secs => $9)
WHERE NOT EXISTS (SELECT FROM match WHERE code = $1)
ON CONFLICT (code) DO NOTHING
"""
_LIST = """
SELECT open_table.*, extract(epoch FROM clock_timestamp() - opened)::float AS age
FROM worker LEFT JOIN open_table ON taker IS NULL WHERE worker.id = $1 ORDER BY opened
"""


class _TakenByAnother(Exception):
    """Another worker begins a match at one of the tables."""


class SharedOpenTables:
    """The open tables in a database. All calls raise SaveError."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        """Take the database, and the clock of the lobby."""
        self._database, self._now = database, now

    async def add(self, worker: int, table: OpenTable) -> None:
        """Open a table. Raises LobbyError when its code is another's."""

        async def work(connection: "PoolConnectionProxy[Record]") -> object:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                return await connection.fetchval(_OPEN, table.code, worker, *_facts(table))

        if not await self._database.run(work):
            raise no_free_table()

    async def take(self, worker: int, code: str, hosts: Collection[str]) -> bool:
        """Take a table, and all others of these hosts; return whether no other worker has one of them."""

        async def work(connection: "PoolConnectionProxy[Record]") -> bool:
            with suppress(_TakenByAnother):
                async with connection.transaction():
                    taken = {row["code"] for row in await connection.fetch(_TAKE, worker, hosts)}
                    if code not in taken or await connection.fetch(_TAKEN, worker, hosts):
                        raise _TakenByAnother
                    return True
            return False

        return await self._database.run(work)

    async def release(self, worker: int, hosts: Collection[str]) -> None:
        """Offer the tables of these hosts again that the worker has taken."""
        await self._database.fetch(_RELEASE, worker, hosts)

    async def remove(self, codes: Collection[str], worker: int, hosts: Collection[str]) -> None:
        """Remove tables, and those of these hosts that the worker has taken."""
        await self._database.fetch(_REMOVE, codes, worker, hosts)

    async def restore(self, worker: int, tables: Iterable[OpenTable]) -> int:
        """Open tables again that went with the lease of the worker, but for those whose match has begun.

        Return the worker. Raises asyncpg's ForeignKeyViolationError when its lease has ended again.
        """
        now = self._now()
        rows = [(table.code, worker, *_facts(table), now - table.since) for table in tables]
        await self._database.run(lambda connection: connection.executemany(_RESTORE, rows))
        return worker

    async def read(self, worker: int) -> list[OpenTable] | None:
        """Return the tables that wait, the oldest first; None when the lease of the worker has ended."""
        rows = await self._database.fetch(_LIST, worker)
        return [self._table(row) for row in rows if row["code"]] if rows else None

    def _table(self, row: "Record") -> OpenTable:
        host = User(row["host_key"], row["host_name"], row["host_address"])
        invited = User(row["invited_key"], row["invited_name"]) if row["invited_key"] else None
        offer = MatchOffer.read(json.loads(row["settings"]))
        return OpenTable(row["code"], host, offer, invited, self._now() - row["age"])


def _facts(table: OpenTable) -> tuple[str, ...]:
    """Return what is kept of a table beside its code, its worker and its age."""
    host, invited = table.host, table.invited or User("", "")
    return host.key, host.name, host.address, invited.key, invited.name, json.dumps(table.offer.values)
