"""The mouse and motion on the board: clicks and their effects, and motions that no key waits for."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.geometry import Offset

from bgterm.profile.settings import Settings
from bgterm.rules.board import BAR, OFF, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, Rolled, Taken
from bgterm.storage.match_files import read_file
from bgterm.terminal.window import Clicked
from bgterm.tui.board.layout import plan_for
from bgterm.tui.board.motion import HOP
from bgterm.tui.board.pointing import Spot, spot_at
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.screens.setup.forms import OptionsScreen
from tests.builders import FIRST_TURN, ROLLED_31, Time, play
from tests.tui.seat import Seat, at_table, kept_at, lay_table, screen_of, seated, workspace_in
from tests.tui.sittings import place_of
from tests.tui.ticker import ticker_of

WHITE, BLACK = Player
DATA = Path(__file__).parents[1] / "data"


async def click(seat: Seat, place: Offset, *, undoes: bool = False) -> None:
    """Press a button of the mouse at a cell: the right one with `undoes`, else the left one."""
    seat.app.post_message(Clicked(*place, undoes=undoes))
    await seat.settle()


async def click_text(seat: Seat, text: str) -> None:
    """Click on the last place of the text on the screen."""
    await click(seat, Offset(*place_of(seat, text)))


def cell_of(seat: Seat, spot: int | Spot) -> Offset:
    """Return a cell of the screen in a spot of the board."""
    board = seat.app.screen.query_one(Board)
    region, scene = board.content_region, seat.scene
    plan = plan_for(region.size)
    cells = [Offset(x, y) for y in range(plan.height) for x in range(plan.width)]
    hits = [cell for cell in cells if spot_at(plan, scene.perspective, cell) == spot]
    return hits[len(hits) // 2] + region.offset


async def click_spot(seat: Seat, *spots: int | Spot, undoes: bool = False) -> None:
    for spot in spots:
        await click(seat, cell_of(seat, spot), undoes=undoes)


async def test_a_whole_turn_is_played_by_clicks(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN) as (seat, table):
        await click_spot(seat, Spot.DICE)
        assert table.history[-1] == Rolled(BLACK, Dice(6, 5))
        await click_spot(seat, 24, 13)
        assert seat.shows("Enter ends your turn")
        await click_spot(seat, Spot.DICE)
        assert table.history[-1] == Moved(BLACK, play("24/18 18/13"))


async def test_a_click_elsewhere_and_the_right_button_undo(seat):
    for spot in (8, Spot.DICE, 10, OFF, BAR):
        await click_spot(seat, 8)
        assert seat.shows("> 8/_")
        await click(seat, cell_of(seat, spot) + Offset(int(spot == 8), 0))
        assert seat.shows("> _")
    await click_spot(seat, 8, 5, 6)
    await click_spot(seat, 13, undoes=True)
    assert seat.shows("> 8/5 _")
    await click_spot(seat, 13, undoes=True)
    assert not seat.shows("> 8/5 _")


async def test_a_checker_that_cannot_move_is_explained(seat, tmp_path):
    await click_spot(seat, 7)
    assert seat.shows("you have no checker on 7")
    await click_spot(seat, OFF)
    assert seat.shows("> _")
    workspace = workspace_in(tmp_path / "other")
    for seats, said in ((Player, "Roll before you move: press Space or r."), ([WHITE], "It is Bob's turn.")):
        table = lay_table(workspace.saves, [], past=FIRST_TURN)
        async with seated(screen_of(table, workspace, seats=seats), workspace) as waiting:
            await click_spot(waiting, 13)
            assert waiting.shows(said)


async def test_the_cube_is_offered_and_an_answer_is_clicked(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        for _ in range(2):
            await click_spot(seat, Spot.CUBE)
            assert table.history[-1] == Doubled(BLACK)
        await click_text(seat, "take: ")
        assert table.history[-1] == Taken(WHITE)


async def test_an_entry_of_the_menu_and_a_form_are_clicked(menu, workspace):
    await click_text(menu, "Options")
    assert isinstance(menu.app.screen, OptionsScreen)
    await click_text(menu, "Bell")
    await click_text(menu, "Bell")
    await click_text(menu, "[ Save ]")
    assert (workspace.settings.bell, type(menu.app.screen)) == (True, MenuScreen)


async def test_points_are_clicked_in_the_position_editor(workspace):
    async with seated(PositionEditorScreen(workspace), workspace) as seat:
        midpoint, dice = Offset(2, 3), Offset(10, 9)
        await click(seat, midpoint)
        assert "13 point" in seat.shown
        assert seat.shows("The position is legal. Press Enter to play.")
        await click(seat, dice)
        await click(seat, midpoint)
        assert "- Ann has 16 checkers instead of 15" in seat.shown
        await click(seat, dice, undoes=True)
        assert seat.shows("The position is legal. Press Enter to play.")


async def test_a_replay_goes_on_and_back_by_clicks(workspace):
    record = read_file(next((DATA / "matches").glob("*.mat")))
    async with seated(ReplayScreen(record, workspace, "match", at_one_keyboard), workspace) as seat:
        first = seat.shown
        await click(seat, Offset(10, 9))
        second = seat.shown
        await click(seat, Offset(12, 9), undoes=True)
        assert first != second != seat.shown
        await seat.press("right")
        assert seat.shown == second


# Motion: an option, and no key waits for a motion

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
        workspace.saves, [], past=(*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13")))
    )
    table.close().result()
    (record,) = kept_at(workspace)
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
