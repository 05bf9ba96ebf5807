"""Playing a roll: three ways to move, taking back, questions about ways, and the explicit end of the turn."""

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.notation.errors import unreadable_play
from bgterm.notation.plays import play_text
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, NotationError, PlayRule
from bgterm.rules.events import Moved, OpeningThrown, Rolled
from bgterm.rules.match import Game, Header
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.setup.options import OptionsScreen
from tests.builders import board, play
from tests.first_turn import ROLLED_31
from tests.positions import DANCE, FORCED, TWO_WAYS
from tests.tui.seat import HEADER, Seat, at_table

OTHER_ROLL = "{text} is not the roll: you rolled {dice}"

WHITE, BLACK = Player
FIVE_POINT = "8/5 6/5"


def draft(seat: Seat) -> Draft:
    return seat.draft


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
    assert (table.history, draft(seat).complete, draft(seat).echo) == (ROLLED_31, True, FIVE_POINT)
    await seat.press("enter")
    assert (last_play(table), seat.asked) == (FIVE_POINT, "roll")


async def test_the_ways_to_move_can_be_mixed_in_one_turn(tmp_path):
    past = (*ROLLED_31, Moved(WHITE, play(FIVE_POINT)), Rolled(BLACK, Dice(2, 2)))
    async with at_table(tmp_path, past=past) as (seat, table):
        await seat.write("24/22")
        await seat.press("enter")
        await walk_to(seat, 24)
        await walk_to(seat, 22)
        await seat.write("4")
        await seat.press("enter", "enter")
        assert (last_play(table), seat.asked) == ("24/22(2) 6/4(2)", "roll")


async def test_what_is_drafted_is_shown_on_the_board_and_the_dice_stay(seat, table):
    before = seat.shown
    await seat.write("5")
    assert FIVE_POINT in seat.shown
    assert f"{167 - 4} pips" in seat.shown
    assert before != seat.shown
    assert table.match.game.dice == Dice(3, 1)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8/3", IllegalPlay(PlayRule.NUMBER_NOT_ROLLED, src=8, dst=3, need=5, dice=Dice(3, 1))),
        ("8/", unreadable_play("8/", "8/5 6/5")),
        ("54: 8/5", NotationError(OTHER_ROLL, text="5-4", dice=Dice(3, 1))),
    ],
    ids=str,
)
async def test_illegal_move_names_the_rule_and_changes_nothing(seat, table, text, error):
    await seat.write(text)
    await seat.press("enter")
    assert seat.shows(error.describe(table.match.names))
    assert (draft(seat).moves, draft(seat).text, table.history) == ((), text, ROLLED_31)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("63", "there is no point 63: points are 1 to 24, bar and off"),
        ("31", "31 is your roll: type a play, like 8/5 6/5"),
        ("8/5 off", "not all your checkers are home: one is still on 24"),
    ],
)
async def test_text_that_is_no_play_is_answered_while_it_is_typed(seat, text, answer):
    await seat.write(text)
    assert seat.shows(f"> {text}_")
    assert seat.shows(answer)


async def test_o_begins_off_once_all_checkers_are_home(tmp_path):
    home = Game(board("6:2 3:2 / 1:1"), Player.WHITE, Dice(6, 1))
    async with at_table(tmp_path, header=begun_at(home)) as (seat, table):
        assert "o options" not in seat.key_bar
        await seat.write("off")
        assert seat.shows("> off_")
        await seat.press("escape", "O")
        assert isinstance(seat.app.screen, OptionsScreen)
        await seat.press("escape", *"off", "enter", *"3/2", "enter", "enter")
        assert last_play(table) == "6/off 3/2"


async def test_o_opens_the_options_before_all_checkers_are_home(seat):
    await seat.press("o")
    assert isinstance(seat.app.screen, OptionsScreen)


