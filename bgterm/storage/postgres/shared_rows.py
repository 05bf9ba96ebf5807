"""The rows that the processes of a lobby share in a database, which each process can read again at any time.

A process is a *worker* with a lease by the clock of the database. The rows of a worker are deleted with it. A
worker whose lease has ended is deleted by any other, unless the other's own lease has ended too, because the
database was away for both of them. That one then gives the others the time of a lease to renew theirs.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Set
from contextlib import contextmanager
from datetime import UTC, datetime
from logging import ERROR
from time import monotonic
from typing import Any, NamedTuple
from uuid import uuid4

from bgterm.storage.errors import DatabaseAway, overtaken
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Connection, Database

BEAT = 1.0
"""Seconds between two renewals of a lease, and before a failed step is repeated."""
_LEASE = 5
"""Seconds after which the lease of a worker ends, unless it is renewed."""
_LOOK = 0.1
"""Seconds between two checks whether a lease was renewed."""
_LAST_LEASE = "SELECT max(lease) AS lease FROM worker WHERE lease > now()"
_LOCK = 0x7461626C65
"""The number of the advisory lock, `table` in ASCII, under which tables are opened one after the other."""
_ENTER = "INSERT INTO worker (name, lease) VALUES ($1, now() + make_interval(secs => $2)) RETURNING id"
_RENEW = """
WITH own AS (
    SELECT lease >= now() AS held FROM worker WHERE id = $1
), renewed AS (
    UPDATE worker SET lease = now() + make_interval(secs => $2), origins = $3 WHERE id = $1
), ended AS (
    DELETE FROM worker WHERE lease < now() AND $4 AND (SELECT held FROM own) RETURNING id
)
SELECT id, name, origins, (SELECT held FROM own) AS held FROM worker
WHERE id NOT IN (SELECT id FROM ended)
"""
_READ = """
SELECT key, worker, data, extract(epoch FROM clock_timestamp() - since)::float AS age, changed
FROM shared_row WHERE kind = $1 AND changed > $2::timestamptz - interval '1 minute' ORDER BY since, key
"""
_CHANGE = """
WITH removed AS (DELETE FROM shared_row WHERE kind = $1 AND key = ANY($5::text[]))
INSERT INTO shared_row (kind, worker, key, data)
SELECT $1, $2, key, data FROM unnest($3::text[], $4::json[]) AS changed (key, data)
ON CONFLICT (kind, key) DO UPDATE SET worker = $2, data = excluded.data, changed = clock_timestamp()
"""
_OPEN = """
INSERT INTO shared_row (kind, key, worker, data) VALUES ('table', $1, $2, $3)
ON CONFLICT (kind, key) DO UPDATE SET worker = $2 WHERE shared_row.data->'host'->>'key' = $4 RETURNING key
"""
_REOPEN = """
INSERT INTO shared_row (kind, key, worker, data, since)
SELECT 'table', $1, $2, $3, clock_timestamp() - make_interval(secs => $4)
WHERE NOT EXISTS (SELECT FROM match WHERE code = $1)
ON CONFLICT DO NOTHING
"""
_HELD = """
SELECT key, taker FROM shared_row WHERE kind = 'table' AND data->'host'->>'key' = ANY($1::text[])
ORDER BY key FOR UPDATE
"""
_TAKE = "UPDATE shared_row SET taker = $1 WHERE kind = 'table' AND key = ANY($2::text[])"
_RELEASE = """
UPDATE shared_row SET taker = NULL
WHERE kind = 'table' AND taker = $1 AND data->'host'->>'key' = ANY($2::text[])
"""
_REMOVE = """
DELETE FROM shared_row
WHERE kind = 'table' AND (key = ANY($3::text[]) OR (taker = $1 AND data->'host'->>'key' = ANY($2::text[])))
"""
_WAITING = """
SELECT key, data, extract(epoch FROM clock_timestamp() - since)::float AS age
FROM worker LEFT JOIN shared_row ON kind = 'table' AND taker IS NULL WHERE worker.id = $1 ORDER BY since
"""
_LONG_AGO = datetime.fromtimestamp(0, UTC)
_CLAIM = "INSERT INTO name_look (look, key) SELECT unnest($2::text[]), $1"
_CLAIM_IF_FREE = f"{_CLAIM} ON CONFLICT DO NOTHING"


_Players = Mapping[str, Mapping[str, str]]
"""The facts about players, keyed by user key."""
_Looks = Callable[[Mapping[str, str]], list[frozenset[str]]]
"""A function that returns the lookalike forms of a player's name, and those of the former name."""


