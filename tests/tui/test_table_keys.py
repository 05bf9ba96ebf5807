"""The decisions at a table but for the play: throws, typed dice, doubles, resignations, and rules to agree on."""

from dataclasses import replace

import pytest

from bgterm.notation.json_codec import Note
from bgterm.profile.settings import Settings
from bgterm.rules.board import Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.events import (
    Challenged,
    Doubled,
    Moved,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.match import Game, Phase, Win
from bgterm.rules.ruleset import Ruleset, SixInARow
from bgterm.rules.variants import LONG
from bgterm.storage.journal import load
from bgterm.text import questions
from tests.builders import FIRST_TURN, ROLLED_31, board, play
from tests.positions import DANCE, FORCED
from tests.tui.seat import HEADER, Seat, at_table

WHITE, BLACK = Player
EVERYTHING = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)
LOST = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE))
LONG_NAMES = HEADER._replace(names=("Maximiliane von Habsburg", "Bartholomäus Grillparzer"))


def match_to(length: int, **rules: object):
    return HEADER._replace(ruleset=Ruleset(length=length, **rules))


async def test_each_tie_for_the_opening_is_seen_to_be_new(tmp_path):
    async with at_table(tmp_path, [(4, 4), (4, 4), (2, 5)]) as (seat, table):
        await seat.press("space")
        assert (table.match.game.phase, seat.asked) == (Phase.OPENING, "roll")
        assert seat.shows("Ann rolls 4, Bob 4: a tie, roll again")
        await seat.press("space")
        assert seat.shows("Ann rolls 4, Bob 4: tie 2, roll again")
        await seat.press("space")
        assert table.history == (OpeningThrown(4, 4), OpeningThrown(4, 4), OpeningThrown(2, 5))
        assert (table.match.game.to_act, seat.asked) == (BLACK, "move")
        assert seat.shows("Ann rolls 2, Bob 5: Bob starts")


async def test_notice_leaves_the_answers_in_a_small_window(tmp_path):
    past = (*FIRST_TURN, Doubled(BLACK))
    async with at_table(tmp_path, header=LONG_NAMES, past=past, size=(44, 20)) as (seat, _):
        await seat.press("H")
        assert seat.shows("t take:")
        await seat.resize(2, 24)
        await seat.resize(44, 20)
        assert seat.shows("t take:")


@pytest.mark.parametrize("win", list(Win))
async def test_a_resignation_of_each_size_is_offered_and_accepted(tmp_path, win):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("x")
        for points, offered in enumerate(("single game", "gammon", "backgammon"), 1):
            assert seat.shows(f"{points} {offered}: Ann leads {points}-0")
        assert seat.key_bar.startswith("1-3 choose  Esc cancel")
        await seat.press(str(win.value))
        assert (table.history[-1], seat.asked) == (ResignationOffered(BLACK, win), "resignation")
        for answer in questions.answers_to_resignation(table.match):
            assert answer in seat.shown
        await seat.press("a")
        assert (table.history[-1], table.match.score) == (ResignationAccepted(WHITE), (win.value, 0))


async def test_long_names_are_shortened_in_ties_and_resignations(tmp_path):
    tie, small = tmp_path / "tie", (44, 20)
    async with at_table(tie, header=LONG_NAMES, past=[OpeningThrown(3, 3)], size=small) as (seat, _):
        assert seat.shows("Game 1. Maximili… rolls 3, Bartholo… 3: a tie, roll again.")
    async with at_table(tmp_path, header=LONG_NAMES, past=FIRST_TURN, size=small) as (seat, _):
        await seat.press("x")
        assert seat.shows("What do you resign?  (page 1 of 2)")
        assert seat.shows("1 single game: Maximili… leads 1-0")
        await seat.resize(80, 24)
        assert seat.shows("3 backgammon: Maximili… leads 3-0")
        await seat.resize(120, 40)
        assert seat.shows("Bartholomäus Grillparzer, what do you resign?")
        await seat.press("1")
        await seat.resize(44, 20)
        assert seat.shows("a accept: Maximili… leads 1-0")


