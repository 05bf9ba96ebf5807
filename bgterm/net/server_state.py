"""The state that all connections of a server share."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from dataclasses import InitVar, dataclass, field, replace
from logging import ERROR, WARNING
from math import inf
from pathlib import Path
from typing import Protocol

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby.bans import Ban, Bans
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import ConnectionLimiter, Limits, origin_of
from bgterm.plain.lists import Later, Say
from bgterm.plain.visit import Visit
from bgterm.profile.settings import Settings, load
from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.screens.base import BaseScreen

STOPPED = N_("The server is shutting down. Your match is kept: connect again when it is back.")
"""The message to all players when the server ends."""
DRAINED = N_("This part of the server restarts. Your match is kept: connect again now.")
"""The message to the players of one of several workers when it ends."""
_SWEEP = 1.0
"""Seconds between two checks of all connections."""
_GATHERED = 60.0
"""Seconds for which further refusals of an origin are only counted."""
_FAREWELL = 3.0
"""Seconds that sessions have to end when the server does."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client at the other end of a session."""

    key: str
    """The fingerprint of the key that signed the login; empty for a guest."""
    code: str
    """The name of the login, which may be the code of a table."""
    address: str
    """The address of the client."""
    port: int
    """The port of the server to which the client has connected."""
    operates: bool = False
    """Whether the key is one of an operator."""


class OpenSession(Protocol):
    """A session, as the server sees it."""

    client: Client
    opened: float
    """When it began, by the clock of the event loop."""
    last_key: float
    """When the last key came."""
    first: BaseScreen | Visit | None
    """The first screen, or the visit in plain mode; None before it begins."""
    task: asyncio.Task[None] | None

    @property
    def broken(self) -> bool:
        """Whether a part of the screen has ended while the rest runs."""

    @property
    def is_ending(self) -> bool:
        """Whether it ends already."""

    def crash(self, fault: BaseException) -> None:
        """Log the fault and end the session."""

    def end(self, message: Callable[[], str] = str, status: int = 0) -> None:
        """End the session with a message."""


class Connection(Protocol):
    """A connection, as the server sees it."""

    is_half_open: bool

    @property
    def origin(self) -> str:
        """The network that the address counts as."""

    @property
    def sessions(self) -> Collection[OpenSession]:
        """The sessions that are open."""

    @property
    def backlog(self) -> int:
        """How many bytes wait for the client."""

    def packets_since(self) -> int:
        """Return how many packets have come since the last call."""

    def check_idle(self, now: float) -> None:
        """End idle sessions, and drop a client that does not read."""

    def check_backlog(self) -> None:
        """Drop a client that does not read."""

    def forget(self, session: OpenSession) -> None:
        """Forget a session that has ended."""

    def drop(self, reason: str) -> None:
        """Abort the connection, and log why."""

    def hang_up(self, reason: str) -> None:
        """Disconnect with a reason that the client shows."""


FirstScreen = Callable[[Client, Workspace], tuple[BaseScreen, Callable[[], None]]]
"""Makes the first screen of a player, and a function to call when the session has ended, in whatever way."""


ReadRecord = Callable[[Client, str], Coroutine[None, None, GameRecord]]
"""Returns the record of the finished match of a code. Raises LobbyError or BackgammonError when there is none."""
Operate = Callable[..., Coroutine[None, None, tuple[str, str, int]]]
"""Carries out a command of an operator; returns the output, the error output and the exit status.

Called with the function that answers requests of `bgterm admin`, the client and the command.
"""
FirstVisit = Callable[[Client, Workspace, Say, Later], Visit]
"""Makes the visit of a player in plain mode."""


BOUNDS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, inf
"""The bounds of a histogram, in seconds."""


class Histogram:
    """How many times, in seconds, were at most as long as each bound."""

    def __init__(self) -> None:
        """Begin without any."""
        self.counts, self.sum = dict.fromkeys(BOUNDS, 0), 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.sum += seconds
        for bound in BOUNDS:
            self.counts[bound] += seconds <= bound


@dataclass
class Stats:
    """The counters of a server since it started, which only grow."""

    connections_opened: int = 0
    """Connections that were opened, refused ones included."""
    refused: int = 0
    """Connections and sessions that were refused."""
    dropped: int = 0
    """Connections that were dropped because they exceeded a limit."""
    sessions_begun: int = 0
    """Sessions that began."""
    crashed: int = 0
    """Sessions that ended because of an error in bgterm."""


