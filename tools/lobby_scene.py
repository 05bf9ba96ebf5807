"""A lobby with several players and tables, for the pictures."""

from pathlib import Path

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import ignore
from bgterm.lobby.session import LobbySession
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.notation.json_codec import Note
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.workspace import Workspace
from bgterm.rules.match import Header
from bgterm.tui.screens.lobby.screen import LobbyScreen
from tests.waiting import wait

PLAYERS = (User("SHA256:white", "Wilhelmina"), User("SHA256:black", "Beatrix"))
_CODE = "K7Q2M"
SHARED = (
    Note("shared", {"code": _CODE, "watchers": True}),
    *(Note("left", {"player": player}) for player in ("white", "black")),
)
"""The notes that register a match in the lobby under a code, and say that its players' sessions have ended."""
_OTHERS = [User(f"SHA256:{name}", name) for name in ("Cleo", "Dimitri", "Eve", "Frank", "Gudrun", "Hal")]


def seated_header(header: Header) -> Header:
    """Return the header with the keys of two players who sit at terminals of their own."""
    white, black = PLAYERS
    return header._replace(seats=(white.key, black.key))


def lobby_screen(folder: Path, workspace: Workspace, seen_by: str) -> LobbyScreen:
    """Return the screen of `white` or `black` at their table with two spectators, or of White in the `lobby`."""
    lobby = Lobby(workspace.saves, UserRegistry(NamesFile(folder / "names.jsonl")))
    cleo, dimitri, eve, frank, gudrun, _ = (lobby.enter(LobbySession(user, ignore)) for user in _OTHERS)
    white, black = PLAYERS
    other = lobby.enter(LobbySession(white if seen_by == "black" else black, ignore))
    participant = wait(lobby.go(other, _CODE))
    if seen_by != "lobby":
        wait(lobby.watch(cleo, _CODE))
        wait(lobby.watch(dimitri, _CODE))
        if seen_by == "black":
            wait(participant.say("Well rolled!"))
        return LobbyScreen(lobby, black if seen_by == "black" else white, workspace, _CODE)
    lobby.enter(LobbySession(white, ignore))
    wait(lobby.matchmaking.open_table(cleo.user, MatchOffer().changed(length=7), invited=white.name))
    wait(lobby.matchmaking.open_table(dimitri.user, MatchOffer().changed(length=0, jacoby=True, beavers=1)))
    code = wait(
        lobby.matchmaking.open_table(eve.user, MatchOffer().changed(variant="long", length=3, cube=False))
    ).code
    wait(lobby.matchmaking.join(frank.user, code))
    wait(lobby.go(eve, code))
    wait(lobby.go(frank, code))
    wait(lobby.watch(gudrun, code))
    return LobbyScreen(lobby, white, workspace)
