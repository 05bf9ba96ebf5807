"""The other processes that serve the same lobby, by way of a PostgreSQL database.

Each process is a `worker` with a lease that it renews every second, by the clock of the database. It writes the
sessions that it serves and reads those of the others, and the open tables, whenever a notification says that they
have changed: what counts are the tables of the database, so that a lost notification delays only what it told of.
Notifications carry the other messages themselves:

    {"from":7,"kind":"Said","name":"Ann","text":"Tea?"}

A worker whose lease has ended is removed by any other, with its sessions and its open tables; if it still runs, it
enters again with all that it has.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from logging import ERROR, WARNING
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID, uuid4

from bgterm.lobby import hub
from bgterm.lobby.errors import NoFreeTable
from bgterm.lobby.hub import HubMessage, Visitor
from bgterm.lobby.notifications import Message
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users import User
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.errors import DatabaseAway

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

Facts = dict[str, Any]
"""A question of the operator, or the answer of a worker, as JSON."""
_TOPIC = "lobby"
_BEAT = 1.0
"""Seconds between two renewals of the lease."""
_LEASE = 5
"""Seconds after which a worker that does not renew its lease is held to have died."""
_KINDS: dict[str, Callable[..., HubMessage]] = {
    kind.__name__: kind
    for kind in (
        hub.Said,
        hub.Told,
        hub.Sent,
        hub.Drafted,
        hub.Contribution,
        hub.Shared,
        hub.Begun,
        hub.Advanced,
        hub.MovedOn,
        hub.Acted,
        hub.KeyCode,
    )
}
_PRESENCE, _TABLES = "presence", "tables"
_ASK, _ANSWERED = "ask", "answered"
"""The kinds of notifications after which tables of the database are read."""

_ANSWER_TIME = 3.0
"""Seconds in which the workers have to answer a question of the operator."""
_ANSWER = "INSERT INTO answer VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_ANSWERS = "SELECT data FROM answer WHERE question = $1"

_ENTER = "INSERT INTO worker (name, lease) VALUES ($1, now() + make_interval(secs => $2)) RETURNING id"
_REPLACE = "DELETE FROM worker WHERE name = $1"
_BEAT_AGAIN = """
WITH renewed AS (
    UPDATE worker SET lease = now() + make_interval(secs => $2), origins = $3 WHERE id = $1 RETURNING id
), ended AS (
    DELETE FROM worker WHERE lease < now() AND id <> $1 RETURNING id
)
SELECT id, name, origins, id IN (SELECT id FROM renewed) AS own FROM worker
WHERE id NOT IN (SELECT id FROM ended)
"""
_WRITE = """
INSERT INTO presence VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (worker, session)
DO UPDATE SET user_name = $4, code = $6, player = $7, seat_order = $8, wants_rematch = $9
"""
_ERASE = "DELETE FROM presence WHERE worker = $1 AND session = ANY($2::bigint[])"
_READ = "SELECT * FROM presence WHERE worker = ANY($1::bigint[]) ORDER BY session"
_OPEN = """
INSERT INTO open_table (code, worker, host_key, host_name, host_address, invited_key, invited_name, settings)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO NOTHING RETURNING code
"""
_BEGUN = "SELECT id, name FROM match WHERE id > $1 AND ended IS NULL ORDER BY id"
_TAKE = "DELETE FROM open_table WHERE code = ANY($1::text[]) RETURNING code"
_LIST = "SELECT *, extract(epoch FROM clock_timestamp() - opened)::float AS age FROM open_table ORDER BY opened"


class SharedLobby(Protocol):
    """The interface of the lobby that the hub uses."""

    @property
    def visitors(self) -> list[Visitor]:
        """The sessions that this process serves."""
        ...

    def set_remote(self, process: str, visitors: list[Visitor]) -> None:
        """Take the sessions of another process."""

    def set_open_tables(self, tables: list[OpenTable]) -> None:
        """Take the open tables of all processes."""

    async def hear(self, message: HubMessage) -> None:
        """Take a message of another process."""


def _no_origins() -> Mapping[str, int]:
    return {}


async def _no_answer(_question: Facts) -> Facts:
    return {}


class DatabaseHub:
    """The other processes, as one of them sees them. Make one with `enter`."""

    def __init__(self, database: Database, name: str, number: int, now: Callable[[], float]) -> None:
        """Take the database, the name of this worker and its number there."""
        self._database, self.worker, self._number, self._now = database, name, number, now
        self.name, self.is_alone = f"{number}.", False
        self.origins: Callable[[], Mapping[str, int]] = _no_origins
        """Returns the number of sessions that this process serves from each address."""
        self.remote_origins = Counter[str]()
        """The number of sessions of each address that other processes serve."""
        self.answer: Callable[[Facts], Awaitable[Facts]] = _no_answer
        """Answers a question of the operator that was asked of another process."""
        self._answered = asyncio.Event()
        self._written: dict[int, tuple[object, ...]] = {}
        self._dirty, self._heard = asyncio.Event(), asyncio.Event()
        self._stale_workers, self._tables_stale, self._look_again = set[int](), False, False
        self._inbox = deque[dict[str, Any]]()
        self._workers: dict[int, str] = {}
        self._read_rows: dict[int, list[tuple[object, ...]]] = {}
        """The sessions of each other worker, as they were read last."""
        self._last_match = 0
        self._tasks = set[asyncio.Task[None]]()
        self._stop_listening: Callable[[], None] = lambda: None
        self._readers: dict[str, Callable[[], Awaitable[None]]] = {}

    @classmethod
    async def enter(cls, database: Database, name: str, now: Callable[[], float] = monotonic) -> "DatabaseHub":
        """Enter as the worker of that name, in place of one that may have died. Raises SaveError."""

        async def work(connection: "PoolConnectionProxy[Record]") -> int:
            async with connection.transaction():
                await connection.execute(_REPLACE, name)
                number: int = await connection.fetchval(_ENTER, name, _LEASE)
                return number

        entered = cls(database, name, await database.run(work), now)
        newest = await database.fetch("SELECT coalesce(max(id), 0) AS id FROM match")
        entered._last_match = newest[0]["id"]
        return entered

    @property
    def workers(self) -> tuple[str, ...]:
        """The names of the other workers that live."""
        return tuple(self._workers.values())

    def reads(self, kind: str, read: Callable[[], Awaitable[None]]) -> None:
        """Call `read` whenever another process has changed what it sends with `tell_changed`."""
        self._readers[kind] = read

    async def ask(self, question: Facts) -> list[Facts]:
        """Return the answers of the other processes, of those that answer in time. Raises SaveError."""
        await self._beat()  # it knows also of a process that has begun since the last one
        number = uuid4()
        self._notify(_ASK, number=str(number), question=question)
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_TIME):
                self._answered.clear()
                while len(await self._database.fetch(_ANSWERS, number)) < len(self._workers):
                    await self._answered.wait()
                    self._answered.clear()
        rows = await self._database.fetch(_ANSWERS, number)
        await self._database.fetch("DELETE FROM answer WHERE question = $1", number)
        return [json.loads(row["data"]) for row in rows]

    async def _answer(self, number: str, question: Facts) -> None:
        with suppress(DatabaseAway):
            data = json.dumps(await self.answer(question))
            await self._database.fetch(_ANSWER, UUID(number), self._number, data)
            self._notify(_ANSWERED)

    async def check(self) -> None:
        """Check that the database answers. Raises SaveError."""
        await self._database.fetch("SELECT 1")

    def tell_changed(self, kind: str) -> None:
        """Have all other processes read something again."""
        self._notify(kind)

    async def start(self, lobby: SharedLobby) -> None:
        """Begin to share the lobby, once what is there is read. Raises SaveError."""
        await self._beat()
        self._tables_stale = True
        await self._read(lobby)
        self._stop_listening = self._database.notifications.listen(_TOPIC, self._hear, self._look)
        for work in (self._beat_on(), self._write_on(lobby), self._read_on(lobby)):
            self._begin(work)

    async def leave(self) -> None:
        """Release all that this worker has, so that the others know at once."""
        self._stop_listening()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(BackgammonError):
            await self._database.fetch("DELETE FROM worker WHERE id = $1", self._number)
            self._notify(_PRESENCE)
            self._notify(_TABLES)

    # What the lobby asks of it

    def changed(self) -> None:
        """Write who is here soon."""
        self._dirty.set()

    def send(self, message: HubMessage) -> None:
        """Send a message to all other processes."""
        self._notify(type(message).__name__, **asdict(message))

    async def add(self, table: OpenTable) -> None:
        """Keep an open table. Raises LobbyError when its code is taken, SaveError."""
        invited = table.invited or User("", "")
        settings = json.dumps(table.settings.values)
        host = table.host
        facts = (host.key, host.name, host.address, invited.key, invited.name, settings)

        async def work(connection: "PoolConnectionProxy[Record]") -> bool:
            if await connection.fetchval(_OPEN, table.code, self._number, *facts):
                return True
            kept = await connection.fetchval("SELECT host_key FROM open_table WHERE code = $1", table.code)
            return bool(kept == host.key)

        if not await self._database.run(work):
            raise NoFreeTable()
        self._notify(_TABLES)

    async def take(self, code: str) -> bool:
        """Withdraw an open table to begin its match; return whether nobody was first. Raises SaveError."""
        taken = await self._database.fetch(_TAKE, [code])
        self._notify(_TABLES)
        return bool(taken)

    def withdraw(self, codes: Iterable[str]) -> None:
        """Withdraw open tables."""
        if codes := list(codes):
            self._begin(self._withdraw(codes))

    async def _withdraw(self, codes: list[str]) -> None:
        with suppress(DatabaseAway):
            await self._database.fetch(_TAKE, codes)
        self._notify(_TABLES)

    # What it does

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            log("hub failed", ERROR, fault=fault)

    def _notify(self, kind: str, **facts: object) -> None:
        text = json.dumps({"from": self._number, "kind": kind, **facts}, separators=(",", ":"))
        self._database.notifications.send(_TOPIC, text)

    async def _beat_on(self) -> None:
        """Renew the lease, without end."""
        while True:
            await asyncio.sleep(_BEAT)
            with suppress(DatabaseAway):
                await self._beat()

    async def _beat(self) -> None:
        """Renew the lease, and take note of the workers that live. Enter again if it had ended."""
        rows = await self._database.fetch(_BEAT_AGAIN, self._number, _LEASE, json.dumps(self.origins()))
        if not any(row["own"] for row in rows):
            await self._enter_again()
        others = {row["id"]: row["name"] for row in rows if row["id"] != self._number}
        if self._workers.keys() != others.keys():
            self._stale_workers |= self._workers.keys() ^ others.keys()
            self._tables_stale = True
            self._heard.set()
        self._workers = others
        self.remote_origins = Counter[str]()
        for row in rows:
            if row["id"] != self._number:
                self.remote_origins.update(json.loads(row["origins"]))

    async def _enter_again(self) -> None:
        """Enter again after the lease has ended, with all that this process has."""
        log("lease lost", WARNING, worker=self.worker)

        async def work(connection: "PoolConnectionProxy[Record]") -> int:
            async with connection.transaction():
                await connection.execute(_REPLACE, self.worker)
                number: int = await connection.fetchval(_ENTER, self.worker, _LEASE)
                return number

        self._number = await self._database.run(work)
        self._written = {}
        self._dirty.set()

    async def _write_on(self, lobby: SharedLobby) -> None:
        """Write who is here whenever that has changed, without end."""
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            try:
                if await self._write(lobby):
                    self._notify(_PRESENCE)
            except DatabaseAway:
                self._dirty.set()

    async def _write(self, lobby: SharedLobby) -> bool:
        """Write the sessions that have changed; return whether any have. Raises SaveError."""
        worker, now = self._number, {one.session: _row(self._number, one) for one in lobby.visitors}
        changed = [row for number, row in now.items() if self._written.get(number) != row]
        gone = [number for number in self._written if number not in now]
        if not changed and not gone:
            return False

        async def work(connection: "PoolConnectionProxy[Record]") -> None:
            async with connection.transaction():
                await connection.executemany(_WRITE, changed)
                await connection.execute(_ERASE, worker, gone)

        try:
            await self._database.run(work)
        except Exception as error:
            if type(error).__name__ != "ForeignKeyViolationError":
                raise
            await self._enter_again()  # the lease has ended meanwhile
            return False
        self._written = now
        return True

    def _hear(self, text: str) -> None:
        """Take a notification."""
        message = json.loads(text)
        if message["from"] == self._number and message["kind"] != _TABLES:
            return
        match message["kind"]:
            case "presence":
                self._stale_workers.add(message["from"])
            case "tables":
                self._tables_stale = True
            case "ask":
                self._begin(self._answer(message["number"], message["question"]))
            case "answered":
                self._answered.set()
            case _:
                self._inbox.append(message)
        self._heard.set()

    def _look(self) -> None:
        """Read everything again, because notifications may be lost."""
        self._stale_workers |= self._workers.keys()
        self._tables_stale = self._look_again = True
        self._heard.set()
        self._dirty.set()

    async def _read_on(self, lobby: SharedLobby) -> None:
        """Read what has changed, and pass on messages, without end."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            try:
                await self._read(lobby)
            except DatabaseAway:
                self._look()
                await asyncio.sleep(_BEAT)
            except Exception as fault:  # noqa: BLE001 - the next message may be one that can be heard
                log("hub failed", ERROR, fault=fault)

    async def _read(self, lobby: SharedLobby) -> None:
        if self._look_again:
            self._look_again = False
            for read in self._readers.values():
                await read()
            await self._read_begun(lobby)
        while self._inbox:
            await self._pass_on(self._inbox.popleft(), lobby)
        if self._stale_workers:
            await self._read_presence(lobby)
        if self._tables_stale:
            self._tables_stale = False
            lobby.set_open_tables([self._table(row) for row in await self._database.fetch(_LIST)])

    async def _pass_on(self, message: dict[str, Any], lobby: SharedLobby) -> None:
        """Handle a message; a fault is only logged, so that the next messages are handled too."""
        try:
            if read_again := self._readers.get(message["kind"]):
                await read_again()
            elif message["kind"] in _KINDS:
                await lobby.hear(_message(message))
        except DatabaseAway:
            self._look()
        except Exception as fault:  # noqa: BLE001 - whatever it is
            log("message not heard", ERROR, fault=fault, kind=message["kind"])

    async def _read_begun(self, lobby: SharedLobby) -> None:
        """Find the matches that have begun since it was last looked for them."""
        for row in await self._database.fetch(_BEGUN, self._last_match):
            await lobby.hear(hub.Begun(row["name"]))
            self._last_match = row["id"]

    async def _read_presence(self, lobby: SharedLobby) -> None:
        workers, self._stale_workers = self._stale_workers, set[int]()
        visitors: dict[int, list[Visitor]] = {worker: [] for worker in workers if worker != self._number}
        for row in await self._database.fetch(_READ, list(visitors)):
            visitors[row["worker"]].append(_visitor(row))
        for worker, found in visitors.items():
            rows = [_row(worker, one) for one in found]
            if self._read_rows.get(worker, []) != rows:
                self._read_rows[worker] = rows
                lobby.set_remote(str(worker), found)

    def _table(self, row: "Record") -> OpenTable:
        host = User(row["host_key"], row["host_name"], row["host_address"])
        invited = User(row["invited_key"], row["invited_name"]) if row["invited_key"] else None
        settings = Settings().changed(**json.loads(row["settings"]))
        return OpenTable(row["code"], host, settings, invited, self._now() - row["age"])


def _row(worker: int, one: Visitor) -> tuple[object, ...]:
    user, player = one.user, one.player.name if one.player else ""
    return worker, one.session, user.key, user.name, user.address, one.code, player, one.order, one.wants_rematch


def _visitor(row: "Record") -> Visitor:
    user = User(row["user_key"], row["user_name"], row["address"])
    player = Player[row["player"]] if row["player"] else None
    return Visitor(user, row["code"], player, row["seat_order"], row["wants_rematch"], row["session"])


def _message(facts: dict[str, Any]) -> HubMessage:
    """Return the message of a notification."""
    kind = _KINDS[facts["kind"]]
    given = {name: value for name, value in facts.items() if name not in ("from", "kind")}
    if isinstance(said := given.get("said"), dict):
        given["said"] = Message(**said)
    return kind(**given)
