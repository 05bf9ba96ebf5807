"""Playing a roll: three ways to move, taking back, questions about ways, and the explicit end of the turn."""

import pytest

from bgterm.notation.plays import play_text
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.rules.match import Game
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.setup.forms import OptionsScreen
from tests.builders import ROLLED_31, board, play
from tests.positions import FORCED, TWO_WAYS
from tests.tui.seat import HEADER, Seat, at_table

WHITE, BLACK = Player
FIVE_POINT = "8/5 6/5"


def last_play(table) -> str:
    turn = table.match.game.last_turn
    return play_text(turn.board, turn.player, turn.play)


@pytest.mark.parametrize(
    "keys",
    [
        ["right", "right", "space", "right", "right", "space", "left", "space", "right", "space"],
        ["l", "l", "enter", "l", "l", "enter", "h", "enter", "l", "enter"],
        [*"8/5 6/5", "enter"],
        [*"5", "enter"],
    ],
    ids=["arrows", "letters", "typed", "destination"],
)
async def test_each_way_to_move_makes_the_five_point(seat, table, keys):
    await seat.press(*keys)
    assert (table.history, seat.draft.complete, seat.draft.echo) == (ROLLED_31, True, FIVE_POINT)
    assert (FIVE_POINT in seat.shown, "163 pips" in seat.shown) == (True, True)
    await seat.press("enter")
    assert (last_play(table), seat.asked) == (FIVE_POINT, "roll")


async def test_o_begins_off_once_all_checkers_are_home(tmp_path):
    home = Game(board("6:2 3:2 / 1:1"), Player.WHITE, Dice(6, 1))
    async with at_table(tmp_path, header=HEADER._replace(start=home)) as (seat, table):
        assert "o options" not in seat.key_bar
        await seat.write("off")
        assert seat.shows("> off_")
        await seat.press("escape", "O")
        assert isinstance(seat.app.screen, OptionsScreen)
        await seat.press("escape", *"off", "enter", *"3/2", "enter", "enter")
        assert last_play(table) == "6/off 3/2"


async def test_moves_that_were_entered_apart_are_not_joined(tmp_path):
    async with at_table(tmp_path, past=(OpeningThrown(5, 3),)) as (seat, table):
        await seat.press(*"8/5", "enter", *"13/8", "enter")
        assert seat.shows("> 13/8 8/5 _")
        await seat.press("enter")
        assert last_play(table) == "13/5"


HALF = (*"8/5", "enter")


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ((*HALF, "6", "backspace"), "8/5"),
        ((*HALF, "6", "backspace", "u"), ""),
        ((*HALF, *"6/5", "escape"), "8/5"),
        ((*HALF, *"6/5", "escape", "escape", "escape", "escape"), ""),
        ((*HALF, "space", "escape"), "8/5"),
        (("space", "space"), ""),
        ((*FIVE_POINT, "enter", "backspace"), ""),
        ((*FIVE_POINT, "enter", "u"), ""),
    ],
    ids=" ".join,
)
async def test_what_was_done_last_is_undone_first(seat, keys, left):
    await seat.press(*keys)
    assert (seat.draft.text, seat.draft.picked, seat.draft.moves) == ("", None, play(left))
    assert (seat.asked, seat.app.is_running, "undo" in seat.keys) == ("move", True, bool(left))


async def test_cursor_after_escape_is_on_the_first_checker_to_move(seat):
    await seat.press(*FIVE_POINT, "enter", "escape", "enter")
    assert (seat.draft.picked, seat.draft.moves) == (24, ())
    await seat.press("escape", "right", "enter")
    assert seat.draft.picked == 8
    await seat.press("right", "right", "enter")
    assert (seat.draft.moves, seat.draft.picked) == (play("8/5"), None)
    await seat.press(*"6/5", "enter", "escape")
    assert seat.draft.moves == ()
    assert seat.shows(">24<")


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        (("enter", "escape"), "Enter pick up"),
        (HALF, "Enter pick up"),
        (tuple("13/7"), ""),
        ((*FIVE_POINT, "enter", "1"), ""),
    ],
    ids=["put back", "half done", "no play", "no move is left"],
)
async def test_label_of_enter_says_what_enter_does(seat, keys, label):
    await seat.press(*keys)
    assert seat.key_bar.startswith(label) if label else "Enter" not in seat.key_bar


@pytest.mark.rule("A-20", "A-72")
async def test_only_enter_picks_up_the_dice(seat, table):
    await seat.press("5", "enter")
    await seat.press("space", "right", "left", "up", "down", "tab", "space")
    assert (table.history, seat.draft.complete, seat.asked) == (ROLLED_31, True, "move")
    await seat.press("enter")
    assert table.history == (*ROLLED_31, Moved(WHITE, play(FIVE_POINT)))


async def test_other_sizes_and_themes_keep_the_draft(seat):
    await seat.press(*"8/5", "enter", "enter")
    board, before, sizes = seat.app.screen.query_one(Board), seat.draft, []
    assert (before.moves, before.picked is None) == (play("8/5"), False)
    for size in ((200, 60), (160, 50), (120, 40), (44, 20), (80, 24), (100, 30)):
        await seat.resize(*size)
        assert (seat.draft, seat.cut_off) == (before, [])
        sizes.append(board.size)
    assert sizes == [(159, 53), (117, 43), (103, 33), (44, 15), (62, 17), (75, 23)]
    for theme, has_same_board in (("mono", False), ("walnut", True)):
        seat.app.theme = theme
        await seat.settle()
        assert (seat.draft, seat.cut_off, board.size == sizes[-1]) == (before, [], has_same_board)


