"""The other processes that serve the same lobby, by way of a PostgreSQL database.

Each process is a `worker` with a lease that it renews every second. It writes the sessions that it serves and its
open tables, and reads those of the others whenever they change. The rows of the database decide, so that a lost
notification only delays the news. Notifications carry the other messages themselves:

    {"from":7,"kind":"Said","name":"Ann","text":"Tea?"}

A worker whose lease has ended is removed by any other, with its sessions and its open tables; if it still runs, it
enters again with all that it has.
"""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from logging import ERROR, WARNING
from time import monotonic
from typing import Any, TypeVar

from bgterm.background import BackgroundTasks, SharedLock
from bgterm.lobby.cluster.hub_messages import read_message, write_message
from bgterm.lobby.cluster.replica import Replica
from bgterm.lobby.cluster.shared_lists import table_data, table_of, visitor_data, visitor_of
from bgterm.lobby.errors import no_free_table
from bgterm.lobby.hub import Advanced, Begun, Hub, HubMessage
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users.user_registry import User
from bgterm.rules.errors import BackgammonError
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.log import log
from bgterm.storage.open_match import News
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.lines import EVENT
from bgterm.storage.postgres.matches import begun_after
from bgterm.storage.postgres.shared_rows import BEAT, LeaseEnded, OpenTableRows, SharedRows, WorkerLease, repeat

_T = TypeVar("_T")
_TOPIC = "lobby"
_LOSSES, _LATELY = 4, 120.0
"""As many losses of the lease in so many seconds are no accident."""
_LONGEST_PAUSE = 30.0
"""The most seconds before a worker enters again."""


