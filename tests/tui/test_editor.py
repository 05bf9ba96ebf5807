"""The screen on which a position is set up."""

import pytest
from textual import events

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.tui.screens.dialogs import ConfirmDialog
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.pages import PositionIdsScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from tests.cases import rest_long
from tests.tui.seat import Seat, seated, workspace_in
from tests.tui.test_setup import choose

CRAWFORD = "jOfgEQLgNniAUQ:8ImlAcAAQAAE"


@pytest.fixture
async def editor(menu: Seat) -> Seat:
    """Return a seat at the editor that was opened at the menu."""
    await menu.press("e")
    assert isinstance(menu.app.screen, PositionEditorScreen)
    return menu


async def test_a_position_is_set_up_by_keys_and_played(editor):
    await editor.press("x", "space", "space", "tab", "3", "d", "6", "1", "enter", "c")
    assert editor.shows("Ann to move 6-1")
    await editor.press("enter")
    assert isinstance(editor.app.screen, PositionEditorScreen)
    assert "has borne off all" in editor.shown
    await editor.press("tab", "right", "2", "enter")
    game = editor.app.screen
    assert isinstance(game, MatchScreen)
    assert editor.shows("Ann to move 6-1")
    await editor.press("q")
    assert isinstance(editor.app.screen, PositionEditorScreen)


async def test_impossible_position_lists_its_faults_and_is_unplayable(editor):
    assert editor.shows("The position is legal. Press Enter to play.")
    assert "edit-play" in editor.keys
    await editor.press("space", "c", "C", "C")
    assert "- Ann has 16 checkers instead of 15" in editor.shown
    assert "- the cube is at 2 and nobody owns it" in editor.shown
    assert "edit-play" not in editor.keys
    await editor.press("enter")
    assert editor.shows("This cannot be played: Ann has 16 checkers instead of 15.")
    await editor.press("u", "u", "u", "u")
    assert editor.shows("The position is legal. Press Enter to play.")
    assert "edit-undo" not in editor.keys


async def test_an_id_is_asked_for_and_what_is_none_is_said(editor):
    await editor.press("p", *"oops", "enter")
    assert '"oops" is not a position' in editor.shown
    await editor.press(*["backspace"] * 4, *CRAWFORD, "enter")
    assert "match to 13, game 1, Crawford" in editor.shown
    await editor.press("enter")
    assert editor.shows("Bob to move 3-1")


@pytest.mark.long
async def test_the_editor_shows_the_opponent_and_changes_it(tmp_path):
    workspace = workspace_in(tmp_path, Settings().changed(white="Ann", black="Hal", opponent="builtin"))
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("e")
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


async def test_an_id_is_pasted_and_an_xgid_has_its_x_at_the_bottom(editor):
    for pasted in ("no id", "  XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"):
        editor.app.post_message(events.Paste(pasted))
        await editor.settle()
        assert ('"no id" is not a position' in editor.shown) is (pasted == "no id")
    cards = [number for number, line in enumerate(editor.shown.splitlines()) if "▆▆" in line and "Bob" in line]
    assert min(cards) > 12
    await editor.press("left", "enter")
    assert editor.scene.bottom is Player.BLACK


async def test_game_length_and_score_are_changed_in_a_form(editor):
    await editor.press("e", "down", "question_mark")
    assert "Points to win the match" in editor.page
    await editor.press("escape", "7", "down", "down", "6", "enter", "x", "up", "up", "enter", "enter")
    assert "A score is a number" in editor.shown
    await editor.press("2", "enter", "space", "enter", "enter")
    assert "match to 7, game 1, Crawford" in editor.shown
    assert editor.shows("6 of 7")
    await editor.press("e", "escape", "r", "D", "n", "f")
    assert "match to 7" in editor.shown


async def test_a_game_brings_its_own_custom_and_is_no_default(editor, workspace):
    before = workspace.settings
    await editor.press("e", "left", "down", "9", "enter", "enter")
    assert editor.screen is PositionEditorScreen
    assert editor.shows("Long backgammon")
    await editor.press("f", "enter")
    header = editor.table.header
    assert (header.variant.slug, header.ruleset.length, header.ruleset.cube) == ("long", 9, False)
    assert (workspace.settings, workspace.config.exists()) == (before, False)
    await editor.press("q", "e", "right", "down", "down", "space", "enter", "enter", "f", "enter")
    assert (editor.table.header.variant.slug, editor.table.header.ruleset.cube) == ("backgammon", False)


async def test_the_ids_of_a_possible_position_can_be_copied(editor):
    await editor.press("i", "1")
    assert isinstance(editor.app.screen, PositionIdsScreen)
    assert editor.app.clipboard == "4HPwATDgc/ABMA"
    await editor.press("escape", "question_mark")
    assert "paste an id" in editor.page


async def test_the_smallest_window_shows_board_and_faults(workspace):
    async with seated(MenuScreen(workspace), workspace, (44, 20)) as seat:
        await seat.press("e", "x")
        assert "has borne off all: the game is over" in seat.shown
        assert seat.key_bar == "Space put  Bksp take … q leave  ? help"


async def test_the_match_that_is_played_has_what_was_set_up(editor):
    await editor.press("c", "r", "D", "enter")
    # Black cannot double a cube that White owns.
    assert isinstance(editor.app.screen, PositionEditorScreen)
    await editor.press("C", "enter")
    assert isinstance(editor.app.screen, MatchScreen)
    assert editor.shows("Bob doubles to 4: Ann, take or pass?")


@pytest.mark.parametrize(
    "keys", [("left", "tab", "space", "u"), ("r", "enter", "q", "f")], ids=["undone", "played"]
)
async def test_a_position_with_nothing_to_lose_is_left_at_once(editor, keys):
    await editor.press(*keys, "q")
    assert isinstance(editor.app.screen, MenuScreen)


@pytest.mark.parametrize("key", rest_long(2, ["enter", "space", "escape", "n", "q"]))
async def test_a_changed_position_is_given_up_by_yes_alone(editor, key):
    await editor.press("space", "q", key)
    if isinstance(editor.app.screen, ConfirmDialog):
        assert editor.shows("Leave without playing? The position you have set up is not saved and would be lost.")
        await editor.press("n")
    assert isinstance(editor.app.screen, PositionEditorScreen)
    assert "Ann has 16 checkers" in editor.shown
    await editor.press("q", "y")
    assert isinstance(editor.app.screen, MenuScreen)
