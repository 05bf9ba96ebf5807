"""The start, end and signals of the app on a terminal: Textual's driver, made to restore the terminal at any exit.

Against Textual 8.2.8. The stock driver leaves the terminal raw when a signal ends the program, spins when the
terminal is gone, ends on a byte that is no UTF-8, and comes back blank from Ctrl+Z.
"""

import os
import signal
import termios
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from io import BufferedWriter, FileIO, TextIOWrapper
from threading import Thread, Timer
from types import FrameType
from typing import Any, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from bgterm.catalog import N_
from bgterm.rules.errors import IllegalAction
from bgterm.terminal.cell_diff import Cells
from bgterm.terminal.key_reader import ASK_BACKGROUND, TICK, KeyReader
from bgterm.terminal.program import program
from bgterm.terminal.window import MOUSE_OFF, MOUSE_ON, WindowTitle

GRACE = 0.7
"""Seconds the app has to leave by itself after a signal or a hangup."""

_ENDINGS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
_REPORT_FOCUS = "\x1b[?1004h"
RESTORE = b"\x1b[m\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[<u\x1b[?1049l\x1b[?25h"
"""Restores a terminal: plain text, all modes off, its main screen with a cursor."""
_NO_CURSOR = frozenset({"", "dumb", "unknown"})
_NO_BACKGROUND = ("linux", "screen", "vt")
"""The beginnings of TERM for terminals that do not answer a question for their background."""


def why_no_screen(
    stdin: TextIO | None, stderr: TextIO | None, environment: Mapping[str, str]
) -> IllegalAction | None:
    """Return why the board cannot be drawn here; `None` when it can.

    Keys come from standard input and the screen goes to standard error, so that standard output stays free.
    """
    for name, stream in (("stdin", stdin), ("stderr", stderr)):
        if stream is None or not stream.isatty():
            message = N_(
                "{stream} is not a terminal, so the board cannot be shown: run bgterm in a terminal window, "
                "or use --plain, as in {program} play --plain, for lines of text"
            )
            return IllegalAction(message, stream=name, program=program())
    term = environment.get("TERM", "")
    message = N_(
        "a terminal of type {term} cannot place text on the screen: set TERM to yours, like xterm, or "
        "use --plain, as in {program} play --plain, for lines of text"
    )
    return None if can_place_text(term) else IllegalAction(message, term=term, program=program())


def can_place_text(term: str) -> bool:
    """Whether text can be placed on the screen of a terminal of this type."""
    return term not in _NO_CURSOR


def answers_background(term: str) -> bool:
    """Whether a terminal of this type can be asked for its background without harm."""
    return can_place_text(term) and not term.startswith(_NO_BACKGROUND)


_OVER_SSH = ("SSH_CONNECTION", "SSH_TTY")
"""The environment variables that show that a shell runs over SSH."""


