"""Checking the dice of a record: which are right, and the names of faults."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bgterm.analysis.dice_proof import VerificationError, verify
from bgterm.formats.record import read_record
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from bgterm.storage.library import find_save
from tests.sealed import CONTRIBUTION, FINGERPRINT, UNKNOWN_SCHEME
from tests.strategies import stride
from tests.tables import begin_table, play_to_the_end
from tests.waiting import wait

NEVER_REVEALED = (
    "the match has ended and the secret of the dice was not revealed: no roll can be checked, and the "
    "dice are unproven"
)
NOT_REVEALED = (
    "the match is unfinished in this record, and the secret of the dice is revealed when it ends: no "
    "roll can be checked yet"
)
NOT_VERIFIABLE = "the dice of this record are {dice}: there is nothing to verify them with"
NO_COMMITMENT = "the record contains no commitment to the dice before the first roll"
REVEALED_EARLY = "roll {number} (game {game}) came after the secret was revealed"
ROLLED_UNSETTLED = (
    "dice were thrown before both players had declined or opened what they sealed: the dice are unproven"
)

WRONG_LINE = "line {line}: {fault}; all before it is right, and roll {number} had to be {right}"
WRONG_ROLL = "roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}"
OTHER_REVEALED = "the secret that was revealed is not the one that was committed to"

RULES = Ruleset(length=5, cube=False)
"""A match to 5 without a cube, in which no game is worth five points, so that there are several games."""
HEADER = Header(HYPER, RULES, ("Ann", "Bob"), "verifiable", "2026-11-20")


OLD = Path(__file__).parents[2] / "data" / "first_version" / "matches"


def recorded(folder, dice):
    """Play a match with these dice and return its record; White contributes words and Black a fingerprint."""
    table = begin_table(folder, HEADER._replace(dice=dice))
    if dice == "verifiable":
        wait(table.exchange(VerifiableDice.contribute, Player.WHITE, "¡suerte!"))
        wait(table.exchange(VerifiableDice.contribute, Player.BLACK, FINGERPRINT))
        wait(table.exchange(VerifiableDice.open, Player.BLACK, CONTRIBUTION))
    play_to_the_end(table, 5)
    return find_save(folder, table.name).read_bytes()


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("saves"), "verifiable")


def lines_of(text):
    return [json.loads(line) for line in text.decode().splitlines()]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def is_throw(line):
    return line.get("event") in {"opening_thrown", "rolled"}


def dice_of(line):
    """Return the two numbers of a throw in a record."""
    return line["dice"] if "dice" in line else [line["white"], line["black"]]


def shown(line):
    return "{}-{}".format(*dice_of(line))


def refusal(text):
    with pytest.raises(VerificationError) as caught:
        verify(text)
    return caught.value.msgid, vars(caught.value)


def changed(record, change):
    lines = lines_of(record)
    change(lines)
    return text_of(lines)


@pytest.mark.rule("V7")
def test_the_rolls_of_a_match_as_it_was_played_are_right(record):
    lines = lines_of(record)
    kinds = [line.get("note", line.get("event")) for line in lines[1:7]]
    assert kinds == ["dice_committed", *["dice_sealed"] * 2, *["dice_opened"] * 2, "opening_thrown"]
    games = len(read_record(record).match.results)
    assert games > 1
    found = verify(record)
    assert (found.rolls, found.games, found.record.header.names) == (
        sum(map(is_throw, lines)),
        games,
        ("Ann", "Bob"),
    )
    assert found.record.over
    assert [one.text for one in found.evidence.contributions] == ["¡suerte!", CONTRIBUTION]


@pytest.mark.rule("V8")
def test_a_record_of_the_first_scheme_is_verified_under_it():
    found = verify((OLD / "verifiable-dice.jsonl").read_bytes())
    assert (found.rolls, found.games, found.record.over, found.evidence.scheme) == (49, 1, True, 1)
    assert found.evidence.words


@pytest.mark.long
def test_a_match_from_a_seed_is_checked_by_its_seed(tmp_path):
    text = recorded(tmp_path, "seed:42")
    rolls = sum(map(is_throw, lines_of(text)))
    found = verify(text)
    games = len(read_record(text).match.results)
    assert (found.rolls, found.games, found.record.over) == (rolls, games, True)
    assert refusal(text.replace(b"seed:42", b"seed:43"))[0] == WRONG_ROLL


@pytest.mark.long
@pytest.mark.rule("V7")
def test_each_changed_roll_is_named_with_its_game_and_value(record):
    lines, game, tie = lines_of(record), 0, False
    throws = [(at, line) for at, line in enumerate(lines) if is_throw(line)]
    for number, (at, line) in enumerate(throws, 1):
        first, second = dice_of(line)
        if line["event"] == "opening_thrown":
            game, tie = game + (not tie), first == second
            other = {**line, "white": first % 6 + 1}
        elif number % stride():
            continue
        else:
            other = {**line, "dice": sorted((first % 6 + 1, second), reverse=True)}
        facts = {"number": number, "game": game, "recorded": shown(other), "right": shown(line)}
        assert refusal(text_of([*lines[:at], other, *lines[at + 1 :]])) == (WRONG_ROLL, facts)


@given(st.data())
def test_any_spoilt_byte_of_a_roll_names_that_roll(record, data):
    lines = record.splitlines(keepends=True)
    throws = [at for at, line in enumerate(lines) if is_throw(json.loads(line))]
    number = data.draw(st.integers(1, len(throws)))
    at = throws[number - 1]
    line = bytearray(lines[at])
    line[data.draw(st.integers(0, len(line) - 2))] ^= data.draw(st.integers(1, 255))
    with suppress(ValueError):
        assume(json.loads(lines[at]) != json.loads(line))
    rule, facts = refusal(b"".join([*lines[:at], bytes(line), *lines[at + 1 :]]))
    assert rule in {WRONG_ROLL, WRONG_LINE}
    assert facts["number"] == number
    if rule == WRONG_LINE:
        assert facts["line"] == at + 1


def test_a_roll_that_was_left_out_is_missed(record):
    lines = lines_of(record)
    at = [number for number, line in enumerate(lines) if line.get("event") == "rolled"][7]
    rule, facts = refusal(text_of(lines[:at] + lines[at + 1 :]))
    number, right = sum(map(is_throw, lines[: at + 1])), shown(lines[at])
    assert (rule, facts["line"], facts["number"], facts["right"]) == (WRONG_LINE, at + 1, number, right)


ALTERED = "the contribution of {player} in this record is not what {player} sealed"
DECLINED = {"note": "dice_declined", "player": "black"}
CHANGED = {
    "another secret": (lambda lines: lines[-1].update({"secret": "00" * 32}), OTHER_REVEALED, {}),
    "a secret that is not a number": (lambda lines: lines[-1].update({"secret": "no number"}), OTHER_REVEALED, {}),
    "a short secret": (lambda lines: lines[-1].update({"secret": "ff"}), OTHER_REVEALED, {}),
    "an empty secret": (lambda lines: lines[-1].update({"secret": ""}), NEVER_REVEALED, {}),
    "no secret at the end": (lambda lines: lines.pop(), NEVER_REVEALED, {}),
    "an unfinished match": (lambda lines: lines.__delitem__(slice(-9, None)), NOT_REVEALED, {}),
    "another commitment": (lambda lines: lines[1].update(sha256="00" * 32), OTHER_REVEALED, {}),
    "no commitment": (lambda lines: lines.pop(1), NO_COMMITMENT, {}),
    "a late commitment": (lambda lines: lines.insert(-1, lines.pop(1)), NO_COMMITMENT, {}),
    "a later scheme": (lambda lines: lines[1].update(scheme=3), UNKNOWN_SCHEME, {"scheme": 3}),
    "another seal": (lambda lines: lines[2].update(sha256="ab" * 32), ALTERED, {"player": "Ann"}),
    "another opening": (lambda lines: lines[4].update(contribution="other"), ALTERED, {"player": "Ann"}),
    # the seals come before the openings, and both before the first roll
    "no seal of White": (lambda lines: lines.pop(2), ROLLED_UNSETTLED, {}),
    "no opening of Black": (lambda lines: lines.pop(5), ROLLED_UNSETTLED, {}),
    "an early opening": (lambda lines: lines.insert(3, lines.pop(4)), ROLLED_UNSETTLED, {}),
    "a late opening": (lambda lines: lines.insert(6, lines.pop(4)), ROLLED_UNSETTLED, {}),
    "a late seal": (lambda lines: lines.insert(6, lines.pop(3)), ROLLED_UNSETTLED, {}),
    "a seal made elsewhere": (lambda lines: lines[2].update(made="elsewhere"), ROLLED_UNSETTLED, {}),
    "declined instead of sealed": (lambda lines: lines.__setitem__(3, DECLINED), ROLLED_UNSETTLED, {}),
    "a commitment after a seal": (lambda lines: lines.insert(3, lines.pop(1)), ROLLED_UNSETTLED, {}),
}


@pytest.mark.rule("V6", "V7")
@pytest.mark.parametrize(("change", "rule", "facts"), CHANGED.values(), ids=CHANGED)
def test_changed_record_is_refused_with_the_reason(record, change, rule, facts):
    assert refusal(changed(record, change)) == (rule, facts)


def test_an_unfinished_record_with_a_secret_is_said_to_be_one(record):
    lines = lines_of(record)
    found = verify(text_of([*lines[:-9], lines[-1]]))
    assert (found.record.over, found.rolls) == (False, sum(map(is_throw, lines[:-9])))


def test_contributions_that_were_exchanged_are_noticed(record):
    def exchange(lines):
        for line in lines[2:6]:
            line["player"] = {"white": "black", "black": "white"}[line["player"]]

    assert refusal(changed(record, exchange))[0] == WRONG_ROLL


@pytest.mark.parametrize(
    "note",
    [
        {"note": "dice_words", "player": "white", "words": "too late"},
        {"note": "dice_declined", "player": "white"},
        {"note": "dice_sealed", "player": "white", "sha256": "0" * 64, "made": "typed"},
        {"note": "dice_opened", "player": "white", "contribution": "other"},
        {"note": "dice_not_opened", "player": "black"},
        {"note": "dice_committed", "sha256": "0" * 64, "scheme": 2},
    ],
)
def test_notes_that_come_too_late_count_for_nothing(record, note):
    right = verify(record)
    for at in (6, 12):
        found = verify(changed(record, lambda lines, at=at: lines.insert(at, note)))
        assert replace(found, record=right.record) == right


def test_rolls_after_the_secret_was_known_prove_nothing(record):
    text = changed(record, lambda lines: lines.insert(10, lines.pop()))
    rule, facts = refusal(text)
    assert rule == REVEALED_EARLY
    assert facts["number"] == 1 + sum(map(is_throw, lines_of(text)[:10]))


@pytest.mark.parametrize("dice", ["random", "manual", "file:/tmp/rolls", "loaded", "seed:", ""])
def test_other_dice_cannot_be_checked(record, dice):
    text = changed(record, lambda lines: lines[0].update(dice=dice))
    assert refusal(text) == (NOT_VERIFIABLE, {"dice": dice.partition(":")[0]})


@pytest.mark.parametrize("text", [b"", b"\n", b"hello\n", b"\xff\n", b'{"note":"chat"}\n'])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(NotationError):
        verify(text)


@given(st.data())
def test_any_spoilt_byte_is_answered(record, data):
    text = bytearray(record)
    text[data.draw(st.integers(0, len(text) - 1))] ^= data.draw(st.integers(1, 255))
    with suppress(VerificationError, NotationError):
        verify(bytes(text))


def test_nobody_can_correct_dice_that_he_did_not_type(record):
    """A line that changes the dice of a roll to others is named as that roll."""
    lines = lines_of(record)
    at, roll = next((at, line) for at, line in enumerate(lines) if line.get("event") == "rolled")
    number = sum(map(is_throw, lines[: at + 1]))
    other = [6, 5] if roll["dice"] != [6, 5] else [6, 4]
    corrected = {**roll, "event": "roll_corrected", "dice": other}
    rule, facts = refusal(text_of([*lines[: at + 1], corrected]) + text_of(lines[-1:]))
    assert (rule, facts["number"], facts["recorded"]) == (WRONG_ROLL, number, shown(corrected))
