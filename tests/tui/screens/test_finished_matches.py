"""The finished matches of a player on a server."""

import gc

import pytest

from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.library import Library
from bgterm.tui.screens.library.screen import FinishedMatchesScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.widgets.text_line import RowList
from tests.lobby.visitors import ANN, BOB, CLEO, lobby_in
from tests.tui.screens.test_library import keep

WHITE, BLACK = Player
WON = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
BETWEEN = Header(
    BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30", seats=(ANN.seat, BOB.seat)
)


@pytest.fixture
def folder(tmp_path):
    """The folder of matches: an unfinished one and two finished ones of Ann's, and one of others."""
    folder = tmp_path / "matches"
    keep(folder, BETWEEN, 40, *WON[:1], left=True)
    keep(folder, BETWEEN._replace(date="2026-11-19T19:30"), 30, *WON, left=True)
    keep(folder, BETWEEN._replace(names=("Bob", "Cleo"), seats=(BOB.seat, CLEO.seat)), 20, *WON, left=True)
    keep(folder, BETWEEN._replace(names=("Cleo", "Ann"), seats=(CLEO.seat, ANN.seat)), 10, *WON, left=True)
    return folder


@pytest.fixture
def lobby(tmp_path, folder):
    """The lobby of a server that keeps these matches."""
    assert folder.exists()
    return lobby_in(tmp_path)


def listed(seat):
    """Return the players of the matches that are listed."""
    return [entry.names for entry in seat.app.screen.query_one(RowList).shown]


async def test_players_replay_their_own_finished_matches_but_save_none(company):
    seat = await company.come(ANN)
    await company.press(seat, "m")
    assert seat.shows("Your finished matches: 2 matches")
    assert listed(seat) == [("Ann", "Bob"), ("Cleo", "Ann")]
    assert seat.shows("Bob won 1-0, match to 1")
    await company.press(seat, "down", "enter")
    assert type(seat.app.screen) is ReplayScreen
    assert seat.shows("Cleo")
    assert not {"replay-export", "replay-play-on"} & seat.keys
    await company.press(seat, "q")
    assert type(seat.app.screen) is FinishedMatchesScreen
    await company.press(seat, "q")
    assert type(seat.app.screen) is LobbyScreen


async def test_keys_in_one_packet_open_one_replay(company, recwarn):
    seat = await company.come(ANN)
    await company.press(seat, "m")
    await seat.burst("r", "r")
    gc.collect()
    assert [type(screen) for screen in seat.app.screen_stack] == [LobbyScreen, FinishedMatchesScreen, ReplayScreen]
    assert not recwarn.list


async def test_a_match_that_has_just_ended_is_on_the_list(tmp_path, company):
    seat = await company.come(CLEO)
    await company.press(seat, "m")
    assert listed(seat) == [("Bob", "Cleo"), ("Cleo", "Ann")]
    await company.press(seat, "q")
    again = BETWEEN._replace(names=("Cleo", "Bob"), seats=(CLEO.seat, BOB.seat))
    keep(tmp_path / "matches", again, 50, *WON, left=True)
    await company.press(seat, "m")
    assert listed(seat) == [("Cleo", "Bob"), ("Bob", "Cleo"), ("Cleo", "Ann")]


async def test_who_has_finished_no_match_is_told_so_and_guests_never(company):
    seat = await company.come(User("SHA256:Dee", "Dee"))
    await company.press(seat, "m", "enter")
    assert type(seat.app.screen) is FinishedMatchesScreen
    assert seat.shows("None yet: every match that you play here to its end will be on this list.")
    guest = await company.come(User("guest:1", "Dee"))
    await company.press(guest, "m")
    assert type(guest.app.screen) is LobbyScreen


async def test_a_match_that_is_gone_is_named(tmp_path, company):
    seat = await company.come(ANN)
    await company.press(seat, "m")
    for path in (tmp_path / "matches").glob("*.jsonl"):
        path.unlink()
    await company.press(seat, "enter")
    assert seat.shows("No saved match is called 2026-11-19-ann-bob")


def test_matches_that_go_on_are_not_read_for_the_list(folder):
    with Library(folder, unread={"2026-11-20-ann-bob"}) as book:
        assert book.left == len([*folder.glob("*.jsonl")]) - 1