class DatabaseHub(Hub):
    """The other processes, as one of them sees them. Make one with `enter`."""

    def __init__(self, database: Database, lease: WorkerLease, beat: float) -> None:
        """Take the database and the lease of this worker."""
        self.database, self.lease = database, lease
        self.name, self.is_alone = f"{lease.number}.", False
        self.sessions_here, self.sessions_elsewhere = Counter[str](), Counter[str]()
        """The numbers of sessions that this process serves, and the others, keyed by origin."""
        self._pause = beat
        self._presence = SharedRows(database, "presence", beat)
        self._tables = OpenTableRows(database, "table", beat)
        self._read: Mapping[int | None, list[Any]] = {}
        """The sessions of each other worker, as they were read last."""
        self._lobby: Replica | None = None
        self._entering = SharedLock()
        self._lost: list[float] = []
        """When the lease was lost lately."""
        self._dirty = asyncio.Event()
        self._inbox = asyncio.Queue[dict[str, Any] | None]()
        """Messages of others; None to look for matches whose messages were lost."""
        self._last_match = 0
        self.tasks = BackgroundTasks("hub failed")
        """The work that ends when this worker leaves."""
        self._listening = ExitStack()
        self.listen(_TOPIC, self._hear, partial(self._inbox.put_nowait, None))
        self.listen(EVENT, self._hear_event)

    @classmethod
    async def enter(cls, database: Database, name: str, beat: float = BEAT) -> "DatabaseHub":
        """Enter as the worker of that name, in place of one that may have died. Raises SaveError.

        The lease is renewed after every `beat`, in seconds.
        """
        lease = WorkerLease(database, name)
        await lease.enter({})
        hub = cls(database, lease, beat)
        hub._last_match = max((number for number, _name in await begun_after(database, 0)), default=0)
        return hub

    @property
    def worker(self) -> str:
        """The name of this worker."""
        return self.lease.name

    def listen(self, topic: str, heard: Callable[[str], None], look: Callable[[], None] = lambda: None) -> None:
        """Listen to notifications as `Notifications.listen`, until this worker leaves."""
        self._listening.callback(self.database.notifications.listen(topic, heard, look))

    async def start(self, lobby: Replica, lists: Mapping[SharedRows, Callable[[], Awaitable[None]]]) -> None:
        """Begin to share the lobby, once everything is read that is there. Raises SaveError.

        The functions for other `lists` read them again.
        """
        self._lobby = lobby
        await self.beat()
        while not self._inbox.empty():
            await self._take(lobby)
        await self._read_presence(lobby)
        await self._read_tables(lobby)
        for step in (self._beat_soon, partial(self._write, lobby), partial(self._take, lobby)):
            self.tasks.start(repeat(step, self._pause))
        self.tasks.start(self._presence.follow(partial(self._read_presence, lobby)))
        self.tasks.start(self._tables.follow(partial(self._read_tables, lobby)))
        for rows, read in lists.items():
            self.tasks.start(rows.follow(read))

    async def leave(self) -> None:
        """Release all that this worker has, so that the others know at once."""
        self._listening.close()
        await self.tasks.cancel()
        with suppress(BackgammonError):
            await self.lease.end()
            self._presence.tell_others()
            self._tables.tell_others()

    # What the lobby asks of it

    def changed(self) -> None:
        """Write who is here soon."""
        self._dirty.set()

    def send(self, message: HubMessage) -> None:
        """Send a message to all other processes."""
        facts = {"from": self.lease.number, **write_message(message)}
        self.database.notifications.send(_TOPIC, json.dumps(facts, separators=(",", ":")))

    async def add(self, table: OpenTable) -> None:
        """Keep an open table; the lobby has those that others have opened before it when this returns.

        Raises LobbyError when its code is taken, SaveError.
        """
        if not await self.as_worker(lambda worker: self._tables.add(worker, table.code, table_data(table))):
            raise no_free_table()
        self._tables.tell_others()
        if self._lobby:
            with suppress(DatabaseAway):  # it is kept
                await self._read_tables(self._lobby)

    async def take(self, tables: Collection[OpenTable], guest: User) -> bool:
        """Hold back the open tables of two who begin a match, as `Hub.take`. Raises SaveError."""
        codes, hosts = {table.code for table in tables}, {guest.key, *(table.host.key for table in tables)}
        taken = await self.as_worker(lambda worker: self._tables.take(worker, codes, hosts))
        self._tables.tell_others()
        if not taken:
            self._tables.stale.set()
        return taken

    def release(self, table: OpenTable, guest: User) -> None:
        """Offer the tables again that `take` held back, as soon as the database answers."""
        hosts = (table.host.key, guest.key)
        self.tasks.start(self._change_tables(partial(self._tables.release, self.lease.number, hosts)))

    def withdraw(self, codes: Iterable[str], players: Iterable[User] = ()) -> None:
        """Withdraw open tables as `Hub.withdraw`, as soon as the database answers."""
        codes, hosts = [*codes], [player.key for player in players]
        if codes:
            remove = partial(self._tables.remove, self.lease.number, hosts, codes)
            self.tasks.start(self._change_tables(remove))

    async def _change_tables(self, work: Callable[[], Awaitable[None]]) -> None:
        """Change the open tables, again while the database is away, and read them again everywhere."""
        while True:
            try:
                await work()
            except DatabaseAway:
                await asyncio.sleep(self._pause)
            else:
                self._tables.tell_others()
                self._tables.stale.set()
                return

    # What it does

    async def as_worker(self, work: Callable[[int], Awaitable[_T]]) -> _T:
        """Return the result of the work, which is given the number of the lease; enter again if that has ended."""
        while True:
            number = self.lease.number
            try:
                return await work(number)
            except LeaseEnded:
                await self._enter_again(number)

    async def _enter_again(self, number: int) -> None:
        """Enter again after the lease of this number has ended, with all that this process has."""
        async with self._entering:
            if self.lease.number == number:
                await self._back_off()
                now, hosted = monotonic(), self._lobby.hosted if self._lobby else []
                await self.lease.enter({one.code: (table_data(one), now - one.since) for one in hosted})
                for changed in (self._dirty, self._tables.stale, self._presence.stale):
                    changed.set()
                self._tables.tell_others()

    async def _back_off(self) -> None:
        """Log that the lease is lost, and wait if that happens often: another worker may have the same name."""
        now = monotonic()
        self._lost = [*(moment for moment in self._lost if now - moment < _LATELY), now]
        often = len(self._lost) - _LOSSES
        if often < 0:
            log("lease lost", WARNING, worker=self.worker)
        elif often == 0:
            log("lease lost often: is there another worker of this name?", ERROR, worker=self.worker)
        if often >= 0:
            await asyncio.sleep(min(self._pause * 2**often, _LONGEST_PAUSE))

    async def _beat_soon(self) -> None:
        """Renew the lease when it is time."""
        await asyncio.sleep(self._pause)
        await self.beat()

    async def beat(self) -> None:
        """Renew the lease, and take note of the workers that live. Raises SaveError."""
        before = self.lease.others.keys()
        elsewhere = await self.as_worker(lambda _number: self.lease.renew(self.sessions_here))
        self.sessions_elsewhere.clear()
        self.sessions_elsewhere.update(elsewhere)
        if before != self.lease.others.keys():
            self._presence.stale.set()
            self._tables.stale.set()

    async def _write(self, lobby: Replica) -> None:
        """Write who is here once that has changed."""
        await self._dirty.wait()
        self._dirty.clear()

        async def write(worker: int) -> bool:
            rows = {f"{worker}.{one.session}": visitor_data(one) for one in lobby.visitors}
            return await self._presence.write(worker, rows)

        try:
            if await self.as_worker(write):
                self._presence.tell_others()
        except Exception:
            self._dirty.set()
            raise

    async def _read_presence(self, lobby: Replica) -> None:
        """Read the sessions of the other workers."""
        before, found = self._read, defaultdict[int | None, list[Any]](list)
        for row in await self._presence.read():
            if row.worker != self.lease.number:
                found[row.worker].append(row.data)
        self._read = found
        for worker in {*before, *found}:
            if before.get(worker) != (data := found.get(worker, [])):
                lobby.set_remote(str(worker), [visitor_of(one) for one in data])

    async def _read_tables(self, lobby: Replica) -> None:
        """Read the open tables of all workers."""
        rows = await self.as_worker(self._tables.waiting)
        lobby.set_open_tables([table_of(row, monotonic()) for row in rows])

    def _hear_event(self, text: str) -> None:
        """Take the notification of a line of a match."""
        _number, _line, news, name = text.split(" ", 3)
        if (seen := News(news)) is not News.NONE:
            self._inbox.put_nowait({"kind": Advanced.__name__, "name": name, "ended": seen is News.GAME})

    def _hear(self, text: str) -> None:
        """Take a notification."""
        message = json.loads(text)
        if message["from"] != self.lease.number:
            self._inbox.put_nowait(message)

    async def _take(self, lobby: Replica) -> None:
        """Handle the next message, again while the database is away."""
        message = await self._inbox.get()
        while True:
            try:
                if message:
                    await _handled(lambda: lobby.hear(read_message(message)))
                else:
                    await self._read_begun(lobby)
            except DatabaseAway:
                await asyncio.sleep(self._pause)
            else:
                return

    async def _read_begun(self, lobby: Replica) -> None:
        """Find the matches that have begun since it was last looked for them."""
        for number, name in await begun_after(self.database, self._last_match):
            await _handled(partial(lobby.hear, Begun(name)))
            self._last_match = number


async def _handled(work: Callable[[], Awaitable[None]]) -> None:
    """Handle a message; a fault is only logged, so that the next messages are handled too.

    Raises DatabaseAway, after which it may be handled again.
    """
    try:
        await work()
    except DatabaseAway:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is
        log("message not heard", ERROR, fault=fault)
