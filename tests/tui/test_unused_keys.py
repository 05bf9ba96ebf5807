"""A key that does nothing now says why: the rule that forbids it, or the keys there are instead."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
    Taken,
)
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from tests.builders import Time, play
from tests.tui.moments import game_over
from tests.tui.seat import HEADER, at_table, played_until, seated, workspace_in

WHITE, BLACK = Player
ROLLED_31 = (OpeningThrown(3, 1),)
FIRST_TURN = (*ROLLED_31, Moved(WHITE, play("8/5 6/5")))
ROLLED_65 = (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)))
DOUBLED = (*FIRST_TURN, Doubled(BLACK))
TAKEN = (*DOUBLED, Taken(WHITE))
RESIGNED = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE))
TAKE_BACK = (*FIRST_TURN, TakeBackAsked(WHITE))
LOST = (*RESIGNED, ResignationAccepted(WHITE))
TO_FIVE, POLICED = Ruleset(length=5), Ruleset(length=5, policing=True)


@pytest.mark.parametrize(
    ("ruleset", "past", "key", "said"),
    [
        # doubling
        (TO_FIVE, (), "d", "The game has not begun: roll for the start first."),
        (TO_FIVE, ROLLED_31, "d", "Too late to double: you have rolled."),
        (
            TO_FIVE,
            (*TAKEN, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13"))),
            "t",
            "Nobody has doubled.",
        ),
        (TO_FIVE, TAKEN, "d", "No doubling: Ann owns the cube."),
        (Ruleset(length=5, cube=False), FIRST_TURN, "d", "No doubling: this match is played without the cube."),
        (Ruleset(length=2), (*LOST, *FIRST_TURN), "d", "Crawford game: no doubling."),
        (Ruleset(length=2), (*LOST, *ROLLED_31), "d", "Crawford game: no doubling."),
        (TO_FIVE, ROLLED_31, "t", "Nobody has doubled."),
        (TO_FIVE, FIRST_TURN, "p", "Nobody has doubled."),
        (TO_FIVE, DOUBLED, "b", "No beavers in this match."),
        (Ruleset(beavers=1), FIRST_TURN, "b", "Nobody has doubled."),
        (
            Ruleset(beavers=1),
            (*DOUBLED, Beavered(WHITE)),
            "b",
            "No more beavers: this match allows 1 per double.",
        ),
        # rolling
        (TO_FIVE, ROLLED_31, "r", "Finish your move first."),
        (TO_FIVE, FIRST_TURN, "enter", "Enter does not roll: press Space or r."),
        (TO_FIVE, FIRST_TURN, "8", "Roll before you move: press Space or r."),
        # resigning, taking back, challenging
        (TO_FIVE, (), "x", "The game has not begun: roll for the start first."),
        (TO_FIVE, ROLLED_31, "z", "No play has been made yet."),
        (TO_FIVE, ROLLED_65, "z", "Too late to take it back: Bob has already acted."),
        (Ruleset(length=5, take_back=False), FIRST_TURN, "z", "No take-backs in this match."),
        (TO_FIVE, FIRST_TURN, "exclamation_mark", "No challenges: only legal plays can be made in this match."),
        (POLICED, ROLLED_65, "exclamation_mark", "Too late to challenge: rolling or doubling accepted the play."),
        (
            POLICED,
            (*FIRST_TURN, Challenged(BLACK)),
            "exclamation_mark",
            "Too late to challenge: the play has been judged and stands.",
        ),
        # the clock
        (TO_FIVE, FIRST_TURN, "g", "No flag to claim: this match is played without a clock."),
        # answers
        (TO_FIVE, FIRST_TURN, "a", "There is no offer to answer."),
        (TO_FIVE, FIRST_TURN, "n", "There is no offer to answer."),
        (TO_FIVE, FIRST_TURN, "y", "There is no offer to answer."),
        (TO_FIVE, DOUBLED, "enter", "Enter does nothing now: t take, p pass."),
        (TO_FIVE, DOUBLED, "space", "Space does nothing now: t take, p pass."),
        (TO_FIVE, RESIGNED, "escape", "Esc does nothing now: a accept, n refuse."),
        (TO_FIVE, TAKE_BACK, "enter", "Enter does nothing now: y allow, n refuse."),
        # moving
        (TO_FIVE, ROLLED_31, "escape", "Nothing to undo: the move is not begun."),
        (TO_FIVE, ROLLED_31, "backspace", "Nothing to undo: the move is not begun."),
        (TO_FIVE, ROLLED_31, "u", "Nothing to undo: the move is not begun."),
        # what this match has not, or not yet
        (TO_FIVE, FIRST_TURN, "v", "The dice of this match are not verifiable."),
        (TO_FIVE, FIRST_TURN, "L", "Only a match over SSH can have spectators."),
        (TO_FIVE, FIRST_TURN, "dollar_sign", "Only a money session has a ledger."),
        (TO_FIVE, FIRST_TURN, "Q", "Only a money session can be ended early; x resigns a game."),
        (Ruleset(length=0), FIRST_TURN, "Q", "A money session can be ended only after a game."),
        (TO_FIVE, FIRST_TURN, "R", "A rematch can begin only when the match is over."),
        (TO_FIVE, (), "H", "There is no decision to recommend now."),
        (TO_FIVE, LOST, "x", "x does nothing now: Enter next game."),
        (TO_FIVE, LOST, "d", "d does nothing now: Enter next game."),
        # keys for nothing
        (TO_FIVE, FIRST_TURN, "k", "k does nothing now: Space roll, d double."),
        (TO_FIVE, FIRST_TURN, "f12", "F12 does nothing now: Space roll, d double."),
        (TO_FIVE, DOUBLED, "ü", "ü does nothing now: t take, p pass."),
    ],
)
async def test_key_that_does_nothing_says_why(tmp_path, ruleset, past, key, said):
    async with at_table(tmp_path, header=replace(HEADER, ruleset=ruleset), past=past) as (seat, table):
        await seat.press(key)
        assert seat.shows(said)
        assert (table.history, type(seat.app.screen)) == (past, MatchScreen)


async def test_flag_is_claimed_only_when_the_time_is_up(tmp_path):
    timed = replace(HEADER, ruleset=Ruleset(length=3, clock=Clock.DELAY))
    async with at_table(tmp_path, header=timed, past=ROLLED_31, now=Time()) as (seat, table):
        await seat.press("g")
        assert seat.shows("No flag to claim yet: Ann has 6 min left.")
        assert table.history == ROLLED_31


@pytest.mark.parametrize("key", ["t", "x", "enter", "k"])
async def test_while_a_list_is_open_it_comes_first(tmp_path, key):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("x", key)
        assert seat.shows("Choose a number, or press Esc to go back.")
        await seat.press("9")
        assert seat.shows("Choose a number, or press Esc to go back.")
        assert table.history == FIRST_TURN


@pytest.mark.parametrize("key", ["q", "f", "ü", "up"])
async def test_key_that_is_no_part_of_a_play_says_so(tmp_path, key):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await seat.press("8", key)
        name = "Up arrow" if key == "up" else key
        assert seat.shows(f"{name} is not part of a play. Esc clears what you typed.")
        assert seat.shows("> 8_")
        assert table.history == ROLLED_31


async def test_complete_move_waits_for_enter(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await seat.press("5", "enter", "up")
        assert seat.shows("Up arrow does nothing now: Enter end turn, Bksp undo, Esc clear.")
        assert table.history == ROLLED_31


async def test_what_is_said_of_a_key_goes_when_the_match_goes_on(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN) as (seat, table):
        await seat.press("t")
        assert seat.shows("Nobody has doubled.")
        await table.roll(BLACK)
        await seat.settle()
        assert not seat.shows("Nobody has doubled.")


async def test_keys_of_a_game_that_is_over_name_the_way_on(tmp_path):
    async with at_table(tmp_path, past=played_until(game_over)) as (seat, _):
        await seat.press("k")
        assert seat.shows("k does nothing now: Enter next game.")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["space"], "Type what your dice show, like 31, then press Enter."),
        (["r"], "Type what your dice show, like 31, then press Enter."),
        (["enter"], "Type what your dice show, like 31, then press Enter."),
        (["6", "enter"], "Type what your dice show, like 31, then press Enter."),
        (["7"], "A die shows 1 to 6."),
        (["6", "5", "4"], "Both dice are typed: press Enter, or Bksp to undo."),
        (["6", "d"], "Press Esc to clear the dice you typed first."),
        (["6", "5", "c"], "Press Esc to clear the dice you typed first."),
        (["t"], "Nobody has doubled."),
    ],
)
async def test_typed_dice_say_what_to_type(tmp_path, keys, said):
    async with at_table(tmp_path, header=replace(HEADER, dice="manual"), past=FIRST_TURN) as (seat, table):
        await seat.press(*keys)
        assert seat.shows(said)
        assert table.history == FIRST_TURN


async def test_menu_answers_a_key_that_does_nothing(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("k", "w")
        assert seat.shows("w does nothing now. Press ? for the keys.")
        await seat.press("down")
        assert not seat.shows("w does nothing now")


async def test_page_and_question_answer_a_key_that_does_nothing(tmp_path):
    past = (*LOST,)
    money = replace(HEADER, ruleset=Ruleset(length=0))
    async with at_table(tmp_path, header=money, past=past) as (seat, _):
        await seat.press("m", "w")
        assert seat.shows("w does nothing now: Esc back.")
        await seat.press("escape", "Q", "w")
        assert seat.shows("w does nothing now: y yes, n no.")


async def test_dice_of_the_opening_say_what_to_type(tmp_path):
    async with at_table(tmp_path, header=replace(HEADER, dice="manual")) as (seat, table):
        await seat.press("space")
        assert seat.shows("Type Ann's die and then Bob's, then press Enter.")
        assert table.history == ()
