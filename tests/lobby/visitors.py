"""Visitors of a lobby in tests: all notifications to each are kept, and each acts as a screen would for them."""

from dataclasses import replace
from pathlib import Path

from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import News
from bgterm.lobby.participant import Chair
from bgterm.lobby.users import People, Visitor
from bgterm.profile.settings import Settings
from bgterm.rules.variants import Ruleset
from tests.waiting import wait

ANN, BOB, CLEO = (Visitor(f"SHA256:{name}", name) for name in ("Ann", "Bob", "Cleo"))
TO_THREE = Settings(ruleset=Ruleset(length=3))
MONEY = Settings(ruleset=Ruleset())


def lobby_in(folder: Path, limits: Limits = Limits()) -> Lobby:  # noqa: B008 - it is frozen
    """Return the lobby of a server whose files are in the folder."""
    return Lobby(folder / "matches", People(folder / "names.jsonl"), limits)


class Guest:
    """A visitor in the lobby, with one session."""

    def __init__(self, lobby: Lobby, visitor: Visitor) -> None:
        self.lobby, self.visitor = lobby, visitor
        self.heard: list[News] = []
        self.presence = lobby.enter(visitor, self.heard.append)

    def open(self, settings: Settings = TO_THREE, invited: str = "", **how: bool) -> str:
        """Open a table and give its code."""
        return wait(self.lobby.open_table(self.visitor, replace(settings, **how), invited=invited)).code

    def join(self, code: str) -> Chair:
        """Join an open table, and sit down there."""
        wait(self.lobby.join(self.visitor, code))
        return self.sit(code)

    def sit(self, code: str) -> Chair:
        chair = wait(self.lobby.sit(self.presence, code))
        chair.listener = self.heard.append
        return chair

    def watch(self, code: str) -> Chair:
        chair = wait(self.lobby.watch(self.presence, code))
        chair.listener = self.heard.append
        return chair

    def leave(self) -> None:
        self.lobby.leave(self.presence)


def playing(lobby: Lobby, settings: Settings = TO_THREE, **how: bool) -> tuple[Guest, Guest, Chair, Chair]:
    """Seat Ann, as White, and Bob at a match."""
    ann, bob = Guest(lobby, ANN), Guest(lobby, BOB)
    code = ann.open(settings, **how)
    black = bob.join(code)
    return ann, bob, ann.sit(code), black
