"""Real dice at the table: the players type two digits and Enter for each throw."""

from dataclasses import replace

import pytest

from bgterm.notation.json_codec import Note
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, OpeningThrown, RollCorrected, Rolled
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.builders import FIRST_TURN, play
from tests.positions import DANCE, FORCED
from tests.tui.seat import HEADER, at_table

WHITE, BLACK = Player
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


async def test_digits_that_come_fast_keep_their_order(seat, table):
    await seat.burst("1", "backspace", "6", "5", "enter", "3", "3", "enter")
    assert table.history == (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)))


async def test_a_double_comes_before_the_dice(seat, table):
    await seat.press("6", "d")
    assert table.history == FIRST_TURN
    await seat.press("backspace", "d")
    assert (table.history[-1], seat.asked) == (Doubled(BLACK), "cube")


@pytest.mark.rule("A-71")
async def test_a_cocked_throw_is_noted_and_made_again(seat, table, tmp_path):
    await seat.press("6", "c")
    assert (table.history, seat.asked) == (FIRST_TURN, "dice")
    assert seat.shows("Cocked: Bob rolls both dice again")
    (note,) = load(find_save(tmp_path / "matches", table.name)).items[len(FIRST_TURN) :]
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
    items = load(find_save(tmp_path / "matches", table.name)).items
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


# Typed wrongly


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


async def test_corrected_opening_may_change_the_starter_or_tie(tmp_path):
    async with at_table(tmp_path, header=WOODEN) as (seat, table):
        await seat.press("5", "2", "enter", "w", "2", "5", "enter")
        assert seat.shows("Bob to move 5-2")
        await seat.press("w", "2", "2", "enter")
        assert (seat.asked, table.match.game.throws) == ("dice", ((2, 2),))
        await seat.press("w", "2", "6", "enter")
        assert table.match.game.throws == ((2, 6),)
        assert seat.shows("Bob to move 6-2")


@pytest.mark.parametrize("position", [FORCED, DANCE], ids=["forced", "dance"])
async def test_a_forced_play_waits_since_its_roll_may_be_typed_wrongly(tmp_path, position):
    header, settings = WOODEN._replace(start=position._replace(dice=None)), Settings(auto_play_forced=True)
    async with at_table(tmp_path, header=header, settings=settings) as (seat, table):
        await seat.press(*map(str, position.dice), "enter")
        assert table.history == (Rolled(WHITE, position.dice),)
        assert "correct-roll" in seat.keys
