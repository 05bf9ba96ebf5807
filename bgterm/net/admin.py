"""The commands of the operator of a running server, over a private socket in the data folder.

`bgterm admin` writes one line of JSON and reads one:

    {"command": "ban", "what": "203.0.113.7"}
    {"lines": ["203.0.113.7 is banned; 2 sessions ended."]}

An `error` replaces `lines` when the command was not possible. `who`, `matches` and `stats` also answer with
`data`, for scripts.
"""

import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from logging import WARNING
from math import ceil
from pathlib import Path

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users import LobbyError
from bgterm.net import admin_messages as words
from bgterm.net.server_state import OpenSession, ServerState
from bgterm.notation.sanitize import clean_line
from bgterm.plain.visit import Visit
from bgterm.storage.log import log
from bgterm.text import library
from bgterm.text.system_errors import reason_of
from bgterm.tui.screens.lobby.screen import LobbyScreen

SOCKET = "admin.sock"
"""The name of the socket in the data folder."""
_LONGEST_REQUEST = 64 * 1024
_LONGEST_ANNOUNCEMENT = 200
LONGEST_NOTICE = 24 * 60
"""The most minutes ahead for which a shutdown can be planned."""
_REMINDERS = (30, 15, 5, 1)
"""The minutes before a shutdown at which it is announced again."""

Answer = dict[str, object]


class AdminError(Exception):
    """A command that is not possible; its text is a message for the operator."""


