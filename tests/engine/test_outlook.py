"""Shots, blockades, contact and kinds of positions."""

import pytest

from bgterm.engine.builtin.outlook import (
    KINDS,
    LONG_KINDS,
    features,
    free_rolls,
    hitting_rolls,
    kind_of,
    long_features,
    long_kind_of,
)
from bgterm.rules.board import Board, Movement, Player
from bgterm.rules.variants import BACKGAMMON, LONG, NACKGAMMON

SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
"""How many of 36 rolls hit an unblocked blot at each distance, as every book has them."""
WHITE, BLACK = Player


def counts_of(board: Board, on_roll: Player = WHITE) -> bytes:
    return board.counts(on_roll) + board.counts(on_roll.opponent)[::-1]


def kind(board: Board, on_roll: Player = WHITE) -> str:
    counts = counts_of(board, on_roll)
    return KINDS[kind_of(counts + features(counts))]


@pytest.mark.parametrize("distance", SHOTS)
def test_shots_are_those_of_the_books(distance):
    assert hitting_rolls(1 << distance - 1, 0).bit_count() == SHOTS[distance]


def test_blocks_stop_combinations():
    assert hitting_rolls(1 << 5, 0b10101).bit_count() == 17 - 2 - 1  # 5-1 and 3-3 are stopped; 4-2 and 2-2 are not
    assert hitting_rolls(1 << 6, 0b111111).bit_count() == 0


def test_a_blot_that_is_shot_at_is_seen_from_both_sides():
    board = Board.of({24: 1, 1: 14}, {5: 1, 1: 14})
    ours, theirs = (features(counts_of(board, player)) for player in Player)
    assert ours[0] == theirs[6] == 15  # from the 24 to the 20 point
    assert ours[1] == 15 * 20 // 36  # the checker has come 20 pips
    assert ours == theirs[6:12] + theirs[:6] + theirs[18:] + theirs[12:18]


def test_features_of_a_checker_behind_a_full_prime():
    board = Board.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {13: 3})
    _shots, _cost, mobility, least, contact, pips = features(counts_of(board))[:6]
    assert (mobility, least, free_rolls(0)) == (0, 0, 36)
    assert pips == 25 + 6 * 14
    assert contact == 25 - 12  # the checkers on the opponent's 13 point are on the 12 point


def free(*blocked: int) -> int:
    """Return the rolls that a checker can move, with blocks at these distances."""
    dice = range(1, 7)
    return sum(
        (one not in blocked or other not in blocked) and one + other not in blocked
        for one in dice
        for other in dice
    )


def test_features_of_rows_and_homes():
    """White's row of five points has a checker at its edge and one on the bar behind it."""
    white = dict.fromkeys((4, 5, 6, 7, 8, 13), 2) | dict.fromkeys((22, 23, 24), 1)
    found = features(counts_of(Board.of(white, {25: 1, 22: 1, 8: 6, 6: 7})))
    assert found[12:18] == bytes((free(4, 6), free(3, 5), 2, 26 + 69, 8 * 5 + 1, 16 * 3 + 4 * 1 + 0))
    assert found[18:] == bytes((free(1, 2, 3, 4, 5, 10), 36, 3, 25 + 22 + 48 + 42 - 16, 8 * 1 + 5, 16 * 1))


def test_a_side_without_blocks_has_no_row():
    found = features(counts_of(Board.of({0: 13, 3: 1, 2: 1}, {25: 1, 6: 14})))
    assert found[12:18] == bytes((36, 36, 1, 5, 1, 4 + 2))


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Board.of({6: 15}, {6: 15}), "race"),
        (Board.of({0: 15}, {6: 15}), "race"),
        (NACKGAMMON.board, "back game"),
        (Board.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {24: 3}), "prime"),
        (Board.of({18: 2, 6: 13}, {8: 7, 6: 8}), "bear-in"),
        (Board.of({24: 1, 22: 1, 6: 13}, {24: 2, 8: 5, 6: 8}), "attack"),
        (BACKGAMMON.board, "contact"),
    ],
)
def test_kinds_of_positions_are_those_of_both_sides(board, expected):
    assert {kind(board, player) for player in Player} == {expected}


def test_features_of_long_backgammon_are_mobility_and_rows():
    """Black's row on White's points 23 to 19 stops White but for sixes; White's head stops 6-6 of Black."""
    board = Board.of({24: 7, 18: 1, 17: 2, 16: 5}, {24: 1, 11: 6, 10: 2, 9: 2, 8: 2, 7: 2}, Movement.NARDE)
    free = sum(6 in {one, other} and one + other != 12 for one in range(1, 7) for other in range(1, 7))
    assert long_features(counts_of(board)) == bytes((free, 3, 35, 5))
    assert long_features(counts_of(board, BLACK)) == bytes((35, 5, free, 3))
    assert long_features(counts_of(Board.of({0: 15}, {6: 15}, Movement.NARDE))) == bytes((36, 0, 36, 0))


def test_kinds_of_long_backgammon_change_in_the_second_half():
    race = Board.of({12: 15}, {12: 15}, Movement.NARDE)
    found = [LONG_KINDS[long_kind_of(counts_of(board) + bytes(4))] for board in (LONG.board, race)]
    assert found == ["contact", "race"]
