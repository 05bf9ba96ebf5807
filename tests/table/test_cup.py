"""The dice: fair, and the same again where they are meant to be."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.errors import NotationError, Rule
from bgterm.table.cup import RandomCup, ScriptedCup, SeededCup, cup_for

THROWS = 36_000
CHI_SQUARE = {5: 35.9, 35: 90.5}
"""What chi-square exceeds once in a million times, by degrees of freedom."""

FACES = [(face,) for face in range(1, 7)]
PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def chi_square(found, expected_kinds):
    counts = Counter(found)
    assert set(counts) == set(expected_kinds)
    mean = counts.total() / len(expected_kinds)
    return sum((count - mean) ** 2 / mean for count in counts.values())


@pytest.mark.parametrize("cup", [RandomCup(), SeededCup(0), SeededCup(42)], ids=repr)
def test_every_face_and_every_pair_comes_as_often(cup):
    throws = [cup.throw(number) for number in range(THROWS)]
    assert chi_square(((one,) for one, _ in throws), FACES) < CHI_SQUARE[5]
    assert chi_square(((other,) for _, other in throws), FACES) < CHI_SQUARE[5]
    assert chi_square(throws, PAIRS) < CHI_SQUARE[35]
    assert chi_square(((one[1], next_one[0]) for one, next_one in pairwise(throws)), PAIRS) < CHI_SQUARE[35]


# Worked out by hand from `printf NUMBER.0 | openssl dgst -sha256 -hmac 42`: saved matches rely on these.
@pytest.mark.parametrize(
    ("number", "dice"),
    [
        (0, (4, 3)),  # 9f f2
        (1, (5, 3)),  # 82 c8
        (2, (3, 2)),  # 7a, fe is passed over, b5
        (67, (1, 3)),  # fe is passed over, 2a, fc is passed over, 3e
        (4711, (4, 1)),  # 51 a2
    ],
)
def test_a_seed_has_the_dice_it_always_had(number, dice):
    assert SeededCup(42).throw(number) == dice


@given(st.integers(), st.lists(st.integers(0, 10**6)))
def test_a_seed_has_the_same_throw_at_a_number_whatever_was_thrown_before(seed, numbers):
    cup = SeededCup(seed)
    assert [cup.throw(number) for number in numbers] == [SeededCup(seed).throw(number) for number in numbers]


def test_seeds_differ():
    assert len({tuple(SeededCup(seed).throw(number) for number in range(20)) for seed in range(-50, 50)}) == 100


def test_a_script_is_thrown_in_its_order():
    with ScriptedCup([(3, 1), (6, 4)]) as cup:
        assert (cup.throw(0), cup.throw(1)) == ((3, 1), (6, 4))


def test_a_script_must_be_thrown_to_its_end():
    with pytest.raises(LookupError, match=r"\(6, 4\)"), ScriptedCup([(3, 1), (6, 4)]) as cup:
        cup.throw(0)


def test_a_script_that_has_ended_has_no_more_dice():
    cup = ScriptedCup([(3, 1)])
    with pytest.raises(LookupError):
        cup.throw(1)


def test_a_header_names_its_cup():
    assert isinstance(cup_for("random"), RandomCup)
    assert cup_for("seed:42") == SeededCup(42)
    assert cup_for("seed:-7") == SeededCup(-7)


@pytest.mark.parametrize("dice", ["", "seed:", "seed:x", "seed", "42", "seed:1:2", "loaded"])
def test_a_cup_nobody_knows_is_refused(dice):
    with pytest.raises(NotationError) as caught:
        cup_for(dice)
    assert caught.value.rule is Rule.BAD_VALUE
    assert caught.value.facts == {"field": "dice", "value": dice}
