"""Options beside the usual rules, at the table: every key, and the sentences about them."""

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Challenged,
    Doubled,
    Moved,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.match import Game, Win
from bgterm.rules.ruleset import Ruleset, SixInARow
from bgterm.rules.variants import LONG
from bgterm.text import questions
from bgterm.tui.screens.menu import MenuScreen
from tests.builders import FIRST_TURN, ROLLED_31, board, play
from tests.tui.seat import HEADER, Seat, at_table, lay_table, seated, workspace_in

WHITE, BLACK = Player
EVERYTHING = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)


def rules(**chosen: object):
    return HEADER._replace(ruleset=Ruleset(**chosen))


# Taking back


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


# Policing by the players

POLICED = rules(length=5, policing=True)
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
    header = rules(length=5, policing=True, cube=False)
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


# Long backgammon


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


# Names of wins


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


# Titles and keys


async def test_title_of_the_window_follows_the_score_where_wanted(workspace):
    past = (*FIRST_TURN, ResignationOffered(WHITE, Win.SINGLE))
    lay_table(workspace.saves, [], past=past).close().result()
    async with seated(MenuScreen(workspace), workspace) as seat:
        titles = []
        driver = vars(seat.app._driver)  # noqa: SLF001 - no driver of tests has a title and a mouse
        driver.update(show_title=titles.append, use_mouse=bool)
        await seat.press("c", "a")
        assert titles == ["bgterm: Ann 0, Bob 0", "bgterm: Ann 0, Bob 1"]
        await seat.press("o", *["down"] * 5, "right", "enter", "enter")
        assert (workspace.settings.title, set(titles[2:])) == (False, {""})
        await seat.press("q")
        assert seat.app.title == "bgterm"


async def test_chosen_keys_hold_in_the_bar_the_help_and_the_question(tmp_path):
    keys = (("roll", "W"), ("double", "D"), ("take", "T"))
    async with at_table(tmp_path, past=FIRST_TURN, settings=Settings(keys=keys)) as (seat, table):
        assert seat.key_bar.startswith("W roll  D double")
        await seat.press("enter")
        assert seat.shows("Enter does not roll: press W.")
        await seat.press("question_mark")
        assert "D offer to play for twice the stake" in " ".join(seat.page.split())
        await seat.press("escape", "d", "space")
        assert table.history == FIRST_TURN
        await seat.press("D")
        assert seat.key_bar.startswith("T take  p pass")
        assert seat.shows("T take:")
        await seat.press("T")
        assert table.history[len(FIRST_TURN) :] == (Doubled(BLACK), Taken(WHITE))


@pytest.mark.parametrize("key", ["w", "p"])
async def test_chosen_keys_hold_in_the_menu(tmp_path, key):
    """Also a key that was chosen when the menu did not use it yet, such as p for the practice."""
    workspace = workspace_in(tmp_path, Settings(keys=(("menu-how-to-play", key),)))
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("h")
        assert seat.shows("h does nothing now.")
        await seat.press(key)
        assert seat.shows("Backgammon is a race for two.")
