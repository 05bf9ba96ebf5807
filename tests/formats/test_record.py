"""Records, sound or damaged, how they say that a match is shared, and the codes of tables."""

from dataclasses import replace
from functools import cache
from unittest.mock import MagicMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.formats.record import read_record
from bgterm.formats.sharing_notes import TAKEN_UP, Sharing, set_aside, sharing, went, wish_for_hints
from bgterm.lobby.table_code import is_code, new_code
from bgterm.notation.errors import UnfinishedLine
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, IllegalPlay, NotationError
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER, VARIANTS
from tests.players import random_match
from tests.states import states
from tests.strategies import cuts, in_whole_matches

HEADER = Header(HYPER, Ruleset(length=2), ("Ann", "Иван"), "seed:1", "2026-11-20")


def text_of(items):
    return "".join(write_line(item) + "\n" for item in items).encode()


@cache
def sample():
    """The lines and the states of a short match with a double, a play taken back, a resignation and notes."""
    events, _ = random_match(4143, HEADER, games=1)
    items = [HEADER, *events]
    items.insert(3, Note("chat", {"text": "¡hola!"}))
    items.append(Note("closed"))
    return items, list(states(HEADER, events))


@given(st.integers(), st.sampled_from(list(VARIANTS.values())), st.integers(0, 5))
@in_whole_matches
def test_a_written_match_is_read_as_it_was_and_ends_as_it_did(seed, variant, length):
    header = Header(variant, Ruleset(length=length), ("Ann", "Bob"))
    events, match = random_match(seed, header, games=1)
    text = text_of([header, *events])
    record = read_record(text)
    assert (record.header, list(record.events), record.match) == (header, events, match)
    assert (record.size, record.damage) == (len(text), None)


def test_truncated_record_is_read_to_its_last_whole_line():
    items, matches = sample()
    text = text_of(items)
    assert list(read_record(text).items) == items[1:]
    header_end = text.index(b"\n") + 1
    for size in cuts(text[:header_end]):
        with pytest.raises(UnfinishedLine):
            read_record(text[:size])
    for size in cuts(text, header_end):
        record, whole = read_record(text[:size]), text.count(b"\n", 0, size)
        assert list(record.items) == items[1:whole]
        assert record.match == matches[len(record.events)]
        assert record.size == text.rfind(b"\n", 0, size) + 1
        if record.size == size:
            assert record.damage is None
        else:
            assert (record.damage.torn, record.damage.line) == (True, whole + 1)


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\xff\xfe",
        write_line(HEADER).encode(),
        b'{"event":"rolled","player":"white","dice":[true,1]}',
        b'{"event":"moved","player":"white","play":"1/24"}',
    ],
    ids=["empty", "no text", "another header", "no event", "an event that is not possible"],
)
def test_wrong_line_is_named_and_earlier_ones_returned(bad):
    """Read the sample with each of its lines replaced."""
    items, matches = sample()
    lines = text_of(items).splitlines(keepends=True)
    for line in range(2, len(items) + 1):
        before, after = b"".join(lines[: line - 1]), b"".join(lines[line:])
        record = read_record(before + bad + b"\n" + after)
        assert (record.size, list(record.items)) == (len(before), items[1 : line - 1])
        assert record.match == matches[len(record.events)]
        assert (record.damage.line, record.damage.torn) == (line, False)
        assert isinstance(record.damage.error, NotationError | IllegalPlay | IllegalAction)


@pytest.mark.parametrize("text", [b"\n", b"hello\n", b"\xff\n", b'{"note":"chat"}\n', b'{"bgterm":2}\n'])
def test_a_record_without_header_cannot_be_read(text):
    with pytest.raises(NotationError):
        read_record(text)


@given(st.data())
def test_any_spoilt_byte_is_read_past_or_named(data):
    items = sample()[0]
    text = bytearray(text_of(items))
    at = data.draw(st.integers(text.index(b"\n") + 1, len(text) - 1))
    text[at] ^= data.draw(st.integers(1, 255))
    record = read_record(bytes(text))
    line = text[:at].count(b"\n")
    assert list(record.items[: line - 1]) == items[1:line]
    assert record.match == list(states(HEADER, record.events))[-1]


# Notes about a shared match

WHITE, BLACK = Player
SHARED = Sharing("K7Q2M")


def test_the_last_note_counts():
    assert sharing([OpeningThrown(3, 1), Note("chat", {"from": "Ann", "text": "hi"})]) == Sharing()
    gone = [went(WHITE, back=False), OpeningThrown(3, 1), went(BLACK, back=False), went(WHITE, back=True)]
    unwatched = replace(SHARED, watchable=False)
    assert sharing([SHARED.note, *gone, unwatched.note]) == replace(unwatched, left=frozenset({BLACK}))


def test_what_is_set_aside_is_so_until_it_is_taken_up():
    items = [SHARED.note, set_aside(WHITE), set_aside(BLACK)]
    assert sharing(items) == replace(SHARED, aside=frozenset({WHITE, BLACK}))
    assert sharing([*items, TAKEN_UP]) == SHARED
    assert sharing([*items, TAKEN_UP, set_aside(BLACK)]) == replace(SHARED, aside=frozenset({BLACK}))


def test_hints_are_wished_for_until_a_player_turns_them_off():
    items = [wish_for_hints(WHITE, wanted=True), wish_for_hints(BLACK, wanted=True)]
    assert sharing(items) == Sharing(hints=frozenset(Player))
    items.append(wish_for_hints(BLACK, wanted=False))
    assert sharing(items) == Sharing(no_hints=BLACK)
    items.append(wish_for_hints(WHITE, wanted=True))
    assert sharing(items) == Sharing(hints=frozenset({WHITE}))


@pytest.mark.parametrize(
    "note",
    [SHARED.note, went(WHITE, back=True), set_aside(WHITE), TAKEN_UP, wish_for_hints(BLACK, wanted=False)],
)
def test_the_notes_are_lines_of_a_record(note):
    assert read_line(write_line(note)) == note


@pytest.mark.parametrize(
    "note",
    [Note("shared"), Note("shared", {"code": 3, "watchers": 1}), Note("left", {"player": "red"}), Note("came")],
)
def test_what_is_no_such_note_is_passed_over(note):
    assert write_line(SHARED.note) == '{"note":"shared","code":"K7Q2M","watchers":true}'
    assert sharing([SHARED.note, note]) == SHARED


def test_codes_are_five_characters_that_nobody_mistakes():
    codes = {new_code(()) for _ in range(200)}
    assert len(codes) > 190
    assert all(is_code(code) and is_code(code.lower()) for code in codes)
    assert not set("01IO") & set("".join(codes))


def test_a_code_that_is_taken_is_not_given():
    taken = MagicMock()
    taken.__contains__.side_effect = [True, True, True, True, False]
    assert new_code(taken) == taken.__contains__.call_args.args[0]


@pytest.mark.parametrize("text", ["", "ann", "K7Q2", "K7Q2MM", "77777", "KKKKK", "K1Q2M", "ann99"])
def test_names_are_no_codes(text):
    assert not is_code(text)
