"""The other processes that serve the same lobby, reached through a PostgreSQL database.

Each process is a `worker` with a lease that it renews every second. It writes the sessions that it serves and its
open tables, and reads those of the others whenever they change. The rows of the database decide, so a lost
notification only delays the news. Other messages are sent in the notifications themselves:

    {"from":7,"kind":"ChatLine","name":"Ann","text":"Tea?"}

A worker whose lease has ended is removed by any other, with its sessions and its open tables; if it still runs, it
enters again with all its sessions and open tables.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from logging import ERROR, WARNING
from time import monotonic
from typing import Any, TypeVar, get_args

from bgterm.background import BackgroundTasks, SharedLock
from bgterm.lobby.errors import no_free_table
from bgterm.lobby.hub import Advanced, Begun, Hub, HubMessage
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import read_fields, write_fields
from bgterm.rules.errors import BackgammonError
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.log import log
from bgterm.storage.open_match import ListChange
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.lines import EVENT
from bgterm.storage.postgres.matches import begun_after
from bgterm.storage.postgres.shared_rows import (
    BEAT,
    LeaseEnded,
    OpenTableRows,
    SharedRows,
    WorkerLease,
    repeat,
    whenever,
)

_T = TypeVar("_T")
_TOPIC = "lobby"
_KINDS: Mapping[str, type[HubMessage]] = {kind.__name__: kind for kind in get_args(HubMessage)}
_LOSSES, _LATELY = 4, 120.0
"""The number of lost leases in so many seconds from which on a worker waits before it enters again."""
_LONGEST_PAUSE = 30.0
"""The most seconds that a worker waits before it enters again."""


class DatabaseHub(Hub):
    """The `Hub` of a worker: it shares the lobby with the other workers of a database. Make one with `enter`."""

    _lobby: Lobby
    """The lobby of this process, once it is shared."""

    def __init__(self, database: Database, lease: WorkerLease, beat: float) -> None:
        """Begin with the lease of this worker, renewed after every `beat` seconds."""
        self.database, self.lease = database, lease
        self.name, self.is_alone = f"{lease.number}.", False
        self.sessions_here, self.sessions_elsewhere = Counter[str](), Counter[str]()
        """The numbers of sessions that this process and the other processes serve, keyed by origin."""
        self._pause = beat
        self._presence = SharedRows(database, "presence", beat)
        self._tables = OpenTableRows(database, "table", beat)
        self._read: dict[str, tuple[Any, Visitor]] = {}
        """The sessions of other workers as last read, with the data of their rows, by key."""
        self._entering = SharedLock()
        self._lost: list[float] = []
        """The moments at which the lease was lost lately, in seconds."""
        self._dirty = asyncio.Event()
        self._inbox = asyncio.Queue[HubMessage | None]()
        """Messages of other workers; None stands for lost ones, after which new matches are looked up."""
        self._last_match = 0
        self.tasks = BackgroundTasks("hub failed")
        """The tasks that end when this worker leaves."""
        self._listening = ExitStack()
        self.listen(_TOPIC, self._hear, partial(self._inbox.put_nowait, None))
        self.listen(EVENT, self._hear_event)

    @classmethod
    async def enter(cls, database: Database, name: str, beat: float = BEAT) -> "DatabaseHub":
        """Return the hub of a worker with a new lease, in place of a dead worker of that name.

        The lease is renewed after every `beat`, in seconds. Raises SaveError when the database does not answer.
        """
        lease = WorkerLease(database, name)
        await lease.enter({})
        hub = cls(database, lease, beat)
        hub._last_match = max((number for number, _name in await begun_after(database, 0)), default=0)
        return hub

    def listen(self, topic: str, heard: Callable[[str], None], look: Callable[[], None] = lambda: None) -> None:
        """Call `heard` with the text of each notification of a topic, and `look` when some may have been lost.

        The calls end when this worker leaves.
        """
        self._listening.callback(self.database.notifications.listen(topic, heard, look))

    async def start(self, lobby: Lobby, lists: Mapping[SharedRows, Callable[[], Awaitable[None]]]) -> None:
        """Read the sessions and open tables of other workers into `lobby`, and begin to share its own.

        `lists` has further shared rows, each with the function to call when another worker has changed them.
        Raises SaveError when the database does not answer.
        """
        self._lobby = lobby
        await self.beat()
        while not self._inbox.empty():
            await self._take()
        await self._read_presence()
        await self._read_tables()
        for step in (self._beat_soon, self._take):
            self.tasks.start(repeat(step, self._pause))
        self.tasks.start(whenever(self._dirty, self._write, self._pause))
        for rows, read in {self._presence: self._read_presence, self._tables: self._read_tables, **lists}.items():
            self.tasks.start(rows.follow(read))

    async def leave(self) -> None:
        """End the lease, which removes this worker's sessions and open tables, and notify the other workers."""
        self._listening.close()
        await self.tasks.cancel()
        with suppress(BackgammonError):
            await self.lease.end()
            self._presence.tell_others()
            self._tables.tell_others()

    # Requests of the lobby

    def changed(self) -> None:
        """Write the sessions of this worker and their places to the database, in the background."""
        self._dirty.set()

    def send(self, message: HubMessage) -> None:
        """Send a message to all other workers."""
        facts = {"from": self.lease.number, "kind": type(message).__name__, **write_fields(message)}
        self.database.notifications.send(_TOPIC, json.dumps(facts, separators=(",", ":")))

    async def add(self, table: OpenTable) -> None:
        """Add an open table for all workers; then read the open tables that others have added before it.

        Raises LobbyError when its code is taken, SaveError when the database does not answer.
        """
        if not await self.as_worker(lambda worker: self._tables.add(worker, table.code, write_fields(table))):
            raise no_free_table()
        self._tables.tell_others()
        with suppress(DatabaseAway):  # it is kept
            await self._read_tables()

    async def take(self, tables: Collection[OpenTable], guest: User) -> bool:
        """Reserve the open tables of `guest` and of the hosts of `tables`; return whether their match may begin.

        Returns False when one of `tables` is not open any more, or one of these players begins another match.
        Raises SaveError when the database does not answer.
        """
        codes, hosts = {table.code for table in tables}, {guest.key, *(table.host.key for table in tables)}
        taken = await self.as_worker(lambda worker: self._tables.take(worker, codes, hosts))
        self._tables.tell_others()
        if not taken:
            self._tables.stale.set()
        return taken

    def release(self, table: OpenTable, guest: User) -> None:
        """Cancel the reservations that `take` made for the table's host and `guest`, once the database answers."""
        hosts = (table.host.key, guest.key)
        self.tasks.start(self._change_tables(partial(self._tables.release, self.lease.number, hosts)))

    def withdraw(self, codes: Iterable[str], players: Iterable[User] = ()) -> None:
        """Withdraw the tables with these codes and those reserved for `players`, once the database answers."""
        codes, hosts = [*codes], [player.key for player in players]
        if codes:
            remove = partial(self._tables.remove, self.lease.number, hosts, codes)
            self.tasks.start(self._change_tables(remove))

    async def _change_tables(self, work: Callable[[], Awaitable[None]]) -> None:
        """Await `work`, which changes open tables, until the database answers; then make all workers read them."""
        await self._when_back(work)
        self._tables.tell_others()
        self._tables.stale.set()

    # Background work

    async def as_worker(self, work: Callable[[int], Awaitable[_T]]) -> _T:
        """Call `work` with the number of this worker's lease, and return its result.

        If the lease has ended, a new one is taken and `work` is called again.
        """
        while True:
            number = self.lease.number
            try:
                return await work(number)
            except LeaseEnded:
                await self._enter_again(number)

    async def _enter_again(self, number: int) -> None:
        """Take a new lease in place of the ended one with this number, with the open tables of this worker."""
        async with self._entering:
            if self.lease.number == number:
                await self._back_off()
                now = monotonic()
                here = {session.user for session in self._lobby.sessions}
                hosted = [table for table in self._lobby.open_tables if table.host in here]
                await self.lease.enter({one.code: (write_fields(one), now - one.since) for one in hosted})
                for changed in (self._dirty, self._tables.stale, self._presence.stale):
                    changed.set()
                self._tables.tell_others()

    async def _back_off(self) -> None:
        """Log the loss of the lease; wait if it was lost often, because another worker may have the same name."""
        now = monotonic()
        self._lost = [*(moment for moment in self._lost if now - moment < _LATELY), now]
        often = len(self._lost) - _LOSSES
        if often < 0:
            log("lease lost", WARNING, worker=self.lease.name)
        elif often == 0:
            log("lease lost often: is there another worker of this name?", ERROR, worker=self.lease.name)
        if often >= 0:
            await asyncio.sleep(min(self._pause * 2**often, _LONGEST_PAUSE))

    async def _beat_soon(self) -> None:
        """Wait until the next beat, then renew the lease."""
        await asyncio.sleep(self._pause)
        await self.beat()

    async def beat(self) -> None:
        """Renew the lease, and read which other workers are alive. Raises SaveError when the database is away."""
        before = self.lease.others.keys()
        elsewhere = await self.as_worker(lambda _number: self.lease.renew(self.sessions_here))
        self.sessions_elsewhere.clear()
        self.sessions_elsewhere.update(elsewhere)
        if before != self.lease.others.keys():
            self._presence.stale.set()
            self._tables.stale.set()

    async def _write(self) -> None:
        """Write the sessions of this worker."""

        async def write(worker: int) -> None:
            visitors = [session.visitor for session in self._lobby.sessions]
            await self._presence.write(worker, {f"{worker}.{one.session}": write_fields(one) for one in visitors})

        await self.as_worker(write)

    async def _read_presence(self) -> None:
        """Read the sessions of the other workers."""
        rows = [row for row in await self._presence.read() if row.worker != self.lease.number]
        new = {row.key: row.data for row in rows if self._read.get(row.key, (None,))[0] != row.data}
        if new or len(rows) < len(self._read):
            known = self._read | {key: (data, read_fields(Visitor, data)) for key, data in new.items()}
            self._read = {row.key: known[row.key] for row in rows}
            self._lobby.set_remote([visitor for _data, visitor in self._read.values()])

    async def _read_tables(self) -> None:
        """Read the open tables of all workers."""
        rows, now = await self.as_worker(self._tables.waiting), monotonic()
        tables = [read_fields(OpenTable, row.data)._replace(since=now - row.age) for row in rows]
        self._lobby.set_open_tables(tables)

    def _hear_event(self, text: str) -> None:
        """Queue a message for the notification that a match has a new line, if the line changes any list."""
        _number, _line, change, name = text.split(" ", 3)
        if (seen := ListChange(change)) is not ListChange.NONE:
            self._inbox.put_nowait(Advanced(name, seen))

    def _hear(self, text: str) -> None:
        """Queue the message of another worker in the text of a notification; ignore this worker's own."""
        facts = json.loads(text)
        sender, kind = facts.pop("from"), facts.pop("kind")
        if sender != self.lease.number:
            self._inbox.put_nowait(read_fields(_KINDS[kind], facts))

    async def _take(self) -> None:
        """Handle the next queued message as soon as the database answers."""
        if message := await self._inbox.get():
            await self._when_back(partial(_handled, partial(self._lobby.hear, message)))
        else:
            await self._when_back(self._read_begun)

    async def _when_back(self, work: Callable[[], Awaitable[None]]) -> None:
        """Await `work`, and repeat it while the database is away."""
        while True:
            try:
                return await work()
            except DatabaseAway:
                await asyncio.sleep(self._pause)

    async def _read_begun(self) -> None:
        """Read the matches that have begun since the last time."""
        for number, name in await begun_after(self.database, self._last_match):
            await _handled(partial(self._lobby.hear, Begun(name)))
            self._last_match = number


async def _handled(work: Callable[[], Awaitable[None]]) -> None:
    """Await `work`, which handles a message, and log any exception so that the next message is handled.

    Raises only DatabaseAway, after which `work` can be repeated.
    """
    try:
        await work()
    except DatabaseAway:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is
        log("message not heard", ERROR, fault=fault)
