"""Standard input and output as lines for a player, and every way in which they end."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from io import BufferedReader
from types import FrameType
from typing import BinaryIO, cast

from bgterm.cli.streams import discard, shown
from bgterm.terminal.wrapping import wrapped

_LONGEST_LINE = 1 << 12
"""In bytes: what a terminal gives at most; of a longer line the rest is not even kept."""
_ENDINGS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
_GRACE = 0.7
"""Seconds in which the last lines must be written after a signal, or are not."""
_PATIENCE = 2.0
"""Seconds in which an engine may still answer after a signal, or a line to leave."""
_MOST_AHEAD = 1 << 16
"""How many bytes are read ahead while an engine thinks."""
_GONE = 128 + signal.SIGHUP
"""The exit status when nobody is there any more."""


class _Interrupted(Exception):
    """A signal came while the player was waited for."""


class Console:
    """A player who types and reads lines, until they leave, the terminal is gone, or a signal comes."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, encoding: str | None, *, prompts: bool) -> None:
        """Use these streams in this encoding, with a prompt before each line or without."""
        self._stdin, self._stdout = cast("BufferedReader", stdin), stdout
        self._typed, self._ended = b"", False
        self._end_soon: Callable[[], object] = int
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
        while not self.status:
            if self._prompts:
                self._write(shown(prompt(), self._encoding))
            line = None if self.status else self._next()
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

    @asynccontextmanager
    async def impatient(self, leaves: Callable[[str], bool]) -> AsyncIterator[None]:
        """End this block soon after a line that `leaves`, or a signal, while something else is waited for.

        Of lines that are not typed only the next one counts: others may depend on what the engine does.
        """
        loop = asyncio.get_running_loop()

        def read_ahead() -> None:
            self._read()
            if self._ended or len(self._typed) > _MOST_AHEAD:
                loop.remove_reader(self._stdin)
            lines = self._typed.decode(self._encoding, "replace").split("\n")[:-1]
            if any(map(leaves, lines if self._prompts else lines[:1])):
                self._end_soon()

        def end_soon() -> None:
            with suppress(RuntimeError):  # the block has ended already
                limit.reschedule(loop.time() + _PATIENCE)

        try:
            async with asyncio.timeout(None) as limit:
                self._end_soon = lambda: loop.call_soon_threadsafe(end_soon)
                with suppress(OSError, ValueError):  # a file, which needs no waiting for
                    loop.add_reader(self._stdin, read_ahead)
                yield
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            self._end_soon = int
            with suppress(ValueError):
                loop.remove_reader(self._stdin)

    def _next(self) -> bytes | None:
        """Return the next line; None when there is no more."""
        try:
            with self._interruptible(*_ENDINGS, signal.SIGALRM):
                while b"\n" not in self._typed and not self._ended:
                    self._read()
        except _Interrupted:
            return None
        line, end, self._typed = self._typed.partition(b"\n")
        return line[:_LONGEST_LINE] if line or end else None

    def _read(self) -> None:
        """Take what can be read now, or wait for it."""
        try:
            data = self._stdin.read1(_LONGEST_LINE)
        except OSError:  # Linux reports so that the terminal is gone
            data, self._gone = b"", True
        self._ended = not data
        kept = self._typed if b"\n" in self._typed else self._typed[:_LONGEST_LINE]
        self._typed = kept + data

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
            self._end_soon()
        if number in self._interrupting:
            self._interrupting = ()  # once is enough
            raise _Interrupted
