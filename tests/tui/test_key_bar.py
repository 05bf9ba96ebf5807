"""The line of keys: the most useful first, whole keys only, and a mark where some are cut."""

import re
from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, ResignationAccepted, ResignationOffered, Rolled
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from tests.builders import FIRST_TURN, ROLLED_31
from tests.cases import rest_long
from tests.lobby.visitors import ANN, BOB, TO_THREE, left
from tests.tui.seat import HEADER, at_table

WHITE, BLACK = Player
ROLLED_65 = (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)))
LOST = (*ROLLED_31, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
MONEY = HEADER._replace(ruleset=Ruleset(length=0, beavers=1))
MANUAL = HEADER._replace(dice="manual")
VERIFIABLE = HEADER._replace(dice="verifiable")
ONE_POINT = HEADER._replace(ruleset=Ruleset(length=1))
SMALL, USUAL, LARGE = (44, 20), (80, 24), (120, 40)
FEW_WIDTHS, EACH_WIDTH = (44, 80), range(44, 121, 4)


STATES = [
    (HEADER, (), "", "Space roll"),
    (HEADER, FIRST_TURN, "", "Space roll  d double"),
    (HEADER, ROLLED_31, "", "Enter pick up"),
    (HEADER, ROLLED_31, "8/5", "Enter add move"),
    (HEADER, ROLLED_31, ("right", "enter"), "Enter put down  Bksp undo"),
    (HEADER, ROLLED_31, (*"8/5 6/5", "enter"), "Enter end turn  Bksp undo"),
    (HEADER, (*FIRST_TURN, Doubled(BLACK)), "", "t take  p pass"),
    (MONEY, (*FIRST_TURN, Doubled(BLACK)), "", "t take  p pass  b beaver"),
    (HEADER, (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), "", "a accept  n refuse"),
    (HEADER, FIRST_TURN, "z", "y allow  n refuse"),
    (HEADER, LOST, "", "Enter next game"),
    (MONEY, LOST, "", "Enter next game  Q end session"),
    (ONE_POINT, LOST, "", "R rematch  Enter leave"),
    (MANUAL, FIRST_TURN, "", "1-6 dice  d double  c cocked"),
    (MANUAL, FIRST_TURN, "65", "Enter confirm  Bksp undo"),
    (MANUAL, ROLLED_65, "", "Enter pick up  w wrong roll"),
    (VERIFIABLE, (), "", "w add to the dice  n no"),
]


@pytest.mark.parametrize(("header", "past", "keys", "first"), rest_long(7, STATES, tuples=True))
async def test_most_useful_keys_are_first_and_others_are_left_out(tmp_path, header, past, keys, first):
    async with at_table(tmp_path, header=header, past=past, size=(200, 60)) as (seat, _):
        await seat.press(*keys)
        every = seat.key_bar.split("  ")
        for columns in EACH_WIDTH if (header, past) == (HEADER, FIRST_TURN) else FEW_WIDTHS:
            await seat.resize(columns, 24)
            line = seat.key_bar
            assert line.startswith(first)
            assert line.endswith("? help")
            shown = line.replace(" … ", "  ").split("  ")
            left_out = [key for key in every if key not in shown]
            assert shown == [key for key in every if key in shown]
            last_row = seat.shown.rstrip().splitlines()[-1].strip()
            gap = max(map(len, re.findall(" +", last_row)))
            assert all(len(key) + (7 if columns >= 80 else 4) >= gap for key in left_out)
            assert (" … " in line) is (len(shown) < len(every))


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
async def test_list_names_the_digits_that_choose_from_it(tmp_path, size):
    async with at_table(tmp_path, past=ROLLED_31, size=size) as (seat, _):
        await seat.press("tab")
        entries = re.findall(r"\b([1-9]) [1-9]", seat.shown.rsplit("page 1", 1)[1])
        assert seat.key_bar.startswith(f"1-{entries[-1]} choose  Tab more  Esc cancel")


async def test_proof_is_there_while_the_dice_are_contributed_to(company, lobby, tmp_path):
    async with at_table(tmp_path, header=VERIFIABLE) as (seat, _):
        assert "v dice proof" in seat.key_bar
    left(lobby, offer=replace(TO_THREE, dice="verifiable"))
    for seat in (await company.come(ANN), await company.come(BOB)):
        assert seat.key_bar.startswith("w add to the dice  n no  c chat  v dice proof")


async def test_marks_are_of_ascii_where_nothing_else_can_be_shown(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN, size=SMALL) as (seat, _):
        seat.app.add_class("-ascii")
        await seat.resize(50, 24)
        assert seat.key_bar == "Space roll  d double .. H hint  q leave  ? help"
        await seat.press("question_mark")
        assert "up/down scroll" in seat.key_bar


async def test_hint_keeps_its_place_through_a_turn(seat):
    places = []
    for keys in ((), ("right", "enter"), ("escape", *"8/5 6/5", "enter"), ("enter",)):
        await seat.press(*keys)
        places.append(seat.shown.splitlines()[-1].index(" H  hint"))
    assert seat.key_bar.startswith("Space roll  d double")
    assert len(set(places)) == 1


async def test_page_names_the_keys_that_scroll_while_they_do(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        await seat.press("m")
        assert seat.key_bar == "Esc back"
        await seat.press("escape", "question_mark")
        assert "↑↓ scroll" in seat.key_bar
        await seat.resize(80, 100)
        assert seat.key_bar == "Esc back  h how to play"
        await seat.resize(80, 24)
        assert "↑↓ scroll" in seat.key_bar
