"""A session at a server in plain mode, in the lobby or at a table."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bgterm.catalog import _, ngettext
from bgterm.formats.record import GameRecord
from bgterm.lobby import messages
from bgterm.lobby.errors import no_table
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import (
    Challenge,
    Closed,
    Contributed,
    DraftChanged,
    Notice,
    Notification,
    Redirected,
    Refreshed,
)
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.session import LobbySession
from bgterm.lobby.table_code import is_code, is_key_code
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.users.user_registry import User
from bgterm.lobby.venue import ServerVenue
from bgterm.plain.at_table import AtTable
from bgterm.plain.company import Company
from bgterm.plain.lists import Later, Lists, Option, Say
from bgterm.plain.messages import quoted, spoken
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence


class AtServer(Lists):
    """One session of a user, wherever they are on the server."""

    def __init__(
        self, lobby: Lobby, user: User, workspace: Workspace, say: Say, later: Later, *, code: str = "", port: int
    ) -> None:
        """Take who visits, what they have, and what takes the lines; what others do is told `later`.

        `code` is that of a table to go straight to, and `port` the one by which they came.
        """
        super().__init__(say)
        self.lobby, self.workspace, self.later, self.port = lobby, workspace, later, port
        self._newcomer, self._code = user, code
        self.lobby_session: LobbySession | None = None
        """The session in the lobby; None before it has entered."""
        self._company: Company | None = None
        """The table at which the user is, with the people there."""
        self._known: set[str] = set()
        """The codes of the open tables of which the user has been told."""
        self._heard_lines = 0
        """How many lines of the chat of the lobby there were when the user last heard it."""
        self.muted = False
        """Whether the chat of the lobby is not said."""
        self._to_look = False
        """Whether a change in the lobby is heard of that has not been looked at."""
        self.left = False
        """Whether the visit is over."""

    @property
    def user(self) -> User:
        """The visitor under their current name."""
        return self.lobby_session.user if self.lobby_session else self._newcomer

    @property
    def in_lobby(self) -> bool:
        """Whether the visitor is at no table."""
        return self._company is None

    # Coming and going

    async def begin(self) -> None:
        """Come in, or ask for a name first."""
        if self.user.name:
            await self.attempt(self._enter())
            self.left = self.lobby_session is None
        else:
            self.say(*self.lobby.greeting.splitlines())
            self.ask_name()

    def gone(self) -> None:
        """Leave the lobby and its tables after any end of the session; leaving again does nothing."""
        self.stop_practice()
        self.workspace.stop_analysis()
        if self._company:
            self._company.seat.stop()
        if self.lobby_session:
            self.lobby.leave(self.lobby_session)

    async def _enter(self) -> None:
        """Come in, and go to a table where the user is awaited or wanted to go."""
        self.lobby_session = self.lobby.enter(self.user, self._listen)
        self.lobby.practices.admit(self.user, self.workspace)
        self._catch_up()
        self.welcome()
        if is_code(self._code):
            await self.attempt(self.go(self._code))
        await self._look()

    def welcome(self) -> None:
        """Print the visitor's name, and how much is going on."""
        lobby = self.lobby
        playing = sum(not table.over for table in lobby.matches.live)
        self.say(
            _(
                "You are {name}, in the lobby. {people}, {matches}. Type list, quick, open, join, help or quit.",
                name=self.user.name,
                people=ngettext("{count} person is here", "{count} people are here", len(lobby.sessions.users)),
                matches=ngettext("{count} match is played", "{count} matches are played", playing),
            )
        )

    def ask_name(self) -> None:
        """Ask for a name."""
        about = messages.NAME_IS_LENT if self.user.is_guest else messages.NAME_IS_KEPT
        self.say(_("Type the name that you want here. {note}", note=_(about, ask=_("type key"))))

    async def pick_name(self, text: str) -> None:
        """Take a name, or the code that adds this key to a player's, and come in. Raises LobbyError."""
        registration = self.lobby.registration
        take = registration.add_key if is_key_code(text) else registration.pick
        self._newcomer = await take(self._newcomer, text)
        await self._enter()

    def end(self, said: str) -> None:
        """Print a line, and end the visit."""
        self.say(said)
        self.left = True

    async def attempt(self, act: Coroutine[Any, Any, None]) -> None:
        """Do something; what is refused is said."""
        try:
            await act
        except BackgammonError as error:
            self.say(sentence(str(error)))

    def option(self, text: str, act: Callable[..., Coroutine[Any, Any, None]], *args: object) -> Option:
        """Return an entry of a list that does this when all before it is done; what is refused is said."""
        return Option(text, partial(self.later, lambda: self.attempt(act(*args))))

    # What others do

    def _listen(self, notification: Notification) -> None:
        """Take a notification of the lobby; several changes at once are looked at together."""
        if not isinstance(notification, Refreshed):
            self.later(partial(self._hear, notification))
        elif not self._to_look:
            self._to_look = True
            self.later(self._look)

    async def _hear(self, notification: Notification) -> None:
        match notification:
            case Closed(said):
                self.end(said())
            case Challenge() if self._company is None:
                pass  # `_look` prints it, with its answers
            case Notice(said):
                self.say(said())
            case _:
                pass

    async def _look(self) -> None:
        """Print new tables and chat lines, and sit down where the user is awaited."""
        self._to_look = False
        if self._company or self.left or not self.lobby_session:
            return
        if awaiting := self.lobby.match_awaiting(self.user):
            await self.attempt(self.sit(awaiting.code))
            return
        tables = self.lobby.open_tables.seen_by(self.user)
        for table in tables:
            if table.code not in self._known and table.host != self.user:
                self.say(self._about_new(table))
        if not self.muted:
            self.say(*spoken(self.lobby.chat.lines_since(self._heard_lines)))
        self._catch_up()

    def _catch_up(self) -> None:
        """Take what the lobby has now as known: only what is new is said."""
        self._known = {table.code for table in self.lobby.open_tables.seen_by(self.user)}
        self._heard_lines = self.lobby.chat.count

    def _about_new(self, table: OpenTable) -> str:
        name, code, agreed = table.host.name, table.code, messages.agreement(table.offer)
        if table.invited:
            return _(
                "{name} challenges you: {match}. Type join {code}, or withdraw {code} to decline.",
                name=name,
                match=agreed,
                code=code,
            )
        return _("{name} has opened table {code}: {match}. Type join {code}.", name=name, match=agreed, code=code)

    async def _hear_at(self, occupancy: Occupancy, notification: Notification) -> None:
        """Take a notification of the table at which the user is, or has been."""
        company = self._company
        if company is None or company.occupancy is not occupancy:
            return
        match notification:
            case Refreshed():
                company.look_around()
            case Notice(said):
                self.say(said())
            case Contributed(said):
                company.seat.hear(said())
                await company.seat.settle()
            case Closed(said):
                self.say(said())
                await self.leave_table()
            case Redirected(code):
                watching = occupancy.player is None
                self._get_up()
                await self.attempt(self.watch(code) if watching else self.sit(code))
            case DraftChanged():
                pass

    # Practising

    async def practise(self, record: GameRecord, name: str) -> None:
        """Practise the worst decisions of a match in the lobby. Raises BackgammonError."""
        raise NotImplementedError

    def stop_practice(self) -> None:
        """Practise no longer."""

    async def _practise_here(self) -> None:
        """Leave the table, whose match is over, and practise the decisions that were made there."""
        if self._company:
            table = self._company.seat.table
            await self.leave_table()
            await self.practise(table.record, table.name)

    # Going to tables

    async def go(self, code: str) -> None:
        """Sit down, join or watch at the table with the code, whichever the user can."""
        if not is_code(code):
            raise no_table(quoted(code).upper())
        table = self.lobby.matches.at(code)
        if table is None:
            await self.lobby.matchmaking.join(self.user, code.upper())
            await self.sit(code)
        elif table.player_of(self.user) is not None:
            await self.sit(table.code)
        else:
            await self.watch(table.code)

    async def sit(self, code: str) -> None:
        """Sit down at one's own match. Raises LobbyError, SaveError."""
        if self.lobby_session:
            await self._sit_on(await self.lobby.sit(self.lobby_session, code))

    async def watch(self, code: str) -> None:
        """Watch at the table with the code. Raises LobbyError, SaveError."""
        if self.lobby_session:
            await self._sit_on(await self.lobby.watch(self.lobby_session, quoted(code)))

    async def _sit_on(self, occupancy: Occupancy) -> None:
        players = () if occupancy.player is None else (occupancy.player,)
        preset, venue = self.workspace.preset_of(occupancy.table.match), ServerVenue(self.lobby, occupancy)
        table = AtTable(
            occupancy.table,
            self._say,
            self.workspace.settings,
            players,
            venue,
            preset,
            self.later,
            rematch=lambda: self.lobby.matchmaking.ask_rematch(occupancy),
        )
        self.stop_practice()
        company = self._company = Company(venue, table, self._practise_here)
        occupancy.listener = lambda notification: self.later(partial(self._hear_at, occupancy, notification))
        company.sit_down()
        await table.settle()

    def _get_up(self) -> None:
        if self._company:
            self._company.seat.stop()
            self._company.occupancy.leave()
        self._company = None

    async def leave_table(self) -> None:
        """Go back to the lobby."""
        self._get_up()
        self.say(_("You are in the lobby."))
        self._catch_up()
        await self._look()

    async def take_at_table(self, line: str) -> bool:
        """Take a line at the table where the user sits; return whether there is one."""
        if self._company is None:
            return False
        await self._company.session.take(line)
        if self._company and self._company.seat.participant.left:
            await self.leave_table()
        return True
