"""Lines from keys: editing, echo, and messages while a line is being typed."""

import pytest

from bgterm.net.plain_session import LONGEST, LineInput, Signal


class Typing:
    """A line input, and the text that it has written."""

    def __init__(self, *, terminal: bool = True, columns: int = 0) -> None:
        self._written = bytearray()
        self.input = LineInput(self._written.extend, (lambda: columns) if terminal else None)

    def __call__(self, *data: bytes) -> list[str | Signal]:
        return [line for part in data for line in self.input.feed(part)]

    @property
    def written(self) -> str:
        return self._written.decode()


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"roll\r", ["roll"]),
        (b"roll\r\nboard\n", ["roll", "board"]),
        (b"\r\r", ["", ""]),
        (b"rolk\x7fl\r", ["roll"]),
        (b"\x08\x08a\r", ["a"]),
        (b"take 8/5\x15roll\r", ["roll"]),
        (b"done 8/5 6/5\x17\r", ["done 8/5"]),
        (b"\x1b[A\x1b[1;5Croll\x1bOH\x1b[3~\r", ["roll"]),
        (b"ro\x00\x01ll\r", ["roll"]),
        ("Jürgen\r".encode(), ["Jürgen"]),
        (b"\xff\r", ["\ufffd"]),
        (b"\x03", [Signal.END]),
        (b"\x04", [Signal.END]),
        (b"a\x04\r", ["a"]),
        (b"x" * (LONGEST + 1) + b"\r", [Signal.TOO_LONG]),
        (b"x" * LONGEST + b"\r", ["x" * LONGEST]),
        (b"x" * (LONGEST + 1) + b"\x15y\r", ["y"]),
    ],
)
def test_keys_become_lines(typed, lines):
    assert Typing()(typed) == lines
    assert Typing()(*(typed[at : at + 1] for at in range(len(typed)))) == lines


def test_typed_letters_are_echoed_and_erased():
    typing = Typing()
    typing(b"ab\x7fc\r")
    assert typing.written == "ab\b \bc\r\n"
    wide = Typing()
    wide("李\x7f".encode())
    assert wide.written == "李\b\b  \b\b"


def test_cursor_is_moved_by_backspace_only():
    typing = Typing()
    typing(bytes(range(256)), b"\r")
    assert "\x1b" not in typing.written


def test_line_being_typed_is_written_again_after_what_is_said():
    typing = Typing()
    typing(b"do")
    typing.input.say("Bob rolls.")
    typing.input.say("Your turn.")
    assert typing.written == "do\r\nBob rolls.\r\nYour turn.\r\n"
    typing.input.resume()
    typing.input.resume()
    assert typing.written.endswith("Your turn.\r\ndo")
    assert typing(b"ne\r") == ["done"]
    typing.input.say("Done.")
    assert typing.written.endswith("done\r\nDone.\r\n")


def test_typing_on_writes_the_line_again_first():
    typing = Typing()
    typing(b"do")
    typing.input.say("Bob rolls.")
    typing(b"n")
    assert typing.written == "do\r\nBob rolls.\r\ndon"


def test_without_a_terminal_nothing_is_echoed():
    typing = Typing(terminal=False)
    assert typing(b"roll\nbo") == ["roll"]
    typing.input.say("Ann rolls.")
    assert typing.written == "Ann rolls.\n"
    assert list(typing.input.end()) == ["bo", Signal.END]


def test_said_lines_have_nothing_a_terminal_obeys():
    typing = Typing()
    typing.input.say("a\x1b[2Jb\nc")
    assert typing.written == "a?[2Jb?c\r\n"


def test_lines_are_broken_between_words_on_a_terminal():
    typing = Typing(columns=10)
    typing.input.say("Ann, you rolled 5 4.")
    assert typing.written == "Ann, you\r\nrolled 5\r\n4.\r\n"