def is_local(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is on this computer, not over SSH."""
    return not any(environment.get(name) for name in _OVER_SSH)


_ERASING = (
    "xterm",
    "tmux",
    "alacritty",
    "contour",
    "foot",
    "ghostty",
    "iterm",
    "kitty",
    "konsole",
    "linux",
    "mintty",
    "putty",
    "rxvt",
    "vte",
    "wezterm",
)
"""The beginnings of TERM for terminals that erase with the background colour; GNU screen and DEC's do not."""


def erases_in_colour(term: str) -> bool:
    """Whether a terminal of this type is known to erase in the colour of the background."""
    return term.startswith(_ERASING)


class _Output(FileIO):
    """The output to a terminal, silently discarded once the terminal has gone."""

    def write(self, data: Any, /) -> int:  # noqa: ANN401  # whatever FileIO accepts
        """Write, and return the length of the data even when the terminal has gone."""
        try:
            return super().write(data)
        except OSError:
            return len(data)


class TerminalDriver(LinuxDriver):
    """Textual's driver for a real terminal: mouse clicks only, no focus reports, an orderly end after any signal.

    After signal n the app's return code is 128 + n, and 129 when the terminal is gone.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Use the terminal of standard input and standard error; `size` is (columns, rows), by default its own.

        `mouse` switches the mouse on. Textual would have every movement reported.
        """
        super().__init__(app, debug=debug, mouse=False, size=size)
        if self._file is not None:
            terminal = BufferedWriter(_Output(self._file.fileno(), "w", closefd=False))
            self._file = TextIOWrapper(terminal, encoding=self._file.encoding, errors=self._file.errors)
        self._keys = KeyReader(debug=debug)
        self._keys.mouse = mouse
        self._title = WindowTitle(os.environ.get("TERM", ""))
        erases, local = erases_in_colour(os.environ.get("TERM", "")), is_local(os.environ)
        self._cells = Cells(*self._window, erases=erases, searches=not local)  # here a byte costs nothing

    # Taking the terminal and giving it back

    def start_application_mode(self) -> None:
        """Take the terminal: raw, alternate screen, keys read by the event loop."""
        for number in _ENDINGS:
            signal.signal(number, self._on_signal)
        self._loop.add_reader(self.fileno, self._read)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual leaves it unannotated
        if answers_background(os.environ.get("TERM", "")):
            super().write(ASK_BACKGROUND)
        if self._keys.mouse:
            super().write(MOUSE_ON)

    def show_title(self, text: str) -> None:
        """Show a text as the title of the window; an empty one gives the old title back."""
        if self._writer_thread is not None and (sequence := self._title.show(text)):
            super().write(sequence)

    def use_mouse(self, on: bool) -> None:
        """Switch the mouse on or off."""
        if on is not self._keys.mouse and self._writer_thread is not None:
            self._keys.mouse = on
            super().write(MOUSE_ON if on else MOUSE_OFF)

    def disable_input(self) -> None:
        """Stop reading keys."""
        self._loop.remove_reader(self.fileno)
        super().disable_input()

    def stop_application_mode(self) -> None:
        """Restore the terminal after all output is written. A signal from here on just ends the program."""
        self.show_title("")
        if self._keys.mouse and self._writer_thread is not None:
            super().write(MOUSE_OFF)
        super().stop_application_mode()
        self.close()
        for number in _ENDINGS:
            signal.signal(number, signal.SIG_DFL)

    def resume_application_mode(self) -> None:
        """Take the terminal again after Ctrl+Z, or after a SIGSTOP, and draw everything."""
        if self._writer_thread is not None:
            self.suspend_application_mode()
        super().resume_application_mode()
        self._loop.call_soon_threadsafe(partial(self._app.call_later, self._app.refresh, layout=True))
        self.show_title(self._app.title)

    def close(self) -> None:
        """Flush the output, and write nothing after it."""
        super().close()
        self._writer_thread = None

    def write(self, data: str) -> None:
        """Write the part of `data` that changes the screen, while the app has the terminal."""
        if self._writer_thread is not None and data != _REPORT_FOCUS:
            self._cells.resize(*self._window)
            if changes := self._cells.reduce(data):
                super().write(changes)

    @property
    def _window(self) -> tuple[int, int]:
        """Columns and rows of the terminal at this moment; Textual hears of a new size only later."""
        with suppress(OSError):
            columns, rows = os.get_terminal_size(self.fileno)
            if columns and rows:
                return columns, rows
        return self._app.size

    # Keys

    def run_input_thread(self) -> None:
        """Do nothing: the event loop reads the keys, so leaving need not wait for a thread."""

    def _read(self) -> None:
        try:
            data = os.read(self.fileno, 4096)
        except OSError:
            data = b""
        if data:
            for message in self._keys.read(data):
                self.process_message(message)
            self._loop.call_later(TICK, self._tick)
        else:
            self._loop.remove_reader(self.fileno)
            self._end(128 + signal.SIGHUP)

    def _tick(self) -> None:
        for message in self._keys.tick():
            self.process_message(message)

    # Ends

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._end(128 + number)

    def _end(self, status: int) -> None:
        """Ask the app to leave with exit status `status`, and leave without it when it does not."""
        self._loop.call_soon_threadsafe(self._app.exit, None, status)
        last_resort = Timer(GRACE, self._abandon, [status])
        last_resort.daemon = True
        last_resort.start()

    def _abandon(self, status: int) -> None:
        """Restore the terminal and exit, even if the app hangs or the terminal takes no more output."""
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        restoring = Thread(target=self._restore_screen, daemon=True)  # which waits for ever if nothing is read
        restoring.start()
        restoring.join(GRACE)
        os._exit(status)

    def _restore_screen(self) -> None:
        """Send what restores the screen, whether or not the app is writing too."""
        if self._file is not None:
            with suppress(OSError):
                before = (MOUSE_OFF if self._keys.mouse else "") + self._title.show("")
                os.write(self._file.fileno(), before.encode() + RESTORE)
