"""All that is at the server now: connections, sessions, and who may have one more."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, field
from logging import WARNING
from pathlib import Path
from typing import Protocol

from bgterm.formats.transcript import MatchFile
from bgterm.net import messages as words
from bgterm.net.bans import Bans
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import ConnectionLimiter, Limits
from bgterm.net.stats import Stats
from bgterm.plain.lists import Say
from bgterm.plain.shared import Later
from bgterm.plain.visit import Visit
from bgterm.profile.settings import Settings, load
from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.screens.base import BaseScreen

_SWEEP = 1.0
"""Seconds between two checks for clients that are idle, or do not read."""
_FAREWELL = 3.0
"""Seconds that sessions have to end in when the server does."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a session."""

    key: str
    """The fingerprint of the key that the client has proven to own; empty for a guest."""
    code: str
    """The name used to log in, which may be that of a table."""
    address: str
    """The address of the client."""
    port: int
    """The port of the server that the client connected to."""


class OpenSession(Protocol):
    """A session, as far as the server looks after it."""

    client: Client
    opened: float
    """When it began, by the clock of the event loop."""
    last_key: float
    """When a key came last."""
    first: BaseScreen | Visit | None
    """The player's first screen, once there is one."""
    task: asyncio.Task[None] | None

    @property
    def broken(self) -> bool:
        """Whether a part of it has ended while the rest goes on."""
        ...

    def crash(self, fault: BaseException) -> None:
        """Log what went wrong, and end the session."""

    def end(self, said: str = "", status: int = 0) -> None:
        """End the session with a sentence."""


class Connection(Protocol):
    """A connection, as far as the server looks after it."""

    is_half_open: bool

    @property
    def origin(self) -> str:
        """The origin of its address."""
        ...

    @property
    def sessions(self) -> Collection[OpenSession]:
        """The sessions that are open."""
        ...

    def packets_since(self) -> int:
        """Return how many packets have come since the last call."""
        ...

    def check_idle(self, now: float) -> None:
        """End what nobody uses or reads."""

    def drop(self, reason: str) -> None:
        """Cut the connection, and log why."""

    def hang_up(self, reason: str) -> None:
        """End the connection with a sentence that says why."""


FirstScreen = Callable[[Client, Workspace], tuple[BaseScreen, Callable[[], None]]]
"""Returns a player's first screen, and the function to call after any end of the session."""


ReadRecord = Callable[[Client, str], Coroutine[None, None, MatchFile]]
"""Returns the record of the finished match of a code. Raises LobbyError or BackgammonError when there is none."""
FirstVisit = Callable[[Client, Workspace, Say, Later], Visit]
"""Makes the visit of a player in plain mode."""


@dataclass
class ServerState:
    """The state that all connections share."""

    limits: Limits
    folder: Path
    """The folder of the players' settings."""
    first_screen: FirstScreen
    first_visit: FirstVisit | None = None
    """Makes visits in plain mode; None where there is none."""
    read_record: ReadRecord | None = None
    """Reads records of finished matches; None where there are none."""
    limiter: ConnectionLimiter = field(init=False)
    bans: Bans = field(init=False)
    """Keys and addresses that are not let in."""
    stats: Stats = field(default_factory=Stats)
    connections: set[Connection] = field(default_factory=set)
    """The connections that are open."""
    first_paint_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Lets one session at a time draw its first screen, so that a crowd does not keep those waiting who play."""

    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """The background tasks, kept here because the event loop holds only weak references to waiting tasks."""
    _garbage: GarbageCollector = field(default_factory=GarbageCollector)

    def __post_init__(self) -> None:
        """Begin with an empty house."""
        self.limiter = ConnectionLimiter(self.limits)
        self.bans = Bans(self.folder / "bans.txt")

    def desk(self, client: Client, theme: str, *, ascii_only: bool) -> Workspace:
        """Return a player's workspace, with their settings if their key is known, else with the defaults."""
        if not client.key:
            return Workspace(Settings(), None, self.folder, theme, ascii_only=ascii_only)
        name = client.key.rpartition(":")[2].replace("/", "_")
        config = self.folder / "settings" / name / "settings.toml"
        settings, fault = load(config)
        if fault:
            log("settings damaged", WARNING, key=client.key, reason=fault)
        return Workspace(settings, config, self.folder, theme, ascii_only=ascii_only)

    def until_done(self, work: Coroutine[None, None, None]) -> None:
        """Start a task, and keep it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def sweep(self) -> None:
        """Look after the connections, for ever."""
        before = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(_SWEEP)
            now = asyncio.get_running_loop().time()
            self.cut_floods(now - before)
            before = now
            self._check_connections(now)
            self._collect_garbage(now)

    def _check_connections(self, now: float) -> None:
        """Look after each connection; `sweep` itself would keep the last one in memory while it waits."""
        for connection in tuple(self.connections):
            connection.check_idle(now)

    def _collect_garbage(self, now: float) -> None:
        """Collect garbage when nobody is playing."""
        sessions = [session for connection in self.connections for session in connection.sessions]
        last_key = max((session.last_key for session in sessions), default=0.0)
        self._garbage.sweep(now, now - last_key, self.stats.sessions_begun - len(sessions))

    def shed_half_open(self) -> None:
        """Cut a connection on which nobody has logged in, when there are too many: one of those who have most."""
        half_open = [connection for connection in self.connections if connection.is_half_open]
        if len(half_open) > self.limits.half_open:
            crowd = Counter(connection.origin for connection in half_open)
            most = max(crowd.values())
            largest = [connection for connection in half_open if crowd[connection.origin] == most]
            random.choice(largest).drop(words.CROWDED)  # noqa: S311 - not a secret

    def cut_floods(self, seconds: float) -> None:
        """Cut connections that sent too many packets in the last seconds, alone or with their address."""
        packets = {connection: connection.packets_since() for connection in self.connections}
        origins = Counter[str]()
        for connection in sorted(packets, key=lambda one: packets[one]):
            origins[connection.origin] += packets[connection]
            alone = packets[connection] > self.limits.packets_a_second * seconds
            if alone or origins[connection.origin] > self.limits.address_packets_a_second * seconds:
                connection.drop(words.TOO_MUCH_SENT)

    def end_broken_sessions(self, fault: BaseException) -> None:
        """End the sessions of which a part has ended without the rest, because of the fault."""
        for session in [session for connection in self.connections for session in tuple(connection.sessions)]:
            if session.broken:
                session.crash(fault)

    async def close(self) -> None:
        """Announce the end of the server to everyone, and wait for them to leave, but not for long."""
        sessions = [session for connection in self.connections for session in connection.sessions]
        for session in sessions:
            session.end(words.STOPPED)
        if ending := [session.task for session in sessions if session.task]:
            await asyncio.wait(ending, timeout=_FAREWELL)
        for connection in tuple(self.connections):
            connection.hang_up(words.STOPPED)
