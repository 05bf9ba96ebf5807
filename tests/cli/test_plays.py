"""`bgterm plays`, the stream of legal plays for other programs."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.cli import plays
from bgterm.notation.gnubg_id import position_id
from bgterm.rules.board import Movement, Player
from tests.builders import board
from tests.reference import HIT_AND_RUN, LONG, STANDARD, rows

START = "4HPwATDgc/ABMA"
GOOD = {"variant": "backgammon", "position": START, "dice": [3, 1]}
PROGRAM = [sys.executable, "-m", "bgterm", "plays"]
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


def answers(*lines: bytes) -> tuple[int, list[dict]]:
    """Return the exit status and the answers of `bgterm plays` to these lines."""
    out = io.BytesIO()
    status = plays.answer(io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def answer(**request: object) -> dict:
    _, (only,) = answers(json.dumps(request).encode())
    return only


@pytest.mark.long
def test_every_row_of_the_reference_data():
    asked = [{"position": row["position_id"], "dice": row["dice"]} for row in rows(STANDARD)]
    status, answered = answers(*(json.dumps({"variant": "backgammon", **one}).encode() for one in asked))
    assert status == 0
    for row, request, reply in zip(rows(STANDARD), asked, answered, strict=True):
        plays_and_results = zip(row["plays"], row["results"], strict=True)
        listed = [{"play": text, "result": result} for text, result in plays_and_results]
        assert reply == {**request, "plays": listed}


@pytest.mark.parametrize(
    ("name", "rule"),
    [pytest.param(LONG, "first_turn", marks=pytest.mark.long), (HIT_AND_RUN, "hit_and_run")],
    ids=["Long", "hit and run"],
)
def test_every_row_with_a_rule_of_its_own(name, rule):
    keys = ("variant", "position", "dice", rule)
    asked = [{key: row[key] for key in keys} for row in rows(name)]
    status, answered = answers(*(json.dumps(request).encode() for request in asked))
    assert status == 0
    for row, reply in zip(rows(name), answered, strict=True):
        assert [entry["result"] for entry in reply["plays"]] == (row["results"] if row["dice_played"] else [])


LONG_START = {"variant": "long", "position": "AACA/z8AAID/Pw"}


@pytest.mark.parametrize(
    ("dice", "rules", "play"),
    [
        ([6, 6], {}, "24/18"),
        ([6, 6], {"first_turn": True}, "24/18(2)"),
        ([6, 6], {"first_turn": True, "first_throw": "second"}, "24/18"),
    ],
)
def test_the_first_throw_of_long_backgammon(dice: list[int], rules: dict, play: str):
    assert [entry["play"] for entry in answer(**LONG_START, dice=dice, **rules)["plays"]] == [play]


def test_six_in_a_row_may_be_free():
    wall = board("20:1 13:1 10:1 9:1 8:1 7:1 6:1 / 24:15", movement=Movement.NARDE)
    request = {"variant": "long", "position": position_id(wall, Player.WHITE), "dice": [2, 1]}
    for toggle, made in (("in_front", False), ("forbidden", False), ("free", True)):
        replied = answer(**request, six_in_a_row=toggle)
        assert ("20/19 13/11" in [entry["play"] for entry in replied["plays"]]) == made


@pytest.mark.parametrize(
    "rules",
    [
        {"variant": "backgammon", "position": START, "first_turn": False},
        {"variant": "backgammon", "position": START, "first_throw": "each", "six_in_a_row": "in_front"},
        {**LONG_START, "hit_and_run": True},
    ],
)
def test_a_rule_that_is_as_usual_can_always_be_named(rules):
    assert answer(dice=[3, 1], **rules)["plays"]


def test_the_order_of_the_dice_has_no_effect():
    assert answer(**GOOD)["plays"] == answer(**GOOD | {"dice": [1, 3]})["plays"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"8/5 6/5", "not JSON"),
        (b'{"variant": "backgammon"', "not JSON"),
        (b"[" * 10_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b"\xff{}", "not UTF-8"),
        (json.dumps(GOOD).encode("utf-16"), "not UTF-8"),
        (b"[]", "an object"),
        (b"null", "an object"),
        (b"NaN", "an object"),
        (b" " * 20_000 + json.dumps(GOOD).encode(), "no more than 16384 bytes"),
        (b"{}", "variant is missing"),
    ],
)
def test_a_line_that_is_no_request(line: bytes, reason: str):
    status, (wrong, right) = answers(line, json.dumps(GOOD).encode())
    assert status == 1
    assert reason in wrong["error"]
    assert len(right["plays"]) == 16


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": "red"}, 'unknown key "colour"'),
        ({"\udc80": 1}, r'unknown key "\udc80"'),
        ({"variant": "chess"}, 'unknown variant "chess"; bgterm knows backgammon, nackgammon, hyper, hyper-2, '),
        ({"variant": "hyper"}, "more than 3 checkers"),
        ({"variant": ["backgammon"]}, "variant cannot be ['backgammon']"),
        ({"position": "4HPw"}, '"4HPw" is not a valid Position ID: it has 4 characters, not 14'),
        ({"position": None}, "position cannot be None"),
        ({"position": "{src}\udc80"}, '"{src}" is not a valid Position ID: it is not written in base64'),
        ({"first_turn": True}, "first_turn: only in Long backgammon"),
        ({"first_turn": 1, "variant": "long"}, "first_turn cannot be 1"),
        ({"six_in_a_row": "free"}, "six_in_a_row: only in Long backgammon"),
        ({"hit_and_run": False, "variant": "long"}, "hit_and_run: not in Long backgammon"),
        ({"hit_and_run": 0}, "hit_and_run cannot be 0"),
        ({"first_throw": "third", "variant": "long"}, "first_throw cannot be third"),
        ({"dice": [7, 1]}, "dice show 1 to 6, not 7 and 1"),
        ({"dice": [0, 1]}, "dice show 1 to 6, not 0 and 1"),
        ({"dice": [3]}, "dice cannot be "),
        ({"dice": [3, 1, 1]}, "dice cannot be "),
        ({"dice": [3, True]}, "dice cannot be "),
        ({"dice": [3.0, 1]}, "dice cannot be "),
        ({"dice": ["3", "1"]}, "dice cannot be "),
        ({"dice": "31"}, "dice cannot be "),
        ({"dice": {"3": 1}}, "dice cannot be "),
    ],
)
def test_a_request_that_is_wrong(change: dict, reason: str):
    wrong = answer(**GOOD | change)
    assert wrong.keys() == {"error"}
    assert reason in wrong["error"]


@given(
    st.binary() | st.dictionaries(st.sampled_from([*GOOD, "x"]), st.text()).map(lambda d: json.dumps(d).encode())
)
def test_whatever_the_line_there_is_one_answer_for_each(line: bytes):
    _, answered = answers(line)
    assert len(answered) == line.count(b"\n") + 1


@pytest.mark.parametrize(("given", "lines"), [(json.dumps(GOOD).encode(), 1), (b"", 0)], ids=["no end", "nothing"])
def test_the_last_line_needs_no_end_and_nothing_no_answer(given, lines):
    out = io.BytesIO()
    assert plays.answer(io.BytesIO(given), out) == 0
    assert out.getvalue().count(b"\n") == lines


def test_each_answer_comes_before_the_next_question():
    with subprocess.Popen(PROGRAM, **PIPES) as program:
        assert program.stdin
        assert program.stdout
        for dice, count in (([3, 1], 16), ([9, 9], None), ([6, 5], 7)):
            program.stdin.write(json.dumps(GOOD | {"dice": dice}).encode() + b"\n")
            program.stdin.flush()
            replied = json.loads(program.stdout.readline())
            assert len(replied["plays"]) == count if count else "error" in replied
        program.stdin.close()
    assert program.returncode == 1


def test_a_reader_who_leaves_ends_the_stream_quietly():
    with subprocess.Popen(PROGRAM, **PIPES, stderr=subprocess.PIPE) as program:
        assert program.stdout
        program.stdout.close()
        program.stdout = None
        _, complaints = program.communicate(json.dumps(GOOD).encode())
    assert complaints == b""
    assert program.returncode == 0


def test_write_error_ends_the_stream_with_a_message():
    with Path(os.devnull).open("rb") as no_output:
        ended = subprocess.run(PROGRAM, input=b"{}\n", stdout=no_output, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"bgterm plays: Bad file descriptor\n")
