"""The operator's commands to a running server, over a private socket in the data folder.

`bgterm admin` writes one line of JSON and reads one:

    {"command": "ban", "what": "203.0.113.7"}
    {"lines": ["203.0.113.7 is banned; 2 sessions ended."]}

An `error` replaces `lines` when the command was not possible. `who`, `matches` and `stats` also answer with
`data`, for scripts.
"""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from logging import WARNING
from pathlib import Path
from typing import Any

from bgterm.catalog import N_, _, ngettext, nN_
from bgterm.lobby.bans import Ban, Bans
from bgterm.lobby.cluster.questions import Questions
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.messages import shutting_down_in
from bgterm.lobby.notifications import Message
from bgterm.lobby.users.user_registry import User
from bgterm.net.connection import ServerState
from bgterm.net.errors import AdminError
from bgterm.net.limits import origin_of
from bgterm.net.operator.status import Answer, Status, combined, lobby_session
from bgterm.net.session import Session
from bgterm.notation.sanitize import clean_line
from bgterm.rules.errors import BackgammonError
from bgterm.storage.log import log

SOCKET = "admin.sock"
"""The name of the socket in the data folder."""
_LONGEST_REQUEST = 64 * 1024
_ANSWER_FIRST = 0.5
"""Seconds that a worker waits before it ends at the operator's command, so that the answer arrives first."""
_LONGEST_NOTICE = 24 * 60
"""The most minutes ahead for which a shutdown can be planned."""
_REMINDERS = (30, 15, 5, 1)
"""The minutes before a shutdown at which it is announced again."""
_LONGEST = 200
"""The most characters of a text of the operator."""
_UNBANNED = N_("{what} is not banned; bgterm admin bans lists all bans."), N_("{what} is no longer banned.")
_UNMUTED = N_("{what} is not muted; bgterm admin mutes lists all mutes."), N_("{what} is no longer muted.")
"""The answers when there is no ban or mute to lift, and when one is lifted."""
Ask = Callable[..., Coroutine[Any, Any, list[Answer]]]
"""A function that returns the answers of the other processes to a command."""
_CANCELLED = Message(N_("The shutdown is cancelled: the server keeps running."))


