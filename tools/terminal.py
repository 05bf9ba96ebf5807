"""A program on a pseudo-terminal of its own, and what its screen shows.

    with Terminal([sys.executable, "-m", "bgterm"], columns=80, rows=24) as terminal:
        terminal.wait_for("new match")
        terminal.send("q")
        assert terminal.wait() == 0

Reading waits for output, and a program that never gives what was waited for is killed in the end.
"""

import os
import re
import select
import signal
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Self

import pyte

from tests.waiting import HANG
from tools.quick_screen import QuickScreen
from tools.stillness import rest, threads

QUIET = 0.15
"""Seconds without work after which a program counts as settled.

This is longer than any timer by which it puts something off: a frame, a new size, the end of an escape sequence.
"""

ENVIRONMENT = {
    "TERM": "xterm-256color",
    "LANG": "C.UTF-8",
    "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22",
    **{name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")},
}
"""The environment of the program besides `_KEPT`, so that no test depends on the developer's terminal.

As in a shell over SSH, the program uses no mouse, and nothing moves on the board.
"""

_KEPT = ("PATH", "PYTHON", "BGTERM_")
"""The beginnings of the names of the variables that the program inherits."""
_MODES = {
    b"25": "cursor",
    b"7": "line wrap",
    b"1000": "mouse",
    b"1002": "mouse",
    b"1003": "mouse",
    b"1004": "focus",
    b"1006": "mouse",
    b"1015": "mouse",
    b"1016": "mouse",
    b"1049": "alternate screen",
    b"2004": "bracketed paste",
    b"2026": "synchronized output",
    b"2048": "resize reports",
}
_ON_AT_FIRST = frozenset({"cursor", "line wrap"})
_MODE_CHANGE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_KEYBOARD = re.compile(rb"\x1b\[([<>])\d*u")


class Gone(AssertionError):
    """Raised when the program ended, or was killed at the deadline, before it showed what was waited for."""


class Terminal:
    """A program in a session of its own, on a terminal of `columns` x `rows`; killed at the end of the `with`."""

    def __init__(
        self,
        argv: Sequence[str | Path],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        stdin: int | None = None,
    ) -> None:
        """Start the program; `env` is added to its environment, `stdin` is read instead of the terminal."""
        self._screen = QuickScreen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._status: int | None = None
        self.output = bytearray()
        """All bytes that the program has written so far."""
        self.last_output = 0.0
        """The time at which output was last read, on the clock of `time.perf_counter`."""
        self.master, slave = os.openpty()
        termios.tcsetwinsize(slave, (rows, columns))
        self._attributes = termios.tcgetattr(slave)
        self._pid = os.fork()
        if self._pid == 0:
            kept = {name: value for name, value in os.environ.items() if name.startswith(_KEPT)}
            _become([os.fspath(word) for word in argv], {**kept, **ENVIRONMENT, **(env or {})}, cwd, slave, stdin)
        os.close(slave)
        self._deadline = Timer(HANG, os.kill, [self._pid, signal.SIGKILL])
        self._deadline.daemon = True
        self._deadline.start()

    def __enter__(self) -> Self:
        """Return the terminal, whose program has run since it was made."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill the program if it still runs, and close the terminal."""
        if self._status is None:
            os.kill(self._pid, signal.SIGKILL)
            self._reap()
        self.hangup()

    # What the screen shows

    @property
    def screen(self) -> list[str]:
        """The lines of the screen, of full width."""
        return self._screen.display

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        """The cells of the screen with their colours, in a list for each row."""
        rows, columns = self._screen.lines, self._screen.columns
        return [[self._screen.buffer[row][column] for column in range(columns)] for row in range(rows)]

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The row and the column of the cursor, from 0; None while it is hidden."""
        cursor = self._screen.cursor
        return None if cursor.hidden else (cursor.y, cursor.x)

    @property
    def text(self) -> str:
        """The lines of the screen as one text."""
        return "\n".join(self.screen)

    def wait_for(self, what: "str | Callable[[Terminal], bool]") -> None:
        """Read until the screen shows the text, or the predicate is true of this terminal. Raises Gone."""
        while not (what in self.text if isinstance(what, str) else what(self)):
            if not self.read():
                raise Gone(f"ended before it showed {what!r}:\n{self.text}")

    @property
    def pid(self) -> int:
        """The id of the program's process."""
        return self._pid

    def settle(self, *others: int) -> None:
        """Read until the program, and the processes with the ids `others`, have nothing left to do.

        A busy machine changes nothing, since a process that waits for a processor is not asleep.
        """
        pids = (self._pid, *others)
        while True:
            while self.read(0):
                pass
            before = threads(pids)
            if rest(before) and not self.read(QUIET) and threads(pids) == before:
                return

    def read_for(self, seconds: float) -> None:
        """Read all output of the next `seconds` seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def read(self, timeout: float | None = None) -> bool:
        """Read the next output; return False if there was none in `timeout` seconds or the program has ended."""
        if self.master < 0 or not _readable([self.master], timeout):
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # how Linux says that nobody has the terminal open any more
            return False
        if data:
            self.last_output = time.perf_counter()
            self.output += data
            self._stream.feed(data.replace(b"\x1b[<u", b""))  # pyte would show the u
        return bool(data)

    def clear(self) -> None:
        """Empty the screen as it is kept here, to see what the program draws again."""
        self._screen.reset()

    def bytes_since(self, mark: int = 0) -> int:
        """Return how many bytes have been read since the output was `mark` bytes long."""
        return len(self.output) - mark

    # What is done to the program

    def send(self, keys: str | bytes) -> None:
        """Type these keys."""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal; the kernel sends SIGWINCH to the program."""
        self._screen.resize(rows, columns)
        self._stream = pyte.ByteStream(self._screen)  # pyte may be lost after drawing in a single cell
        termios.tcsetwinsize(self.master, (rows, columns))

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self._pid, number)

    def hangup(self) -> None:
        """Close the terminal, as when its window is closed."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def wait_stopped(self) -> int:
        """Wait until the program is stopped, as by Ctrl+Z, and return the number of the signal that stopped it."""
        _pid, status = os.waitpid(self._pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            self._status = os.waitstatus_to_exitcode(status)
            raise Gone(f"ended with status {self._status} instead of stopping:\n{self.text}")
        self.settle()
        return os.WSTOPSIG(status)

    def wait(self) -> int:
        """Read until the program ends, and return its exit status; -n when signal n killed it."""
        while self.read():
            pass
        return self.wait_unread()

    def wait_unread(self) -> int:
        """Wait until the program ends, without reading its output, and return its exit status."""
        return self._reap() if self._status is None else self._status

    def _reap(self) -> int:
        _pid, status = os.waitpid(self._pid, 0)
        self._deadline.cancel()
        self._status = os.waitstatus_to_exitcode(status)
        return self._status

    # How it leaves the terminal

    @property
    def changed_modes(self) -> set[str]:
        """The private modes that differ from those of a fresh terminal; empty after an orderly end."""
        on = set(_ON_AT_FIRST)
        for numbers, letter in _MODE_CHANGE.findall(bytes(self.output)):
            for number in numbers.split(b";"):
                name = _MODES.get(number, number.decode())
                (on.add if letter == b"h" else on.discard)(name)
        depth = sum(1 if way == b">" else -1 for way in _KEYBOARD.findall(bytes(self.output)))
        return (on ^ _ON_AT_FIRST) | ({"keyboard protocol"} if depth > 0 else set())

    @property
    def is_cooked(self) -> bool:
        """Whether lines, echo and the rest of the terminal's settings are as they were at the start."""
        return termios.tcgetattr(self.master) == self._attributes


def read_any(terminals: Sequence[Terminal]) -> None:
    """Read the next output on any of the terminals. Raises Gone when a program has ended."""
    ready = _readable([terminal.master for terminal in terminals])
    for terminal in terminals:
        if terminal.master in ready and not terminal.read():
            raise Gone(f"ended:\n{terminal.text}")


def _readable(files: Sequence[int], timeout: float | None = None) -> set[int]:
    """Wait until some of the files can be read or have ended; return these, none after `timeout` seconds."""
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return {file for file, _ in poll.poll(None if timeout is None else timeout * 1000)}


def _become(
    argv: list[str], environment: Mapping[str, str], cwd: Path | None, slave: int, stdin: int | None
) -> None:
    """Become the program, with the pseudo-terminal `slave` as its controlling terminal; never returns."""
    try:
        os.login_tty(slave)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell that starts the tests in the background ignores it
        if stdin is not None:
            os.dup2(stdin, 0)
        if cwd is not None:
            os.chdir(cwd)
        os.execvpe(argv[0], argv, environment)  # noqa: S606  # no shell is the point
    finally:
        os._exit(127)
