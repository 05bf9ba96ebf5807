"""The screen on which a position is set up."""

import pytest
from textual import events

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.tui.screens.dialogs import ConfirmDialog
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.pages.record import PositionIdsScreen
from bgterm.tui.screens.position_editor.screen import PositionEditorScreen
from tests.cases import rest_long
from tests.tui.seat import Seat, seated, workspace_in
from tests.tui.test_setup import choose

CRAWFORD = "jOfgEQLgNniAUQ:8ImlAcAAQAAE"


async def opened(seat: Seat) -> None:
    await seat.press("e")
    assert isinstance(seat.app.screen, PositionEditorScreen)


async def test_a_position_is_set_up_by_keys_and_played(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("x", "space", "space", "tab", "3", "d", "6", "1", "enter", "c")
        assert seat.shows("Ann to move 6-1")
        await seat.press("enter")
        assert isinstance(seat.app.screen, PositionEditorScreen)
        assert "has borne off all" in seat.shown
        await seat.press("tab", "right", "2", "enter")
        game = seat.app.screen
        assert isinstance(game, MatchScreen)
        assert seat.shows("Ann to move 6-1")
        await seat.press("q")
        assert isinstance(seat.app.screen, PositionEditorScreen)


async def test_impossible_position_lists_its_faults_and_is_unplayable(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        assert seat.shows("The position is legal. Press Enter to play.")
        assert "edit-play" in seat.keys
        await seat.press("space", "c", "C", "C")
        assert "- Ann has 16 checkers instead of 15" in seat.shown
        assert "- the cube is at 2 and nobody owns it" in seat.shown
        assert "edit-play" not in seat.keys
        await seat.press("enter")
        assert seat.shows("This cannot be played: Ann has 16 checkers instead of 15.")
        await seat.press("u", "u", "u", "u")
        assert seat.shows("The position is legal. Press Enter to play.")
        assert "edit-undo" not in seat.keys


async def test_an_id_is_asked_for_and_what_is_none_is_said(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("p", *"oops", "enter")
        assert '"oops" is not a position' in seat.shown
        await seat.press(*["backspace"] * 4, *CRAWFORD, "enter")
        assert "match to 13, game 1, Crawford" in seat.shown
        await seat.press("enter")
        assert seat.shows("Bob to move 3-1")


@pytest.mark.long
async def test_the_editor_shows_the_opponent_and_changes_it(tmp_path):
    workspace = workspace_in(tmp_path, Settings().changed(white="Ann", black="Hal", opponent="builtin"))
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        assert seat.shows("against Built-in bot (Expert)")
        await seat.press("r", "d", *"31", "enter", "left", "enter")
        assert seat.app.screen.view.seats == (Player.BLACK,)
        await seat.press("q", "e")
        await choose(seat, "opponent", "")
        await seat.press("enter", "enter", "left")
        assert not seat.shows("against Built-in bot")
        await seat.press("enter")
        assert len(seat.app.screen.view.seats) == 2
        assert seat.app.screen.view.match.names == ("Ann", "Black")


async def test_an_xgid_has_its_x_at_the_bottom(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("p", *"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "enter")
        cards = [number for number, line in enumerate(seat.shown.splitlines()) if "▆▆" in line and "Bob" in line]
        assert min(cards) > 12
        await seat.press("left", "enter")
        assert seat.app.screen.scene.bottom is Player.BLACK


async def test_an_id_pasted_on_the_board_is_taken(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        seat.app.post_message(events.Paste("no id"))
        await seat.settle()
        assert '"no id" is not a position' in seat.shown
        seat.app.post_message(events.Paste(f"  {CRAWFORD}\n"))
        await seat.settle()
        assert "match to 13, game 1, Crawford" in seat.shown


async def test_game_length_and_score_are_changed_in_a_form(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("e", "down", "7", "down", "down", "6", "enter", "x", "up", "up", "enter", "enter")
        assert "A score is a number" in seat.shown
        await seat.press("2", "enter", "space", "enter", "enter")
        assert "match to 7, game 1, Crawford" in seat.shown
        assert seat.shows("6 of 7")
        await seat.press("e", "escape", "r", "D", "n", "f")
        assert "match to 7" in seat.shown


async def test_a_game_that_is_chosen_brings_its_custom_with_the_cube(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("e", "left", "enter", "enter")
        editor = seat.app.screen
        assert isinstance(editor, PositionEditorScreen)
        assert seat.shows("Long backgammon")
        await seat.press("e", "right", "down", "down", "space", "enter", "enter", "f", "enter")
        header = seat.table.header
    assert (header.variant.slug, header.ruleset.cube) == ("backgammon", False)


async def test_long_backgammon_is_set_up_without_a_cube(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("e", "left", "enter", "enter", "f", "enter")
        header = seat.table.header
    assert (header.variant.slug, header.ruleset.cube) == ("long", False)


async def test_a_match_from_the_editor_is_no_new_default(tmp_path):
    workspace = workspace_in(tmp_path)
    before = workspace.settings
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("e", "left", "down", "9", "enter", "enter", "f", "enter")
        assert seat.table.header.ruleset.length == 9
    assert (workspace.settings, workspace.config.exists()) == (before, False)


async def test_the_ids_of_a_possible_position_can_be_copied(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("i", "1")
        assert isinstance(seat.app.screen, PositionIdsScreen)
        assert seat.app.clipboard == "4HPwATDgc/ABMA"
        await seat.press("escape", "question_mark")
        assert "paste an id" in seat.page


async def test_the_smallest_window_shows_board_and_faults(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace, (44, 20)) as seat:
        await opened(seat)
        await seat.press("x")
        assert "has borne off all: the game is over" in seat.shown
        assert seat.key_bar == "Space put  Bksp take … q leave  ? help"
        await seat.press("q")
        assert seat.shows("Leave without playing? The position you have set up is not saved and would be lost.")
        await seat.press("y")
        assert isinstance(seat.app.screen, MenuScreen)


async def test_the_match_that_is_played_has_what_was_set_up(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("c", "r", "D", "enter")
        # Black cannot double a cube that White owns.
        assert isinstance(seat.app.screen, PositionEditorScreen)
        await seat.press("C", "enter")
        assert isinstance(seat.app.screen, MatchScreen)
        assert seat.shows("Bob doubles to 4: Ann, take or pass?")


async def test_a_position_that_was_not_changed_is_left_at_once(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("left", "tab", "space", "u", "q")
        assert isinstance(seat.app.screen, MenuScreen)


@pytest.mark.parametrize("key", rest_long(2, ["enter", "space", "escape", "n", "q"]))
async def test_a_changed_position_is_given_up_by_yes_alone(tmp_path, key):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("space", "q", key)
        if isinstance(seat.app.screen, ConfirmDialog):
            assert seat.shows(
                "Leave without playing? The position you have set up is not saved and would be lost."
            )
            await seat.press("n")
        assert isinstance(seat.app.screen, PositionEditorScreen)
        assert "Ann has 16 checkers" in seat.shown
        await seat.press("q", "y")
        assert isinstance(seat.app.screen, MenuScreen)


async def test_played_position_counts_as_kept_and_is_left_at_once(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await opened(seat)
        await seat.press("r", "enter", "q", "f", "q")
        assert isinstance(seat.app.screen, MenuScreen)
