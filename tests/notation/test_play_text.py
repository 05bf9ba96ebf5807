"""The canonical text of a play, against the reference data."""

import json
from pathlib import Path

import pytest

from bgterm.notation.plays import play_text
from bgterm.rules.board import Board, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.moves.hitting import HittingPlays
from tests.cases import rest_long
from tests.positions import board_of_id, id_of_board

ROWS = [json.loads(line) for line in Path("tests/data/standard_plays.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("player", rest_long(1, Player))
def test_every_reference_play_has_its_canonical_text(player):
    for row in ROWS:
        board = board_of_id(row["position_id"], player)
        plays = HittingPlays(board, player, Dice.of(*row["dice"]))
        texts = {
            id_of_board(after, player.opponent): play_text(board, player, play) for play, after in plays.results()
        }
        expected = dict(zip(row["results"], row["plays"], strict=True)) or {row["pass_result"]: ""}
        assert texts == expected


def test_the_order_of_the_moves_does_not_change_the_text():
    board = Board.of(white={13: 2, 6: 1}, black={14: 1})
    moves = (Move(11, 9), Move(6, 4), Move(13, 11), Move(13, 11))
    assert (
        play_text(board, Player.WHITE, moves)
        == play_text(board, Player.WHITE, moves[::-1])
        == "13/11*/9 13/11 6/4"
    )


def test_no_moves_have_no_text():
    assert play_text(Board.of({1: 1}, {1: 1}), Player.WHITE, ()) == ""
