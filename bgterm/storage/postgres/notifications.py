"""Notifications between the processes of one database: short texts, sent after the reported change is committed.

They are sent by statements of their own, several at a time, because only one transaction with a NOTIFY can commit
at a time. One connection of each process listens. A notification can be lost, with the connection or with the
process that would have sent it, so a listener is also called to look for changes itself: after each new
connection, and every few seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from bgterm.background import BackgroundTasks
from bgterm.storage.errors import DatabaseAway

if TYPE_CHECKING:
    from asyncpg import Connection, Record

CHANNEL = "bgterm"
"""The channel of the database on which all notifications are sent."""
_MOST = 1000
"""The most notifications that one statement sends."""
_PAUSE = 0.2
"""The seconds between two attempts to connect."""
_Send = Callable[[list[str]], Awaitable[object]]
"""A function that sends several texts in one statement."""


class Notifications:
    """The notifications that one process sends to all processes, and receives from all, including itself."""

    def __init__(self, send: _Send, connect: "Callable[[], Awaitable[Connection[Record]]]", reread: float) -> None:
        """Send with `send`, and listen on `connect`'s connection; `reread` in seconds as in `Database.open`."""
        self._send_all, self._connect, self._reread = send, connect, reread
        self._listeners: dict[str, list[Callable[[str], None]]] = {}
        self._lookers: list[Callable[[], None]] = []
        self._unsent: list[str] = []
        self.tasks = BackgroundTasks("notifications failed")
        """The tasks that end with `stop`."""
        self._sending: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        """Set while the connection receives notifications."""

    def start(self) -> None:
        """Begin to listen."""
        self.tasks.start(self._listen())

    async def stop(self) -> None:
        """Send what is waiting, and stop listening."""
        if self._sending:
            await asyncio.wait([self._sending])
        await self.tasks.cancel()

    def send(self, topic: str, text: str) -> None:
        """Send a text to all processes in the background; its topic is one word.

        It has at most 7,000 bytes, and is lost when the database is away.
        """
        self._unsent.append(f"{topic} {text}")
        if self._sending is None or self._sending.done():
            self._sending = self.tasks.start(self._send())

    def listen(self, topic: str, heard: Callable[[str], None], look: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for each text about the topic, and `look` when some may be lost; return what ends that.

        Both are called in the event loop, and must not block.
        """
        listeners = self._listeners.setdefault(topic, [])
        listeners.append(heard)
        self._lookers.append(look)

        def stop() -> None:
            listeners.remove(heard)
            self._lookers.remove(look)

        return stop

    async def _send(self) -> None:
        while self._unsent:
            batch, self._unsent = self._unsent[:_MOST], self._unsent[_MOST:]
            with suppress(DatabaseAway):  # the listeners read again by themselves
                await self._send_all(batch)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await self._connect()
            except Exception:  # noqa: BLE001 - whatever it is, it is tried again
                await asyncio.sleep(_PAUSE)
                continue
            try:
                await self._hear(connection)
            finally:
                self.listening.clear()
                connection.terminate()

    async def _hear(self, connection: "Connection[Record]") -> None:
        """Listen on a connection until it is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        with suppress(Exception):  # the connection is lost
            await connection.add_listener(CHANNEL, self._heard)
            self.listening.set()
            while not lost.is_set():
                self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._reread):
                        await lost.wait()
                # an empty transaction asks the server: a network can lose a connection silently
                async with connection.transaction():
                    pass

    def _heard(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        topic, _, text = str(payload).partition(" ")
        for heard in tuple(self._listeners.get(topic, ())):
            heard(text)

    def _look(self) -> None:
        for look in tuple(self._lookers):
            look()
