"""Rolls, origins of dice, stakes and any other text as players write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.dice import DiceOrigin, read_roll
from bgterm.notation.errors import NotARoll
from bgterm.notation.sanitize import clean_line
from bgterm.notation.stake import read_stake
from bgterm.rules.errors import NotationError


@pytest.mark.parametrize("text", ["31", "3-1", "3 1", "3,1", "3/1", "3:1", " 3 - 1 ", "3–1", "3\t1"])
def test_a_roll_is_two_numbers_in_their_order(text):
    assert read_roll(text) == (3, 1)


@pytest.mark.parametrize("text", ["", "3", "30", "71", "311", "3--1", "three one", "3.1", "٣١", "-31"])
def test_what_is_no_roll_is_refused_with_an_example(text):
    with pytest.raises(NotARoll) as caught:
        read_roll(text)
    assert str(caught.value) == f'"{text}" is not a roll: write what the two dice show, like 31 or 6-4'


@given(st.text(max_size=40))
def test_any_text_is_a_roll_or_refused(text):
    try:
        one, other = read_roll(text)
    except NotationError:
        return
    assert {one, other} <= set(range(1, 7))
    assert [char for char in text if char.isdigit()] == [str(one), str(other)]


@pytest.mark.parametrize("text", ["random", "verifiable", "manual", "seed:42", "seed:-7", "file:/a:b/c"])
def test_origin_of_the_dice_is_written_as_it_was_read(text):
    assert str(DiceOrigin.read(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "cup", "random:1", "random:", "verifiable:", "manual:x", "seed", "seed:", "seed:x", "file:", "file"],
)
def test_incomplete_origin_of_dice_is_refused(text):
    with pytest.raises(NotationError, match="cannot be"):
        DiceOrigin.read(text)


# Stakes


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("0.50 euro", "0.50 euro"),
        ("0,50€", "0.50 €"),
        ("$2", "2 $"),
        ("1 pint of bitter", "1 pint of bitter"),
        ("10", "10"),
        ("  5   ", "5"),
        ("100 ₽", "100 ₽"),
    ],
)
def test_a_stake_is_an_amount_and_any_unit(text, kept):
    assert str(read_stake(text)) == kept


@pytest.mark.parametrize(
    "text",
    ["", "euro", "0", "0.00 euro", "-1 euro", "1.23456", "1e9", "9999999999", "$2 euro", "1 a\x1bb", "1\n2"],
)
def test_what_is_no_stake_is_refused(text):
    quoted = {"1 a\x1bb": "1 a", "1\n2": "1 2"}.get(text, text)
    with pytest.raises(NotationError) as caught:
        read_stake(text)
    assert str(caught.value) == f'"{quoted}" is not a stake: write what a point is worth, like 0.50 euro'


@given(st.text(max_size=30))
def test_a_kept_stake_is_read_as_it_was(text):
    try:
        stake = read_stake(text)
    except NotationError:
        return
    assert stake.amount > 0
    assert read_stake(str(stake)) == stake


# Text of strangers, which is shown as plain text whatever is in it

UNSEEN = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x200B, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066)}


@given(st.text(max_size=60) | st.text("ab\x1b\x9b\x9d[]0;31m\x07\\ \n", max_size=40), st.integers(0, 100))
def test_it_is_one_line_of_what_can_be_seen(text, longest):
    shown = clean_line(text, longest)
    assert shown.isprintable()
    assert not UNSEEN & set(shown)
    assert len(shown) <= longest
    assert shown == " ".join(shown.split())


def test_plain_text_stays_as_it_is():
    for text in ("Ann", "Zoë", "李小龍", "a [b] c", "50 % off!", "Ünïcödé", "🎲"):
        assert clean_line(text, 100) == text


@given(st.text(st.characters() | st.sampled_from(" a\u0301\ua92b\ud7fc\u1160\ufe0f\x1b["), max_size=12))
def test_what_is_clean_stays_as_it_is(text):
    clean = clean_line(text, 8)
    assert clean_line(clean, 8) == clean
