"""Position IDs."""

import string
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.gnubg_id import position_id, read_position_id
from bgterm.rules.board import Board, Player
from bgterm.rules.errors import NotationError
from bgterm.rules.variants import BACKGAMMON, HYPER, NACKGAMMON
from tests.builders import board
from tests.reference import IDS, rows
from tests.strategies import boards

INVALID_ID = '"{text}" is not a valid {kind}: {fault}'

BASE64 = string.ascii_letters + string.digits + "+/"


def packed(bits: str) -> str:
    """Return the id of 80 bits, of which the first is the lowest one of the first byte."""
    return b64encode(int(bits.ljust(80, "0")[::-1], 2).to_bytes(10, "little")).decode()[:14]


def test_the_starts_have_the_ids_every_program_knows():
    assert position_id(BACKGAMMON.board, Player.WHITE) == "4HPwATDgc/ABMA"
    assert position_id(NACKGAMMON.board, Player.BLACK) == "4Dl4ADbgOXgANg"
    assert position_id(HYPER.board, Player.WHITE) == "AACgAgAAKgAAAA"


def test_the_player_on_roll_comes_second():
    one_each = board("3:1 / 2:1", checkers=1)
    assert position_id(one_each, Player.WHITE) == packed("010" + "0" * 23 + "0010")
    assert position_id(one_each, Player.BLACK) == packed("0010" + "0" * 22 + "010")


@pytest.mark.parametrize("player", Player)
def test_ids_of_gnu_backgammon_are_read_and_written(player: Player):
    for row in rows(IDS):
        counted = row["state"]["board"]
        read = read_position_id(row["position_id"], player)
        assert list(read.counts(player)[1:]) == counted["mover"]
        assert list(read.counts(player.opponent)[1:]) == counted["idle"]
        assert position_id(read, player) == row["position_id"]


def test_what_is_missing_is_borne_off_and_padding_is_accepted():
    assert read_position_id(packed("1"), Player.WHITE, 3) == Board.of({0: 3}, {1: 1, 0: 2})
    assert read_position_id("4HPwATDgc/ABMA==", Player.WHITE) == BACKGAMMON.board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (packed("1" * 4), "more than 3"),
        ("", "characters"),
        ("4HPwATDgc/ABM", "characters"),
        ("4HPwATDgc/ABMAA", "characters"),
        ("4HPwATDgc/ABMA=", "base64"),
        ("4HPwATDgc/ABMA====", "base64"),
        ("4HPwATDgc_ABMA", "base64"),
        ("4HPwATDgc/ABM\n", "base64"),
        ("4HPwATDgc/ABMé", "base64"),
        ("4HPwATDgc/ABM٣", "base64"),
        ("4HPwATDgc/ABMB", "last character"),
        ("//////////////", "last character"),
        ("/////////////w", "more than 15"),
        (packed("1" * 16), "more than 15"),
        (packed("0" * 25 + "1" * 16), "more than 15"),
        (packed("0" * 50 + "1"), "follows the last checker"),
        (packed("0" * 79 + "1"), "follows the last checker"),
        (packed("1" + "0" * 48 + "10"), "24 point"),
    ],
)
def test_an_id_that_no_position_has_says_what_is_wrong(text: str, reason: str):
    with pytest.raises(NotationError, match='" is not a valid') as caught:
        read_position_id(text, Player.WHITE, 3 if reason == "more than 3" else 15)
    assert caught.value.text == text.strip()
    assert reason in str(caught.value.fault)


@given(
    st.text() | st.text(BASE64, min_size=12, max_size=16) | st.text("01", max_size=80).map(packed),
    st.sampled_from([15, 3, 1]),
)
def test_any_text_is_a_position_or_a_bad_id(text: str, checkers: int):
    try:
        read = read_position_id(text, Player.WHITE, checkers)
    except NotationError as error:
        assert error.msgid == INVALID_ID  # noqa: PT017 - most texts fail, some do not
    else:
        assert position_id(read, Player.WHITE) == text.removesuffix("==")


@given(boards(), st.sampled_from(Player))
def test_ids_round_trip(position: Board, player: Player):
    assert read_position_id(position_id(position, player), player) == position