async def test_keys_name_no_enter_under_text_that_is_no_play(seat):
    await seat.write("13/7")
    assert "Enter" not in seat.key_bar
    await seat.press("escape", *"8/5 6/5", "enter", "1")
    assert "Enter" not in seat.key_bar
    await seat.press("escape", *"8/", "enter")
    assert seat.shows('"8/" cannot be read: write moves like 8/5 6/5')


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
        ((*HALF, *"6/5", "escape", "escape"), ""),
        ((*HALF, *"6/5", "escape", "escape", "escape", "escape"), ""),
        ((*HALF, "space", "escape"), "8/5"),
        ((*HALF, "space", "escape", "escape"), ""),
        (("space", "space"), ""),
        ((*FIVE_POINT, "enter", "backspace"), ""),
        ((*FIVE_POINT, "enter", "u"), ""),
    ],
    ids=" ".join,
)
async def test_what_was_done_last_is_undone_first(seat, keys, left):
    await seat.press(*keys)
    assert (draft(seat).text, draft(seat).picked, draft(seat).moves) == ("", None, play(left))
    assert (seat.asked, seat.app.is_running, "undo" in seat.keys) == ("move", True, bool(left))


async def test_enter_after_escape_picks_up_a_checker(seat):
    await seat.press(*FIVE_POINT, "enter", "escape", "enter")
    assert (draft(seat).picked, draft(seat).moves) == (24, ())
    await seat.press("escape", "right", "enter")
    assert draft(seat).picked == 8


async def test_cursor_is_back_when_a_complete_draft_is_cleared(seat):
    await seat.press("right", "right", "enter", *("right",) * 2, "enter")
    assert (draft(seat).moves, draft(seat).picked) == (play("8/5"), None)
    await seat.press(*"6/5", "enter", "escape")
    assert draft(seat).moves == ()
    assert seat.shows(">24<")


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        ((), "Enter pick up"),
        (("enter",), "Enter put down"),
        (("enter", "escape"), "Enter pick up"),
        (tuple("8/5"), "Enter add move"),
        ((*"8/5", "enter"), "Enter pick up"),
        ((*FIVE_POINT, "enter"), "Enter end turn"),
    ],
    ids=["begun", "in hand", "put back", "typed", "half done", "complete"],
)
async def test_label_of_enter_says_what_enter_does(seat, keys, label):
    await seat.press(*keys)
    assert seat.shows(label)


async def test_enter_chooses_where_a_text_has_two_readings(tmp_path):
    header = begun_at(TWO_WAYS)
    async with at_table(tmp_path, header=header) as (seat, _):
        await seat.write("8/4")
        assert seat.shows("Enter choose")
        await seat.press("enter")
        assert seat.asked == "list"


@pytest.mark.rule("A-20", "A-72")
async def test_only_enter_picks_up_the_dice(seat, table):
    await seat.press("5", "enter")
    await seat.press("space", "right", "left", "up", "down", "tab", "space")
    assert (table.history, draft(seat).complete, seat.asked) == (ROLLED_31, True, "move")
    await seat.press("enter")
    assert table.history == (*ROLLED_31, Moved(WHITE, play(FIVE_POINT)))


async def test_a_draft_that_is_not_complete_cannot_be_confirmed(seat, table):
    await seat.write("8/5")
    await seat.press("enter")
    assert "confirm" not in seat.keys
    await seat.press("enter")
    assert table.history == ROLLED_31


def begun_at(start: Game) -> Header:
    return HEADER._replace(start=start)


async def test_resizing_keeps_the_draft_and_the_checker_in_hand(seat):
    await seat.press(*"8/5", "enter", "enter")
    before = draft(seat)
    assert (before.moves, before.picked is None) == (play("8/5"), False)
    sizes = []
    for size in ((200, 60), (160, 50), (120, 40), (100, 30), (44, 20), (80, 24)):
        await seat.resize(*size)
        assert draft(seat) == before
        assert seat.cut_off == []
        sizes.append(seat.app.screen.query_one(Board).size)
    assert sizes == [(159, 53), (117, 43), (103, 33), (75, 23), (44, 15), (62, 17)]


async def test_another_theme_in_a_turn_gives_the_board_its_size(seat):
    await seat.resize(100, 30)
    board = seat.app.screen.query_one(Board)
    sizes = {"walnut": board.size}
    for theme in ("mono", "walnut"):
        seat.app.theme = theme
        await seat.settle()
        assert sizes.setdefault(theme, board.size) == board.size
        assert seat.cut_off == []
    assert sizes["mono"] != sizes["walnut"]