@pytest.mark.parametrize(
    ("ruleset", "past", "question", "offers"),
    [
        (Ruleset(length=2), (*LOST, *FIRST_TURN), "do you resign?", ["1 single game: Ann wins the match 2-0"]),
        (Ruleset(length=0, jacoby=True), FIRST_TURN, "do you resign?", ["1 single game: Ann leads 1-0"]),
        (
            Ruleset(length=2),
            FIRST_TURN,
            "what do you resign?",
            ["1 single game: Ann leads 1-0", "2 gammon: Ann wins the match 2-0"],
        ),
    ],
    ids=["Crawford game", "Jacoby", "as far as the match"],
)
async def test_only_resignations_that_differ_are_offered(tmp_path, ruleset, past, question, offers):
    async with at_table(tmp_path, header=HEADER._replace(ruleset=ruleset), past=past) as (seat, table):
        await seat.press("x")
        assert seat.shows(f"Bob, {question} Ann may refuse.")
        assert [offer for offer in offers if not seat.shows(offer)] == []
        assert not seat.shows(("2 gammon", "3 backgammon")[len(offers) - 1])
        await seat.press("3", "1")
        assert table.history[-1] == ResignationOffered(BLACK, Win.SINGLE)


async def test_list_of_moves_names_each_roll_once(tmp_path):
    past = (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13")), Rolled(WHITE, Dice(2, 1)))
    async with at_table(tmp_path, past=past) as (seat, _):
        await seat.press("m")
        assert seat.page.splitlines() == [
            "Game 1, 0-0",
            "  Ann rolls 3, Bob 1: Ann starts",
            "  Ann 3-1: 8/5 6/5",
            "  Bob 6-5: 24/13",
            "  Ann rolled 2-1",
        ]


@pytest.mark.parametrize(
    ("header", "past", "refused", "shown"),
    [
        (match_to(2), (*LOST, *FIRST_TURN), IllegalAction(ActionRule.CRAWFORD_GAME), True),
        (match_to(1), FIRST_TURN, IllegalAction(ActionRule.DEAD_CUBE, value=1), True),
        (
            match_to(5),
            (*FIRST_TURN, Doubled(BLACK), Taken(WHITE)),
            IllegalAction(ActionRule.CUBE_NOT_YOURS, opponent=WHITE),
            True,
        ),
        (match_to(5, cube=False), FIRST_TURN, IllegalAction(ActionRule.NO_CUBE), False),
    ],
    ids=["in the Crawford game", "dead cube", "not your cube", "not where there is no cube"],
)
async def test_why_there_is_no_doubling_is_said(tmp_path, header, past, refused, shown):
    async with at_table(tmp_path, header=header, past=past) as (seat, table):
        before = table.history
        assert (refused.describe(table.match.names) in seat.shown) is shown
        assert "double" not in seat.keys
        await seat.press("d")
        assert table.history == before


@pytest.mark.parametrize(
    ("key", "answer", "asked"), [("y", TakenBack(BLACK), "move"), ("n", TakeBackRefused(BLACK), "roll")]
)
async def test_a_play_is_taken_back_if_the_opponent_agrees(tmp_path, key, answer, asked):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("z")
        assert (table.history[-1], seat.asked) == (TakeBackAsked(WHITE), "take-back")
        assert "Ann asks to take back the last play: Bob, do you agree?" in seat.shown
        await seat.press("enter", "space", "escape", key)
        assert (table.history, seat.asked) == ((*FIRST_TURN, TakeBackAsked(WHITE), answer), asked)
        assert table.match.game.dice == (Dice(3, 1) if key == "y" else None)


POLICED = match_to(5, policing=True)
UNCHECKED = (*ROLLED_31, Moved(WHITE, play("8/2")))
"""Events with an illegal play: a six with a 3-1."""


async def leave(seat: Seat, text: str) -> None:
    await seat.write(text)
    await seat.press("enter", "enter")


async def test_roll_left_unplayed_is_challenged_and_played_legally(tmp_path):
    async with at_table(tmp_path, header=POLICED, past=ROLLED_31) as (seat, table):
        assert "Enter plays nothing" in seat.shown
        assert "plays" not in seat.keys
        await seat.press("enter")
        assert seat.shows(questions.LEAVE_DICE)
        await seat.press("escape", "enter", "enter", "space")
        assert table.history == ROLLED_31
        await seat.press("1")
        assert (table.history, seat.asked) == ((*ROLLED_31, Moved(WHITE, ())), "roll")
        await seat.press("exclamation_mark")
        challenged = (*ROLLED_31, Moved(WHITE, ()), Challenged(BLACK))
        assert (table.history, seat.asked) == (challenged, "move")
        await leave(seat, "8/2")
        assert table.history == challenged
        await seat.press("escape")
        await leave(seat, "8/5 6/5")
        assert (table.history[-1], "challenge" in seat.keys) == (FIRST_TURN[-1], False)


@pytest.mark.parametrize("settings", [None, EVERYTHING], ids=["by hand", "automatic"])
async def test_illegal_play_stands_when_the_opponent_rolls(tmp_path, settings):
    header = match_to(5, policing=True, cube=False)
    async with at_table(tmp_path, [(6, 5)], header=header, past=ROLLED_31, settings=settings) as (seat, table):
        assert seat.shows(questions.POLICED)
        await leave(seat, "8/2")
        assert (table.history, seat.asked) == (UNCHECKED, "roll")
        assert {"challenge", "roll"} <= seat.keys
        await seat.press("r")
        assert (table.history[-1], "challenge" in seat.keys) == (Rolled(BLACK, Dice(6, 5)), False)


async def test_the_play_that_wins_waits_for_the_opponent(tmp_path):
    header = POLICED._replace(start=Game(board("6:3 / 24:15"), WHITE, Dice(3, 1)))
    async with at_table(tmp_path, header=header, settings=EVERYTHING) as (seat, table):
        await leave(seat, "6/off(3)")
        assert (table.history, seat.asked) == ((Moved(WHITE, play("6/off 6/off 6/off")),), "accept-play")
        assert seat.shows("Ann is off: Bob, do you accept the play or challenge it?")
        await seat.press("enter", "space", "escape", "a")
        assert (table.history[1:], seat.asked) == ((PlayAccepted(BLACK),), "over")


async def test_in_long_backgammon_the_head_is_counted(tmp_path):
    header = HEADER._replace(variant=LONG)
    first_turns = (
        event for player in Player for event in (Rolled(player, Dice(4, 2)), Moved(player, play("24/20 20/18")))
    )
    async with at_table(tmp_path, [(5, 3)], header=header, past=(*ROLLED_31, *first_turns)) as (seat, _):
        await seat.press("r")
        assert "head: 0 of 1 used" in seat.shown
        await seat.write("24/19")
        await seat.press("enter")
        assert "head: 1 of 1 used" in seat.shown


async def test_long_backgammon_names_moves_that_build_a_six_prime(tmp_path):
    wall = Game(board("20:1 13:1 10:1 9:1 8:1 7:1 6:1 / 24:15", movement=Movement.NARDE), WHITE, Dice(2, 1))
    rules = Ruleset(length=5, cube=False, six_in_a_row=SixInARow.FORBIDDEN)
    header = HEADER._replace(variant=LONG, ruleset=rules, start=wall)
    async with at_table(tmp_path, header=header, size=(120, 40)) as (seat, _):
        assert seat.shows("would build a six-prime: 13/11")


@pytest.mark.parametrize("on", [True, False])
async def test_wins_have_their_other_names_where_chosen(tmp_path, on):
    past = (*ROLLED_31, ResignationOffered(WHITE, Win.GAMMON))
    async with at_table(tmp_path, past=past, settings=Settings(mars_koks=on)) as (seat, table):
        assert ("(Mars)" in "\n".join(seat.shown.splitlines()[-5:])) is on
        await seat.press("m")
        assert seat.shows("resigns a gammon (Mars)?") is on
        await seat.resize(44, 20)
        assert seat.shows("Ann offers to resign a gammon (Mars)") is on
        await seat.resize(80, 24)
        await seat.press("escape", "a")
        assert table.history[-1] == ResignationAccepted(BLACK)
        result = next(line for line in seat.shown.splitlines() if "resigns:" in line)
        assert ("(Mars)" in result) is on


# Real dice: the players type two digits and Enter for each throw

WOODEN = HEADER._replace(dice="manual")


@pytest.fixture
async def at(tmp_path):
    async with at_table(tmp_path, header=WOODEN, past=FIRST_TURN) as at:
        yield at


@pytest.mark.parametrize(
    ("keys", "dice"),
    [
        (["1", "enter", "2", "3", "enter"], Dice(2, 1)),
        (["1", "backspace", "4", "4", "enter"], Dice(4, 4)),
        (["1", "2", "escape", "6", "3", "enter"], Dice(6, 3)),
        (["0", "7", "8", "9", "x", "escape", "5", "1", "enter"], Dice(5, 1)),
    ],
)
async def test_digits_can_be_deleted_and_only_1_to_6_are_accepted(seat, table, keys, dice):
    await seat.press(*keys)
    assert table.history == (*FIRST_TURN, Rolled(BLACK, dice))


async def test_a_double_comes_before_the_dice(seat, table):
    await seat.press("6", "d")
    assert table.history == FIRST_TURN
    await seat.press("backspace", "d")
    assert (table.history[-1], seat.asked) == (Doubled(BLACK), "cube")


@pytest.mark.rule("A-71")
async def test_a_cocked_throw_is_noted_and_made_again(seat, table):
    await seat.press("6", "c")
    assert (table.history, seat.asked) == (FIRST_TURN, "dice")
    assert seat.shows("Cocked: Bob rolls both dice again")
    (note,) = load(table.path).items[len(FIRST_TURN) :]
    assert note.name == "cocked"
    await seat.press("3", "1", "c", "enter")
    assert table.history[-1] == Rolled(BLACK, Dice(3, 1))
    assert not seat.shows("Cocked:")


@pytest.mark.rule("A-71")
async def test_a_die_that_is_cocked_in_the_opening_is_thrown_again(tmp_path):
    async with at_table(tmp_path, header=WOODEN) as (seat, table):
        await seat.press("c")
        assert seat.shows("Whose die was cocked?")
        await seat.press("1")
        assert seat.shows("Cocked: Ann rolls the die again")
        await seat.press("4", "4", "enter", "c", "escape", "c", "2", "2", "5", "enter")
        assert table.history == (OpeningThrown(4, 4), OpeningThrown(2, 5))
    items = load(table.path).items
    assert [item for item in items if isinstance(item, Note)] == [
        Note("cocked", {"player": "white", "dice": "one"}),
        Note("cocked", {"player": "black", "dice": "one"}),
    ]


@pytest.mark.parametrize(("whose", "typed"), [("1", ["2", "5"]), ("2", ["5"])])
async def test_a_die_of_the_opening_that_lies_flat_stays_typed(tmp_path, whose, typed):
    async with at_table(tmp_path, header=WOODEN) as (seat, table):
        await seat.press("2", "c", whose, *typed, "enter")
        assert table.history == (OpeningThrown(2, 5),)


async def test_dice_that_are_typed_are_never_rolled_by_themselves(tmp_path):
    header = WOODEN._replace(ruleset=replace(WOODEN.ruleset, cube=False))
    settings = Settings(auto_roll=True)
    async with at_table(tmp_path, header=header, past=FIRST_TURN[:1], settings=settings) as (seat, table):
        await seat.press("5", "enter", "enter")
        assert (table.history, seat.asked) == (FIRST_TURN, "dice")


async def test_mistyped_roll_is_corrected_before_it_is_picked_up(seat, table):
    await seat.press("6", "5", "enter")
    assert "w wrong roll" in seat.key_bar
    await seat.press(*"24/18", "enter", "w")
    assert seat.shows("They show")
    await seat.press("enter")
    assert seat.shows("is not a roll: write what the two dice show")
    await seat.press("7", "1", "enter")
    assert seat.shows('"71" is not a roll')
    await seat.press("escape")
    assert (seat.asked, table.history[-1]) == ("move", Rolled(BLACK, Dice(6, 5)))
    await seat.press("w", *"6-4", "enter")
    assert table.history[-2:] == (Rolled(BLACK, Dice(6, 5)), RollCorrected(BLACK, Dice(6, 4)))
    assert seat.shows("Bob to move 6-4")
    await seat.press(*"24/14", "enter", "enter")
    assert table.history[-1] == Moved(BLACK, play("24/18 18/14"))


@pytest.mark.parametrize("position", [FORCED, DANCE], ids=["forced", "dance"])
async def test_a_forced_play_waits_since_its_roll_may_be_typed_wrongly(tmp_path, position):
    header, settings = WOODEN._replace(start=position._replace(dice=None)), Settings(auto_play_forced=True)
    async with at_table(tmp_path, header=header, settings=settings) as (seat, table):
        await seat.press(*map(str, position.dice), "enter")
        assert table.history == (Rolled(WHITE, position.dice),)
        assert "correct-roll" in seat.keys
