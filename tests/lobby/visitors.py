"""Visitors of a lobby in tests, who keep all notifications and act as their screens would."""

from dataclasses import replace
from pathlib import Path
from typing import Any

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
from tests.resigning import resign
from tests.waiting import wait

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
        entered = self.lobby.enter(self.user, self.heard.append)
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
