"""The processes that serve one lobby by way of a database, each with a lease by the clock of the database.

A worker whose lease has ended is removed by any other, with its sessions and its open tables; but not by one whose
own lease has ended too, because the database was away for both of them.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_SECONDS = 5
"""Seconds after which a worker that does not renew its lease is held to have died."""
_REPLACE = "DELETE FROM worker WHERE name = $1"
_ENTER = "INSERT INTO worker (name, lease) VALUES ($1, now() + make_interval(secs => $2)) RETURNING id"
_RENEW = """
WITH own AS (
    SELECT lease >= now() AS held FROM worker WHERE id = $1
), renewed AS (
    UPDATE worker SET lease = now() + make_interval(secs => $2), origins = $3 WHERE id = $1 RETURNING id
), ended AS (
    DELETE FROM worker WHERE lease < now() AND (SELECT held FROM own) RETURNING id
)
SELECT id, name, origins, id IN (SELECT id FROM renewed) AS own FROM worker
WHERE id NOT IN (SELECT id FROM ended)
"""


class WorkerLease:
    """The lease of this process, and the workers that live."""

    def __init__(self, database: Database, name: str) -> None:
        """Take the name of this worker."""
        self._database, self.name = database, name
        self.number = 0
        """The number of this worker, another one each time that it enters."""
        self.others: dict[int, str] = {}
        """The names of the other workers that live, by their numbers."""
        self.remote_origins = Counter[str]()
        """The number of sessions of each address that other workers serve."""

    async def enter(self) -> None:
        """Enter in place of one of that name, which has died or whose lease has ended. Raises SaveError."""

        async def work(connection: "PoolConnectionProxy[Record]") -> int:
            async with connection.transaction():
                await connection.execute(_REPLACE, self.name)
                number: int = await connection.fetchval(_ENTER, self.name, _SECONDS)
                return number

        self.number = await self._database.run(work)

    async def renew(self, origins: Mapping[str, int]) -> bool:
        """Renew the lease, and take note of the others; return whether it had not ended. Raises SaveError."""
        rows = await self._database.fetch(_RENEW, self.number, _SECONDS, json.dumps(origins))
        others = [row for row in rows if row["id"] != self.number]
        self.others = {row["id"]: row["name"] for row in others}
        self.remote_origins = sum((Counter(json.loads(row["origins"])) for row in others), Counter[str]())
        return any(row["own"] for row in rows)

    async def end(self) -> None:
        """Remove this worker with all that it has. Raises SaveError."""
        await self._database.fetch("DELETE FROM worker WHERE id = $1", self.number)