async def test_route_that_decides_a_hit_is_chosen_by_a_digit(tmp_path):
    async with at_table(tmp_path, header=begun_at(TWO_WAYS)) as (seat, table):
        await seat.write("8/4")
        assert draft(seat).moves == ()
        await seat.press("enter")
        assert seat.asked == "list"
        assert seat.shows("1 8/7/4")
        assert seat.shows("2 8/5*/4")
        await seat.press("enter", "space", "escape")
        assert (seat.asked, draft(seat).moves, table.history) == ("move", (), ())
        await seat.press("enter", "2")
        assert (seat.asked, draft(seat).moves) == ("move", play("8/5 5/4"))
        await seat.press("enter")
        assert table.history == (Moved(WHITE, play("8/5 5/4")),)


async def test_the_way_is_asked_of_a_checker_that_is_walked_there_too(tmp_path):
    async with at_table(tmp_path, header=begun_at(TWO_WAYS)) as (seat, _):
        await walk_to(seat, 8)
        await walk_to(seat, 4)
        assert (seat.asked, draft(seat).moves) == ("list", ())


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
    await seat.press("tab")
    for number, text in enumerate(PLAYS_OF_31[:9], 1):
        assert seat.shows(f"{number} {text}")
    await seat.press("tab")
    for number, text in enumerate(PLAYS_OF_31[9:], 1):
        assert seat.shows(f"{number} {text}")
    await seat.press("8", "9")
    assert seat.asked == "list"
    await seat.press("1")
    assert (draft(seat).echo, draft(seat).complete) == ("13/10 6/5", True)
    assert table.history == ROLLED_31


async def test_list_wraps_and_escape_leaves_the_draft_unchanged(seat):
    await seat.write("6/5")
    await seat.press("enter", "tab")
    fitting = [text for text in PLAYS_OF_31 if "6/5" in text]
    for number, text in enumerate(fitting, 1):
        assert seat.shows(f"{number} {text}")
    await seat.press("shift+tab", "tab", "tab", "escape")
    assert (seat.asked, draft(seat).moves) == ("move", play("6/5"))


async def test_unplayable_roll_is_shown_and_passes_with_one_key(tmp_path):
    async with at_table(tmp_path, header=begun_at(DANCE)) as (seat, table):
        assert seat.shows("Ann rolled 6-5")
        assert "confirm" in seat.keys
        await seat.press("space")
        assert table.history == ()
        await seat.press("enter")
        assert table.history == (Moved(WHITE, ()),)
        assert seat.shows("Ann 6-5: no legal move")


async def test_saved_board_is_shown_before_a_forced_play(tmp_path):
    async with at_table(tmp_path, header=begun_at(FORCED)) as (seat, table):
        assert seat.shows("Ann to move 6-4: enter from the bar")
        assert seat.shows("legal: bar/21")
        await seat.press("enter", "right", "enter", "enter")
        assert table.history == (Moved(WHITE, play("bar/21")),)


async def test_a_forced_play_is_laid_out_and_needs_one_key(tmp_path):
    header = HEADER._replace(start=FORCED._replace(dice=None))
    async with at_table(tmp_path, [(6, 4)], header=header) as (seat, table):
        await seat.press("r")
        assert seat.shows("bar/21")
        assert seat.shows("only one play. Enter ends your turn.")
        await seat.press("backspace")
        assert "only one play" not in seat.shown
        await seat.press(*"bar/21", "enter", "enter")
        assert table.history[1:] == (Moved(WHITE, play("bar/21")),)


async def test_a_forced_play_does_not_hide_why_another_is_illegal(tmp_path):
    header = HEADER._replace(start=FORCED._replace(dice=None))
    async with at_table(tmp_path, [(6, 4)], header=header) as (seat, table):
        await seat.press("r")
        await seat.write("13/7")
        assert seat.shows("a checker is on the bar: it must enter first")
        await seat.press("escape", *"bar/19", "enter")
        assert seat.shows("bar/19 is blocked: Bob holds it with 2")
        await seat.press("escape")
        assert seat.shows("only one play. Enter ends your turn.")
        await seat.press("enter")
        assert table.history[1:] == (Moved(WHITE, play("bar/21")),)
