"""One session on a channel of an SSH connection. No error in it ends another session."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from gettext import NullTranslations
from logging import ERROR, WARNING

import asyncssh

from bgterm.catalog import N_, _, use
from bgterm.lobby.table_code import is_code
from bgterm.lobby.users.user_registry import GUEST
from bgterm.net import errors
from bgterm.net.app import RemoteTerm, colours_over_ssh, pens_for
from bgterm.net.fair_loop import FIRST_PICTURE, current_share
from bgterm.net.limits import InputBudget
from bgterm.net.plain_session import Talk, code_in, is_plain
from bgterm.net.shared_state import Client, RunCommand, SharedState
from bgterm.net.ssh_driver import TerminalPipe, driver_for
from bgterm.plain.visit import Visit
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.storage.journal import SUFFIX
from bgterm.storage.log import log
from bgterm.storage.match_files import FORMATS
from bgterm.terminal.driver import can_place_text
from bgterm.terminal.language import translations_for
from bgterm.text.joining import sentence
from bgterm.tui.look.themes import Colours, ascii_wanted, default_theme
from bgterm.tui.screens.lobby.screen import LobbyScreen

Channel = asyncssh.SSHServerChannel[bytes]

_Visit = Callable[[], Coroutine[None, None, tuple[str, int]]]
"""A function that runs a session; it returns the last message and the exit status."""
ADMIN = "admin"
"""The first word of operators' commands."""
TOO_LATE = N_("no session was started in time")
"""The message to a client that connects but starts no session."""
_LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")
_LINE_LOST = 129
"""The exit status of a session whose connection was lost, as for a program that gets SIGHUP."""
_PATIENCE = 5.0
"""Seconds after which a screen that has not ended is cancelled."""
_PART = 16 * 1024
"""The bytes of a record that are sent at once, and the most bytes that may be waiting before more are sent."""
_PAUSE = 0.05
"""Seconds until the number of waiting bytes is checked again."""
_SUFFIXES = (SUFFIX, ".mat", ".sgf")


def read_command(text: str) -> tuple[str, str] | None:
    """Return the table code, in capitals, and the suffix of the format in a `record` command.

    Returns None for any other text; players have no other command.

    `ssh HOST record CODE` requests the record of a finished match.

    >>> read_command("record K7Q2M --format mat")
    ('K7Q2M', '.mat')
    >>> read_command("ls")
    """
    match text.replace("=", " ").split():
        case ["record", code]:
            suffix = SUFFIX
        case ["record", code, "--format", name] | ["record", "--format", name, code]:
            suffix = f".{name}"
        case _:
            return None
    return (code.upper(), suffix) if is_code(code) and suffix in _SUFFIXES else None


async def send_slowly(data: bytes, send: Callable[[bytes], None], waiting: Callable[[], int]) -> None:
    """Send the data in parts, each once the client has read nearly all that was sent before.

    `waiting` returns how many bytes the client has not read yet.
    """
    for start in range(0, len(data), _PART):
        while waiting() > _PART:
            await asyncio.sleep(_PAUSE)
        send(data[start : start + _PART])


