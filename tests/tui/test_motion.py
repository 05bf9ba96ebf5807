"""Motion on the screen of a match: an option, and no key waits for a motion."""

import re
from dataclasses import replace

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, Rolled
from bgterm.storage.journal import SUFFIX, load
from bgterm.tui.board.motion import HOP
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.replay.screen import ReplayScreen
from tests.builders import FIRST_TURN, ROLLED_31, Time, play
from tests.tui.seat import at_table, lay_table, seated, workspace_in
from tests.tui.ticker import ticker_of

WHITE, BLACK = Player
ON = Settings(motion="on")


@pytest.fixture
def clock(monkeypatch):
    clock = Time()
    monkeypatch.setattr(Board, "now", clock)
    return clock


@pytest.fixture
def ticker(monkeypatch, clock):  # noqa: ARG001 - a timer that the test drives needs a clock that it drives
    return ticker_of(Board, monkeypatch)


def board(seat):
    return seat.app.screen.query_one(Board)


@pytest.mark.rule("A-07")
async def test_nothing_moves_unless_it_is_chosen(tmp_path, ticker):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN) as (seat, _):
        await seat.press("space", *"24/13", "enter")
        assert not ticker.running


@pytest.mark.rule("A-07")
async def test_dice_tumble_and_then_lie_as_they_fell(tmp_path, ticker, clock):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN, settings=ON) as (seat, table):
        await seat.press("space")
        assert table.history[-1] == Rolled(BLACK, Dice(6, 5))
        assert (board(seat).shown.dice, ticker.running) == ((3, 5), True)
        assert seat.shows("The dice are rolling.")
        assert not re.search("6-5|65|legal:", seat.shown)
        clock.now += 10
        ticker.tick()
        await seat.settle()
        assert (board(seat).shown.dice, ticker.running) == ((6, 5), False)
        assert seat.shows("Bob to move 6-5: choose or type a move")


@pytest.mark.parametrize("thrown", [(6, 5), (4, 4)])
async def test_no_text_names_an_opening_roll_that_tumbles(tmp_path, ticker, thrown):
    async with at_table(tmp_path, [thrown], settings=ON) as (seat, _):
        await seat.press("space")
        named = "({}[-, ]{})|(Ann rolls {}, Bob {})".format(*thrown, *thrown)
        assert (ticker.running, re.search(named, seat.shown)) == (True, None)
        await seat.press("f9")
        assert re.search(named, seat.shown)


async def test_a_checker_moves_and_a_key_ends_it_and_counts(tmp_path, ticker, clock):
    async with at_table(tmp_path, past=ROLLED_31, settings=ON) as (seat, table):
        await seat.write("8/5")
        seen = set()
        for _part in range(3):
            assert ticker.running
            assert board(seat).shown.board.counts(WHITE)[8] == 2
            clock.now += HOP / 4
            ticker.tick()
            await seat.settle()
            seen.add(seat.shown)
        assert len(seen) == 3  # though the scene below is the same
        assert seat.cut_off == []
        await seat.press("enter", *"6/5", "enter", "enter")
        assert table.history[-1] == Moved(WHITE, play("8/5 6/5"))


@pytest.mark.parametrize("ends", [lambda seat: seat.press("f9"), lambda seat: seat.resize(120, 40)])
async def test_a_key_that_does_nothing_and_another_size_end_it(tmp_path, ticker, ends):
    async with at_table(tmp_path, past=ROLLED_31, settings=ON) as (seat, _):
        await seat.write("8/5")
        assert ticker.running
        await ends(seat)
        assert (ticker.running, seat.cut_off) == (False, [])
        assert board(seat).shown.board.counts(WHITE)[5] == 1


async def test_a_replay_moves_and_does_not_wait_for_it(tmp_path, ticker, clock):
    workspace = workspace_in(tmp_path, ON)
    table = lay_table(
        tmp_path, [], past=(*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13")))
    )
    table.close().result()
    record = load(next(tmp_path.glob(f"*{SUFFIX}")))
    async with seated(ReplayScreen(record, workspace, "match", at_one_keyboard), workspace) as seat:
        await seat.press("right", "right")
        assert ticker.running
        await seat.press("f9")
        assert not ticker.running
        await seat.press("left", "right", "right")
        clock.now += 2 * HOP
        ticker.tick()
        assert not ticker.running
        assert board(seat).shown.board.counts(BLACK)[24] == 1


@pytest.mark.rule("A-07")
@pytest.mark.parametrize("option", ["motion", "mouse"])
async def test_motion_and_mouse_are_on_here_and_elsewhere_if_chosen(workspace, option):
    for local, chosen, on in ((False, "", False), (False, "on", True), (True, "", True), (True, "off", False)):
        workspace.local, workspace.settings = local, Settings(**{option: chosen} if chosen else {})
        assert getattr(workspace, option) is on, (local, chosen)


@pytest.mark.parametrize("lacking", [{"ascii_only": True}, {"default_theme": "terminal"}])
async def test_nothing_moves_where_it_cannot_be_shown(workspace, lacking):
    workspace = replace(workspace, local=True, settings=Settings(), **lacking)
    assert not workspace.motion
