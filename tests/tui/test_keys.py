"""Whatever a terminal sends, keys are read from it, and nothing ends the reading."""

from hypothesis import given
from hypothesis import strategies as st
from textual import events

from bgterm.tui.keys import KeyReader

PIECES = [
    "\x1b[48;24;80;0;0t",
    "\x1b[48;1;1;1;1t",
    "\x1b[<0;5;5M",
    "\x1b[M   ",
    "\x1b[99999999u",
    "\x1b[1;5555555555u",
    "\x1b[27u",
    "\x1b[200~",
    "\x1b[201~",
    "\x1b[?2026;2$y",
    "\x1b[9;9R",
    "\x1b[A",
    "\x1b",
    "\x1bO",
    "a",
    "é",
    "\x00",
]
END_OF_PASTE = b"\x1b[201~"


def keys(reader: KeyReader, data: bytes) -> list[str]:
    return [message.key for message in reader.read(data) if isinstance(message, events.Key)]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join))
def test_after_anything_at_all_a_key_is_read(text):
    reader = KeyReader()
    [*reader.read(text.encode())]
    [*reader.tick()]
    [*reader.read(END_OF_PASTE + b"  ")]
    assert keys(reader, b"k")[-1:] == ["k"]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_text_are_survived(data):
    reader = KeyReader()
    [*reader.read(data)]
    [*reader.read(END_OF_PASTE + b"  ")]
    assert keys(reader, b"k")[-1:] == ["k"]


def test_a_character_may_come_in_two_halves():
    reader = KeyReader()
    assert keys(reader, "é".encode()[:1]) == []
    assert keys(reader, "é".encode()[1:]) == ["é"]


def test_a_paste_without_an_end_is_given_up():
    reader = KeyReader()
    assert keys(reader, b"\x1b[200~" + b"x" * 3000) == []
    assert "y" in keys(reader, b"x" * 2000 + b"y")
