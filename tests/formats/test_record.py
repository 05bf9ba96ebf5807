"""Reading a whole record, sound or damaged."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.formats.record import read_record
from bgterm.notation.errors import UnfinishedLine
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.errors import IllegalAction, IllegalPlay, NotationError
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
