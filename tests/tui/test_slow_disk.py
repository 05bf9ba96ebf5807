"""The screens while the disk takes its time: only the player who has acted waits."""

import errno
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bgterm.profile import workspace as workspaces
from bgterm.profile.settings import Settings, save
from bgterm.profile.settings import load as load_settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import ResignationAccepted, ResignationOffered, Rolled, Taken
from bgterm.rules.match import Win
from bgterm.storage.errors import SaveBusy
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.setup.forms import OptionsScreen
from tests.builders import FIVE_POINT, ROLLED_31
from tests.lobby.visitors import ANN, BOB, MONEY, TO_THREE, left, lobby_in
from tests.storage.faults import SlowDisk
from tests.tables import resume_table
from tests.tui.company import company_in
from tests.tui.seat import Seat, at_table, key_event, seated, workspace_in
from tests.waiting import until, until_all_wait, written

WHITE, BLACK = Player


@pytest.fixture
def slow():
    return SlowDisk()


def post(seat: Seat, *keys: str) -> None:
    for key in keys:
        seat.app.post_message(key_event(key))


@asynccontextmanager
async def saving(slow: SlowDisk, seat: Seat, *keys: str) -> AsyncIterator[None]:
    """Press keys, and wait within the context while the disk is saving their effect."""
    async with slow.held():
        post(seat, *keys)
        await slow.reached()
        yield


async def test_keys_wait_until_an_act_is_kept_or_has_failed(tmp_path, slow):
    async with at_table(tmp_path, [(3, 1), (6, 5)], disk=slow.disk) as (seat, table):
        async with saving(slow, seat, "space", *"8/5 6/5", "enter", "enter"):
            assert seat.asked == "roll"
        await seat.settle()
        assert (table.history, seat.asked) == (ROLLED_31, "move")
        assert seat.shows("> 8/5 6/5 _")
        assert seat.shows("Pressed too early and ignored: Enter")
        slow.fault = OSError(errno.ENOSPC, "No space left on device")
        async with saving(slow, seat, "enter"):
            assert not seat.shows("No space left on device")
        await seat.settle()
        assert (table.history, seat.asked) == (ROLLED_31, "move")
        assert seat.shows("> 8/5 6/5 _")
        for size in ((120, 30), (44, 20), (80, 24)):
            await seat.resize(*size)
            assert seat.shows("No space left on device: nothing changed")
        slow.fault = None
        async with saving(slow, seat, "enter", "enter", "space", "d"):
            assert seat.asked == "move"
        await seat.settle()
        assert load(table.path).events == table.history == (*ROLLED_31, FIVE_POINT)
        assert (seat.asked, seat.shows("No space left on device")) == ("roll", False)
        assert seat.shows("Pressed too early and ignored: Enter Space d")


async def test_what_goes_by_itself_follows_what_is_kept(tmp_path, slow):
    settings = Settings(auto_roll=True)
    async with at_table(tmp_path, [(6, 5)], past=ROLLED_31, disk=slow.disk, settings=settings) as (seat, table):
        await seat.press(*"8/5 6/5", "enter", "enter", "d")
        async with saving(slow, seat, "t"):
            assert seat.asked == "cube"
        await seat.settle()
        assert table.history[3:] == (Taken(WHITE), Rolled(BLACK, Dice(6, 5)))
        assert (load(table.path).events, seat.asked) == (table.history, "move")


async def test_quitting_waits_for_what_is_being_kept(tmp_path, slow):
    async with at_table(tmp_path, [(3, 1)], disk=slow.disk) as (seat, table):
        async with saving(slow, seat, "space"):
            post(seat, "ctrl+q")
            await until_all_wait()
            assert seat.app.is_running
        await seat.settle()
        assert not seat.app.is_running
        written()
        again = resume_table(table.path)
        assert again.history == ROLLED_31
        again.close().result()


@pytest.fixture
def lobby(tmp_path, slow):
    return lobby_in(tmp_path, disk=slow.disk)


@pytest.mark.long
async def test_session_that_is_cut_has_played(company, lobby, slow):
    table = left(lobby, *ROLLED_31)
    ann, bob = await company.come(ANN), await company.come(BOB)
    await company.press(ann, *"8/5 6/5", "enter")
    async with saving(slow, ann, "enter"):
        ann.app.exit()
        await bob.settle()
        assert len(table.table.history) == 1
    await company.settle()
    assert not ann.app.is_running
    assert bob.shows("Ann 3-1: 8/5 6/5")
    assert bob.asked == "roll"


async def test_both_are_cut_and_the_match_is_put_away_after(tmp_path, lobby, slow):
    table = left(lobby, *ROLLED_31)
    async with company_in(tmp_path, lobby) as company:
        ann, bob = await company.come(ANN), await company.come(BOB)
        await company.press(ann, *"8/5 6/5", "enter")
        async with saving(slow, ann, "enter"):
            ann.app.exit()
            bob.app.exit()
            await bob.settle()
            with pytest.raises(SaveBusy):
                resume_table(find_save(tmp_path / "matches", table.name))
        await company.settle()
    written()
    again = resume_table(find_save(tmp_path / "matches", table.name))
    assert again.history == (*ROLLED_31, FIVE_POINT)


@pytest.mark.parametrize(
    ("settings", "past", "keys"),
    [
        (replace(TO_THREE, dice="verifiable"), (), ("n", "1")),
        (MONEY, (*ROLLED_31, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK)), ("Q", "y")),
    ],
)
async def test_what_else_is_kept_outlives_the_sessions(tmp_path, lobby, slow, settings, past, keys):
    table = left(lobby, *past, offer=settings)
    path = find_save(tmp_path / "matches", table.name)
    before = len(load(path).items)
    async with company_in(tmp_path, lobby) as company:
        ann, bob = await company.come(ANN), await company.come(BOB)
        await company.press(ann, *keys[:-1])
        async with saving(slow, ann, keys[-1]):
            ann.app.exit()
            bob.app.exit()
            await bob.settle()
        await company.settle()
        assert ann.app.return_code == 0
    written()
    assert len(load(path).items) > before
    assert not table.seating.live


async def test_seat_is_taken_again_while_the_match_is_put_away(company, lobby):
    table = left(lobby, *ROLLED_31)
    ann = await company.come(ANN)
    await company.press(ann, *"8/5 6/5", "enter", "enter", "q")
    again = await company.come(ANN, table.code)
    assert again.shows("Ann 3-1: 8/5 6/5")
    assert table.table.history == (*ROLLED_31, FIVE_POINT)


async def test_options_are_saved_before_they_are_left(tmp_path, monkeypatch):
    saving, saved = threading.Event(), threading.Event()

    def save_slowly(path: Path, settings: Settings) -> None:
        saving.set()
        saved.wait()
        save(path, settings)

    monkeypatch.setattr(workspaces, "save", save_slowly)
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("o", "right", "up")
        post(seat, "enter")
        await until(saving.is_set)
        assert isinstance(seat.app.screen, OptionsScreen)
        saved.set()
        await seat.settle()
        assert isinstance(seat.app.screen, MenuScreen)
        assert load_settings(tmp_path / "settings.toml")[0].theme == workspace.settings.theme != Settings().theme
