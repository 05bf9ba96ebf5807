"""Clicks of the mouse: their effects, and the decisions that they cannot make."""

from pathlib import Path

from textual.geometry import Offset

from bgterm.rules.board import BAR, OFF, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, Rolled, Taken
from bgterm.storage.match_files import read_file
from bgterm.terminal.window import Clicked
from bgterm.tui.board.layout import plan_for
from bgterm.tui.board.pointing import Spot, spot_at
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.screens.setup.forms import OptionsScreen
from tests.builders import FIRST_TURN, play
from tests.tui.seat import Seat, at_table, lay_table, screen_of, seated, workspace_in
from tests.tui.sittings import place_of

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


# At the table


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


# Elsewhere


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