class PlayerCommands:
    """The operator's commands about players, keys and addresses, such as `ban`, `mute`, `kick` and `rename`."""

    def __init__(self, state: ServerState, ask: Ask) -> None:
        """Use the state of the server; `ask` sends a command to the other processes."""
        self._state, self._lobby, self._registry, self._ask = state, state.lobby, state.lobby.registry, ask

    async def answer(self, request: object) -> Answer | None:
        """Carry out a command about players and return its answer; None for others. Raises BackgammonError."""
        match request:
            case {"command": "bans"}:
                return self._listed(self._state.bans, _("Nobody is banned."))
            case {"command": "mutes"}:
                return self._listed(self._lobby.mutes, _("Nobody is muted."))
            case {"command": ("ban" | "mute") as command, "what": str(what), **facts}:
                return await self._add(command, what, facts)
            case {"command": ("unban" | "unmute") as command, "what": str(what)}:
                return await self._lift(command, what)
            case {"command": "rename", "what": str(what), "name": str(name)}:
                return await self._rename(what, name)
            case {"command": "delete", "what": str(what)}:
                return await self._delete(what)
            case {"command": "kick", "what": str(what), **facts}:
                return await self._kick(what, cleaned(facts, "reason"))
        return None

    def _listed(self, bans: Bans, none: str) -> Answer:
        data = [{"what": ban.what, "name": self._registry.name_of(ban.what), **ban.facts} for ban in bans]
        return {"lines": [*map(self._ban_line, bans)] or [none], "data": data}

    def _ban_line(self, ban: Ban) -> str:
        """Return the line of a ban: `203.0.113.7  until 2026-12-01 18:00 UTC  by tom  spam`."""
        until = _("until {date}", date=ban.end) if ban.until else ""
        by = _("by {name}", name=ban.by) if ban.by else ""
        return "  ".join(filter(None, (ban.what, self._registry.name_of(ban.what), until, by, ban.reason)))

    def _name_of(self, what: str) -> str:
        """Return the name of the player with a name like this; otherwise the text itself, a key or an address."""
        keys = self._registry.keys_of(what)
        return self._registry.name_of(keys[0]) if keys else what

    # Bans and mutes

    def _list_of(self, command: str, what: str) -> tuple[Bans, list[str]]:
        """Return the list that a command changes, and the keys or addresses in it that `what` stands for."""
        if command in ("mute", "unmute"):
            return self._lobby.mutes, [self._user_key(what)]
        return self._state.bans, self._registry.keys_of(what) or [what]

    async def _add(self, command: str, what: str, facts: Mapping[Any, Any]) -> Answer:
        """Ban or mute. Raises LobbyError when `what` is neither a player, a key nor an address, SaveError."""
        bans, whats = self._list_of(command, what)
        reason, by = cleaned(facts, "reason"), cleaned(facts, "by")
        ban, *_others = await bans.add(whats, reason, by, facts.get("days") or 0)
        ended = self._state.end_banned()
        event = "banned" if command == "ban" else "muted"
        log(event, WARNING, what=" ".join(whats), sessions=ended, **dict[str, Any](ban.facts))
        # the other workers read the list before this returns, unless they are late
        ended += total(await self._ask("apply bans"))
        name = self._name_of(what)
        if command == "mute":
            return {"lines": [_("{name} is muted.", name=name)]}
        one, several = nN_("{name} is banned; {count} session ended.", "{name} is banned; {count} sessions ended.")
        return {"lines": [ngettext(one, several, ended, name=name)]}

    def _user_key(self, what: str) -> str:
        """Return the first key of a player, or the origin of an address: the lobby knows users by these."""
        return next(iter(self._registry.keys_of(what)), self._registry.identity(origin_of(what)))

    async def _lift(self, command: str, what: str) -> Answer:
        """Lift a ban or a mute. Raises AdminError, SaveError."""
        bans, whats = self._list_of(command, what)
        lifted = await bans.remove(whats)
        said = _UNBANNED if command == "unban" else _UNMUTED
        if not lifted:
            raise AdminError(said[0], what=what)
        log("ban lifted" if command == "unban" else "mute lifted", what=" ".join(lifted))
        await self._ask("apply bans")
        return {"lines": [_(said[1], what=self._name_of(what))]}

    # Names

    async def _rename(self, what: str, name: str) -> Answer:
        """Rename a player; the former name is not shown, and others may take it. Raises AdminError, LobbyError."""
        player = self._player(what)
        renamed = await self._lobby.change_names(self._registry.rename(player, name, openly=False))
        log("renamed", WARNING, key=player.key)
        return {"lines": [_("{name} is now called {new}.", name=player.name, new=renamed.name)]}

    async def _delete(self, what: str) -> Answer:
        player = self._player(what)
        await self._lobby.delete(player)
        log("deleted", WARNING, key=player.key)
        return {"lines": [_("{name} is deleted; the matches are kept.", name=player.name)]}

    def _player(self, what: str) -> User:
        """Return the player with a name or a key. Raises AdminError when there is none."""
        key = self._user_key(what)
        if not (name := self._registry.name_of(key)) or (player := User(key, name)).is_guest or player.is_bot:
            raise AdminError(N_("{what} is not a player with a key: give a name, or SHA256:..."), what=what)
        return player

    # Sessions

    async def _kick(self, what: str, reason: str) -> Answer:
        """End the sessions of a player, a key or an address on all processes; they may connect again."""
        ended = self._kick_here(what, reason) + total(await self._ask("kick", what=what, reason=reason))
        if not ended:
            raise AdminError(N_("{what} is not connected; bgterm admin who lists who is."), what=what)
        log("kicked", WARNING, what=what, sessions=ended, reason=reason)
        return {"lines": [ngettext("{count} session ended.", "{count} sessions ended.", ended)]}

    async def end_sessions(self, request: Mapping[str, Any]) -> int:
        """End sessions of this process when another process has kicked a player or changed bans or mutes.

        Returns the number of sessions ended. Raises SaveError when bans or mutes cannot be read.
        """
        if request["command"] == "kick":
            return self._kick_here(request["what"], request["reason"])
        await self._state.bans.read()
        await self._lobby.mutes.read()
        return self._state.end_banned()

    def _kick_here(self, what: str, reason: str) -> int:
        keys = {what, *self._registry.keys_of(what)}
        sessions = [
            one for one in self._state.open_sessions if not (one.is_ending or keys.isdisjoint(_marks(one)))
        ]
        for session in sessions:
            session.end(lambda: " ".join(filter(None, (_("The operator has ended your session."), reason))))
        return len(sessions)


def _marks(session: Session) -> tuple[str, ...]:
    """Return the identifiers of a session: its client's address and key, and its user's key if it has entered."""
    in_lobby = lobby_session(session)
    return session.client.address, session.client.key, in_lobby.user.key if in_lobby else ""


