"""Visitors of a lobby in tests, who keep all notifications and act as their screens would.

The lobby may be that of one process of several, which share it in a database.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bgterm.lobby.bots import Bots
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Closed, Notice, Notification
from bgterm.lobby.session import LobbySession
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.play.match_offer import MatchOffer
from bgterm.play.table import Table
from bgterm.rules.events import Event
from bgterm.rules.match import Win
from bgterm.storage.errors import database_away
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from tests.tables import resign
from tests.waiting import HANG, wait

ANN, BOB, CLEO = (User(f"SHA256:{name}", name) for name in ("Ann", "Bob", "Cleo"))
TO_THREE = MatchOffer().changed(length=3)
MONEY = MatchOffer().changed(length=0)


def lobby_in(folder: Path, limits: Limits = Limits(), **options: Any) -> Lobby:  # noqa: B008 - it is frozen
    """Return the lobby of a server whose files are in the folder, with these options of `Lobby`."""
    return Lobby(folder / "matches", UserRegistry(NamesFile(folder / "names.jsonl")), limits, **options)


class Guest:
    """A visitor in the lobby, with one session."""

    def __init__(self, lobby: Lobby, user: User) -> None:
        self.lobby, self.user = lobby, user
        self.heard: list[Notification] = []
        self.lobby_session = wait(self._enter())

    async def _enter(self) -> LobbySession:
        """Enter the lobby, which then reads the user's matches."""
        entered = self.lobby.enter(LobbySession(self.user, self.heard.append))
        await self.lobby.matches.tasks.until_idle()
        return entered

    @property
    def read(self) -> list[str]:
        """The messages to the visitor so far, as they are shown."""
        return [one.said() for one in self.heard if isinstance(one, Notice | Closed)]

    def open(self, offer: MatchOffer = TO_THREE, invited: str = "", **how: Any) -> str:
        """Open a table and return its code."""
        return wait(self.lobby.matchmaking.open_table(self.user, replace(offer, **how), invited=invited)).code

    def join(self, code: str) -> Occupancy:
        """Join an open table and sit down there; return the seat's occupancy."""
        wait(self.lobby.matchmaking.join(self.user, code))
        return self.sit(code)

    def sit(self, code: str) -> Occupancy:
        occupancy = wait(self.lobby.go(self.lobby_session, code))
        occupancy.listener = self.heard.append
        return occupancy

    def watch(self, code: str) -> Occupancy:
        occupancy = wait(self.lobby.watch(self.lobby_session, code))
        occupancy.listener = self.heard.append
        return occupancy

    def leave(self) -> None:
        self.lobby.leave(self.lobby_session)


def refusal(act: Callable[..., object], *arguments: object, **options: object) -> str:
    """Return the sentence with which the lobby refuses an act, a coroutine or not."""
    try:
        if isinstance(done := act(*arguments, **options), Coroutine):
            wait(done)
    except LobbyError as refused:
        return str(refused)
    raise AssertionError(f"{act} is not refused")


def finish(table: Table) -> None:
    """End the game, or a match to three points, by a backgammon that White resigns."""
    resign(table, Win.BACKGAMMON)


def left(lobby: Lobby, *past: Event, offer: MatchOffer = TO_THREE) -> SharedTable:
    """Return a match of Ann, as White, and Bob, who are both away, in which `past` has happened."""
    ann, bob, white, _ = playing(lobby, offer)
    for event in past:
        wait(white.table.apply(event))
    ann.leave()
    bob.leave()
    return white.at


def playing(lobby: Lobby, offer: MatchOffer = TO_THREE, **how: Any) -> tuple[Guest, Guest, Occupancy, Occupancy]:
    """Seat Ann, as White, and Bob at a new match; return both and their seats."""
    ann, bob = Guest(lobby, ANN), Guest(lobby, BOB)
    code = ann.open(offer, **how)
    black = bob.join(code)
    return ann, bob, ann.sit(code), black


# Processes that share a lobby


class Worker:
    """The lobby of one process, with its notifications to all sessions so far."""

    def __init__(self, lobby: Lobby, hub: DatabaseHub, database: Database) -> None:
        self.lobby, self.hub, self.database = lobby, hub, database
        self.heard: list[Notification] = []
        self._changed = asyncio.Event()

    def enter(self, user: User) -> LobbySession:
        return self.lobby.enter(LobbySession(user, self._listen))

    def _listen(self, notification: Notification) -> None:
        self.heard.append(notification)
        self._changed.set()

    @property
    def said(self) -> list[str]:
        return [one.said() for one in self.heard if isinstance(one, Notice)]

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until `true` returns true, which is asked after each notification to a session of this lobby."""
        async with asyncio.timeout(HANG):
            while not true():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def running_worker(
    address: str, folder: Path, name: str, bots: Bots | None = None, **options: Any
) -> AsyncIterator[Worker]:
    """Yield the lobby of one process, perhaps with bots."""
    database = await Database.open(address, **options)
    try:
        hub = await DatabaseHub.enter(database, name, beat=0.01)
        names = await SharedNames.open(database)
        registry = UserRegistry(names)
        store = DatabaseLibrary(database)
        lobby = await asyncio.to_thread(lambda: Lobby(folder, registry, Limits(), hub=hub, store=store, bots=bots))
        await hub.start(lobby, {names.rows: lobby.read_names})
        await database.notifications.listening.wait()
        try:
            yield Worker(lobby, hub, database)
        finally:
            await hub.leave()
            if bots:
                await bots.aclose()
    finally:
        await database.close()


async def end_lease(worker: Worker) -> None:
    """Stop a worker from renewing its lease, as if it could not reach the database, and let the lease end."""
    silent = asyncio.Event()

    async def away(_origins: object) -> Counter[str]:
        silent.set()
        raise database_away()

    worker.hub.lease.renew = away  # type: ignore[method-assign, assignment]
    await silent.wait()  # a renewal that was under way has come to its end
    await worker.database.fetch(
        "UPDATE worker SET lease = now() - interval '1 hour' WHERE name = $1", worker.hub.lease.name
    )