@dataclass
class ServerState:
    """The connections, limits, bans and figures of a server, and the factories of its screens."""

    limits: Limits
    folder: Path
    """The folder of the players' settings."""
    first_screen: FirstScreen
    first_visit: FirstVisit | None = None
    """Makes visits in plain mode; None where there is none."""
    read_record: ReadRecord | None = None
    """Reads records of finished matches; None where there are none."""
    bans: Bans = field(default_factory=Bans)
    """The banned keys and addresses."""
    hub: InitVar[DatabaseHub | None] = None
    """The other processes, with which it counts sessions."""
    limiter: ConnectionLimiter = field(init=False)
    operate: Operate | None = None
    """Carries out the commands of operators; None where there are none."""
    farewell: str = STOPPED
    """The message to the players when the server ends."""
    stats: Stats = field(default_factory=Stats)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many refusals and drops there were, by the reason."""
    histograms: dict[str, Histogram] = field(
        default_factory=lambda: {name: Histogram() for name in ("key_seconds", "loop_lag_seconds")}
    )
    """The times from a key to its picture, and by how much the checks of each second came late."""
    connections: set[Connection] = field(default_factory=set)
    """The connections that are open."""
    background: BackgroundTasks = field(default_factory=lambda: BackgroundTasks("session not taken apart"))
    """The work that is still to be done for sessions that have ended."""
    _refused: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """For each kind of refusal and origin: when one was logged last, and how many were not logged since."""
    _garbage: GarbageCollector = field(default_factory=GarbageCollector)

    def __post_init__(self, hub: DatabaseHub | None) -> None:
        """Start without connections."""
        self.limiter = ConnectionLimiter(self.limits)
        if hub:
            self.limiter.sessions, self.limiter.elsewhere = hub.sessions_here, hub.sessions_elsewhere

    @property
    def open_sessions(self) -> list[OpenSession]:
        """All open sessions, of all connections."""
        return [session for connection in self.connections for session in connection.sessions]

    def refuse(self, event: str, address: str, reason: str, why: str) -> None:
        """Count a refusal, and log it unless such a one of the origin was logged less than a minute ago."""
        self.stats.refused += 1
        self.reasons["refusals", why] += 1
        kind = event, origin_of(address)
        when, others = self._refused.get(kind, (asyncio.get_running_loop().time(), -1))
        self._refused[kind] = when, others + 1
        if others < 0:
            log(event, WARNING, address=address, reason=reason)

    def log_refusals(self, now: float) -> None:
        """Log how many refusals of each origin were not logged in the last minute."""
        for (event, origin), (when, others) in tuple(self._refused.items()):
            if now - when >= _GATHERED:
                del self._refused[event, origin]
                if others:
                    log(f"{event} again", WARNING, address=origin, count=others)

    def workspace(self, client: Client, theme: str, *, ascii_only: bool) -> Workspace:
        """Return a player's workspace, with their settings if their key is known, else with the defaults."""
        if not client.key:
            return Workspace(Settings(), None, self.folder, theme, ascii_only=ascii_only)
        name = client.key.rpartition(":")[2].replace("/", "_")
        config = self.folder / "settings" / name / "settings.toml"
        settings, faults = load(config)
        for fault in faults:
            log("settings damaged", WARNING, key=client.key, reason=fault)
        return Workspace(replace(settings, keys=()), config, self.folder, theme, ascii_only=ascii_only)

    async def sweep(self) -> None:
        """Check all connections once a second, without end."""
        before = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(_SWEEP)
            now = asyncio.get_running_loop().time()
            self.histograms["loop_lag_seconds"].observe(max(now - before - _SWEEP, 0.0))
            try:
                self.cut_floods(now - before)
                self._check_connections(now)
                self.limiter.forget_idle(now)
                self.log_refusals(now)
                self.end_banned()  # by another process
                self._collect_garbage(now)
            except Exception as fault:  # noqa: BLE001 - all other checks go on
                log("check failed", ERROR, fault=fault)
            before = now

    def _check_connections(self, now: float) -> None:
        """Check each connection. A loop in `sweep` would keep the last one in memory between two checks."""
        for connection in tuple(self.connections):
            connection.check_idle(now)

    def _collect_garbage(self, now: float) -> None:
        """Collect garbage when nobody is playing."""
        sessions = self.open_sessions
        last_key = max((session.last_key for session in sessions), default=0.0)
        self._garbage.sweep(now, now - last_key, self.stats.sessions_begun - len(sessions))

    def shed_half_open(self) -> None:
        """Drop a random half-open connection of the origin with most of them, when there are too many in all."""
        half_open = [connection for connection in self.connections if connection.is_half_open]
        if len(half_open) > self.limits.half_open:
            crowd = Counter(connection.origin for connection in half_open)
            most = max(crowd.values())
            largest = [connection for connection in half_open if crowd[connection.origin] == most]
            random.choice(largest).drop("the client has not logged in yet, and others are waiting")  # noqa: S311 - not a secret

    def cut_floods(self, seconds: float) -> None:
        """Drop connections that sent too many packets in the last seconds, alone or with their address."""
        packets = {connection: connection.packets_since() for connection in self.connections}
        origins = Counter[str]()
        for connection in sorted(packets, key=lambda one: packets[one]):
            origins[connection.origin] += packets[connection]
            alone = packets[connection] > self.limits.packets_a_second * seconds
            if alone or origins[connection.origin] > self.limits.address_packets_a_second * seconds:
                connection.drop("the client sends too many packets")

    def end_broken_sessions(self, fault: BaseException) -> None:
        """End the sessions of which the fault has ended only a part."""
        for session in self.open_sessions:
            if session.broken:
                session.crash(fault)

    @property
    def is_drained(self) -> bool:
        """Whether only this process ends, and is to be started again."""
        return self.farewell == DRAINED

    def drain(self, *, is_worker: bool) -> None:
        """Take note that only this process ends, if it is one of several."""
        self.farewell = DRAINED if is_worker else self.farewell

    def end_banned(self) -> int:
        """End the sessions of banned players that do not end already; return how many."""
        ended = 0
        for session in self.open_sessions:
            if not session.is_ending and (ban := self._ban_of(session.client)):
                session.end(ban.message)
                ended += 1
        return ended

    def _ban_of(self, client: Client) -> Ban | None:
        """Return the ban of a client; None when there is none."""
        return self.bans.of_key(client.key) or self.bans.of_address(client.address)

    async def close(self) -> None:
        """End all sessions with a message, wait for them for a few seconds, and disconnect."""
        sessions = self.open_sessions
        for session in sessions:
            session.end(lambda: _(self.farewell))
        if ending := [session.task for session in sessions if session.task]:
            await asyncio.wait(ending, timeout=_FAREWELL)
        for connection in tuple(self.connections):
            connection.hang_up(_(self.farewell))