class Admin:
    """The commands of the operator."""

    def __init__(self, state: ServerState, lobby: Lobby, stop: Callable[[], None]) -> None:
        """Serve the operator of the server with this state and lobby; `stop` ends the server."""
        self._state, self._lobby, self._stop = state, lobby, stop
        self._started = time.monotonic()
        self._reminders: list[asyncio.TimerHandle] = []
        self._ends_at = 0.0
        """When a planned shutdown is due, by the clock of the event loop."""
        lobby.standing = self._planned_shutdown

    async def answer(self, request: object) -> Answer:
        """Carry out a request, and return the answer."""
        try:
            return self._looked_up(request) or await self._done(request) or {"error": words.UNKNOWN_COMMAND}
        except (AdminError, LobbyError) as error:
            return {"error": str(error)}

    def _looked_up(self, request: object) -> Answer | None:
        """Return the answer to a query; None when the request is not one."""
        match request:
            case {"command": "who"}:
                return self._who()
            case {"command": "matches"}:
                return self._matches()
            case {"command": "stats"}:
                return self._stats()
            case {"command": "bans"}:
                return self._bans()
        return None

    async def _done(self, request: object) -> Answer | None:
        """Carry out a command and return its answer; None when the request is not one."""
        match request:
            case {"command": "ban", "what": str(what)}:
                return await self._ban(what)
            case {"command": "unban", "what": str(what)}:
                return await self._unban(what)
            case {"command": "announce", "text": str(text)}:
                return self._announce(text)
            case {"command": "close", "code": str(code)}:
                return self._close(code)
            case {"command": "shutdown", "minutes": int(minutes)} if 0 <= minutes <= LONGEST_NOTICE:
                return self._shut_down(minutes)
            case {"command": "cancel"}:
                return self._cancel_shutdown()
        return None

    # Queries

    @property
    def _sessions(self) -> Iterator[OpenSession]:
        return (session for connection in tuple(self._state.connections) for session in tuple(connection.sessions))

    def _who(self) -> Answer:
        now = asyncio.get_running_loop().time()
        lines, data = list[str](), list[Answer]()
        for session in self._sessions:
            client = session.client
            name, where = self._name_and_place(session)
            minutes, idle = int((now - session.opened) // 60), int(now - session.last_key)
            lines.append(words.user(name, where, client.address, client.key, minutes, idle))
            data.append(
                {
                    "name": name,
                    "where": where,
                    "address": client.address,
                    "key": client.key,
                    "minutes": minutes,
                    "idle_seconds": idle,
                }
            )
        return {"lines": lines or [words.NOBODY], "data": data}

    def _name_and_place(self, session: OpenSession) -> tuple[str, str]:
        """Return the name of the player of a session, and the place of the session."""
        lobby_session = session.first.lobby_session if isinstance(session.first, LobbyScreen | Visit) else None
        if lobby_session is None:
            return self._lobby.registry.name_of(session.client.key), words.IN_LOBBY
        participant = lobby_session.participant
        if participant is None:
            return lobby_session.user.name, words.IN_LOBBY
        place = words.at_table(participant.at.code, plays=participant.player is not None, over=participant.at.over)
        return lobby_session.user.name, place

    def _bans(self) -> Answer:
        name_of = self._lobby.registry.name_of
        return _lines([words.ban(one, name_of(one)) for one in self._state.bans] or [words.NO_BANS])

    def _matches(self) -> Answer:
        lines, data = list[str](), list[Answer]()
        for table in self._lobby.matches():
            header, match = table.header, table.match
            standing = library.outcome(
                header.names,
                match.score,
                header.ruleset.length,
                match.last_game.number,
                match.winner,
                closed=table.over,
            )
            lines.append(words.match(table.code, standing, len(table.seating.spectators)))
            data.append(
                {
                    "code": table.code,
                    "names": [*header.names],
                    "variant": header.variant.slug,
                    "length": header.ruleset.length,
                    "score": [*match.score],
                    "finished": table.over,
                    "here": [player.user.name for player in table.seating.players],
                    "spectators": len(table.seating.spectators),
                }
            )
        return {"lines": lines or [words.NO_MATCHES], "data": data}

    @property
    def figures(self) -> dict[str, float]:
        """The figures of the server by name; those that only grow end with `_total`."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        limiter = self._state.limiter
        return {
            "uptime_seconds": time.monotonic() - self._started,
            "processor_seconds_total": used.ru_utime + used.ru_stime,
            "memory_bytes": _memory(),
            "connections": limiter.connections.total(),
            "sessions": limiter.sessions.total(),
            "players": len(self._lobby.users),
            "matches_live": len(self._lobby.matches()),
            "matches_unfinished": self._lobby.unfinished,
            **{f"{name}_total": count for name, count in asdict(self._state.stats).items()},
        }

    def _stats(self) -> Answer:
        figures = self.figures
        return {"lines": [words.figure(name, value) for name, value in figures.items()], "data": figures}

    # Commands

    async def _ban(self, what: str) -> Answer:
        keys = self._keys_of(what)
        try:
            await self._state.bans.add(keys or [what])
        except ValueError as error:
            raise AdminError(words.not_bannable(what)) from error
        except OSError as error:
            raise AdminError(words.not_kept(reason_of(error))) from error
        ended = 0
        for session in tuple(self._sessions):
            client = session.client
            if self._state.bans.has_key(client.key) or self._state.bans.has_address(client.address):
                session.end(words.BANNED)
                ended += 1
        log("banned", WARNING, what=" ".join(keys or [what]), sessions=ended)
        return _lines([words.banned(self._name_of(keys) or what, ended)])

    def _keys_of(self, name: str) -> list[str]:
        """Return the fingerprints of all keys of the player of that name."""
        return self._lobby.registry.keys_of(name)

    def _name_of(self, keys: list[str]) -> str:
        """Return the name of the player with these keys; empty when there are none."""
        return self._lobby.registry.name_of(keys[0]) if keys else ""

    async def _unban(self, what: str) -> Answer:
        keys = self._keys_of(what)
        try:
            lifted = await self._state.bans.remove(keys or [what])
        except OSError as error:
            raise AdminError(words.not_kept(reason_of(error))) from error
        if not lifted:
            raise AdminError(words.not_banned(what))
        log("ban lifted", what=" ".join(lifted))
        return _lines([words.unbanned(self._name_of(keys) or what)])

    def _announce(self, text: str) -> Answer:
        said = clean_line(text, _LONGEST_ANNOUNCEMENT)
        if not said:
            raise AdminError(words.NOTHING_TO_SAY)
        return _lines([words.announced(self._lobby.announce(lambda: said))])

    def _close(self, code: str) -> Answer:
        self._lobby.close_table(code, lambda: words.TABLE_CLOSED)
        log("table closed", WARNING)
        return _lines([words.closed(code.upper())])

    def _shut_down(self, minutes: int) -> Answer:
        self._unplan()
        loop = asyncio.get_running_loop()
        log("shutdown planned", WARNING, minutes=minutes)
        if minutes:
            self._remind(minutes)
            for left in _REMINDERS:
                if left < minutes:
                    self._reminders.append(loop.call_later(60.0 * (minutes - left), self._remind, left))
        self._ends_at = loop.time() + 60.0 * minutes
        self._reminders.append(loop.call_at(self._ends_at, self._stop))
        return _lines([words.shutting_down(minutes)])

    def _remind(self, minutes: int) -> None:
        self._lobby.announce(lambda: words.shutting_down_in(minutes))

    def _planned_shutdown(self) -> str:
        """Return the announcement of a planned shutdown; empty when none is planned."""
        if not self._reminders:
            return ""
        left = self._ends_at - asyncio.get_running_loop().time()
        return words.shutting_down_in(max(ceil(left / 60.0), 1))

    def _cancel_shutdown(self) -> Answer:
        """Cancel a planned shutdown, and announce that."""
        if not self._unplan():
            return _lines([words.NO_SHUTDOWN])
        log("shutdown cancelled")
        self._lobby.announce(lambda: words.SHUTDOWN_CANCELLED)
        return _lines([words.SHUTDOWN_CANCELLED])

    def _unplan(self) -> bool:
        """Cancel the timers of a planned shutdown; return whether there was one."""
        planned = bool(self._reminders)
        for reminder in self._reminders:
            reminder.cancel()
        self._reminders.clear()
        return planned


async def listen(admin: Admin, folder: Path) -> asyncio.Server:
    """Open the socket in the folder; one left by a killed server is replaced. Raises OSError."""
    path = folder / SOCKET
    path.unlink(missing_ok=True)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = json.loads(await reader.readline())
        except ValueError:
            answer: Answer = {"error": words.UNKNOWN_COMMAND}
        else:
            answer = await admin.answer(request)
        writer.write(json.dumps(answer).encode() + b"\n")
        writer.close()

    server = await asyncio.start_unix_server(serve, path, limit=_LONGEST_REQUEST)
    os.chmod(path, 0o600)  # noqa: PTH101 - of the socket
    return server


def _lines(lines: list[str]) -> Answer:
    return {"lines": lines}


def _memory() -> int:
    """Return the resident memory of the process in bytes; its peak where the system reports no more."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * os.sysconf("SC_PAGE_SIZE")
