"""Checking the dice of a record: what is right, and what is named when it is not."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.record import read_record
from bgterm.notation.troubles import Trouble
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Header
from bgterm.rules.variants import HYPER, Ruleset
from bgterm.table.book import find_save
from bgterm.table.table import Table
from bgterm.table.verify import Unproven, Verified, verify
from tests.players import decision

RULES = Ruleset(length=5, cube=False)
"""No game is worth five points, so that there is more than one."""
HEADER = Header(HYPER, RULES, ("Ann", "Bob"), "verifiable", "2026-11-20")


def recorded(folder, dice, words=()):
    """Play a match with these dice and give its record."""
    table, rng = Table.begin(folder, Header(HYPER, RULES, dice=dice)), Random(5)
    for text in words:
        table.add_words(Player.BLACK, text)
    while table.match.winner is None:
        event = decision(table.match, rng)
        if event:
            table.do(event)
        else:
            table.roll(table.match.game.on_roll or Player.WHITE)
    table.close()
    return find_save(folder, table.name).read_bytes()


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("saves"), "verifiable", ["¡suerte!", "42"])


def lines_of(text):
    return [json.loads(line) for line in text.decode().splitlines()]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def is_throw(line):
    return line.get("event") in {"opening_thrown", "rolled"}


def refusal(text):
    with pytest.raises(Unproven) as caught:
        verify(text)
    return caught.value.rule, caught.value.facts


def changed(record, change):
    lines = lines_of(record)
    change(lines)
    return text_of(lines)


def test_the_rolls_of_a_match_as_it_was_played_are_right(record):
    lines = lines_of(record)
    games = len(read_record(record).match.results)
    assert games > 1
    assert verify(record) == Verified(sum(map(is_throw, lines)), games, ("¡suerte!", "42"))


def test_a_match_from_a_seed_is_checked_by_its_seed(tmp_path):
    text = recorded(tmp_path, "seed:42")
    rolls = sum(map(is_throw, lines_of(text)))
    assert verify(text) == Verified(rolls, len(read_record(text).match.results), seed="42")
    assert refusal(text.replace(b"seed:42", b"seed:43"))[0] is Trouble.WRONG_ROLL


def test_every_roll_that_was_changed_is_named_with_its_game_and_what_it_was(record):
    lines, number, game = lines_of(record), 0, 0
    tie = False
    for at, line in enumerate(lines):
        if not is_throw(line):
            continue
        number += 1
        if line["event"] == "opening_thrown":
            game += not tie
            tie = line["white"] == line["black"]
            was = f"{line['white']}-{line['black']}"
            other = {**line, "white": line["white"] % 6 + 1}
            told = f"{other['white']}-{line['black']}"
        else:
            was = "{}-{}".format(*line["dice"])
            other = {**line, "dice": sorted((line["dice"][0] % 6 + 1, line["dice"][1]), reverse=True)}
            told = "{}-{}".format(*other["dice"])
        text = text_of([*lines[:at], other, *lines[at + 1 :]])
        facts = {"number": number, "game": game, "recorded": told, "right": was}
        assert refusal(text) == (Trouble.WRONG_ROLL, facts)


@given(st.data())
def test_any_spoilt_byte_of_a_roll_names_that_roll(record, data):
    lines = record.splitlines(keepends=True)
    throws = [at for at, line in enumerate(lines) if is_throw(json.loads(line))]
    number = data.draw(st.integers(1, len(throws)))
    at = throws[number - 1]
    line = bytearray(lines[at])
    line[data.draw(st.integers(0, len(line) - 2))] ^= data.draw(st.integers(1, 255))
    if json.loads(lines[at]) == read_json(bytes(line)):
        return
    rule, facts = refusal(b"".join([*lines[:at], bytes(line), *lines[at + 1 :]]))
    assert rule in {Trouble.WRONG_ROLL, Trouble.WRONG_LINE}
    assert facts["number"] == number
    if rule is Trouble.WRONG_LINE:
        assert facts["line"] == at + 1


def read_json(line):
    try:
        return json.loads(line)
    except ValueError:
        return None


def test_a_roll_that_was_left_out_is_missed(record):
    lines = lines_of(record)
    at = [number for number, line in enumerate(lines) if line.get("event") == "rolled"][7]
    rule, facts = refusal(text_of(lines[:at] + lines[at + 1 :]))
    number, right = sum(map(is_throw, lines[: at + 1])), "{}-{}".format(*lines[at]["dice"])
    assert (rule, facts["line"], facts["number"], facts["right"]) == (Trouble.WRONG_LINE, at + 1, number, right)


@pytest.mark.parametrize("secret", ["00" * 32, "", "no number", "ff"])
def test_another_secret_is_refused(record, secret):
    text = changed(record, lambda lines: lines[-1].update(secret=secret))
    assert refusal(text) == ((Trouble.WRONG_SECRET if secret else Trouble.NOT_REVEALED), {})


def test_another_commitment_is_refused(record):
    text = changed(record, lambda lines: lines[1].update(sha256="00" * 32))
    assert refusal(text) == (Trouble.WRONG_SECRET, {})


def test_a_record_without_a_commitment_before_its_first_roll_proves_nothing(record):
    assert refusal(changed(record, lambda lines: lines.pop(1))) == (Trouble.NO_COMMITMENT, {})
    late = changed(record, lambda lines: lines.insert(-1, lines.pop(1)))
    assert refusal(late) == (Trouble.NO_COMMITMENT, {})


def test_a_record_whose_secret_is_not_revealed_cannot_be_checked_yet(record):
    assert refusal(changed(record, lambda lines: lines.pop())) == (Trouble.NOT_REVEALED, {})


def test_words_that_were_changed_left_out_or_exchanged_are_noticed(record):
    for change in (
        lambda lines: lines[2].update(words="other words"),
        lambda lines: lines.pop(2),
        lambda lines: lines.insert(2, lines.pop(3)),
    ):
        assert refusal(changed(record, change))[0] is Trouble.WRONG_ROLL


def test_words_that_came_too_late_count_for_nothing(record):
    note = {"note": "dice_words", "player": "white", "words": "too late"}
    assert verify(changed(record, lambda lines: lines.insert(9, note))).words == ("¡suerte!", "42")


def test_rolls_after_the_secret_was_known_prove_nothing(record):
    text = changed(record, lambda lines: lines.insert(6, lines.pop()))
    rule, facts = refusal(text)
    assert rule is Trouble.REVEALED_EARLY
    assert facts["number"] == 1 + sum(map(is_throw, lines_of(text)[:6]))


@pytest.mark.parametrize("dice", ["random", "manual", "file:/tmp/rolls", "loaded", "seed:", ""])
def test_other_dice_cannot_be_checked(record, dice):
    text = changed(record, lambda lines: lines[0].update(dice=dice))
    assert refusal(text) == (Trouble.NOT_VERIFIABLE, {"dice": dice.partition(":")[0]})


@pytest.mark.parametrize("text", [b"", b"\n", b"hello\n", b"\xff\n", b'{"note":"chat"}\n'])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(NotationError):
        verify(text)


@given(st.data())
def test_any_spoilt_byte_is_answered(record, data):
    text = bytearray(record)
    text[data.draw(st.integers(0, len(text) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        verify(bytes(text))
    except (Unproven, NotationError):
        return


def test_nobody_can_correct_dice_that_he_did_not_type(record):
    """A line that changes the dice of a roll to others is named as that roll."""
    lines = lines_of(record)
    at, roll = next((at, line) for at, line in enumerate(lines) if line.get("event") == "rolled")
    number = sum(map(is_throw, lines[: at + 1]))
    other = [6, 5] if roll["dice"] != [6, 5] else [6, 4]
    corrected = {**roll, "event": "roll_corrected", "dice": other}
    rule, facts = refusal(text_of([*lines[: at + 1], corrected]) + text_of(lines[-1:]))
    assert (rule, facts["number"], facts["recorded"]) == (Trouble.WRONG_ROLL, number, "{}-{}".format(*other))
