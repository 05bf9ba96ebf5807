"""A session in plain mode, which handles typed lines and notifications one after the other.

A client with a terminal sends each key, and the server edits the line: it echoes characters, erases with
Backspace, Ctrl+U and Ctrl+W, and repeats the unfinished line after output. It does not move the cursor otherwise.
A client without a terminal sends whole lines.
"""

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable, Coroutine, Iterable, Iterator
from enum import Enum, auto
from typing import Any

from rich.cells import cell_len

from bgterm.catalog import _
from bgterm.notation.sanitize import visible
from bgterm.plain.visit import Visit
from bgterm.terminal.wrapping import wrapped

PLAIN = "plain"
"""The login name for plain mode; `plain-K7Q2M` also leads to the table with this code."""
_ESCAPE = "\x1b"
_BACKSPACE = ("\x08", "\x7f")
_ERASE_LINE, _ERASE_WORD = "\x15", "\x17"
_INTERRUPT, _END = "\x03", "\x04"
LONGEST = 1000
"""The most characters of a line."""
Act = Callable[[], Coroutine[Any, Any, None]]


def is_plain(name: str) -> bool:
    """Return whether a login name requests plain mode.

    >>> is_plain("plain"), is_plain("Plain-K7Q2M"), is_plain("plainview")
    (True, True, False)
    """
    return name.lower() == PLAIN or name.lower().startswith(f"{PLAIN}-")


def code_in(name: str) -> str:
    """Return the code of a table in a login name; empty for plain mode without one.

    >>> code_in("plain-K7Q2M"), code_in("K7Q2M"), code_in("plain")
    ('K7Q2M', 'K7Q2M', '')
    """
    return name[len(PLAIN) + 1 :] if is_plain(name) else name


class Signal(Enum):
    """A value that `LineInput` yields in place of a line: at the end of input, or for a line that was too long."""

    END = auto()
    """The end of input."""
    TOO_LONG = auto()
    """A line that was too long, and was discarded."""


class LineInput:
    """The line editor of a session in plain mode: turns the client's bytes into lines, and writes lines to it."""

    def __init__(self, write: Callable[[bytes], None], columns: Callable[[], int] | None) -> None:
        """Send bytes with `write`; `columns` returns the width of the client's terminal, None without one."""
        self._write, self._terminal, self._columns = write, columns is not None, columns or int
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._too_long = False
        self._after_return = False
        self._interrupted = False
        """Whether output has followed since the unfinished line was written."""
        self._sequence = ""
        """The escape sequence that is being skipped, as far as it was read."""

    def say(self, text: str) -> None:
        """Write a line of output, wrapped at the width of the terminal.

        An unfinished line of input above it is written again by `resume`.
        """
        if self._terminal and self._line and not self._interrupted:
            self._interrupted = True
            self._send("\r\n")
        end = "\r\n" if self._terminal else "\n"
        self._send("".join(f"{row}{end}" for row in wrapped(visible(text), self._columns())))

    def resume(self) -> None:
        """Write the unfinished line of input again, if output has followed it since it was last written."""
        if self._interrupted:
            self._interrupted = False
            self._send(self._line)

    def feed(self, data: bytes) -> Iterator[str | Signal]:
        """Yield the lines and signals that these bytes of input complete."""
        self.resume()
        for char in self._decoder.decode(data):
            yield from self._take(char)

    def end(self) -> Iterator[str | Signal]:
        """Yield the unfinished line, if there is one, and the end of input."""
        if self._line or self._too_long:
            yield self._ended()
        yield Signal.END

    def _take(self, char: str) -> Iterator[str | Signal]:
        after_return, self._after_return = self._after_return, char == "\r"
        if self._sequence or char == _ESCAPE:
            self._pass_over(char)
        elif char == "\n" and after_return:
            pass
        elif char in "\r\n":
            self._echo("\r\n")
            yield self._ended()
        elif not self._terminal:
            self._add(char)
        elif char == _INTERRUPT or (char == _END and not self._line):
            yield Signal.END
        elif char in _BACKSPACE:
            self._erase(1)
        elif char == _ERASE_LINE:
            self._erase(len(self._line))
        elif char == _ERASE_WORD:
            self._erase(len(self._line) - len(self._line.rstrip().rpartition(" ")[0]))
        elif char.isprintable():
            self._add(char)

    def _ended(self) -> str | Signal:
        line, too_long = self._line, self._too_long
        self._line, self._too_long = "", False
        return Signal.TOO_LONG if too_long else line

    def _add(self, char: str) -> None:
        if len(self._line) < LONGEST:
            self._line += char
            self._echo(char)
        else:
            self._too_long = True

    def _erase(self, count: int) -> None:
        """Erase the last characters of the unfinished line, also on the terminal."""
        kept = len(self._line) - count
        if count > 0 and kept >= 0:
            cells = cell_len(self._line[kept:])
            self._line, self._too_long = self._line[:kept], False
            self._echo("\b" * cells + " " * cells + "\b" * cells)

    def _pass_over(self, char: str) -> None:
        """Skip a character of an escape sequence, which the player did not type as text."""
        self._sequence += char
        begun = len(self._sequence) == 2 and char in "[O"
        inside = len(self._sequence) > 2 and not "@" <= char <= "~"
        if char == _ESCAPE and len(self._sequence) == 1:
            return
        if not (begun or inside) or len(self._sequence) > LONGEST:
            self._sequence = ""

    def _echo(self, text: str) -> None:
        if self._terminal:
            self._send(text)

    def _send(self, text: str) -> None:
        self._write(text.encode(errors="replace"))


class Talk(LineInput):
    """The input and output of a session in plain mode, handled one after the other in one task."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        most: int,
        overflow: Callable[[], None],
        columns: Callable[[], int] | None,
    ) -> None:
        """Send bytes with `send`; `columns` returns the width of the client's terminal, None without one.

        `overflow` is called when more than `most` lines and notifications are waiting.
        """
        super().__init__(send, columns)
        self._queue = asyncio.Queue[str | Signal | Act]()
        self._most, self._overflow = most, overflow

    def later(self, act: Act) -> None:
        """Queue an action, such as printing news; `hold` awaits it after all lines and actions that wait now."""
        self._queue.put_nowait(act)

    @property
    def is_behind(self) -> bool:
        """Whether earlier lines or actions wait for their turn."""
        return not self._queue.empty()

    def typed(self, data: bytes) -> int:
        """Queue the lines that these bytes of input complete; return the number of bytes, all counted as typed."""
        self._put(self.feed(data))
        return len(data)

    def ended(self) -> None:
        """Queue the last line and the end of input."""
        self._put(self.end())

    def _put(self, lines: Iterable[str | Signal]) -> None:
        for line in lines:
            self._queue.put_nowait(line)
        if self._queue.qsize() > self._most:
            self._overflow()

    async def hold(self, visit: Visit) -> None:
        """Begin a visit, and pass lines to it and run queued actions until the visitor leaves or input ends."""
        await visit.begin()
        while not visit.left:
            self.resume()
            match await self._queue.get():
                case Signal.END:
                    return
                case Signal.TOO_LONG:
                    self.say(_("That line is too long: a line has at most {count} characters.", count=LONGEST))
                case str() as line:
                    await visit.take(line)
                case act:
                    await act()