class LeaseEnded(Exception):
    """The lease of this worker has ended, and with it its rows: the worker must enter again and write them."""


class WorkerLease:
    """The lease of this process, a worker, and the names of the other workers that are alive."""

    def __init__(self, database: Database, name: str) -> None:
        """Prepare the lease of the worker with this name."""
        self._database, self.name = database, name
        self.number = 0
        """The number of this worker, a new one each time it enters."""
        self.others: dict[int, str] = {}
        """The names of the other workers that are alive, keyed by number."""
        self._spares_until = 0.0
        """The moment before which this worker deletes no other, in seconds."""

    async def enter(self, tables: Mapping[str, tuple[object, float]]) -> None:
        """Take a new lease; a worker of the same name is deleted with its rows. Raises SaveError.

        `tables` are the open tables of this worker by their codes, each with its data and its age in seconds. They
        are opened again, unless their matches have begun.
        """

        async def work(connection: Connection) -> int:
            async with connection.transaction():
                await connection.execute("DELETE FROM worker WHERE name = $1", self.name)
                number: int = await connection.fetchval(_ENTER, self.name, _LEASE)
                rows = [(code, number, json.dumps(data), age) for code, (data, age) in tables.items()]
                await connection.executemany(_REOPEN, rows)
                return number

        self.number = await self._database.run(work)

    async def renew(self, origins: Mapping[str, int]) -> Counter[str]:
        """Renew the lease; return the numbers of sessions of all other workers together, by origin.

        `origins` are those of this worker, which are stored for the others. Raises LeaseEnded, SaveError.
        """
        spares = monotonic() < self._spares_until
        rows = await self._database.fetch(_RENEW, self.number, _LEASE, json.dumps(origins), not spares)
        if any(row["held"] is False for row in rows):
            self._spares_until = monotonic() + _LEASE
        others = [row for row in rows if row["id"] != self.number]
        self.others = {row["id"]: row["name"] for row in others}
        if len(others) == len(rows):
            raise LeaseEnded
        return sum((Counter(json.loads(row["origins"])) for row in others), Counter[str]())

    async def end(self) -> None:
        """Delete this worker and its rows. Raises SaveError."""
        await self._database.fetch("DELETE FROM worker WHERE id = $1", self.number)


class SharedRow(NamedTuple):
    """A row that all workers share, as this process has read it: its key, its data and the worker that owns it."""

    key: str
    worker: int | None
    """The number of the worker that the row belongs to; None for none."""
    data: Any
    age: float
    """The seconds since the row was first written."""


