"""Textual on a terminal at the other end of a line: keys come in as bytes, and pictures go out.

Against Textual 8.2.8.
"""

from asyncio import TimerHandle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from bgterm.net.key_queue import KeyQueue
from bgterm.net.limits import Limits, TokenBucket
from bgterm.terminal.cell_diff import Cells
from bgterm.terminal.driver import RESTORE
from bgterm.terminal.key_reader import TICK, KeyReader, PasteRefused

_TAKE = "\x1b[?1049h\x1b[?25l\x1b[>25u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
"""The other screen, no cursor, keys told apart, whether pictures can be held back, pastes marked, no wrapping."""
_TAKEN = (events.Key, events.Paste, PasteRefused, messages.TerminalSupportsSynchronizedOutput)
"""The reports accepted from a terminal: its size comes by other means, and a mouse was never requested."""


def _nowhere(data: bytes) -> int:
    """Drop what comes before there is a screen, or after."""
    return len(data)


def _nothing() -> None:
    """Do nothing."""


def _no_size(_columns: int, _rows: int) -> None:
    """Drop it as well."""


@dataclass
class TerminalPipe:
    """The interface between a driver and the channel to its terminal."""

    send: Callable[[bytes], None]
    """Sends bytes to the terminal."""
    size: tuple[int, int]
    """Columns and rows of the terminal when the screen is first drawn."""
    limits: Limits
    budgets: Sequence[TokenBucket] = ()
    """The budget that others share with this session, and that its keys are charged to as well."""
    overflow: Callable[[], None] = _nothing
    """Called when more keys wait than may."""
    typed: Callable[[bytes], int] = _nowhere
    """Takes what was typed or pasted at the terminal; the driver's, while there is a screen.

    Returns how many characters of it are not part of a paste.
    """
    resized: Callable[[int, int], None] = _no_size
    """Takes a new size of the terminal, in the same way."""


class SSHDriver(Driver):
    """Draws on the terminal at the end of a wire, and reads its keys."""

    def __init__(
        self,
        pipe: TerminalPipe,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Take the wire, which knows the size of the terminal; Textual passes the rest, and there is no mouse."""
        super().__init__(app, debug=debug, mouse=False, size=pipe.size)
        self._pipe = pipe
        self._keys = KeyReader()
        limits = pipe.limits
        budgets = (TokenBucket(limits.keys_a_second, limits.keys_at_once), *pipe.budgets)
        self._queue = KeyQueue[Message](
            self.process_message, budgets, limits.keys_waiting, pipe.overflow, self._loop
        )
        self._cells = Cells(*pipe.size)
        self._next_size: tuple[int, int] | None = None
        """The size that is to be drawn when sizes have come slowly enough."""
        self._ticking: TimerHandle | None = None
        """Calls `_tick` after the last byte."""
        self._resizing: TimerHandle | None = None
        """Calls `_resize`."""
        self._open = False

    # Taking the terminal and giving it back

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._open = True
        self._pipe.send(_TAKE.encode())
        self._pipe.typed, self._pipe.resized = self._typed, self._resized

    def disable_input(self) -> None:
        """Read no more keys."""
        self._queue.clear()
        self._pipe.typed, self._pipe.resized = _nowhere, _no_size
        for timer in filter(None, (self._ticking, self._resizing)):
            timer.cancel()

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self.disable_input()
        if self._open:
            self._pipe.send(RESTORE)
        self._open = False

    def write(self, data: str) -> None:
        """Send what of `data` the terminal does not show already, while it is ours."""
        if self._open and (changes := self._cells.reduce(data)):
            self._pipe.send(changes.encode(errors="replace"))

    # Keys and sizes

    def send_message(self, message: Message) -> None:
        """Hand a message to the app, in whose thread this runs."""
        self._app.post_message(message)

    def _typed(self, data: bytes) -> int:
        before = self._keys.typed
        for message in self._keys.read(data):
            self._take(message)
        if self._ticking:
            self._ticking.cancel()
        self._ticking = self._loop.call_later(TICK, self._tick)
        return self._keys.typed - before

    def _tick(self) -> None:
        for message in self._keys.tick():
            self._take(message)

    def _take(self, message: Message) -> None:
        if isinstance(message, _TAKEN):
            self._queue.put(message)

    def _resized(self, columns: int, rows: int) -> None:
        """Draw for another size, but not for each of many that come one after the other."""
        if self._next_size is None:
            self._resizing = self._loop.call_later(1 / self._pipe.limits.resizes_a_second, self._resize)
        self._next_size = columns, rows

    def _resize(self) -> None:
        if self._next_size is None or not self._open:
            return
        self._size, self._next_size = self._next_size, None
        self._cells.resize(*self._size)
        size = Size(*self._size)
        self.send_message(events.Resize(size, size))


def driver_for(pipe: TerminalPipe) -> type[Driver]:
    """Return the driver of one wire as Textual wants it: it asks for a class, but only calls it.

    A class for each session would stay in memory until the next full garbage collection.
    """
    return cast("type[Driver]", partial(SSHDriver, pipe))
