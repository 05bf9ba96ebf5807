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
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from logging import ERROR, WARNING
from time import monotonic
from typing import TypeVar

from bgterm.background import BackgroundTasks
from bgterm.lobby.cluster import hub_messages, questions
from bgterm.lobby.cluster.hub_messages import is_message, read_message, write_message
from bgterm.lobby.cluster.presence_table import PresenceTable
from bgterm.lobby.cluster.questions import Facts, Questions
from bgterm.lobby.cluster.replica import Replica
from bgterm.lobby.cluster.shared_open_tables import SharedOpenTables
from bgterm.lobby.cluster.worker_lease import WorkerLease
from bgterm.lobby.hub import Begun, HubMessage
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users.user_registry import User
from bgterm.rules.errors import BackgammonError
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database

_T = TypeVar("_T")
_TOPIC = "lobby"
_BEAT = 1.0
"""Seconds between two renewals of the lease."""
_BEGUN = "SELECT id, name FROM match WHERE id > $1 AND ended IS NULL ORDER BY id"


def _no_origins() -> Mapping[str, int]:
    return {}


class DatabaseHub:
    """The other processes, as one of them sees them. Make one with `enter`."""

    def __init__(self, database: Database, lease: WorkerLease, now: Callable[[], float]) -> None:
        """Take the database, and the lease of this worker."""
        self._database, self._lease = database, lease
        self.worker, self.name, self.is_alone = lease.name, f"{lease.number}.", False
        self.origins: Callable[[], Mapping[str, int]] = _no_origins
        """Returns the number of sessions that this process serves from each address."""
        self.questions = Questions(database, lease, self._notify, self._beat)
        """The questions of the operator to all processes."""
        self._presence, self._open_tables = PresenceTable(database), SharedOpenTables(database, now)
        self._lobby: Replica | None = None
        self._entering = asyncio.Lock()
        self._dirty, self._heard = asyncio.Event(), asyncio.Event()
        self._stale_workers, self._tables_stale, self._look_again = set[int](), False, False
        self._tables_of = lease.number
        """The number of the lease with which the open tables of this process are kept."""
        self._inbox = deque[Facts]()
        self._last_match = 0
        self._tasks = BackgroundTasks("hub failed")
        self._stop_listening = database.notifications.listen(_TOPIC, self._hear, self._look)
        self._readers: dict[str, Callable[[], Awaitable[None]]] = {}

    @classmethod
    async def enter(cls, database: Database, name: str, now: Callable[[], float] = monotonic) -> "DatabaseHub":
        """Enter as the worker of that name, in place of one that may have died. Raises SaveError."""
        lease = WorkerLease(database, name)
        await lease.enter()
        entered = cls(database, lease, now)
        newest = await database.fetch("SELECT coalesce(max(id), 0) AS id FROM match")
        entered._last_match = newest[0]["id"]
        return entered

    @property
    def workers(self) -> tuple[str, ...]:
        """The names of the other workers that live."""
        return tuple(self._lease.others.values())

    @property
    def remote_origins(self) -> Counter[str]:
        """The number of sessions of each address that other processes serve."""
        return self._lease.remote_origins

    def reads(self, kind: str, read: Callable[[], Awaitable[None]]) -> None:
        """Call `read` whenever another process has changed what it sends with `tell_changed`."""
        self._readers[kind] = read

    async def check(self) -> None:
        """Check that the database answers. Raises SaveError."""
        await self._database.fetch("SELECT 1")

    def tell_changed(self, kind: str) -> None:
        """Have all other processes read something again."""
        self._notify(kind)

    async def start(self, lobby: Replica) -> None:
        """Begin to share the lobby, once what is there is read. Raises SaveError."""
        self._lobby = lobby
        await self._beat()
        self._tables_stale = True
        await self._read(lobby)
        for step in (self._beat_soon, partial(self._write, lobby), partial(self._follow, lobby)):
            self._tasks.start(_repeated(step))

    async def leave(self) -> None:
        """Release all that this worker has, so that the others know at once."""
        self._stop_listening()
        await self._tasks.cancel()
        with suppress(BackgammonError):
            await self._lease.end()
            self._notify(hub_messages.PRESENCE)
            self._notify(hub_messages.TABLES)

    # What the lobby asks of it

    def changed(self) -> None:
        """Write who is here soon."""
        self._dirty.set()

    def send(self, message: HubMessage) -> None:
        """Send a message to all other processes."""
        self._notify(**write_message(message))

    async def add(self, table: OpenTable) -> None:
        """Keep an open table; the lobby has those that others have opened before it when this returns.

        Raises LobbyError when its code is taken, SaveError.
        """
        await self._with_lease(lambda worker: self._open_tables.add(worker, table))
        self._notify(hub_messages.TABLES)
        if self._lobby:
            with suppress(DatabaseAway):  # it is kept
                await self._read_tables(self._lobby)

    async def take(self, table: OpenTable, guest: User) -> bool:
        """Hold back the open tables of two who begin a match, as `Hub.take`. Raises SaveError."""
        hosts = (table.host.key, guest.key)
        taken = await self._with_lease(lambda worker: self._open_tables.take(worker, table.code, hosts))
        self._notify(hub_messages.TABLES)
        return taken

    def release(self, table: OpenTable, guest: User) -> None:
        """Offer the tables again that `take` held back, as soon as the database answers."""
        hosts = (table.host.key, guest.key)
        self._tasks.start(self._change_tables(lambda: self._open_tables.release(self._lease.number, hosts)))

    def withdraw(self, codes: Iterable[str], players: Iterable[User] = ()) -> None:
        """Withdraw open tables as `Hub.withdraw`, as soon as the database answers."""
        codes, hosts = [*codes], [player.key for player in players]
        if codes:
            self._tasks.start(
                self._change_tables(lambda: self._open_tables.remove(codes, self._lease.number, hosts))
            )

    async def _change_tables(self, work: Callable[[], Awaitable[None]]) -> None:
        """Change the open tables, again while the database is away, and notify all processes."""
        while True:
            try:
                await work()
            except DatabaseAway:
                await asyncio.sleep(_BEAT)
            else:
                self._notify(hub_messages.TABLES)
                return

    # What it does

    def _notify(self, kind: str, **facts: object) -> None:
        text = json.dumps({"from": self._lease.number, "kind": kind, **facts}, separators=(",", ":"))
        self._database.notifications.send(_TOPIC, text)

    async def _with_lease(self, work: Callable[[int], Awaitable[_T]]) -> _T:
        """Return what the work returns that is done as this worker; enter again if the lease has ended."""
        from asyncpg import ForeignKeyViolationError

        number = self._lease.number
        try:
            return await work(number)
        except ForeignKeyViolationError:
            await self._enter_again(number)
            return await work(self._lease.number)

    async def _beat_soon(self) -> None:
        """Renew the lease when it is time."""
        await asyncio.sleep(_BEAT)
        await self._beat()

    async def _beat(self) -> None:
        """Renew the lease, and take note of the workers that live. Enter again if it had ended."""
        before, number = self._lease.others.keys(), self._lease.number
        if not await self._lease.renew(self.origins()):
            await self._enter_again(number)
        if changed := before ^ self._lease.others.keys():
            self._stale_workers |= changed
            self._tables_stale = True
            self._heard.set()

    async def _enter_again(self, number: int) -> None:
        """Enter again after the lease of this number has ended, with all that this process has."""
        async with self._entering:
            if self._lease.number == number:
                log("lease lost", WARNING, worker=self.worker)
                await self._lease.enter()
                self._presence.forget()
                self._tables_stale = True
                self._dirty.set()
                self._heard.set()

    async def _write(self, lobby: Replica) -> None:
        """Write who is here once that has changed."""
        await self._dirty.wait()
        self._dirty.clear()
        try:
            if await self._with_lease(lambda worker: self._presence.write(worker, lobby.visitors)):
                self._notify(hub_messages.PRESENCE)
        except Exception:
            self._dirty.set()
            raise

    def _hear(self, text: str) -> None:
        """Take a notification."""
        message = json.loads(text)
        if message["from"] == self._lease.number and message["kind"] != hub_messages.TABLES:
            return
        match message["kind"]:
            case hub_messages.PRESENCE:
                self._stale_workers.add(message["from"])
            case hub_messages.TABLES:
                self._tables_stale = True
            case questions.ASKED:
                self._tasks.start(self.questions.reply(message["number"], message["question"]))
            case questions.ANSWERED:
                self.questions.hear_answer(message["number"])
            case _:
                self._inbox.append(message)
        self._heard.set()

    def _look(self) -> None:
        """Read everything again, because notifications may be lost."""
        self._stale_workers |= self._lease.others.keys() | self._presence.workers
        self._tables_stale = self._look_again = True
        self._heard.set()
        self._dirty.set()

    async def _follow(self, lobby: Replica) -> None:
        """Read what has changed, and pass on messages, once there is anything."""
        await self._heard.wait()
        self._heard.clear()
        try:
            await self._read(lobby)
        except DatabaseAway:
            self._look()
            raise

    async def _read(self, lobby: Replica) -> None:
        if self._look_again:
            self._look_again = False
            for read in self._readers.values():
                await read()
            await self._read_begun(lobby)
        while self._inbox:
            await self._pass_on(self._inbox[0], lobby)
            self._inbox.popleft()
        if self._stale_workers:
            workers, self._stale_workers = self._stale_workers - {self._lease.number}, set[int]()
            for worker, visitors in (await self._presence.read(workers)).items():
                lobby.set_remote(str(worker), visitors)
        if self._tables_stale:
            self._tables_stale = False
            await self._read_tables(lobby)

    async def _read_tables(self, lobby: Replica) -> None:
        """Read the open tables; if the lease had ended, those of this process are written again first."""
        if self._tables_of != self._lease.number:
            self._tables_of = await self._with_lease(
                lambda worker: self._open_tables.restore(worker, lobby.hosted)
            )
            self._notify(hub_messages.TABLES)
        number = self._tables_of
        tables = await self._open_tables.read(number)
        if tables is None:
            await self._enter_again(number)
            await self._read_tables(lobby)
        else:
            lobby.set_open_tables(tables)

    async def _pass_on(self, message: Facts, lobby: Replica) -> None:
        """Handle a notification that is not about a table of the database. Raises DatabaseAway."""
        kind = message["kind"]
        if read_again := self._readers.get(kind):
            await _handle(kind, read_again)
        elif is_message(kind):
            await _handle(kind, lambda: lobby.hear(read_message(message)))

    async def _read_begun(self, lobby: Replica) -> None:
        """Find the matches that have begun since it was last looked for them."""
        for row in await self._database.fetch(_BEGUN, self._last_match):
            await _handle(Begun.__name__, partial(lobby.hear, Begun(row["name"])))
            self._last_match = row["id"]


async def _handle(kind: str, work: Callable[[], Awaitable[None]]) -> None:
    """Handle a message; a fault is only logged, so that the next messages are handled too.

    Raises DatabaseAway, after which it may be handled again.
    """
    try:
        await work()
    except DatabaseAway:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is
        log("message not heard", ERROR, fault=fault, kind=kind)


async def _repeated(step: Callable[[], Awaitable[None]]) -> None:
    """Take the step without end; after a fault, whatever it is, a little later."""
    while True:
        try:
            await step()
        except Exception as fault:  # noqa: BLE001 - without its steps the others take this worker for dead
            if not isinstance(fault, DatabaseAway):
                log("hub failed", ERROR, fault=fault)
            await asyncio.sleep(_BEAT)
