"""The worth of a point, as players write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.stake import read_stake
from bgterm.rules.errors import NotationError

NOT_A_STAKE = '"{text}" is not a stake: write what a point is worth, like 0.50 euro'


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
    assert (caught.value.msgid, vars(caught.value)) == (NOT_A_STAKE, {"text": quoted})


@given(st.text(max_size=30))
def test_a_kept_stake_is_read_as_it_was(text):
    try:
        stake = read_stake(text)
    except NotationError:
        return
    assert stake.amount > 0
    assert read_stake(str(stake)) == stake
