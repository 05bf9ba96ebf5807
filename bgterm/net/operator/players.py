"""The operator's commands about players: ban, mute, kick, rename, delete."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from logging import WARNING
from typing import Any

from bgterm.catalog import N_, _, ngettext, nN_
from bgterm.lobby.bans import Ban, Bans
from bgterm.lobby.users.user_registry import User
from bgterm.net.errors import AdminError
from bgterm.net.limits import origin_of
from bgterm.net.operator.status import Answer, lobby_session
from bgterm.net.server_state import OpenSession, ServerState
from bgterm.notation.sanitize import clean_line
from bgterm.storage.log import log

_LONGEST = 200
"""The most characters of a text of the operator."""
_UNBANNED = N_("{what} is not banned; bgterm admin bans lists all bans."), N_("{what} is no longer banned.")
_UNMUTED = N_("{what} is not muted; bgterm admin mutes lists all mutes."), N_("{what} is no longer muted.")
"""The answers when there is no ban or mute to lift, and when one is lifted."""
Ask = Callable[..., Coroutine[Any, Any, list[Answer]]]
"""A function that returns the answers of the other processes to a command."""


class PlayerCommands:
    """The commands about players, keys and addresses."""

    def __init__(self, state: ServerState, ask: Ask) -> None:
        """Use the state of the server; `ask` sends a command to the other processes."""
        self._state, self._lobby, self._registry, self._ask = state, state.lobby, state.lobby.registry, ask

    async def answer(self, request: object) -> Answer | None:
        """Carry out a command about players; return None for any other request. Raises BackgammonError."""
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
        """End sessions of this process, at another's request to kick or to apply bans and mutes; return how many.

        Raises SaveError.
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


def _marks(session: OpenSession) -> tuple[str, ...]:
    """Return the identifiers of a session: its client's address and key, and its user's key if it has entered."""
    in_lobby = lobby_session(session)
    return session.client.address, session.client.key, in_lobby.user.key if in_lobby else ""


def cleaned(facts: Mapping[Any, Any], name: str) -> str:
    """Return a text in a request of the operator as one line; empty without it."""
    return clean_line(str(facts.get(name) or ""), _LONGEST)


def total(answers: Sequence[Answer]) -> int:
    """Return the sum of the counts in the answers of other processes."""
    return sum(answer.get("count", 0) for answer in answers)
