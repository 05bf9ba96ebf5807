"""The state that all connections of a server share."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, field, replace
from logging import ERROR, WARNING
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, _
from bgterm.lobby.bans import Ban, Bans
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import ConnectionLimiter, Limits, origin_of
from bgterm.plain.visit import Visit
from bgterm.profile.settings import Settings, load
from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.screens.lobby.screen import LobbyScreen

STOPPED = N_("The server is shutting down. Your match is kept: connect again when it is back.")
"""The message to all players when the server shuts down."""
DRAINED = N_("This part of the server restarts. Your match is kept: connect again now.")
"""The message to the players of a worker that ends while other workers continue."""
_SWEEP = 1.0
"""Seconds between two checks of all connections."""
_GATHERED = 60.0
"""Seconds for which further refusals of the same kind and origin are counted instead of logged."""
_FAREWELL = 3.0
"""The most seconds for which a shutdown waits for sessions to end."""


class Client(NamedTuple):
    """The client of a session."""

    key: str
    """The fingerprint of the key that signed the login; empty for a guest."""
    code: str
    """The login name, which may be the code of a table."""
    address: str
    """The address of the client."""
    port: int
    """The port of the server that the client has reached."""
    operates: bool = False
    """Whether the key belongs to an operator."""


class OpenSession(Protocol):
    """A session, as the state of the server uses it."""

    client: Client
    opened: float
    """The moment when the session began, in seconds of the event loop's clock."""
    last_key: float
    """The moment of the last key, in seconds of the event loop's clock."""
    first: LobbyScreen | Visit | None
    """The first screen, or the visit in plain mode; None before it begins."""
    task: asyncio.Task[None] | None

    @property
    def broken(self) -> bool:
        """Whether a widget of the screen has stopped while the app runs."""

    @property
    def is_ending(self) -> bool:
        """Whether the session is ending."""

    def crash(self, fault: BaseException) -> None:
        """Log the fault and end the session."""

    def end(self, message: Callable[[], str] = str, status: int = 0) -> None:
        """End the session with a message."""


class Connection(Protocol):
    """A connection, as the state of the server uses it."""

    is_half_open: bool

    @property
    def origin(self) -> str:
        """The address or network under which limits count the client."""

    @property
    def sessions(self) -> Collection[OpenSession]:
        """The open sessions."""

    @property
    def backlog(self) -> int:
        """The bytes of output that wait for the client."""

    def packets_since(self) -> int:
        """Return the number of packets received since the last call."""

    def check_idle(self, now: float) -> None:
        """End idle sessions, and drop a client over a limit. `now` is in seconds."""

    def check_backlog(self) -> None:
        """Drop the connection when too much output waits for the client."""

    def forget(self, session: OpenSession) -> None:
        """Remove a session that has ended."""

    def drop(self, reason: str) -> None:
        """Abort the connection, and log the reason."""

    def hang_up(self, reason: str) -> None:
        """Disconnect with a reason, which the client shows."""


Answer = Callable[[object], Coroutine[None, None, dict[str, Any]]]
"""A function that answers the requests of `bgterm admin`."""
RunCommand = Callable[[Answer, str, str], Coroutine[None, None, tuple[str, str, int]]]
"""A function that carries out an operator's command; it returns output, error output and exit status.

Its arguments are the function that answers requests, the operator's name and the command.
"""
BOUNDS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, inf
"""The upper bounds of a histogram's buckets, in seconds."""