class SharedRows:
    """The rows of one kind that all workers read and write, such as those of sessions or of players' names."""

    def __init__(self, database: Database, kind: str, pause: float = BEAT) -> None:
        """Begin with nothing read; after a failure, `follow` reads again after `pause` seconds."""
        self._database, self.kind, self._pause = database, kind, pause
        self._sender = uuid4().hex
        self._changed = _LONG_AGO
        """The time of the last change in the rows that were read."""
        self._written: tuple[int, dict[str, str]] = 0, {}
        """The number of the worker, and the rows as `write` last wrote them, in JSON by key."""
        self.stale = asyncio.Event()
        """Set while the rows must be read again."""

    async def read(self, *, all_again: bool = True) -> list[SharedRow]:
        """Return the rows, oldest first. Raises SaveError.

        Without `all_again`, only rows are returned that have changed since the last call, or up to a minute before
        it.
        """
        since = _LONG_AGO if all_again else self._changed
        rows = await self._database.fetch(_READ, self.kind, since)
        self._changed = max((self._changed, *(row["changed"] for row in rows)))
        return [SharedRow(row["key"], row["worker"], json.loads(row["data"]), row["age"]) for row in rows]

    async def change(self, worker: int | None, put: Mapping[str, object], remove: Collection[str] = ()) -> None:
        """Write the rows `put`, by key, and delete the rows with the keys `remove`; other rows stay.

        The rows belong to the worker with this number, and with None to no worker. Raises LeaseEnded, SaveError.
        """
        data = [json.dumps(one) for one in put.values()]
        with _as_worker():
            await self._database.fetch(_CHANGE, self.kind, worker, [*put], data, [*remove])

    async def write(self, worker: int, rows: Mapping[str, object]) -> None:
        """Make `rows`, by key, all rows of the worker with this number; notify other processes of a change.

        Raises LeaseEnded, SaveError.
        """
        writer, before = self._written
        before, now = before if writer == worker else {}, {key: json.dumps(data) for key, data in rows.items()}
        changed = {key: data for key, data in rows.items() if before.get(key) != now[key]}
        gone = before.keys() - now.keys()
        if changed or gone:
            await self.change(worker, changed, gone)
            self._written = worker, now
            self.tell_others()

    def tell_others(self) -> None:
        """Notify the other processes that rows have changed, so that they read them again."""
        self._database.notifications.send(self.kind, self._sender)

    async def follow(self, read: Callable[[], Awaitable[None]]) -> None:
        """Call `read` whenever another process has changed the rows, and every few seconds, until cancelled."""
        stop = self._database.notifications.listen(self.kind, self._hear, self.stale.set)
        try:
            await whenever(self.stale, read, self._pause)
        finally:
            stop()

    def _hear(self, sender: str) -> None:
        if sender != self._sender:
            self.stale.set()


class OpenTableRows(SharedRows):
    """The rows of the open tables, keyed by table code; the key of the host is in `data["host"]["key"]`.

    A worker that begins a match takes all open tables of the two players, so that no other worker begins a match
    with them. The tables stay, marked with the worker, until the match has begun: a worker that repeats `take`,
    because the answer was lost, gets the same answer.
    """

    async def add(self, worker: int, code: str, data: Mapping[str, Any]) -> bool:
        """Add an open table with this code and these facts; return False if another host's table has the code.

        The row belongs to the worker with this number. Raises LeaseEnded, SaveError.
        """

        async def work(connection: Connection) -> bool:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                facts = code, worker, json.dumps(data), data["host"]["key"]
                return bool(await connection.fetchval(_OPEN, *facts))

        with _as_worker():
            return await self._database.run(work)

    async def take(self, worker: int, codes: Set[str], hosts: Collection[str]) -> bool:
        """Mark all open tables of these hosts as taken by the worker; return whether that was possible.

        Return False, with nothing taken, if a table of `codes` is missing or another worker has taken one. Raises
        LeaseEnded, SaveError.
        """

        async def work(connection: Connection) -> bool:
            async with connection.transaction():
                rows = {row["key"]: row["taker"] for row in await connection.fetch(_HELD, hosts)}
                is_free = codes <= rows.keys() and {*rows.values()} <= {None, worker}
                if is_free:
                    await connection.execute(_TAKE, worker, [*rows])
                return is_free

        with _as_worker():
            return await self._database.run(work)

    async def release(self, worker: int, hosts: Collection[str]) -> None:
        """Open the tables of these hosts again that the worker has taken. Raises SaveError."""
        await self._database.fetch(_RELEASE, worker, hosts)

    async def remove(self, worker: int, hosts: Collection[str], codes: Collection[str]) -> None:
        """Delete tables with these codes, and tables of these hosts that the worker took. Raises SaveError."""
        await self._database.fetch(_REMOVE, worker, hosts, codes)

    async def waiting(self, worker: int) -> list[SharedRow]:
        """Return the open tables that no worker has taken, oldest first. Raises LeaseEnded, SaveError."""
        rows = await self._database.fetch(_WAITING, worker)
        if not rows:
            raise LeaseEnded
        return [SharedRow(row["key"], None, json.loads(row["data"]), row["age"]) for row in rows if row["key"]]