class Session(asyncssh.SSHServerSession[bytes]):
    """The handler of one SSH session, which shows screens or plain mode, runs a command, or refuses."""

    def __init__(
        self,
        state: SharedState,
        client: Client,
        now: float,
        backlog: Callable[[], int],
        sent: Callable[[], None],
        ended: "Callable[[Session], None]",
    ) -> None:
        """Wait for a request of the client.

        `backlog` returns the bytes of output that wait for the client; `sent` is called after each output, and
        `ended` with the session when the connection is lost.
        """
        self._state, self.client = state, client
        self._backlog, self._sent, self._ended = backlog, sent, ended
        self._limits = state.limits
        self._channel: Channel | None = None
        self._pipe: TerminalPipe | None = None
        self._term, self._columns = "", 0
        self._refusal: Callable[[], str] = errors.needs_terminal
        """Returns the refusal of the session, in its language; the text is empty when there is none."""
        self._translations = NullTranslations()
        self._may_talk = False
        """Whether the client has requested a shell, so that plain mode is possible."""
        self._app: RemoteTerm | None = None
        self.first: LobbyScreen | Visit | None = None
        """The first screen, or the visit in plain mode, while the session runs."""
        self._talk: Talk | None = None
        """The lines of the session in plain mode; None otherwise."""
        self._input = InputBudget(self._limits)
        self._share = state.limiter.new_share(client.address)
        self._share.first_until = now + FIRST_PICTURE
        self.opened = self.last_key = now
        self._command: _Visit | None = None
        """Runs the requested command; None without one."""
        self._said = ""
        """The message at the end, in place of the one that the screen returns."""
        self.task: asyncio.Task[None] | None = None
        """The task that runs the session; None before it starts."""

    # Requests

    def connection_made(self, chan: Channel) -> None:
        """Store the channel on which the session sends its output."""
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], _modes: object) -> bool:
        """Accept a terminal of this type and size in cells, and return True; `session_started` may refuse it."""
        self._term, self._columns = term_type, term_size[0]
        self._refusal = str if can_place_text(term_type) else partial(errors.poor_terminal, term_type)
        self._pipe = TerminalPipe(
            self._send,
            self._limits.clamped(*term_size[:2]),
            self._limits,
            term=term_type,
            overflow=self._end_flood,
        )
        return True

    def shell_requested(self) -> bool:
        """Accept a shell; return True. `session_started` shows screens, plain mode or a refusal."""
        self._may_talk = True
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command; return True. `session_started` runs it, or refuses an unknown or forbidden one."""
        state = self._state
        if record := read_command(command):
            self._command = partial(self._write_record, *record)
        elif state.run_command and self.client.operates and command.split()[:1] == [ADMIN]:
            self._command = partial(self._operate, command, state.run_command)
        self._refusal = errors.NO_COMMANDS
        return True

    def subsystem_requested(self, _subsystem: str) -> bool:
        """Accept a subsystem, such as sftp; return True. `session_started` refuses it with a message."""
        self._refusal = errors.NO_FILES
        return True

    def session_started(self) -> None:
        """Start the command, plain mode or the screens, or write the refusal, in the client's language."""
        env = self._environment()
        self._translations = translations_for(env)
        with use(self._translations):
            self._start(env)

    def _start(self, env: Mapping[str, str]) -> None:
        """Start the requested command, plain mode or the first screen; otherwise write the refusal."""
        if self._command:
            self._begin(self._command)
            return
        colours = colours_over_ssh(env)
        ascii_only = ascii_wanted(env, "utf-8")
        workspace = self._state.workspace(self.client, default_theme(colours), ascii_only=ascii_only)
        if self._may_talk and (is_plain(self.client.code) or workspace.settings.plain):
            columns = (lambda: self._columns) if self._pipe else None
            talk = self._talk = Talk(self._send, self._limits.lines_waiting, self._end_flood, columns)
            self._begin(partial(self._hold, talk, workspace))
        elif (refusal := self._refusal()) or self._pipe is None:
            self._leave(refusal, 1)
        else:
            self._begin(partial(self._show_screens, self._pipe, workspace, colours))

    # While the session runs

    def _begin(self, visit: _Visit) -> None:
        """Start the task of the session, in a context with its share of the processor."""
        context = copy_context()
        context.run(current_share.set, self._share)
        self.task = asyncio.create_task(self._run(visit), context=context)

    async def _run(self, visit: _Visit) -> None:
        """Run the session until `visit` returns the last message and the exit status, then clean up."""
        log("session begins", key=self.client.key or GUEST, address=self.client.address)
        self._state.counts["sessions_begun_total"] += 1
        said, status = "", 1
        try:
            said, status = await visit()
        except BaseException as fault:  # noqa: BLE001 - a sys.exit() in one session would end all of them
            if not isinstance(fault, asyncio.CancelledError):
                self.crash(fault)
        finally:
            self._leave(self._said or said, status)
            if self.first:
                self.first.gone()
            if self._app:
                self._state.background.start(self._app.take_apart())
            self._app = self._talk = self.first = None  # they refer to screens
            log("session ends", key=self.client.key or GUEST, address=self.client.address)

    async def _show_screens(self, pipe: TerminalPipe, workspace: Workspace, colours: Colours) -> tuple[str, int]:
        self.first, pipe.pens = self._state.first_screen(self.client, workspace), pens_for(colours)
        app = self._app = RemoteTerm(
            self.first, workspace, driver_for(pipe), colours, self._state.histograms["key_seconds"].observe
        )
        said, status = await asyncio.create_task(app.play())
        if app.fault:
            self.crash(app.fault)
        return said, status

    async def _hold(self, talk: Talk, workspace: Workspace) -> tuple[str, int]:
        """Run a visit in plain mode; return no message, because its lines are written already."""
        lobby, client, user = self._state.lobby, self.client, self._state.user_of(self.client)
        code = code_in(client.code)
        self.first = Visit(lobby, user, workspace, talk.say, talk.later, code=code, port=client.port)
        await talk.hold(self.first)
        return "", 0

    async def _write_record(self, code: str, suffix: str) -> tuple[str, int]:
        """Write a record as fast as the client reads it; return the refusal if there is no such record."""
        try:
            user = self._state.user_of(self.client)
            found = await self._state.lobby.finished.public_record(user, code)
            text = await asyncio.to_thread(FORMATS[suffix].write, found.header, found.items)
        except BackgammonError as error:
            return sentence(str(error)), 1
        record = text.encode(errors="replace")
        log("record written", key=self.client.key or GUEST, bytes=len(record))
        await send_slowly(record, self._send, self._backlog)
        return "", 0

    async def _operate(self, command: str, run: RunCommand) -> tuple[str, int]:
        """Carry out an operator's command and write its output; return the error output and the exit status."""
        log("operator command", WARNING, key=self.client.key, command=command)
        by = self._state.lobby.registry.name_of(self.client.key) or self.client.key
        output, said, status = await run(self._state.answer, by, command)
        await send_slowly(output.encode(errors="replace"), self._send, self._backlog)
        return said, status

    def _environment(self) -> Mapping[str, str]:
        """Return the environment of the terminal; without a locale, UTF-8 is assumed."""
        sent = self._channel.get_environment() if self._channel else {}
        env = {**sent, "TERM": self._term}
        return env if any(env.get(name) for name in _LOCALE) else {**env, "LANG": "C.UTF-8"}

    def data_received(self, data: bytes, _datatype: object) -> None:
        """Pass input to the screen or to plain mode; too much typed input ends the session, a paste only waits."""
        now = asyncio.get_running_loop().time()
        self.last_key = now
        with use(self._translations):
            typed = self._share.run(self._read, data)
        pause = self._input.take(typed, len(data) - typed, now)
        if pause is None:
            self._end_flood()
        elif pause and self._channel:
            self._channel.pause_reading()
            asyncio.get_running_loop().call_later(pause, self._channel.resume_reading)

    def _read(self, data: bytes) -> int:
        """Pass input to the screen or to plain mode; return the number of its bytes outside pastes."""
        reader = self._talk or (self._pipe.driver if self._pipe else None)
        if reader is None:
            return len(data)
        if not reader.is_behind:
            self._share.take_key()
        return reader.typed(data)

    def terminal_size_changed(self, width: int, height: int, _pixwidth: int, _pixheight: int) -> None:
        """Redraw the screen, or wrap later lines of plain mode, for the terminal's new size in cells."""
        self._columns = width
        if self._pipe and self._pipe.driver:
            self._pipe.driver.resized(*self._limits.clamped(width, height))

    def _send(self, data: bytes) -> None:
        if self._channel and not self._channel.is_closing():
            self._channel.write(data)
            self._sent()

    # Ends

    @property
    def waiting(self) -> int:
        """The number of bytes of output that wait in this session's channel for the client."""
        return self._channel.get_write_buffer_size() if self._channel else 0

    @property
    def environment(self) -> int:
        """The number of bytes in the names and values of the environment variables that the client has sent."""
        sent = self._channel.get_environment_bytes() if self._channel else {}
        return sum(len(name) + len(value) for name, value in sent.items())

    @property
    def broken(self) -> bool:
        """Whether a widget of the screen has stopped while the app runs."""
        app = self._app
        return app is not None and app.is_running and not all(node.is_running for node in app.walk_children())

    @property
    def is_ending(self) -> bool:
        """Whether `end` was called: the session has ended or is about to."""
        return self._share.is_ending

    def check_idle(self, now: float) -> None:
        """End the session if it has not started in time, or if no key came for too long; `now` is in seconds."""
        if self.task is None and now - self.opened > self._limits.start:
            self._leave(_(TOO_LATE), 1)
        elif self._limits.idle and now - self.last_key > self._limits.idle:
            self.end(partial(errors.idle, int(self._limits.idle // 60)))

    def crash(self, fault: BaseException) -> None:
        """Log the exception as a crash of the session, and end it; if it is ending already, only log a warning."""
        if self.is_ending:
            log("fault at the end of a session", WARNING, reason=repr(fault))
            return
        self._state.counts["crashed_total"] += 1
        log("session crashed", ERROR, fault=fault, key=self.client.key or GUEST)
        self.end(lambda: _("Internal error; it has been logged. Your match is kept: connect again."), 1)

    def _end_flood(self) -> None:
        self.end(lambda: _("Too much input, so you were disconnected. Your match is kept."))

    def end(self, message: Callable[[], str] = str, status: int = 0) -> None:
        """End the session with the text that `message` returns in its language, and with this exit status.

        An empty text is not printed. A screen that does not end in time is cancelled.
        """
        with use(self._translations):
            said = message()
        self._said = self._said or said
        self._share.is_ending = True
        if self._app and self._app.is_running:
            self._app.exit(said, status)
            asyncio.get_running_loop().call_later(_PATIENCE, self._give_up)
        else:
            self._give_up()

    def _give_up(self) -> None:
        if self.task and not self.task.done():
            self.task.cancel()

    def _leave(self, said: str, status: int) -> None:
        """Write a message, after the screen is restored, and close the channel with an exit status."""
        channel = self._channel
        if channel and not channel.is_closing():
            with suppress(OSError):  # the client may be gone
                if said:
                    channel.write_stderr(f"{said}\r\n".encode())
                channel.exit(status)

    def eof_received(self) -> bool:
        """End the session at the end of input; plain mode handles waiting lines first, a command goes on.

        Returns True, so that asyncssh keeps the channel open for output.
        """
        if self._talk:
            self._talk.ended()
        elif not self._command:
            self.end(status=_LINE_LOST)
        return True

    def connection_lost(self, _exc: Exception | None) -> None:
        """End the session because its channel has closed, and report that to its connection."""
        self._channel = None
        self._ended(self)
        self.end(status=_LINE_LOST)