class Histogram:
    """A histogram of times: for each bound, the number of times that were not longer."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.counts, self.sum = dict.fromkeys(BOUNDS, 0), 0.0

    def observe(self, seconds: float) -> None:
        """Count a time in seconds."""
        self.sum += seconds
        for bound in BOUNDS:
            self.counts[bound] += seconds <= bound


_COUNTED = "connections_opened_total", "refused_total", "dropped_total", "sessions_begun_total", "crashed_total"
"""The counters that are listed even at 0. Connections that were refused count as opened, too."""


@dataclass
class ServerState:
    """The connections, limits, bans and figures of a server and its lobby."""

    limits: Limits
    folder: Path
    """The folder that contains the players' settings."""
    lobby: Lobby
    bans: Bans = field(default_factory=Bans)
    """The banned keys and addresses."""
    hub: DatabaseHub | None = None
    """The other processes of the same lobby, whose sessions count too; None without a database."""
    limiter: ConnectionLimiter = field(init=False)
    run_command: RunCommand | None = None
    """Carries out the commands of operators; None if that is not allowed."""
    answer: Answer = field(init=False)
    """Answers the requests in the commands of operators."""
    farewell: str = STOPPED
    """The message to the players when the server ends."""
    counts: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(_COUNTED, 0)))
    """The counters since the start by the names of their metrics; for a single reason as `refusals_total/ban`."""
    histograms: dict[str, Histogram] = field(
        default_factory=lambda: {name: Histogram() for name in ("key_seconds", "loop_lag_seconds")}
    )
    """Histograms of the times from a key to its effect on the screen, and of the delays of `sweep`."""
    connections: set[Connection] = field(default_factory=set)
    """The open connections."""
    background: BackgroundTasks = field(default_factory=lambda: BackgroundTasks("session not taken apart"))
    """The tasks that clean up after ended sessions."""
    _refused: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """For each kind of refusal and origin: the moment of the logged one, and the number not logged since."""
    _garbage: GarbageCollector = field(default_factory=GarbageCollector)

    def __post_init__(self) -> None:
        """Begin without connections."""
        self.limiter = ConnectionLimiter(self.limits)
        if self.hub:
            self.limiter.sessions, self.limiter.elsewhere = self.hub.sessions_here, self.hub.sessions_elsewhere

    @property
    def open_sessions(self) -> list[OpenSession]:
        """All open sessions of all connections."""
        return [session for connection in self.connections for session in connection.sessions]

    def refuse(self, event: str, address: str, reason: str, why: str) -> None:
        """Count a refusal by `why`, a word for the metrics, and log the `event` with the `reason`, a sentence.

        It is not logged when the same event and origin were logged less than a minute ago.
        """
        self.counts.update(("refused_total", f"refusals_total/{why}"))
        kind = event, origin_of(address)
        when, others = self._refused.get(kind, (asyncio.get_running_loop().time(), -1))
        self._refused[kind] = when, others + 1
        if others < 0:
            log(event, WARNING, address=address, reason=reason)

    def log_refusals(self, now: float) -> None:
        """Log the numbers of refusals in the last minute that were not logged one by one."""
        for (event, origin), (when, others) in tuple(self._refused.items()):
            if now - when >= _GATHERED:
                del self._refused[event, origin]
                if others:
                    log(f"{event} again", WARNING, address=origin, count=others)

    def workspace(self, client: Client, theme: str, *, ascii_only: bool) -> Workspace:
        """Return the workspace of a client: with the saved settings of its key, or the defaults for a guest."""
        if not client.key:
            return Workspace(Settings(), None, self.folder, theme, ascii_only=ascii_only)
        name = client.key.rpartition(":")[2].replace("/", "_")
        config = self.folder / "settings" / name / "settings.toml"
        settings, faults = load(config)
        for fault in faults:
            log("settings damaged", WARNING, key=client.key, reason=fault)
        return Workspace(replace(settings, keys=()), config, self.folder, theme, ascii_only=ascii_only)

    def user_of(self, client: Client) -> User:
        """Return the user of a client; a new guest for a client without a key."""
        registry, address = self.lobby.registry, origin_of(client.address)
        key = registry.identity(client.key)
        return User(key, registry.name_of(key), address) if key else self.lobby.registration.guest(address)

    def first_screen(self, client: Client, workspace: Workspace) -> LobbyScreen:
        """Return the first screen of a player."""
        return LobbyScreen(self.lobby, self.user_of(client), workspace, client.code, client.port)

    async def sweep(self) -> None:
        """Check all connections once a second until cancelled."""
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
        """Check each connection. In a function of its own, because `sweep` would keep the last one in memory."""
        for connection in tuple(self.connections):
            connection.check_idle(now)

    def _collect_garbage(self, now: float) -> None:
        """Collect garbage if it is worth the time and nobody is playing."""
        sessions = self.open_sessions
        last_key = max((session.last_key for session in sessions), default=0.0)
        self._garbage.sweep(now, now - last_key, self.counts["sessions_begun_total"] - len(sessions))

    def shed_half_open(self) -> None:
        """If there are too many half-open connections, drop a random one of the origin with the most."""
        half_open = [connection for connection in self.connections if connection.is_half_open]
        if len(half_open) > self.limits.half_open:
            crowd = Counter(connection.origin for connection in half_open)
            most = max(crowd.values())
            largest = [connection for connection in half_open if crowd[connection.origin] == most]
            random.choice(largest).drop("the client has not logged in yet, and others are waiting")  # noqa: S311 - not a secret

    def cut_floods(self, seconds: float) -> None:
        """Drop connections that sent too many packets in the last `seconds`, alone or with their origin."""
        packets = {connection: connection.packets_since() for connection in self.connections}
        origins = Counter[str]()
        for connection in sorted(packets, key=lambda one: packets[one]):
            origins[connection.origin] += packets[connection]
            alone = packets[connection] > self.limits.packets_a_second * seconds
            if alone or origins[connection.origin] > self.limits.address_packets_a_second * seconds:
                connection.drop("the client sends too many packets")

    def end_broken_sessions(self, fault: BaseException) -> None:
        """End the sessions whose screens an unexpected error has partly ended."""
        for session in self.open_sessions:
            if session.broken:
                session.crash(fault)

    @property
    def is_drained(self) -> bool:
        """Whether this worker ends alone, and its parent must start it again."""
        return self.farewell == DRAINED

    def drain(self, *, is_worker: bool) -> None:
        """Record that this process ends while others continue, if it is a worker."""
        self.farewell = DRAINED if is_worker else self.farewell

    def end_banned(self) -> int:
        """End the sessions of banned players that are not ending already; return their number."""
        ended = 0
        for session in self.open_sessions:
            if not session.is_ending and (ban := self._ban_of(session.client)):
                session.end(ban.message)
                ended += 1
        return ended

    def _ban_of(self, client: Client) -> Ban | None:
        """Return the ban of a client's key or address; None without one."""
        return self.bans.of_key(client.key) or self.bans.of_address(client.address)

    async def close(self) -> None:
        """End all sessions with a message, wait a few seconds for their ends, and disconnect."""
        sessions = self.open_sessions
        for session in sessions:
            session.end(lambda: _(self.farewell))
        if ending := [session.task for session in sessions if session.task]:
            await asyncio.wait(ending, timeout=_FAREWELL)
        for connection in tuple(self.connections):
            connection.hang_up(_(self.farewell))
