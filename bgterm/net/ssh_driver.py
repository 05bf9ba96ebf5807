"""The Textual driver for a terminal behind an SSH channel.

Written for Textual 8.2.8.
"""

from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from bgterm.net.limits import Limits
from bgterm.terminal.cell_diff import Cells, as_it_is
from bgterm.terminal.driver import RESTORE, answers_background, erases_in_colour
from bgterm.terminal.key_reader import ASK_BACKGROUND, TICK, BackgroundReported, KeyReader, PasteRefused
from bgterm.terminal.pens import Pen
from bgterm.terminal.window import MOUSE_OFF, MOUSE_ON, Clicked, WindowTitle

_TAKE = "\x1b[?1049h\x1b[?25l\x1b[>25u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
"""The escape codes at the start: alternate screen, no cursor, kitty keys, query of synchronized output,
bracketed paste, no wrapping.
"""
_TAKEN = (
    events.Key,
    events.Paste,
    PasteRefused,
    BackgroundReported,
    Clicked,
    messages.TerminalSupportsSynchronizedOutput,
)
"""The messages that input of the terminal may produce. Its size is reported by SSH instead."""


@dataclass
class TerminalPipe:
    """The connection between a driver and the session of its terminal."""

    send: Callable[[bytes], None]
    """A function that sends bytes to the terminal."""
    size: tuple[int, int]
    """The columns and rows of the terminal when the screen is first drawn."""
    limits: Limits
    term: str = "dumb"
    """The type of the terminal, as in TERM."""
    pens: Callable[[Pen], Pen] = as_it_is
    """A function that converts a pen to the colours of the terminal."""
    overflow: Callable[[], None] = lambda: None
    """A function that is called when too many keys are waiting."""
    driver: "SSHDriver | None" = None
    """The driver while there is a screen; before and after, input is dropped."""


class SSHDriver(Driver):
    """The driver that draws on the terminal behind a pipe, and reads its keys."""

    def __init__(
        self,
        pipe: TerminalPipe,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Drive the terminal behind the pipe; `mouse` switches the mouse on."""
        super().__init__(app, debug=debug, mouse=False, size=pipe.size)
        self._pipe = pipe
        self._keys = KeyReader()
        self._keys.mouse = mouse
        self._waiting = deque[Message]()
        """The waiting keys, of which the app gets one in each turn of the session."""
        self._context = copy_context()
        self._cells = Cells(*pipe.size, erases=erases_in_colour(pipe.term), pens=pipe.pens)
        self._title = WindowTitle(pipe.term)
        self._next_size: tuple[int, int] | None = None
        """The size to draw for in the next turn; None without a new one."""
        self._ticking: TimerHandle | None = None
        """The timer that calls `_tick` after the last byte of input."""
        self._open = False

    # Terminal modes

    def start_application_mode(self) -> None:
        """Switch the terminal to the alternate screen and the modes of bgterm, and begin to read keys."""
        self._open = True
        asked = ASK_BACKGROUND if answers_background(self._pipe.term) else ""
        self._pipe.send((_TAKE + asked + (MOUSE_ON if self._keys.mouse else "")).encode())
        self._pipe.driver = self

    def show_title(self, text: str) -> None:
        """Show a text as the title of the window; an empty text restores the old title."""
        if self._open and (sequence := self._title.show(text)):
            self._pipe.send(sequence.encode())

    def use_mouse(self, on: bool) -> None:
        """Switch the terminal's reports of mouse clicks on or off; do nothing when it has this state already."""
        if on is not self._keys.mouse and self._open:
            self._keys.mouse = on
            self._pipe.send((MOUSE_ON if on else MOUSE_OFF).encode())

    def disable_input(self) -> None:
        """Stop reading keys, and discard those that wait."""
        self._waiting.clear()
        self._pipe.driver = None
        if self._ticking:
            self._ticking.cancel()

    def stop_application_mode(self) -> None:
        """Restore the title, the modes and the normal screen of the terminal; later output is dropped."""
        self.disable_input()
        self.show_title("")
        if self._open:
            self._pipe.send((MOUSE_OFF.encode() if self._keys.mouse else b"") + RESTORE)
        self._open = False

    def write(self, data: str) -> None:
        """Send the shortest output that changes the terminal from its present content as `data` would."""
        if self._open and (changes := self._cells.reduce(data)):
            self._pipe.send(changes.encode(errors="replace"))

    # Keys and sizes

    def send_message(self, message: Message) -> None:
        """Post a message to the app directly, because the driver runs in the app's thread."""
        self._app.post_message(message)

    @property
    def is_behind(self) -> bool:
        """Whether an earlier key waits for the app to handle it."""
        return bool(self._waiting)

    def typed(self, data: bytes) -> int:
        """Queue the keys and pastes in this input; return how many of its characters are not in a paste."""
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
        """Queue a key for the app; too many waiting keys end the session."""
        if isinstance(message, _TAKEN):
            self._waiting.append(message)
            if len(self._waiting) > self._pipe.limits.keys_waiting:
                self._waiting.clear()
                self._pipe.overflow()
            elif len(self._waiting) == 1:
                self._loop.call_soon(self._pass_on, context=self._context)

    def _pass_on(self) -> None:
        if self._waiting:
            self.process_message(self._waiting.popleft())
        if self._waiting:
            self._loop.call_soon(self._pass_on, context=self._context)

    def resized(self, columns: int, rows: int) -> None:
        """Redraw for a new size in the session's next turn; of several sizes only the last is drawn."""
        if self._next_size is None:
            self._loop.call_soon(self._resize, context=self._context)
        self._next_size = columns, rows

    def _resize(self) -> None:
        if self._next_size is None or not self._open:
            return
        self._size, self._next_size = self._next_size, None
        self._cells.resize(*self._size)
        size = Size(*self._size)
        self.send_message(events.Resize(size, size))


def driver_for(pipe: TerminalPipe) -> type[Driver]:
    """Return a factory that makes an `SSHDriver` for this pipe. Textual expects a class, but only calls it.

    A class for each session would stay in memory until the next full garbage collection.
    """
    return cast("type[Driver]", partial(SSHDriver, pipe))
