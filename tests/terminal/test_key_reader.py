"""Keys are read from any bytes of a terminal, and nothing ends the reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.message import Message

from bgterm.terminal.key_reader import BackgroundReported, KeyReader, PasteRefused
from bgterm.terminal.window import Clicked
from tests.builders import Time

PIECES = [
    *("\x1b[48;24;80;0;0t", "\x1b[48;1;1;1;1t", "\x1b[<0;5;5M", "\x1b[M   "),
    *("\x1b[99999999u", "\x1b[1;5555555555u", "\x1b[27u", "\x1b[200~", "\x1b[201~"),
    *("\x1b[?2026;2$y", "\x1b[9;9R", "\x1b[A", "\x1b", "\x1bO"),
    *("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0", "\x1b]", "a", "é", "\x00"),
]
END_OF_PASTE = b"\x1b[201~"
LONG_PASTE = "That paste is too long: nothing of it is used."
PASTE_WITHOUT_END = "The paste did not end, so all of it was dropped."


def keys(reader: KeyReader, data: bytes) -> list[str]:
    return [message.key for message in reader.read(data) if isinstance(message, events.Key)]


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join).map(str.encode) | st.binary(max_size=200)
)
def test_after_anything_at_all_a_key_is_read(data):
    reader = KeyReader()
    [*reader.read(data)]
    [*reader.tick()]
    [*reader.read(END_OF_PASTE + b"  ")]
    assert keys(reader, b"k")[-1:] == ["k"]


def test_a_character_may_come_in_two_halves():
    reader = KeyReader()
    assert keys(reader, "é".encode()[:1]) == []
    assert keys(reader, "é".encode()[1:]) == ["é"]


# Pastes


BEGIN = b"\x1b[200~"
LONG = b"x1q\r " * 1000


def fed(reader: KeyReader, *pieces: bytes) -> list[Message]:
    """Return the messages for pieces of input that arrive one after another."""
    return [message for piece in pieces for message in reader.read(piece)]


def pasted(messages: list[Message]) -> list[str]:
    """Return the texts of the messages, which must all be pastes."""
    assert {type(message) for message in messages} <= {events.Paste}
    return [message.text for message in messages if isinstance(message, events.Paste)]


def refused(messages: list[Message]) -> list[str]:
    """Return the sentences of the messages, which must all refuse pastes."""
    assert {type(message) for message in messages} <= {PasteRefused}
    return [message.sentence for message in messages if isinstance(message, PasteRefused)]


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 4096])
@pytest.mark.parametrize("text", ["", "8/5 6/5\r", "\x1bq\x1b[Aq\x1b\x1b[31m\x03", "x" * 4096])
def test_paste_is_one_message_however_it_is_split(text, size):
    reader = KeyReader()
    assert pasted(fed(reader, *pieces(BEGIN + text.encode() + END_OF_PASTE, size))) == [text]
    assert keys(reader, b"k") == ["k"]


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_what_is_pasted_is_not_counted_as_typed(size):
    reader = KeyReader()
    fed(reader, *pieces(b"ab" + BEGIN + LONG + END_OF_PASTE + "é".encode(), size))
    assert reader.typed == len("ab") + len(BEGIN) + len("é")


@pytest.mark.parametrize("size", [1, 100, 4096, 10_000])
def test_paste_that_is_too_long_is_refused_once(size):
    reader = KeyReader()
    assert refused(fed(reader, *pieces(BEGIN + LONG + END_OF_PASTE, size))) == [LONG_PASTE]
    assert keys(reader, b"k") == ["k"]
    assert pasted(fed(reader, BEGIN + b"8/5" + END_OF_PASTE)) == ["8/5"]


@pytest.mark.parametrize("at", range(len(b"\x1b[2"), len(BEGIN)))
def test_begun_paste_is_waited_for(monkeypatch, at):
    time = Time()
    monkeypatch.setattr("textual._parser.get_time", time)
    reader = KeyReader(now=time)
    assert fed(reader, BEGIN[:at]) == []
    time.passes(3600)
    assert [*reader.tick()] == []
    assert pasted(fed(reader, BEGIN[at:] + b"q" + END_OF_PASTE)) == ["q"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(b"q\r", PASTE_WITHOUT_END), (LONG, LONG_PASTE)],
    ids=["short", "long"],
)
@pytest.mark.parametrize("escape", [b"\x1b", b"\x1b[27u"])
def test_paste_without_an_end_lasts_until_escape(text, sentence, escape):
    time = Time()
    reader = KeyReader(now=time)
    begun = fed(reader, BEGIN + text, b"q", b"\r", b"\x1b", b"[A")
    time.passes(3600)
    assert [*reader.tick(), *fed(reader, b"x1", escape)] == []
    time.passes(ESCAPE_DELAY)
    assert refused([*begun, *reader.tick()]) == [sentence]
    assert keys(reader, b"k") == ["k"]


# The background


def background(messages: list[Message]) -> list[bool]:
    """Return whether the background is light, by each answer about it among the messages."""
    return [message.light for message in messages if isinstance(message, BackgroundReported)]


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", True),
        (b"\x1b]11;rgb:fd/f6/e3\x07", True),
        (b"\x1b]11;rgba:FFFF/FFFF/FFFF/FFFF\x1b\\", True),
        (b"\x1b]11;rgb:0000/0000/0000\x1b\\", False),
        (b"\x1b]11;rgb:0000/2b2b/3636\x07", False),
        (b"\x1b]11;rgb:0/0/f\x07", False),
    ],
)
def test_background_is_read_in_any_pieces(answer: bytes, light: bool):
    for cut in range(len(answer)):
        reader = KeyReader()
        messages = [*fed(reader, answer[:cut]), *(reader.tick() if cut > 2 else ()), *fed(reader, answer[cut:])]
        assert background(messages) == [light]
        assert len(messages) == 1
        assert keys(reader, b"k") == ["k"]


@pytest.mark.parametrize(
    "text",
    [
        *("\x1b]", "\x1b]1", "\x1b]11;k", "\x1b]11;rgb:k"),
        *("\x1b]11;rgb:1/2/3k", "\x1b]11;rgb:1/2/3\x1bk", "\x1b\x1b]k"),
    ],
)
def test_what_is_no_answer_is_read_as_without_one(text: str):
    text += "\x1b[A" + "x" * 40 + "k"
    parser = XTermParser()
    expected = [message for character in text for message in parser.feed(character)]
    assert (
        keys(KeyReader(), text.encode()) == [each.key for each in expected if isinstance(each, events.Key)] != []
    )


# The mouse

MOUSE = b"\x1b[<0;8;3M\x1b[<0;8;3m\x1b[<1;8;3M\x1b[<2;9;4M\x1b[<35;9;4M\x1b[<64;9;4M\x1b[<65;9;4M"
"""The bytes of mouse events: left button, middle, right, a movement, and the wheel, which some terminals send."""


def test_presses_and_the_wheel_are_read_where_the_mouse_is_on():
    reader = KeyReader()
    assert [*reader.read(MOUSE)] == []
    reader.mouse = True
    left, right, up, down = reader.read(MOUSE)
    assert isinstance(left, Clicked)
    assert isinstance(right, Clicked)
    assert (left.x, left.y, left.undoes) == (7, 2, False)
    assert (right.x, right.y, right.undoes) == (8, 3, True)
    assert [key.key for key in (up, down) if isinstance(key, events.Key)] == ["up", "down"]


def test_clicks_are_in_cells_after_a_report_of_pixels():
    reader = KeyReader()
    reader.mouse = True
    *_, click = reader.read(b"\x1b[48;24;80;480;800t\x1b[<0;70;20M")
    assert isinstance(click, Clicked)
    assert (click.x, click.y) == (69, 19)
