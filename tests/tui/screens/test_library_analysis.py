"""The analysis in the match library: in the background, while the list is used."""

from dataclasses import replace
from threading import current_thread, main_thread

import pytest

from bgterm.engine.engines import Engines
from bgterm.play.analysis_file import analysis_path
from bgterm.profile.settings import Settings
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.journal import load
from bgterm.tui.screens.library import screen
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from tests.analysis.test_replay import GAMES
from tests.tui.screens.test_library import keep
from tests.tui.seat import seated, workspace_in
from tests.tui.test_replay_analysis import Pool

HEADER = Header(BACKGAMMON, Ruleset(length=7), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30")


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


async def test_the_engine_and_its_plies_are_chosen_once_and_kept(tmp_path):
    pool = Pool()
    async with library(tmp_path, pool) as seat:
        await seat.press("A")
        assert seat.shows("Analyse the match")
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


async def test_the_record_is_not_read_on_the_event_loop(tmp_path, monkeypatch):
    threads = []
    monkeypatch.setattr(screen, "load", lambda path: threads.append(current_thread()) or load(path))
    async with library(tmp_path, Pool()) as seat:
        await seat.press("A")
        assert seat.shows("Analyse the match")
    assert len(threads) == 2  # for the preview and the analysis
    assert main_thread() not in threads