class NameRows(SharedRows):
    """The rows with the name of each player and the facts that belong to it, keyed by user key."""

    def __init__(self, database: Database) -> None:
        """Begin with nothing read."""
        super().__init__(database, "name")

    async def put(self, key: str, data: object, looks: Collection[str], former: Collection[str]) -> None:
        """Save the facts `data` about the player with this key, and reserve lookalike forms of names for them.

        `looks` are the forms of the player's name, and `former` those of the name before it, reserved as far as
        they are free. Raises Overtaken when another player's name has one of the forms `looks`, SaveError.
        """
        from asyncpg import UniqueViolationError

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(_CHANGE, self.kind, None, [key], [json.dumps(data)], [])
                await connection.execute("DELETE FROM name_look WHERE key = $1", key)
                await connection.execute(_CLAIM, key, looks)
                await connection.execute(_CLAIM_IF_FREE, key, former)

        try:
            await self._database.run(work)
        except UniqueViolationError as error:
            raise overtaken() from error

    async def adopt(self, read: Callable[[list[str]], _Players], looks: _Looks) -> None:
        """Convert the name lines of an older version to rows, and delete them; `read` returns the players in them.

        `looks` returns the lookalike forms of a player's names; those that two players share go to the first.
        Raises SaveError.
        """

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                lines = await connection.fetch("DELETE FROM name_line RETURNING seq, line")
                lines.sort(key=lambda row: int(row["seq"]))
                players = read([row["line"] for row in lines])
                data = [json.dumps(facts) for facts in players.values()]
                await connection.execute(_CHANGE, self.kind, None, [*players], data, [])
                claims = [(key, [*forms]) for key, facts in players.items() for forms in looks(facts)]
                await connection.executemany(_CLAIM_IF_FREE, claims)

        await self._database.run(work)


async def servers_run(database: Database) -> bool:
    """Return whether a server is running on the database. Raises SaveError.

    A lease in a restored backup is not renewed, so this waits until the last lease changes or ends.
    """
    leases = [await database.fetch(_LAST_LEASE)]
    while (last := leases[-1][0]["lease"]) and last == leases[0][0]["lease"]:
        await asyncio.sleep(_LOOK)
        leases.append(await database.fetch(_LAST_LEASE))
    return last is not None


async def whenever(event: asyncio.Event, work: Callable[[], Awaitable[None]], pause: float) -> None:
    """Whenever the event is set, clear it and await `work`; after an exception set it again, and wait `pause`."""

    async def step() -> None:
        await event.wait()
        event.clear()
        try:
            await work()
        except Exception:
            event.set()
            raise

    await repeat(step, pause)


async def repeat(step: Callable[[], Awaitable[None]], pause: float) -> None:
    """Await `step` again and again, without end; after any exception, wait `pause` seconds."""
    while True:
        try:
            await step()
        except Exception as fault:  # noqa: BLE001 - without its steps the others take this worker for dead
            if not isinstance(fault, DatabaseAway):
                log("hub failed", ERROR, fault=fault)
            await asyncio.sleep(pause)


@contextmanager
def _as_worker() -> Iterator[None]:
    """Raise LeaseEnded in place of the error for a row of a worker that does not exist."""
    from asyncpg import ForeignKeyViolationError

    try:
        yield
    except ForeignKeyViolationError as error:
        raise LeaseEnded from error
