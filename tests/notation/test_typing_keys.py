"""Which keys go on with a play that is being typed."""

import pytest

from bgterm.notation.plays import may_follow
from tests.reference import STANDARD, rows


def can_be_typed(text: str) -> bool:
    return all(may_follow(text[:count], character) for count, character in enumerate(text))


def test_every_canonical_play_can_be_typed_letter_by_letter():
    texts = {play for row in rows(STANDARD) for play in row["plays"]}
    assert len(texts) > 10_000
    assert [text for text in texts if not can_be_typed(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        *("8/5 6/5", "8-5,6-5", "8 5 6 5", "8/5;6/5", "8/5*", "bar/22", "b/22", "25/22", "bar 22", "6/off", "6/o"),
        *("6/0", "6/home", "6/h", "13/7(2)", "13/7x2", "24/20/16", "13/8/3(2)", "5", "8 6", "65: 24/13", "/off"),
        *("BAR/22 6/OFF", "8/5 bar/22", "8/5*x2", "8/5, b/22"),
    ],
)
def test_every_way_to_write_a_play_can_be_typed(text):
    assert can_be_typed(text)


@pytest.mark.parametrize("key", [*"acdefghijklmnopqrstuvwxyz?! ,;:-*()+", "é", "٣"])
def test_key_that_begins_no_play_keeps_its_meaning(key):
    assert not may_follow("", key)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("8/5", "q"),
        ("8/5", "o"),
        ("8/5 ", "x"),
        ("8/", "x"),
        ("6/o", "r"),
        ("6/off", "f"),
        ("ba", "x"),
        ("8", "٣"),
    ],
)
def test_a_letter_that_spells_no_word_of_a_play_does_not_go_on(text, key):
    assert not may_follow(text, key)
