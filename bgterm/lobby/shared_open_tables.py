"""The open tables of all workers in a database.

A table that is taken stays, with the worker that takes it, until its match has begun: so a worker that asks again,
because the answer was lost, is given the same answer.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from bgterm.lobby.errors import NoFreeTable
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users import User
from bgterm.profile.settings import Settings
from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_LOCK = 0x7461626C65
"""The number of the advisory lock: `table` in ASCII. With it tables are opened one after the other."""
_OPEN = """
INSERT INTO open_table (code, worker, host_key, host_name, host_address, invited_key, invited_name, settings)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (code) DO UPDATE SET taker = NULL WHERE open_table.host_key = $3 RETURNING code
"""
_TAKE = """
UPDATE open_table SET taker = $2 WHERE code = $1 AND (taker IS NULL OR taker = $2) RETURNING code
"""
_REMOVE = "DELETE FROM open_table WHERE code = ANY($1::text[])"
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


class SharedOpenTables:
    """The open tables in a database. All calls raise SaveError."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        """Take the database, and the clock of the lobby."""
        self._database, self._now = database, now

    async def add(self, worker: int, table: OpenTable) -> None:
        """Open a table, or open one again that was taken. Raises LobbyError when its code is another's."""

        async def work(connection: "PoolConnectionProxy[Record]") -> object:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                return await connection.fetchval(_OPEN, table.code, worker, *_facts(table))

        if not await self._database.run(work):
            raise NoFreeTable()

    async def take(self, worker: int, code: str) -> bool:
        """Take a table to begin its match; return whether no other worker was first."""
        return bool(await self._database.fetch(_TAKE, code, worker))

    async def remove(self, codes: Sequence[str]) -> None:
        """Remove tables."""
        await self._database.fetch(_REMOVE, codes)

    async def restore(self, worker: int, tables: Iterable[OpenTable]) -> None:
        """Open tables again that went with the lease of the worker, but for those whose match has begun."""
        now = self._now()
        rows = [(table.code, worker, *_facts(table), now - table.since) for table in tables]
        await self._database.run(lambda connection: connection.executemany(_RESTORE, rows))

    async def read(self, worker: int) -> list[OpenTable] | None:
        """Return the tables that wait, the oldest first; None when the lease of the worker has ended."""
        rows = await self._database.fetch(_LIST, worker)
        return [self._table(row) for row in rows if row["code"]] if rows else None

    def _table(self, row: "Record") -> OpenTable:
        host = User(row["host_key"], row["host_name"], row["host_address"])
        invited = User(row["invited_key"], row["invited_name"]) if row["invited_key"] else None
        settings = Settings().changed(**json.loads(row["settings"]))
        return OpenTable(row["code"], host, settings, invited, self._now() - row["age"])


def _facts(table: OpenTable) -> tuple[str, ...]:
    """Return what is kept of a table beside its code, its worker and its age."""
    host, invited = table.host, table.invited or User("", "")
    return host.key, host.name, host.address, invited.key, invited.name, json.dumps(table.settings.values)
