"""The lists of matches: the finished ones of a player on a server, and the analysis in the match library."""

import gc
from dataclasses import replace
from threading import current_thread, main_thread

import pytest

from bgterm.engine.engines import Engines
from bgterm.lobby.users.user_registry import User
from bgterm.play.analysis_file import analysis_path
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.tui.screens.library import screen
from bgterm.tui.screens.library.screen import FinishedMatchesScreen, LibraryScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.widgets.text_line import RowList
from tests.analysis.test_replay import GAMES
from tests.builders import header
from tests.lobby.visitors import ANN, BOB, CLEO, lobby_in
from tests.tui.screens.test_library import keep
from tests.tui.seat import seated, workspace_in
from tests.tui.test_replay_analysis import Pool

WHITE, BLACK = Player
WON = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
BETWEEN = header(dice="seed:1", seats=(ANN.seat, BOB.seat))


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


# The analysis in the match library: in the background, while the list is used

HEADER = header(7, "seed:1")


def library(folder, pool):
    """Return a seat at the library, with two matches that the pool analyses."""
    workspace = workspace_in(folder, Settings(engine="builtin"))
    workspace.engines = Engines(lambda _name: pool)
    if not workspace.saves.exists():
        keep(workspace.saves, HEADER, 20, *GAMES)
        keep(workspace.saves, HEADER, 10, *GAMES[:5])
    return seated(LibraryScreen(workspace), workspace)


async def test_a_match_is_analysed_and_then_replayed(tmp_path):
    pool = Pool(10)
    async with library(tmp_path, pool) as seat:
        await seat.press("a")
        assert seat.shows("2026-11-20-ann-bob: Fake failed (tired).")
        pool.answers = 10**6
        await seat.press("a")
        assert "2026-11-20-ann-bob: Analysed by " in seat.shown
        assert "Analysing" not in seat.shown
        assert analysis_path(seat.workspace.saves / "2026-11-20-ann-bob.jsonl").exists()
        await seat.press("r", "n")
        assert seat.shows("Costs ? 0.080:")


@pytest.mark.long
async def test_the_list_is_used_meanwhile_and_escape_stops_it(tmp_path):
    pool = Pool(40, waits=True)
    async with library(tmp_path, pool) as seat:
        await seat.press("a")
        assert "Analysing 2026-11-20-ann-bob. " in seat.shown
        await seat.press("down", "a")
        assert seat.shows("2026-11-20-ann-bob is being analysed: wait for it, or stop it.")
        await seat.press("up", "r")
        assert type(seat.app.screen) is ReplayScreen
        assert "%" in seat.shown
        await seat.press("q")
        assert type(seat.app.screen) is LibraryScreen
        await seat.press("escape")
        assert seat.shows("2026-11-20-ann-bob: Stopped. Press a to continue the analysis.")
        assert type(seat.app.screen) is LibraryScreen
        before, pool.answers = pool.asked, 10**6
        await seat.press("a")
        assert "2026-11-20-ann-bob: Analysed by " in seat.shown
        assert pool.asked > before


async def test_the_engine_and_its_plies_are_chosen_once_and_kept(tmp_path, monkeypatch):
    pool, threads = Pool(), []
    monkeypatch.setattr(screen, "load", lambda path: threads.append(current_thread()) or load(path))
    async with library(tmp_path, pool) as seat:
        await seat.press("A")
        assert seat.shows("Analyse the match")
        assert len(threads) == 2, "the record is read for the preview and the analysis"
        assert main_thread() not in threads
        await seat.press("down", "1", "enter", "enter")
        assert "2026-11-20-ann-bob: Analysed by " in seat.shown
        assert seat.shows(", 1 ply.")
        asked = pool.asked
        await seat.press("A")
        assert seat.shows("Another choice replaces this analysis.")
        await seat.press("escape")
        assert type(seat.app.screen) is LibraryScreen
        await seat.press("down", "up")
        assert not seat.shows(", 1 ply.")
        seat.workspace.settings = replace(seat.workspace.settings, engine="gnubg")
        await seat.press("a")
        assert seat.shows(", 1 ply.")
        assert pool.asked == asked
