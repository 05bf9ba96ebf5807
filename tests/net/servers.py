"""A server in the process of the tests, on loopback."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net import compression
from bgterm.net.connection import ServerState
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import Limits
from bgterm.net.server import ServerConfig, listen
from bgterm.net.shared_state import Client
from bgterm.profile.workspace import Workspace
from bgterm.tui.screens.base import BaseScreen
from tests.net.small_screen import Party

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")


@dataclass
class Server:
    """A running server, with its numbers of connections and sessions."""

    port: int
    state: ServerState
    clock: "Clock"

    @property
    def count(self) -> tuple[int, int]:
        """The numbers of connections and sessions that the server counts now."""
        limiter = self.state.limiter
        return limiter.connections.total(), limiter.sessions.total()


class Clock:
    """The clock of the event loop, by which all limits of a server go; a test can advance it."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._real, self._ahead = loop.time, 0.0
        loop.time = self._now  # type: ignore[method-assign]

    def _now(self) -> float:
        return self._real() + self._ahead

    def passes(self, seconds: float) -> None:
        """Advance the clock by so many seconds, for the server and for its clients."""
        self._ahead += seconds


@asynccontextmanager
async def server(
    folder: Path,
    lobby: Lobby | None = None,
    first_screen: Callable[[Client, Workspace], BaseScreen] | None = None,
    *,
    host: str = "127.0.0.1",
    limits: Limits | None = None,
    guests: bool = False,
    authorized_keys: Path | None = None,
) -> AsyncIterator[Server]:
    """Run a server in this event loop until the end of the block, with a lobby or with screens for tests.

    By default the screens belong to one party, and the lobby behind them is empty.
    """
    compression.install()
    config = ServerConfig(folder, host, 0, None, authorized_keys, guests, limits or Limits())
    no_collection = GarbageCollector(lambda: None)  # in the memory of all tests each would take seconds
    registry = None
    if lobby is None:
        registry = UserRegistry(NamesFile(folder / "people.jsonl"))
        lobby = Lobby(folder / "matches", registry)
    state = ServerState(config.limits, folder, lobby, _garbage=no_collection)
    if registry:
        state.first_screen = first_screen or Party().screen  # type: ignore[method-assign, assignment]
    listener = await listen(config, state, HOST_KEY)
    sweeping = asyncio.create_task(state.sweep())
    try:
        yield Server(listener.get_port(), state, Clock())
    finally:
        sweeping.cancel()
        listener.close()
        await state.close()
        await listener.wait_closed()
        if registry:
            registry.close()


def with_limits(**limits: Any) -> Limits:
    """Return the usual limits, changed by these arguments."""
    return Limits()._replace(**limits)
