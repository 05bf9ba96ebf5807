"""Plain mode on standard input and output: lines, signals, and the end of the terminal."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from io import BufferedReader, UnsupportedOperation
from select import select
from types import FrameType
from typing import Any, BinaryIO, cast

from bgterm.cli.streams import discard, shown
from bgterm.terminal.wrapping import wrapped

_LONGEST_LINE = 1 << 12
"""The most bytes of a line, as on terminals; further bytes are discarded."""
_ENDINGS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
_GRACE = 0.7
"""Seconds after a signal in which the last lines must be written."""
_PATIENCE = 2.0
"""Seconds that an engine has after a signal, or after a line that leaves, before it is interrupted."""
_MOST_AHEAD = 1 << 16
"""The most bytes that are read ahead while an engine thinks."""
_GONE = 128 + signal.SIGHUP
"""The exit status when the terminal is gone."""


def converse(talk: "Callable[[Console], Coroutine[Any, Any, None]]", *, ascii_only: bool) -> int:
    """Run the coroutine function `talk` with a console on the standard streams; return `Console.status` after it.

    With `ascii_only`, other characters are replaced.
    """
    encoding = "ascii" if ascii_only else sys.stdout.encoding
    console = Console(sys.stdin.buffer, sys.stdout.buffer, encoding, prompts=sys.stdin.isatty())
    with console.signals():
        asyncio.run(talk(console))
    return console.status


class _Interrupted(Exception):
    """A signal has interrupted the wait for a line."""


class Console:
    """The standard streams as plain mode uses them: lines that a player types and reads.

    They end when the player leaves, the terminal is gone, or a signal comes.
    """

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, encoding: str | None, *, prompts: bool) -> None:
        """Use these streams in this encoding; `prompts` tells whether each line is preceded by a prompt."""
        self._stdin, self._stdout = cast("BufferedReader", stdin), stdout
        self._typed, self._ended = b"", False
        self._end_soon: Callable[[], object] = int
        self._encoding = encoding or "utf-8"
        self._prompts = prompts
        self._interrupting: tuple[int, ...] = ()
        self._signal = 0
        self._woken: tuple[int, ...] = ()
        """The end of a pipe that a signal makes readable, while signals are handled here."""
        self._gone = False

    @property
    def status(self) -> int:
        """The exit status: 0, 128 + n after signal n, or that of SIGHUP when the terminal is gone."""
        return 128 + self._signal if self._signal else _GONE if self._gone else 0

    @property
    def _columns(self) -> int:
        """The columns of the terminal; 0 if the output is not a terminal."""
        try:
            return os.get_terminal_size(self._stdout.fileno()).columns
        except OSError:
            return 0

    def say(self, line: str) -> None:
        """Write a line, wrapped between words on a terminal; do nothing once the output is closed."""
        self._write("".join(f"{row}\n" for row in wrapped(shown(line, self._encoding), self._columns)))

    async def lines(self, prompt: Callable[[], str]) -> AsyncIterator[str]:
        """Yield the typed lines until input ends, each after the text that `prompt` returns (if prompts are on).

        Waiting for a line blocks the event loop: no other players are at the table.
        """
        while not self.status:
            if self._prompts:
                self._write(shown(prompt(), self._encoding))
            line = None if self.status else self._next()
            if line is not None:
                yield line.decode(self._encoding, "replace")
            else:
                break
        if self._prompts:  # the player has not answered a prompt
            self._write("\n")

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Return a context manager in which a signal ends the input of `lines`, and interrupts nothing else."""
        woken, wake = os.pipe()
        self._woken = (woken,)
        os.set_blocking(wake, False)
        before = {number: signal.signal(number, self._on_signal) for number in (*_ENDINGS, signal.SIGALRM)}
        other = signal.set_wakeup_fd(wake)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.set_wakeup_fd(other)
            for number, handler in before.items():
                signal.signal(number, handler)
            self._woken = ()
            os.close(woken)
            os.close(wake)

    @asynccontextmanager
    async def impatient(self, leaves: Callable[[str], bool]) -> AsyncIterator[None]:
        """Return a context manager whose block is cancelled soon after a signal, or after a line that leaves.

        `leaves` returns whether a line that is typed meanwhile does so.

        If the input is not a terminal, only the next line is checked: later ones may be for later questions.
        """
        loop = asyncio.get_running_loop()

        def read_ahead() -> None:
            if not select([self._stdin], [], [], 0)[0]:  # `lines` has read it since the loop saw it
                return
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
                with suppress(OSError, ValueError):  # a file is always readable, and the loop cannot watch one
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
        """Return the next line of input; None at its end or after a signal."""
        try:
            with self._interruptible(*_ENDINGS, signal.SIGALRM):
                while b"\n" not in self._typed and not self._ended:
                    with suppress(UnsupportedOperation):  # no file, as in memory
                        # `read1` alone misses a signal that comes right before it
                        select([self._stdin.fileno(), *self._woken], [], [])
                    self._read()
        except _Interrupted:
            return None
        line, end, self._typed = self._typed.partition(b"\n")
        return line[:_LONGEST_LINE] if line or end else None

    def _read(self) -> None:
        """Read the available input, or wait for some."""
        try:
            data = self._stdin.read1(_LONGEST_LINE)
        except OSError:  # Linux reports in this way that the terminal is gone
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
            self._interrupting = ()  # raise only once
            raise _Interrupted
