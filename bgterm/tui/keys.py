"""What a terminal sends, read as keys: Textual's parser, made to survive whatever comes.

Against Textual 8.2.8, to which the parser is private.
"""

from codecs import getincrementaldecoder
from collections.abc import Iterator

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.message import Message

TICK = ESCAPE_DELAY * 1.1
"""Seconds after the last byte at which `tick` finds an ESC that nothing followed."""
_LONGEST_PASTE = 4096
"""Characters after which a paste, or a key, that has no end is dropped."""


class KeyReader:
    """Reads keys from bytes, which may end in the middle of a character or of a key."""

    def __init__(self, *, debug: bool = False) -> None:
        """Begin with nothing read; `debug` lets Textual write every key to a file."""
        self._debug = debug
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = XTermParser(debug)
        self._pending = 0
        """Characters read since the last message."""

    def read(self, data: bytes) -> Iterator[Message]:
        """Give what the bytes end: keys, pastes, and what the terminal says of itself."""
        for character in self._decoder.decode(data):
            yield from self._feed(character)

    def tick(self) -> Iterator[Message]:
        """Take an ESC that nothing followed for the Escape key."""
        yield from self._parser.tick()

    def _feed(self, character: str) -> Iterator[Message]:
        self._pending += 1
        try:
            for message in self._parser.feed(character):
                self._pending = 0
                yield message
        except (ValueError, ArithmeticError):  # what no terminal sends, like ESC [ 99999999 u: the parser is lost
            self._start_anew()
        if self._pending > _LONGEST_PASTE:
            self._start_anew()

    def _start_anew(self) -> None:
        self._parser = XTermParser(self._debug)
        self._pending = 0
