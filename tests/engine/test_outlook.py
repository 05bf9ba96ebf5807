"""Shots and blockades."""

import pytest

from bgterm.engine.builtin.network import position_of
from bgterm.engine.builtin.outlook import extras, free_rolls, hitting_rolls
from bgterm.rules.board import Board, Player
from bgterm.rules.variants import BACKGAMMON

SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
"""The rolls that hit a blot at each distance where nothing blocks, as every book has them."""


@pytest.mark.parametrize("distance", SHOTS)
def test_shots_are_those_of_the_books(distance):
    assert hitting_rolls(1 << distance - 1, 0).bit_count() == SHOTS[distance]


def test_blocks_stop_combinations():
    assert hitting_rolls(1 << 5, 0b10101).bit_count() == 17 - 2 - 1  # 5-1 and 3-3 are stopped; 4-2 and 2-2 are not
    assert hitting_rolls(1 << 6, 0b111111).bit_count() == 0


def test_a_full_prime_holds_every_checker():
    assert free_rolls(0b111111) == 0
    assert free_rolls(0) == 36


def test_a_blot_that_is_shot_at_is_seen_from_both_sides():
    board = Board.of({24: 1, 1: 14}, {5: 1, 1: 14})
    ours, theirs = (extras(position_of(board, player)) for player in Player)
    assert (ours[0], theirs[2]) == (15 / 36, 15 / 36)  # from the 24 to the 20 point
    assert ours[1::2][:2] == theirs[3::-2]


def test_a_race_is_one_where_nobody_can_be_hit_any_more():
    race = Board.of({6: 15}, {6: 15})
    assert [extras(position_of(race, player))[4] for player in Player] == [1, 1]
    assert extras(position_of(BACKGAMMON.board, Player.WHITE))[4] == 0
    assert extras(position_of(Board.of({6: 14, 25: 1}, {6: 15}), Player.BLACK))[4] == 0
