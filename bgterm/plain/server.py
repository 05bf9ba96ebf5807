"""A session on a server in plain mode, in the lobby or at a table."""

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
    Notice,
    Notification,
    Redirected,
    Refreshed,
)
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.session import LobbySession
from bgterm.lobby.table_code import is_code
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.users.user_registry import User
from bgterm.lobby.venue import ServerVenue
from bgterm.plain.company import Company
from bgterm.plain.lists import Later, Lists, Option, Say
from bgterm.plain.messages import quoted, spoken
from bgterm.plain.practice import PlainPractice, follow
from bgterm.practice.drills import FIGURES, POSITIONS, offers, seed_in
from bgterm.practice.mistakes import report
from bgterm.profile.practising import Wanted, find_figures, find_practice
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence


class AtServer(Lists):
    """One session of a user on a server in plain mode: arrival, news, and the ways to tables and practices.

    `Visit` adds the commands of the lobby.
    """

    def __init__(
        self, lobby: Lobby, user: User, workspace: Workspace, say: Say, later: Later, *, code: str = "", port: int
    ) -> None:
        """Prepare the session of `user`; `say` prints a line, and `later` queues the news of others.

        `code` is that of a table to go to at once, and `port` the server's port for this connection.
        """
        super().__init__(say)
        self.lobby, self.workspace, self.later, self.port = lobby, workspace, later, port
        self._code = code
        self.lobby_session = LobbySession(user, self._listen)
        """The session in the lobby, which the user may not have entered yet."""
        self._place: Company | PlainPractice | None = None
        """The table or the practice to which typed lines are passed; None in the lobby."""
        self._known: set[str] = set()
        """The codes of the open tables whose announcements were printed."""
        self._heard_lines = 0
        """The number of lobby chat lines that were printed or skipped."""
        self.muted = False
        """Whether the chat of the lobby is hidden."""
        self._to_look = False
        """Whether `_look` is queued, after a change in the lobby."""
        self.left = False
        """Whether the visit is over."""

    @property
    def user(self) -> User:
        """The user of the session, with their current name, empty before they have picked one."""
        return self.lobby_session.user

    @property
    def _company(self) -> Company | None:
        """The table of the user and the people there; None without one, also in a practice."""
        return self._place if isinstance(self._place, Company) else None

    # Arrival and departure

    async def begin(self) -> None:
        """Enter the lobby, or for a user without a name print the greeting and ask for a name."""
        if self.user.name:
            await self.attempt(self._enter())
            self.left = not self.lobby_session.number
        else:
            self.say(*self.lobby.greeting.splitlines())
            self.ask_name()

    def gone(self) -> None:
        """Leave the lobby and its tables when the session has ended; another call does nothing."""
        self.workspace.stop_analysis()
        if self._place:
            self._place.stop()
        self.lobby.leave(self.lobby_session)

    async def _enter(self) -> None:
        """Enter the lobby, and go to the table that awaits the user, or whose code they gave."""
        self.lobby.enter(self.lobby_session)
        self.lobby.practices.admit(self.user, self.workspace)
        self._catch_up()
        self.welcome()
        if is_code(self._code):
            await self.attempt(self.go(self._code))
        await self._look()

    def welcome(self) -> None:
        """Print a line with the user's name, the numbers of people and of matches here, and some commands."""
        lobby = self.lobby
        playing = len(lobby.matches.in_play)
        self.say(
            _(
                "You are {name}, in the lobby. {people}, {matches}. Type list, quick, open, join, help or quit.",
                name=self.user.name,
                people=ngettext("{count} person is here", "{count} people are here", len(lobby.sessions.users)),
                matches=ngettext("{count} match is played", "{count} matches are played", playing),
            )
        )

    def ask_name(self) -> None:
        """Print the request to type a name, and how long the server keeps it."""
        about = messages.NAME_IS_LENT if self.user.is_guest else messages.NAME_IS_KEPT
        self.say(_("Type the name that you want here. {note}", note=_(about, ask=_("type key"))))

    async def pick_name(self, text: str) -> None:
        """Set the user's name, or add their key by the typed code; then enter. Raises LobbyError."""
        self.lobby_session.user = await self.lobby.registration.pick(self.user, text)
        await self._enter()

    def end(self, said: str) -> None:
        """Print the line `said`, and end the visit."""
        self.say(said)
        self.left = True

    async def attempt(self, act: Coroutine[Any, Any, None]) -> None:
        """Await an action of the user; if it raises a BackgammonError, print that as a sentence."""
        try:
            await act
        except BackgammonError as error:
            self.say(sentence(str(error)))

    def option(self, text: str, act: Callable[..., Coroutine[Any, Any, None]], *args: object) -> Option:
        """Return a list entry that, when chosen, queues `act` with `args`; an error of it is printed."""
        return Option(text, partial(self.later, lambda: self.attempt(act(*args))))

    # Actions of others

    def _listen(self, notification: Notification) -> None:
        """Queue a notification of the lobby; several changes at once are handled together."""
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

    async def _look(self) -> None:
        """Print new tables and chat lines, and sit down at a table that awaits the user."""
        self._to_look = False
        if self._company or self.left or not self.lobby_session.number:
            return
        if awaiting := self.lobby.match_awaiting(self.user):
            await self.attempt(self.go(awaiting.code))
            return
        tables = self.lobby.open_tables.seen_by(self.user)
        for table in tables:
            if table.code not in self._known and table.host != self.user:
                self.say(self._about_new(table))
        if not self.muted:
            self.say(*spoken(self.lobby.chat.lines_since(self._heard_lines)))
        self._catch_up()

    def _catch_up(self) -> None:
        """Mark all open tables and chat lines as printed."""
        self._known = {table.code for table in self.lobby.open_tables.seen_by(self.user)}
        self._heard_lines = self.lobby.chat.count

    def _about_new(self, table: OpenTable) -> str:
        name, code, agreed = table.host.name, table.code, messages.agreement(table.offer)
        if table.invited:
            return _(
                "{name} challenges you: {match}. Type accept {code} or decline {code}.",
                name=name,
                match=agreed,
                code=code,
            )
        return _("{name} has opened table {code}: {match}. Type join {code}.", name=name, match=agreed, code=code)

    async def _hear_at(self, occupancy: Occupancy, notification: Notification) -> None:
        """Handle a notification of a table, unless the user has left that table."""
        company = self._company
        if company is None or company.occupancy is not occupancy:
            return
        match notification:
            case Refreshed():
                company.look_around()
            case Notice(said):
                self.say(said())
            case Contributed(said):
                company.hear(said())
                await company.settle()
            case Closed(said):
                self.say(said())
                await self.leave_table()
            case Redirected(code):
                watching = occupancy.player is None
                self._get_up()
                await self.attempt(self.watch(code) if watching else self.go(code))

    # Going to tables

    async def go(self, code: str) -> None:
        """Sit down at the user's match with this code, join the open table, or watch the match of others.

        Raises LobbyError when none of these is possible, SaveError when the match cannot be opened or saved.
        """
        if not is_code(code):
            raise no_table(quoted(code).upper())
        await self._sit_on(await self.lobby.go(self.lobby_session, code))

    async def watch(self, code: str) -> None:
        """Watch the match with this code.

        Raises LobbyError when the user may not watch it or there is none, SaveError when it cannot be opened.
        """
        await self._sit_on(await self.lobby.watch(self.lobby_session, quoted(code)))

    async def _sit_on(self, occupancy: Occupancy) -> None:
        self._get_up()
        venue = ServerVenue(self.lobby, occupancy)
        company = self._place = Company(venue, self.workspace, self.say_line, self.later, self._practise_here)
        occupancy.listener = lambda notification: self.later(partial(self._hear_at, occupancy, notification))
        company.sit_down()
        await company.settle()

    def _get_up(self) -> None:
        """Leave the table or the practice, without a summary."""
        if self._place:
            self._place.stop()
        if self._company:
            self._company.occupancy.leave()
        self._place = None

    async def leave_table(self) -> None:
        """Leave the table, or the practice, on purpose, and print that the user is in the lobby, with its news."""
        self._get_up()
        self.say(_("You are in the lobby."))
        self._catch_up()
        await self._look()

    async def take_at_place(self, line: str) -> bool:
        """Pass a typed line to the table or practice, and leave it at its end; return False in the lobby."""
        place = self._place
        if place is None:
            return False
        await place.take(line)
        if place is self._place and place.over:
            if self._company:
                await self.leave_table()
            else:
                self._place = None
                self.say(_("You are in the lobby."))
        return True

    # Practising

    async def choose_practice(self, position: str) -> None:
        """Offer a numbered list of the practices, or if `position` is not empty begin the drill near that id.

        Raises BackgammonError when the text is not an id of a position, or the practice cannot begin.
        """
        if position:
            await self._practise(Wanted(drill=POSITIONS, seed=seed_in(position)))
            return
        own = self.workspace.practice.reviews.keeps
        options = [self.option(f"{one.label}, {one.about}", self._begin, one.name) for one in offers(own=own)]
        self.offer(_("What would you like to practise?"), options)

    async def _begin(self, name: str) -> None:
        """Begin the practice with this name, or print the figures. Raises BackgammonError."""
        if name == FIGURES:
            self.say(*report(*await find_figures(self.workspace)).splitlines())
        else:
            await self._practise(Wanted(drill=name))

    async def practise(self, record: GameRecord, name: str) -> None:
        """Begin a practice with the worst decisions of a match, which is analysed first if necessary.

        `name` is that of its record. Raises BackgammonError when the practice cannot begin.
        """
        await self._practise(Wanted(MatchFile(record, name, self.workspace.path_of(name))))

    async def _practise(self, wanted: Wanted) -> None:
        """Begin a practice and print its first card, or why there is none; at a table do nothing.

        Raises BackgammonError.
        """
        if self._company:  # a match that waited for this player goes on
            return
        practice = await find_practice(self.workspace, wanted)
        if practice and practice.cards:
            self.leave_list()
            self._place = PlainPractice(practice, self.say_line, self.workspace.settings)
            await self._place.ask()
        elif practice:
            self.say(practice.notice)
        elif wanted.match:
            name = wanted.match.name
            self.say(_("{name} is being analysed: the questions come when it is done.", name=name))
            self._practise_later(wanted)

    def _practise_later(self, wanted: Wanted) -> None:
        """Begin the practice once the analysis has ended; print its outcome."""
        analyses = self.workspace.analyses

        async def go_on() -> None:
            self.say(analyses.outcome)
            if self._place is None and analyses.is_complete:
                await self._practise(wanted)

        follow(analyses, self._say_in_lobby, lambda: self.later(lambda: self.attempt(go_on())))

    def _say_in_lobby(self, line: str) -> None:
        if self._place is None:
            self.say(line)

    async def _practise_here(self) -> None:
        """Leave the table, whose match is over, and practise the decisions of the match."""
        if self._company:
            table = self._company.table
            await self.leave_table()
            await self.practise(table.record, table.name)
