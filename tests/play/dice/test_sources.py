"""Sources of dice: fair, and repeatable where they are meant to be."""

from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.dice_evidence import derive_roll, dice_key
from bgterm.play.dice.sources import DiceError, dice_asked, dice_source, roll_in
from bgterm.rules.errors import NotationError
from tests.cases import rest_long

DICE_FILE_ENDED = "there are no more rolls in {name}: write the next one on line {line} and roll again"
DICE_FILE_UNREADABLE = "the rolls in {name} cannot be read: {reason}"
DICE_LINE_INVALID = 'line {line} of {name}: "{text}" is not a roll: write one like 31 or 6-4 there and try again'

CHI_SQUARE = {5: 35.9, 35: 90.5}
"""The values that chi-square exceeds once in a million times, by degrees of freedom."""

FACES = [(face,) for face in range(1, 7)]
PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def chi_square(found, expected_kinds):
    counts = Counter(found)
    assert set(counts) == set(expected_kinds)
    mean = counts.total() / len(expected_kinds)
    return sum((count - mean) ** 2 / mean for count in counts.values())


CUPS = {
    "random": dice_source("random"),
    "seed 0": dice_source("seed:0"),
    "seed 42": dice_source("seed:42"),
    "a secret": partial(derive_roll, dice_key(bytes(32), ())),
    "a secret and words": partial(derive_roll, dice_key(bytes(range(32)), ("no sixes", "please"))),
}


@pytest.mark.parametrize("cup", rest_long(1, CUPS.values()), ids=CUPS)
@pytest.mark.parametrize("count", [36_000, pytest.param(1_000_000, marks=pytest.mark.soak)], ids=["some", "many"])
def test_every_face_and_every_pair_comes_as_often(cup, count):
    throws = [cup(number) for number in range(count)]
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
    assert dice_source("seed:42")(number) == dice


@given(st.integers(), st.lists(st.integers(0, 10**6)))
def test_seeded_roll_depends_only_on_its_number(seed, numbers):
    cup = dice_source(f"seed:{seed}")
    assert [cup(number) for number in numbers] == [dice_source(f"seed:{seed}")(number) for number in numbers]


def test_a_header_names_its_dice_and_seeds_differ():
    assert len({(*throws(dice_source(f"seed:{seed}"), 20),) for seed in range(-50, 50)}) == 100
    assert len({dice_source("random")(0) for _ in range(200)}) > 1
    assert len({dice_source("seed:-7")(0) for _ in range(200)}) == 1
    assert refusal(dice_source("file:/a:b/c"), 0)[1]["name"] == Path("/a:b/c")
    assert dice_source("manual") is None


@pytest.mark.parametrize("dice", ["", "seed:", "seed:x", "seed", "42", "seed:1:2", "loaded", "file:", "file"])
def test_a_cup_nobody_knows_is_refused(dice):
    with pytest.raises(NotationError, match="cannot be") as caught:
        dice_source(dice)
    assert {"field": "dice", "value": dice}.items() <= vars(caught.value).items()


@pytest.fixture
def rolls(tmp_path):
    """A function that writes a text into a file of rolls, and returns the file's path."""

    def write(text):
        path = tmp_path / "rolls.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return partial(roll_in, path)

    return write


def throws(cup, count):
    return [cup(number) for number in range(count)]


def refusal(cup, number):
    with pytest.raises(DiceError) as caught:
        cup(number)
    return caught.value.msgid, vars(caught.value)


def test_a_file_has_a_roll_a_line_but_for_blanks_and_remarks(rolls):
    assert throws(rolls("31\n1-6\n 5 5 \n2,4"), 4) == [(3, 1), (1, 6), (5, 5), (2, 4)]
    assert throws(rolls("# game 1\n31\r\n\n  # Bob\n64\n\n"), 2) == [(3, 1), (6, 4)]


@pytest.mark.parametrize(
    ("text", "number", "line"), [("", 0, 1), ("31\n64\n", 2, 3), ("31\n64", 2, 3), ("# one\n31\n\n\n", 5, 3)]
)
def test_file_that_has_ended_says_where_the_next_roll_is_to_be(rolls, text, number, line):
    cup = rolls(text)
    assert refusal(cup, number) == (DICE_FILE_ENDED, {"name": "rolls.txt", "line": line})
    rolls("31\n" * number + "5 5\n")
    assert cup(number) == (5, 5)


@pytest.mark.parametrize("bad", ["7 1", "0", "3", "3-1-1", "six four", "311", "31 64", "\x1b[31m"])
def test_a_line_that_is_no_roll_is_named_when_it_is_due(rolls, bad):
    cup = rolls(f"31\n\n{bad}\n64\n")
    assert cup(0) == (3, 1)
    assert refusal(cup, 1) == (
        DICE_LINE_INVALID,
        {"name": "rolls.txt", "line": 3, "text": bad.replace("\x1b", "?")},
    )
    assert cup(2) == (6, 4)
    rule, facts = refusal(rolls(b"\xff\xfe\n"), 0)  # no text
    assert (rule, facts["line"]) == (DICE_LINE_INVALID, 1)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    reasons = {
        tmp_path / "none.txt": "No such file or directory",
        tmp_path: "it is not a regular file",
        Path("/dev/null"): "it is not a regular file",
        tmp_path / "odd\0": "embedded null byte",
    }
    for path, reason in reasons.items():
        assert refusal(partial(roll_in, path), 0) == (DICE_FILE_UNREADABLE, {"name": path, "reason": reason})


def test_dice_are_asked_for_by_name_or_by_a_file_of_rolls(rolls, tmp_path, monkeypatch):
    assert [dice_asked(text) for text in ("random", "verifiable", "manual")] == ["random", "verifiable", "manual"]
    rolls("31\n")
    monkeypatch.chdir(tmp_path)
    assert dice_asked("rolls.txt") == f"file:{tmp_path / 'rolls.txt'}"
    with pytest.raises(DiceError, match="No such file"):
        dice_asked("none.txt")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("31\n64\n\n77\n52\n", 'line 4 of rolls.txt: "77" is not a roll: write one like 31 or 6-4 there'),
        ("# mine\n31\nsix one", 'line 3 of rolls.txt: "six one" is not a roll: write one like 31 or 6-4 there'),
        ("hello\n", 'line 1 of rolls.txt: "hello" is not a roll: write one like 31 or 6-4 there and try again'),
        ("", "there are no more rolls in rolls.txt: write the next one on line 1 and roll again"),
    ],
)
def test_file_with_a_bad_line_or_none_is_refused_before_any_roll(rolls, tmp_path, text, fault):
    rolls(text)
    with pytest.raises(DiceError) as caught:
        dice_asked(str(tmp_path / "rolls.txt"))
    assert str(caught.value).startswith(fault)
