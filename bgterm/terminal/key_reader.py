"""The keys in a terminal's input: Textual's parser, made robust against any bytes.

Against Textual 8.2.8, to which the parser is private. Pastes never reach the parser, which would read parts of
them as keys.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator
from time import monotonic

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.events import Key, MouseDown, MouseEvent, MouseScrollDown, MouseScrollUp, Paste
from textual.message import Message

from bgterm.catalog import N_
from bgterm.terminal.window import Clicked

TICK = ESCAPE_DELAY * 1.1
"""Seconds after the last byte at which `tick` finds an ESC that nothing followed."""
LONGEST_PASTE = 4096
"""Characters of a paste that is used; no position, name or play is as long."""
_BEGIN, _END = "\x1b[200~", "\x1b[201~"
"""The sequences of a terminal before and after a paste."""
_BEGUN = tuple(_BEGIN[:length] for length in range(len("\x1b[2"), len(_BEGIN)))
"""The beginnings of `_BEGIN` that nobody types: the rest is awaited, however slow the line is."""
_ESCAPE_KEY = (b"\x1b", b"\x1b[27u")
"""The byte of the Escape key."""


ASK_BACKGROUND = "\x1b]11;?\x1b\\"
"""Asks a terminal for the colour of its background. [xterm control sequences, OSC 11]"""
_REPORT = "\x1b]11;"
"""The beginning of a terminal's report of its background."""
_COLOUR = r"(?i:rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})(?:/[0-9a-f]{1,4})?(?:\x07|\x1b\\))"
_COLOUR_BEGUN = r"(?i:[rgba:/0-9a-f]{0,26}\x1b?)"
"""Matches the rest of an unfinished report."""
_RED, _GREEN, _BLUE = 0.299, 0.587, 0.114
"""The share of red, green and blue in the lightness of a colour. [ITU-R BT.601]"""
_MIDDLE = 0.5
"""The lightness, from 0 to 1, above which a colour is light."""


class BackgroundReported(Message):
    """A message: the terminal has answered whether its background is light."""

    def __init__(self, *, light: bool) -> None:
        """Make the message for a background that is light, or else dark."""
        super().__init__()
        self.light = light


class PasteRefused(Message):
    """A message: a paste was dropped as a whole, for the reason in its `sentence`."""

    def __init__(self, sentence: str) -> None:
        """Make the message with the reason."""
        super().__init__()
        self.sentence = sentence