def cleaned(facts: Mapping[Any, Any], name: str) -> str:
    """Return the text called `name` in a request of the operator as one line, cut if long; empty without it."""
    return clean_line(str(facts.get(name) or ""), _LONGEST)


def total(answers: Sequence[Answer]) -> int:
    """Return the sum of the values of `count` in the answers of other processes: 0 for one without it."""
    return sum(answer.get("count", 0) for answer in answers)


class Admin:
    """The receiver of the operator's requests in one process, which also asks the other processes for answers."""

    def __init__(self, state: ServerState, stop: Callable[[], None]) -> None:
        """Serve the operator of the server with this state; `stop` ends the server."""
        self._state, self._lobby, self._stop, self._hub = state, state.lobby, stop, state.hub
        self._questions = Questions(state.hub, self._answer_here) if state.hub else None
        self.status = Status(state)
        """The answers to the queries `who`, `matches` and `stats`."""
        self._players = PlayerCommands(state, self._ask)
        self._shutdown = PlannedShutdown(state.lobby, stop)

    async def answer(self, request: object) -> Answer:
        """Carry out a request, and return its answer, with an `error` when that is not possible."""
        try:
            match request:
                case {"command": ("who" | "matches" | "stats") as query}:
                    return combined(query, [self.status.answer(query), *await self._ask(query)])
            return await self._players.answer(request) or await self._done(request) or _unknown_command()
        except BackgammonError as error:
            return {"error": str(error)}

    async def _ask(self, command: str, **facts: object) -> list[Answer]:
        """Return the answers of the other processes, each of which carries out the command for itself."""
        return await self._questions.ask({"command": command, **facts}) if self._questions else []

    async def _answer_here(self, request: Answer) -> Answer:
        """Carry out a command for another process, in this process only; return its count or data."""
        match request:
            case {"command": "apply bans" | "kick"}:
                return {"count": await self._players.end_sessions(request)}
            case {"command": "announce", "text": str(text)}:
                return {"count": self._lobby.announce(lambda: text)}
            case {"command": "shutdown", "minutes": int(minutes)}:
                self._plan(minutes)
            case {"command": "cancel"}:
                return {"count": int(self._shutdown.cancel())}
            case {"command": "drain", "worker": str(worker)}:
                return {"count": int(self._drain_here(worker))}
            case {"command": "workers"}:
                return self._worker()
            case {"command": ("who" | "matches" | "stats") as query}:
                return self.status.answer(query)
        return {}

    async def _done(self, request: object) -> Answer | None:
        """Carry out a command about the server, a table or a worker; return None for any other request."""
        match request:
            case {"command": "announce", "text": str(text)}:
                return await self._announce(text)
            case {"command": "close", "code": str(code)}:
                return self._close(code)
            case {"command": "shutdown", "minutes": int(minutes)} if 0 <= minutes <= _LONGEST_NOTICE:
                return await self._shut_down(minutes)
            case {"command": "cancel"}:
                return await self._cancel_shutdown()
            case {"command": "drain", "worker": str(worker)}:
                return await self._drain(worker)
            case {"command": "workers"}:
                return await self._workers()
            case {"command": "health"}:
                return await self._health()
        return None

    # Commands

    async def _announce(self, text: str) -> Answer:
        said = cleaned({"text": text}, "text")
        if not said:
            raise AdminError(N_("Write the text to announce."))
        reached = self._lobby.announce(lambda: said) + total(await self._ask("announce", text=said))
        return {"lines": [ngettext("Announced to {count} session.", "Announced to {count} sessions.", reached)]}

    def _close(self, code: str) -> Answer:
        self._lobby.close_table(code, Message(N_("The operator has closed this table. The match is kept.")))
        log("table closed", WARNING)
        return {"lines": [_("{code} is closed; its match is kept.", code=code.upper())]}

    async def _shut_down(self, minutes: int) -> Answer:
        await self._ask("shutdown", minutes=minutes)
        self._plan(minutes)
        return {"lines": [shutting_down_in(minutes) if minutes else _("The server is shutting down.")]}

    def _plan(self, minutes: int) -> None:
        """Schedule the end of this process; one of several processes waits until the operator has the answer."""
        self._shutdown.plan(minutes, 0.0 if minutes or self._hub is None else _ANSWER_FIRST)

    async def _cancel_shutdown(self) -> Answer:
        """Cancel a planned shutdown in all processes, which announce that."""
        planned = total(await self._ask("cancel")) + self._shutdown.cancel()
        return {"lines": [_CANCELLED() if planned else _("No shutdown was planned.")]}

    # Workers

    async def _drain(self, worker: str) -> Answer:
        """End one worker; its players are asked to connect again, and reach another worker. Raises AdminError."""
        if not self._drain_here(worker) and not total(await self._ask("drain", worker=worker)):
            raise AdminError(N_("There is no worker {worker}; bgterm admin workers lists them."), worker=worker)
        return {"lines": [_("Worker {worker} ends; its players are asked to connect again.", worker=worker)]}

    def _drain_here(self, worker: str) -> bool:
        """End this process if it is the worker with that name or number; return whether it is."""
        if self._hub is None or worker not in (self._hub.lease.name, self._hub.lease.name.rpartition(":")[2]):
            return False
        self._state.drain()
        asyncio.get_running_loop().call_later(_ANSWER_FIRST, self._stop)
        return True

    def _worker(self) -> Answer:
        sessions = self._state.limiter.sessions.total()
        name = self._hub.lease.name if self._hub else ""
        return {"data": {"worker": name, "sessions": sessions, "uptime_seconds": self.status.uptime}}

    async def _workers(self) -> Answer:
        """Return the processes that serve the lobby. Raises AdminError without a database."""
        if self._hub is None:
            raise AdminError(N_("This server is one process; it has workers with --database."))
        answers = (self._worker(), *await self._ask("workers"))
        data = [answer["data"] for answer in answers if answer]  # a worker that is still starting has no answer
        lines = [
            ngettext(
                "{worker}  {count} session  {minutes} min",
                "{worker}  {count} sessions  {minutes} min",
                one["sessions"],
                worker=one["worker"],
                minutes=int(one["uptime_seconds"] // 60),
            )
            for one in sorted(data, key=lambda one: str(one["worker"]))
        ]
        return {"lines": lines, "data": data}

    async def _health(self) -> Answer:
        """Return the answer of a server that works. Raises SaveError when its database does not answer."""
        if self._hub:
            await self._hub.beat()
        return {"lines": [_("healthy")]}


class PlannedShutdown:
    """The shutdown that the operator may plan for this process, with the announcements before it."""

    def __init__(self, lobby: Lobby, stop: Callable[[], None]) -> None:
        """Announce shutdowns in the lobby, also to players who connect later; `stop` ends the server."""
        self._lobby, self._stop = lobby, stop
        self._timers: list[asyncio.TimerHandle] = []

    def plan(self, minutes: int, seconds: float = 0.0) -> None:
        """End this process in so many minutes and seconds, and announce that, in place of an older plan."""
        self._clear()
        loop = asyncio.get_running_loop()
        log("shutdown planned", WARNING, minutes=minutes)
        if minutes:
            self._remind(minutes)
            for left in _REMINDERS:
                if left < minutes:
                    self._timers.append(loop.call_later(60.0 * (minutes - left), self._remind, left))
        self._lobby.ends_at = loop.time() + 60.0 * minutes + seconds
        self._timers.append(loop.call_at(self._lobby.ends_at, self._stop))

    def cancel(self) -> bool:
        """Cancel the shutdown and announce that, if one was planned; return whether it was."""
        planned = self._clear()
        if planned:
            log("shutdown cancelled")
            self._lobby.announce(_CANCELLED)
        return planned

    def _clear(self) -> bool:
        """Cancel all timers; return whether there were any."""
        planned = bool(self._timers)
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._lobby.ends_at = None
        return planned

    def _remind(self, minutes: int) -> None:
        self._lobby.announce(partial(shutting_down_in, minutes))


async def listen(admin: Admin, path: Path) -> asyncio.Server:
    """Open a private Unix socket at the path, on which `admin` answers; a file left there is replaced.

    Raises OSError when that fails.
    """
    path.unlink(missing_ok=True)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = json.loads(await reader.readline())
        except ValueError:
            answer = _unknown_command()
        else:
            answer = await admin.answer(request)
        writer.write(json.dumps(answer).encode() + b"\n")
        writer.close()

    server = await asyncio.start_unix_server(serve, path, limit=_LONGEST_REQUEST)
    os.chmod(path, 0o600)  # noqa: PTH101 - of the socket
    return server


def _unknown_command() -> Answer:
    return {"error": _("The server does not know this command. Are both of the same version of bgterm?")}
