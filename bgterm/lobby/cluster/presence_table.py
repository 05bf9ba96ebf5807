"""The sessions of all workers in a database, and their places at tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bgterm.lobby.hub import Visitor
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player
from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_Row = tuple[object, ...]
_WRITE = """
INSERT INTO presence VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (worker, session)
DO UPDATE SET user_name = $4, code = $6, player = $7, seat_order = $8, wants_rematch = $9
"""
_ERASE = "DELETE FROM presence WHERE worker = $1 AND session = ANY($2::bigint[])"
_READ = "SELECT * FROM presence WHERE worker = ANY($1::bigint[]) ORDER BY session"


class PresenceTable:
    """The sessions of this worker as they are written, and those of the others as they were read last."""

    def __init__(self, database: Database) -> None:
        """Begin with nothing written or read."""
        self._database = database
        self._written: dict[int, _Row] = {}
        self._read: dict[int, list[_Row]] = {}

    @property
    def workers(self) -> set[int]:
        """The other workers that had sessions when they were read last."""
        return {worker for worker, rows in self._read.items() if rows}

    def forget(self) -> None:
        """Take note that nothing is written: the lease had ended."""
        self._written = {}

    async def write(self, worker: int, visitors: Iterable[Visitor]) -> bool:
        """Write the sessions that have changed; return whether any have.

        Raises SaveError, and asyncpg's ForeignKeyViolationError when the lease of the worker has ended.
        """
        now = {one.session: _row(worker, one) for one in visitors}
        changed = [row for number, row in now.items() if self._written.get(number) != row]
        gone = [number for number in self._written if number not in now]
        if not changed and not gone:
            return False

        async def work(connection: "PoolConnectionProxy[Record]") -> None:
            async with connection.transaction():
                await connection.executemany(_WRITE, changed)
                await connection.execute(_ERASE, worker, gone)

        await self._database.run(work)
        self._written = now
        return True

    async def read(self, workers: Iterable[int]) -> Mapping[int, Sequence[Visitor]]:
        """Return the sessions of these workers, of those only whose have changed. Raises SaveError."""
        visitors: dict[int, list[Visitor]] = {worker: [] for worker in workers}
        for row in await self._database.fetch(_READ, [*visitors]):
            visitors[row["worker"]].append(_visitor(row))
        rows = {worker: [_row(worker, one) for one in found] for worker, found in visitors.items()}
        changed = {worker: visitors[worker] for worker, now in rows.items() if self._read.get(worker, []) != now}
        self._read |= rows
        return changed


def _row(worker: int, one: Visitor) -> _Row:
    user, player = one.user, one.player.name if one.player else ""
    return worker, one.session, user.key, user.name, user.address, one.code, player, one.order, one.wants_rematch


def _visitor(row: "Record") -> Visitor:
    user = User(row["user_key"], row["user_name"], row["address"])
    player = Player[row["player"]] if row["player"] else None
    return Visitor(user, row["code"], player, row["seat_order"], row["wants_rematch"], row["session"])