class KeyReader:
    """Reads keys from bytes, which may end in the middle of a character, of a key, of an answer or of a paste.

    A paste lasts until its end marker comes, or the Escape key is pressed when it never does.
    """

    def __init__(self, *, debug: bool = False, now: Callable[[], float] = monotonic) -> None:
        """Begin with nothing read; `debug` lets Textual write every key to a file, `now` returns the time."""
        self._debug, self._now = debug, now
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = XTermParser(debug)
        self._report = ""
        """An unfinished report of the background; the parser has received only the ESC of it."""
        self._tail = ""
        """The last characters that were read as keys."""
        self.typed = 0
        """How many characters have come that are not part of a paste."""
        self._paste: str | None = None
        """The paste so far; None outside of one."""
        self._refused = False
        """Whether the present paste has been refused: then only its last characters are kept."""
        self._escaped_at: float | None = None
        """The time at which the Escape key was pressed; None once anything else has come."""
        self.mouse = False
        """Whether the player uses a mouse; otherwise mouse events are dropped."""

    def read(self, data: bytes) -> Iterator[Message]:
        """Yield the events that these bytes complete: keys, pastes, and reports of the terminal."""
        self._escaped_at = self._now() if data in _ESCAPE_KEY else None
        text = self._decoder.decode(data)
        while text:
            text = (
                yield from self._read_keys(text) if self._paste is None else self._read_paste(self._paste + text)
            )

    def tick(self) -> Iterator[Message]:
        """Yield the keys that no further byte completed, such as Escape, or refuse a paste that Escape has ended.

        Call this `TICK` seconds after the last byte.
        """
        if self._paste is not None:
            if self._escaped_at is not None and self._now() - self._escaped_at >= ESCAPE_DELAY:
                yield from self._refuse(N_("The paste did not end, so all of it was dropped."))
                self._paste = None
        elif not self._tail.endswith(_BEGUN) and len(self._report) <= len("\x1b]"):
            yield from self._give_up_report("")
            yield from self._parser.tick()

    def _read_keys(self, text: str) -> Generator[Message, None, str]:
        """Yield keys up to the beginning of a paste; return the characters after it."""
        for count, character in enumerate(text, 1):
            self._tail = self._tail[-len(_BEGIN) + 1 :] + character
            self.typed += 1
            if self._tail == _BEGIN:
                self._parser = XTermParser(self._debug)
                self._tail, self._paste, self._refused, self._report = "", "", False, ""
                return text[count:]
            yield from self._read_key(character)
        return ""

    def _read_key(self, character: str) -> Iterator[Message]:
        """Yield the keys that a character completes, or the report of the background."""
        report = self._report + character
        body = report.removeprefix(_REPORT)
        if body != report and (colour := re.fullmatch(_COLOUR, body)):
            self._parser, self._report = XTermParser(self._debug), ""
            yield BackgroundReported(light=_is_light(*colour.group(1, 2, 3)))
        elif self._report and (
            _REPORT.startswith(report) or (body != report and re.fullmatch(_COLOUR_BEGUN, body))
        ):
            self._report = report
        else:
            yield from self._give_up_report(character)

    def _give_up_report(self, character: str) -> Iterator[Message]:
        """Yield as keys the characters that turned out not to be a report, and the character after them."""
        held, self._report = self._report[1:] + character, "\x1b" if character == "\x1b" else ""
        for key in held:
            self._parser.mouse_pixels = False  # Textual takes them for reported once a terminal tells its own
            try:
                for message in self._parser.feed(key):
                    if isinstance(message, MouseEvent):
                        yield from _used(message) if self.mouse else ()
                    else:
                        yield message
            except (ValueError, ArithmeticError):  # what no terminal sends, like ESC [ 99999999 u
                self._parser = XTermParser(self._debug)

    def _read_paste(self, text: str) -> Generator[Message, None, str]:
        """Yield the paste, or its refusal when it is too long; return the characters after its end marker."""
        body, end, rest = text.partition(_END)
        if len(body) > LONGEST_PASTE + (0 if end else len(_END) - 1):  # which may be most of its end
            yield from self._refuse(N_("That paste is too long: nothing of it is used."))
        if end:
            self._paste = None
            if not self._refused:
                yield Paste(body.replace("\x00", ""))
            return rest
        self._paste = body[-len(_END) + 1 :] if self._refused else body
        return ""

    def _refuse(self, sentence: str) -> Iterator[Message]:
        """Yield the refusal of the paste, once."""
        if not self._refused:
            self._refused = True
            yield PasteRefused(sentence)


def _used(event: MouseEvent) -> Iterator[Message]:
    """Convert a mouse event: a click, or an arrow key for each step of the wheel."""
    match event:
        case MouseScrollUp():
            yield Key("up", None)
        case MouseScrollDown():
            yield Key("down", None)
        case MouseDown(button=1 | 3):
            yield Clicked(event.x, event.y, undoes=event.button == _RIGHT)


_RIGHT = 3
"""The number of the right button."""


def _is_light(red: str, green: str, blue: str) -> bool:
    """Return whether a colour is light; each part has one to four hex digits."""
    lightness = 0.0
    for part, weight in ((red, _RED), (green, _GREEN), (blue, _BLUE)):
        lightness += weight * int(part, 16) / int("f" * len(part), 16)
    return lightness > _MIDDLE
