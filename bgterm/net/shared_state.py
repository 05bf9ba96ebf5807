"""The state that all sessions of a server share."""

from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from logging import WARNING
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from bgterm.background import BackgroundTasks
from bgterm.lobby.bans import Bans
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.net.limits import ConnectionLimiter, Limits, origin_of
from bgterm.profile.settings import Settings, load
from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.screens.lobby.screen import LobbyScreen


class Client(NamedTuple):
    """The SSH client of a session, as it logged in: its key, login name and addresses."""

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


Answer = Callable[[object], Coroutine[None, None, dict[str, Any]]]
"""A function that answers the requests of `bgterm admin`."""
RunCommand = Callable[[Answer, str, str], Coroutine[None, None, tuple[str, str, int]]]
"""A function that carries out an operator's command; it returns output, error output and exit status.

Its arguments are the function that answers requests, the operator's name and the command.
"""
BOUNDS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, inf
"""The upper bounds of a histogram's buckets, in seconds."""


class Histogram:
    """A histogram of durations for Prometheus: for each bound, how many of the durations were not longer."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.counts, self.sum = dict.fromkeys(BOUNDS, 0), 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration in seconds, in the bucket of each bound that it does not exceed."""
        self.sum += seconds
        for bound in BOUNDS:
            self.counts[bound] += seconds <= bound


_COUNTED = "connections_opened_total", "refused_total", "dropped_total", "sessions_begun_total", "crashed_total"
"""The counters that are listed even at 0. Connections that were refused count as opened, too."""


@dataclass
class SharedState:
    """The state that the sessions of one server process share: limits, bans, figures and the lobby."""

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
    counts: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(_COUNTED, 0)))
    """The counters since the start by the names of their metrics; for a single reason as `refusals_total/ban`."""
    histograms: dict[str, Histogram] = field(
        default_factory=lambda: {name: Histogram() for name in ("key_seconds", "loop_lag_seconds")}
    )
    """Histograms of the times from a key to its effect on the screen, and of the delays of `sweep`."""
    background: BackgroundTasks = field(default_factory=lambda: BackgroundTasks("session not taken apart"))
    """The tasks that clean up after ended sessions."""

    def __post_init__(self) -> None:
        """Set the limiter, which counts the sessions of other processes too."""
        self.limiter = ConnectionLimiter(self.limits)
        if self.hub:
            self.limiter.sessions, self.limiter.elsewhere = self.hub.sessions_here, self.hub.sessions_elsewhere

    def workspace(self, client: Client, theme: str, *, ascii_only: bool) -> Workspace:
        """Return a new workspace of a client: with the saved settings of its key, or the defaults for a guest.

        `theme` is the name of the theme to use if the settings do not name one. Damaged settings are logged.
        """
        if not client.key:
            return Workspace(Settings(), None, self.folder, theme, ascii_only=ascii_only)
        name = client.key.rpartition(":")[2].replace("/", "_")
        config = self.folder / "settings" / name / "settings.toml"
        settings, faults = load(config)
        for fault in faults:
            log("settings damaged", WARNING, key=client.key, reason=fault)
        return Workspace(replace(settings, keys=()), config, self.folder, theme, ascii_only=ascii_only)

    def user_of(self, client: Client) -> User:
        """Return the user with the client's key, perhaps without a name; a new guest if it has no key."""
        registry, address = self.lobby.registry, origin_of(client.address)
        key = registry.identity(client.key)
        return User(key, registry.name_of(key), address) if key else self.lobby.registration.guest(address)

    def first_screen(self, client: Client, workspace: Workspace) -> LobbyScreen:
        """Return a new lobby screen for the client's user, who goes to the table with the client's code."""
        return LobbyScreen(self.lobby, self.user_of(client), workspace, client.code, client.port)
