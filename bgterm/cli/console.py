"""Standard input and output as lines for a player, and every way in which they end."""

import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import BinaryIO

from bgterm.cli.streams import discard, lines_of, shown
from bgterm.terminal.wrapping import wrapped

_LONGEST_LINE = 1 << 12
"""In bytes: what a terminal gives at most; of a longer line the rest is not even kept."""
_ENDINGS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
_GRACE = 0.7
"""Seconds in which the last lines must be written after a signal, or are not."""
_GONE = 128 + signal.SIGHUP
"""The exit status when nobody is there any more."""


class _Interrupted(Exception):
    """A signal came while the player was waited for."""


class Console:
    """A player who types and reads lines, until they leave, the terminal is gone, or a signal comes."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, encoding: str | None, *, prompts: bool) -> None:
        """Use these streams in this encoding, with a prompt before each line or without."""
        self._stdin, self._stdout = stdin, stdout
        self._encoding = encoding or "utf-8"
        self._prompts = prompts
        self._interrupting: tuple[int, ...] = ()
        self._signal = 0
        self._gone = False

    @property
    def status(self) -> int:
        """The exit status: 0, another one when the terminal is gone, or 128 + n after signal n."""
        return 128 + self._signal if self._signal else _GONE if self._gone else 0

    @property
    def _columns(self) -> int:
        """The columns of the terminal; 0 where the output goes elsewhere."""
        try:
            return os.get_terminal_size(self._stdout.fileno()).columns
        except OSError:
            return 0

    def say(self, line: str) -> None:
        """Write a line, on a terminal broken between words; do nothing once nobody reads any more."""
        self._write("".join(f"{row}\n" for row in wrapped(shown(line, self._encoding), self._columns)))

    async def lines(self, prompt: Callable[[], str]) -> AsyncIterator[str]:
        """Yield the lines that are typed, each after a prompt, until there are no more.

        Waiting for a line blocks: nobody but these players is at the table.
        """
        typed = lines_of(self._stdin, _LONGEST_LINE)
        while not self.status:
            if self._prompts:
                self._write(shown(prompt(), self._encoding))
            line = None if self.status else self._next(typed)
            if line is not None:
                yield line.decode(self._encoding, "replace")
            else:
                break
        if self._prompts:  # a prompt that was not answered
            self._write("\n")

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Make signals end the input of lines in this block, without interrupting anything under way."""
        before = {number: signal.signal(number, self._on_signal) for number in (*_ENDINGS, signal.SIGALRM)}
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _next(self, typed: Iterator[bytes]) -> bytes | None:
        """Return the next line; None when there is no more."""
        try:
            with self._interruptible(*_ENDINGS, signal.SIGALRM):
                return next(typed, None)
        except _Interrupted:
            return None
        except OSError:  # Linux reports so that the terminal is gone
            self._gone = True
            return None

    def _write(self, text: str) -> None:
        try:
            with self._interruptible(signal.SIGALRM):
                self._stdout.write(text.encode(self._encoding, "replace"))
                self._stdout.flush()
        except (_Interrupted, OSError):
            self._gone = True
            discard(self._stdout)

    @contextmanager
    def _interruptible(self, *by: int) -> Iterator[None]:
        """Allow these signals to interrupt this block, which waits for the player and leaves nothing half done."""
        self._interrupting = by
        try:
            yield
        finally:
            self._interrupting = ()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGALRM:
            self._signal = number
            signal.setitimer(signal.ITIMER_REAL, _GRACE)
        if number in self._interrupting:
            self._interrupting = ()  # once is enough
            raise _Interrupted