async def test_route_that_decides_a_hit_is_chosen_by_a_digit(tmp_path):
    async with at_table(tmp_path, header=HEADER._replace(start=TWO_WAYS)) as (seat, table):
        await walk_to(seat, 8)
        await walk_to(seat, 4)
        assert (seat.asked, seat.draft.moves) == ("list", ())
        await seat.press("escape", "escape", *"8/4")
        assert (seat.draft.moves, seat.shows("Enter choose")) == ((), True)
        await seat.press("enter")
        assert seat.asked == "list"
        assert seat.shows("1 8/7/4")
        assert seat.shows("2 8/5*/4")
        await seat.press("enter", "space", "escape")
        assert (seat.asked, seat.draft.moves, table.history) == ("move", (), ())
        await seat.press("enter", "2")
        assert (seat.asked, seat.draft.moves) == ("move", play("8/5 5/4"))
        await seat.press("enter")
        assert table.history == (Moved(WHITE, play("8/5 5/4")),)


async def walk_to(seat: Seat, point: int) -> None:
    """Move the cursor to the point, and choose it."""
    for _ in range(26):
        if f">{point}<" in seat.shown:
            await seat.press("space")
            return
        await seat.press("right")
    raise AssertionError(f"{point} is nowhere on the way")


PLAYS_OF_31 = (
    *("24/23 24/21", "24/20", "24/23 13/10", "24/23 8/5", "24/23 6/3", "24/21 8/7", "24/21 6/5", "13/9"),
    *("13/10 8/7", "13/10 6/5", "8/7 8/5", "8/4", "8/7 6/3", "8/5 6/5", "6/5 6/3", "6/2"),
)
"""The plays of 3-1 in the opening, the checkers farthest back first."""


async def test_legal_plays_are_listed_in_pages_and_drafted_by_digit(seat, table):
    for key, texts in (("tab", PLAYS_OF_31[:9]), ("tab", PLAYS_OF_31[9:]), ("shift+tab", PLAYS_OF_31[:9])):
        await seat.press(key)
        assert [text for number, text in enumerate(texts, 1) if not seat.shows(f"{number} {text}")] == []
    await seat.press("tab", "8", "9")
    assert seat.asked == "list"
    await seat.press("1")
    assert (seat.draft.echo, seat.draft.complete) == ("13/10 6/5", True)
    assert table.history == ROLLED_31


async def test_plays_that_fit_the_draft_are_listed_and_escape_keeps_it(seat):
    await seat.press(*"6/5", "enter", "tab")
    fitting = [text for text in PLAYS_OF_31 if "6/5" in text]
    assert [text for number, text in enumerate(fitting, 1) if not seat.shows(f"{number} {text}")] == []
    await seat.press("shift+tab", "tab", "tab", "escape")
    assert (seat.asked, seat.draft.moves) == ("move", play("6/5"))


async def test_a_forced_play_is_laid_out_and_needs_one_key(tmp_path):
    header = HEADER._replace(start=FORCED._replace(dice=None))
    async with at_table(tmp_path, [(6, 4)], header=header) as (seat, table):
        await seat.press("r")
        assert seat.shows("bar/21")
        assert seat.shows("only one play. Enter ends your turn.")
        await seat.press("backspace")
        assert "only one play" not in seat.shown
        assert seat.shows("Ann to move 6-4: enter from the bar")
        assert seat.shows("legal: bar/21")
        await seat.press(*"bar/21", "enter", "enter")
        assert table.history[1:] == (Moved(WHITE, play("bar/21")),)


# Keys that come faster than they can be shown, as over a slow line


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["8", "/", "4", "backspace", "5"], "> 8/5_   = 8/5"),
        (["8", "/", "5", "enter", "6", "/", "5"], "> 6/5_   = 8/5 6/5"),
        (["2", "4", "escape", "6"], "> 6_"),
        (["8", "/", "5", "enter", "u", "6", "/", "3"], "> 6/3_   = 6/3"),
        (["3", "1", ":", " ", "8", "-", "5", ";", "6", "-", "5"], "> 31: 8-5;6-5_   = 8/5 6/5"),
        (["6", "(", "2", ")"], "> 6(2)_"),
    ],
)
async def test_a_burst_of_keys_keeps_its_order(tmp_path, keys, shown):
    async with at_table(tmp_path, [(3, 1)]) as (seat, _):
        await seat.press("space")
        await seat.burst(*keys)
        assert shown in seat.shown


async def test_typed_text_is_answered_and_deleted_at_once_or_by_words(tmp_path):
    async with at_table(tmp_path, [(3, 1)]) as (seat, _):
        await seat.press("space", *"8/5 6/", "ctrl+w")
        assert "> 8/5 _" in seat.shown
        await seat.press("ctrl+u")
        assert "> _" in seat.shown
        assert "is not part of a play" not in seat.shown
        await seat.write("31")
        assert seat.shows("> 31_")
        assert seat.shows("31 is your roll: type a play, like 8/5 6/5")
        await seat.press("ctrl+u", *"8/5 6/5", "enter", "ctrl+u")
        assert seat.shows("Ctrl+U does nothing now")
