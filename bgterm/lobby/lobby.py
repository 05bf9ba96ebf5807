"""The state that the users of one server share: users, open tables, and matches.

It knows neither screens nor connections. Each session registers a listener, which is notified when the state has
changed, and with messages to show. Everything runs in one thread, in order.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TypeVar

from bgterm.catalog import N_
from bgterm.lobby.bans import MUTED, Bans
from bgterm.lobby.bots import Bots
from bgterm.lobby.chat import ChatLine, LobbyChat
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.hub import Acted, Advanced, Begun, Hub, HubMessage, KeyCode, LobbyContext, Sent, Told
from bgterm.lobby.limits import Limits
from bgterm.lobby.matches import FinishedMatches, LastResults, Matches
from bgterm.lobby.matchmaking import Matchmaking
from bgterm.lobby.messages import goodbye, shutting_down_in, whereabouts
from bgterm.lobby.notifications import Closed, Message, Notice, Refreshed, Words
from bgterm.lobby.open_tables import OpenTable, OpenTables
from bgterm.lobby.practising import Practices
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.registration import Registration
from bgterm.lobby.session import LobbySession, Sessions
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.rules.board import Player
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import reason_of
from bgterm.storage.keyed_lines import KeyedLines
from bgterm.storage.library import FileLibrary
from bgterm.storage.open_match import ListChange
from bgterm.storage.store import MatchLibrary

_T = TypeVar("_T")


class Lobby:
    """The lobby of one server, which all sessions of a process share: users, open tables, matches and chat."""

    def __init__(
        self,
        folder: Path,
        registry: UserRegistry,
        limits: Limits = Limits(),  # noqa: B008 - it is frozen
        now: Callable[[], float] = monotonic,
        disk: Disk = DISK,
        hub: Hub = Hub(),  # noqa: B008 - it has no state
        store: MatchLibrary | None = None,
        bots: Bots | None = None,
        mutes: Bans | None = None,
        greeting: str = "",
        reviews: KeyedLines | None = None,
    ) -> None:
        """Load the unfinished matches of `store`, by default the files in `folder`; new ones are saved there too.

        `now` returns the time in seconds; `hub` reaches the other processes of the same lobby. The `bots` play
        with visitors, the `mutes` are keys and addresses of players who may not chat, and newcomers read the
        `greeting`. The `reviews` of players are beside the folder by default. Raises LobbyError when the folder
        cannot be made.
        """
        store = store or _file_library(folder, disk)
        self.registry = registry
        """The names and keys of the users."""
        self.mutes = mutes or Bans()
        """The keys and addresses of the players who may not chat."""
        self.greeting = greeting
        """The lines that newcomers read; empty for none."""
        self.now, self._hub = now, hub
        self.rates = RateLimits(now, lambda limit, who: hub.send(Acted(limit, who)))
        """The rate limits that all processes count together."""
        context = LobbyContext(limits, now, hub, self.rates)
        self.bots = Bots(()) if bots is None else bots
        """The bots that visitors may play against."""
        self.sessions = Sessions(hub)
        """The sessions of the users, on all processes."""
        self.open_tables = OpenTables(limits.open_each, limits.open_from_one_address)
        """The tables at which a host waits for a second player."""
        self.matches = Matches(context, store, self)
        """The matches that can be resumed, and finished ones at which somebody still is."""
        self.finished = FinishedMatches(context, store, self.matches)
        """The records of the finished matches."""
        self.practices = Practices(context, folder, reviews, self.finished, self.bots)
        """The practices of the players with their own matches."""
        self.registration = Registration(context, registry, lambda: self.matches.keys, self.practices.forget)
        """The service that gives users names and keys."""
        self.matchmaking = Matchmaking(context, self.open_tables, self.matches, self.sessions, registry, self.bots)
        """The service that opens tables and begins matches and rematches."""
        self.results = LastResults(now)
        """The results of the last matches."""
        self.chat = LobbyChat(limits.chat, self.rates)
        """The chat of the lobby."""
        self._chat_timer: asyncio.TimerHandle | None = None
        self._farewell: Words | None = None
        self.ends_at: float | None = None
        """The moment of a planned shutdown, in seconds of the event loop's clock; None without one."""
        for bot in self.bots:
            registry.add(bot.user)
        self.matches.load()
        self.results.load(store)

    # Looking

    def say(self, user: User, text: str) -> None:
        """Queue a user's line for the chat of the lobby.

        Raises LobbyError when the user is muted, or there were too many lines lately.
        """
        self.check_talk(user)
        self.chat.say(user, text)
        if self._chat_timer is None:
            self._pass_on_chat()

    def _pass_on_chat(self) -> None:
        """Send the chat lines that are due, and schedule the rest, without charging its time to any session."""
        self._chat_timer = None
        due = self.chat.add_due(self.now())
        for line in due:
            self._hub.send(line)
        if due:
            self.sessions.refresh()
        if wait := self.chat.wait(self.now()):
            later = asyncio.get_running_loop().call_later
            self._chat_timer = later(wait, self._pass_on_chat, context=Context())

    def matches_of(self, user: User) -> list[SharedTable]:
        """Return the matches on the user's list: those they can resume, without those that they have set aside."""
        return [table for table in self.matches.of(user) if table.is_listed(user)]

    def people(self, user: User) -> Iterator[tuple[User, str]]:
        """Yield each user with a session, and their activity in words as far as `user` may know it."""
        playing = {key for table in self.matches.in_play for key in table.seating.keys}
        hosts = {table.host for table in self.open_tables.seen_by(user) if not table.invited}
        for one in self.sessions.users:
            plays, formerly = one.key in playing, self.registry.former_name(one.key)
            yield one, whereabouts(one, playing=plays, waiting=one in hosts, formerly=formerly)

    def farewell(self, user: User) -> str:
        """Return the sentence to print when the user leaves the server."""
        return goodbye(matches=not user.is_guest and bool(self.matches_of(user)))

    def match_awaiting(self, user: User) -> SharedTable | None:
        """Return a match whose empty seat waits for the user, who did not leave on purpose; None without one."""
        return next((table for table in self.matches.of(user) if table.awaits(user)), None)

    # Arrival and departure

    async def rename(self, user: User, text: str) -> User:
        """Save `text` as the user's new name and notify everyone; return the user with the name.

        Raises LobbyError when the name is not allowed or cannot be saved, or after too many changes today.
        """
        return await self.change_names(self.registration.rename(user, text))

    async def delete(self, user: User) -> None:
        """Delete a user's name and keys, and end their sessions. Raises LobbyError when that cannot be saved."""
        await self.change_names(self.registry.delete(user, self.practices.forget))

    async def read_names(self) -> None:
        """Read the names that other processes have changed. Raises SaveError when the database does not answer."""
        await self.change_names(self.registry.read_on())

    async def change_names(self, change: Awaitable[_T]) -> _T:
        """Await a change of names, and return its result; sessions get new names, those of deleted users end."""
        before = {session: self.registry.name_of(session.user.key) for session in self.sessions}
        result = await change
        for session, was in before.items():
            name = self.registry.name_of(session.user.key)
            if was and not name:
                session.listener(Closed(Message(N_("Your name was deleted. Connect again to pick another."))))
            elif was and name != session.user.name:
                session.user = replace(session.user, name=name)
                self.open_tables.rename(session.user)
        self.sessions.changed()
        return result

    def enter(self, session: LobbySession) -> LobbySession:
        """Add a session of a user with a name to the lobby; return it. Raises LobbyError when the server ends."""
        if self._farewell:
            raise LobbyError(N_("{farewell}"), farewell=self._farewell())
        self.registry.came(session.user)
        self.sessions.add(session)
        self.matches.catch_up(session.user)
        self.matches.refresh(session.user)
        self.sessions.changed()
        if self.ends_at is not None:
            left = self.ends_at - asyncio.get_running_loop().time()
            session.listener(Notice(partial(shutting_down_in, max(ceil(left / 60.0), 1))))
        return session

    def leave(self, session: LobbySession) -> None:
        """End a session, and leave its tables as if the connection had dropped; ending it again does nothing.

        With a user's last session, their open tables are withdrawn, and a guest's seats are given up.
        """
        session.drop_places()
        if self.sessions.remove(session):
            if session.user not in self.sessions.users:
                self._hub.withdraw(self.open_tables.withdraw_all(session.user))
                self.forget(session.user)
            self.sessions.changed()

    def forget(self, user: User) -> None:
        """Notify the tables of a user whose last session has ended; delete the name and the seats of a guest."""
        for table in self.matches.of(user):
            table.forget_guest(user)
        self.registry.forget_guest(user)
        if user.is_guest:
            self.matches.forget(user)
        self.matches.refresh(user)

    def close(self, said: Words) -> None:
        """End all sessions of this process with the message `said`, with which `enter` then refuses others."""
        self._farewell = said
        self.sessions.send(Closed(said))

    def announce(self, said: Words) -> int:
        """Send the message `said` to all sessions of this process, and return how many these are."""
        return self.sessions.send(Notice(said))

    def close_table(self, code: str, said: Message) -> None:
        """Withdraw the open table with that code, or return everyone at that match to the lobby, with a message.

        Raises LobbyError when there is no such table.
        """
        if table := self.open_tables.at(code):
            self.matchmaking.close(table, said)
        else:
            match = self.matches.find(code)
            match.tell(Closed(said))
            if match.seating.remote:
                self._hub.send(Sent(match.code, said))

    # Matches

    async def go(self, session: LobbySession, code: str) -> Occupancy:
        """Seat a session at its user's match, join the open table with this code, or watch; return the new place.

        Another session of the user at the match ends. Raises LobbyError when the user may neither join nor watch,
        SaveError when the match cannot be saved or opened.
        """
        table = self.matches.at(code) or await self.matchmaking.join(session.user, code)
        return await self._take_place(session, table, table.player_of(session.user))

    async def watch(self, session: LobbySession, code: str) -> Occupancy:
        """Add a session to the spectators of the match with this code; return the new place.

        Raises LobbyError when the user may not watch or no player is there, SaveError when the match cannot be
        opened.
        """
        return await self._take_place(session, self.matches.find(code), None)

    async def _take_place(self, session: LobbySession, table: SharedTable, player: Player | None) -> Occupancy:
        """Return the session's new place at a table, as a player or a spectator."""
        if player is None:
            await table.check_watchable()
        await table.open()  # for a spectator it may be open only in the processes that serve the players
        occupancy = Occupancy(table, session.user, player)
        table.add(occupancy)
        return session.take_place(occupancy)

    def is_connected(self, key: str) -> bool:
        """Return whether the user with that key has a session on any process, or is a bot of this server."""
        return self.sessions.is_here(key) or self.bots.of(key) is not None

    # Events at the tables

    def check_talk(self, user: User) -> None:
        """Raise LobbyError for a user whom the operator has muted."""
        if mute := self.mutes.of_key(user.key) or self.mutes.of_address(user.address):
            raise LobbyError(N_("{reason}"), reason=mute.message(MUTED))

    def table_changed(self, table: SharedTable) -> None:
        """Update the results, the lists of matches and the bot's seat after a change at a table.

        All sessions are notified.
        """
        if table.over:
            self.results.add(table.code, table.match)
        self.matches.update(table)
        self.sessions.changed()
        self.bots.attend(table)

    def turn_passed(self, table: SharedTable) -> None:
        """Notify sessions of the match's players that are not at the table: their lists show whose turn it is."""
        for session in self.sessions:
            elsewhere = session.occupancy is None or session.occupancy.at is not table
            if elsewhere and table.player_of(session.user) is not None:
                session.listener(Refreshed())

    def ready_for_rematch(self, table: SharedTable) -> None:
        """Begin the rematch of a table, in a task, after the second player has agreed on another process."""
        self.matchmaking.begin_rematch_soon(table)

    # The state of other processes

    def set_remote(self, visitors: Sequence[Visitor]) -> None:
        """Replace all known sessions of other processes by `visitors`; update the tables and notify sessions."""
        before, self.sessions.remote = self.sessions.remote, visitors
        self._place(before)
        for user in {visitor.user for visitor in before} ^ {visitor.user for visitor in visitors}:
            if self.sessions.is_here(user.key):
                self.registry.add(user)
                self.matches.refresh(user)
            else:
                self.forget(user)
        self.sessions.refresh()

    def _place(self, before: Sequence[Visitor] = ()) -> None:
        """Place the visitors of other processes at their tables, and remove those that were there `before`."""
        places = defaultdict[str, list[Visitor]](list)
        for visitor in self.sessions.remote:
            places[visitor.code].append(visitor)
        for code in {visitor.code for visitor in before} | {*places}:
            if table := self.matches.at(code):
                table.set_remote(places[code])

    def set_open_tables(self, tables: Iterable[OpenTable]) -> None:
        """Replace the known open tables, those of all processes, by these; notify the sessions of a difference."""
        before = [*map(_shown, self.open_tables)]
        self.open_tables.replace(tables)
        if before != [*map(_shown, self.open_tables)]:
            self.sessions.refresh()

    async def hear(self, message: HubMessage) -> None:
        """Apply a message of another process here.

        Raises SaveError when the match that it names cannot be read.
        """
        match message:
            case ChatLine():
                self.chat.hear(message)
                self.sessions.refresh()
            case Told():
                self.sessions.hear(message)
            case Begun(name, guests):
                await self.matches.find_begun(name, {key: Player[player] for key, player in guests.items()})
                self._place()
                self.sessions.refresh()
            case Advanced():
                await self._follow(message)
            case Acted(limit, who):
                self.rates.hear(limit, who)
            case KeyCode():
                self.registration.hear(message)
            case _ if table := self.matches.at(message.code):
                table.hear(message)

    async def _follow(self, advanced: Advanced) -> None:
        """Update a match that another process plays, if a session here shows its state."""
        if table := self.matches.named(advanced.name):
            table.hear(advanced)
            if advanced.change is not ListChange.TURN or any(
                table.player_of(session.user) for session in self.sessions
            ):
                await table.read_on()


def _shown(table: OpenTable) -> tuple[object, ...]:
    """Return the values of an open table that the lobby shows, except its age, which always changes."""
    return table.code, table.host.name, table.invited, table.offer


def _file_library(folder: Path, disk: Disk) -> FileLibrary:
    """Return the matches in a folder, which is made if it does not exist. Raises LobbyError."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = reason_of(error)
        raise LobbyError(N_("no matches can be kept in {path}: {reason}"), path=folder, reason=reason) from error
    return FileLibrary(folder, disk)
