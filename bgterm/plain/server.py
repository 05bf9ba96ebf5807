"""A session at a server in plain mode: in the lobby or at a table, and what it hears of what others do."""

from collections.abc import Coroutine
from functools import partial
from typing import Any

from bgterm.lobby import messages, name_messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Changed, Contributed, Drafted, Ended, MovedOn, News, Told
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.participant import Chair
from bgterm.lobby.refusals import Refusal, why
from bgterm.lobby.session import Presence
from bgterm.lobby.table_code import is_code, is_key_code
from bgterm.lobby.users import LobbyError, Visitor
from bgterm.notation.sanitize import visible
from bgterm.plain import commands_text, visit_messages
from bgterm.plain.entries import agreement
from bgterm.plain.lists import Lists, Say
from bgterm.plain.session import Session
from bgterm.plain.shared import Later, SharedSeat, commands
from bgterm.profile.workspace import Workspace

_SHOWN = 30
"""How many characters are said again of a code that no table has."""


class AtServer(Lists):
    """One session of a visitor, wherever they are on the server."""

    def __init__(
        self, lobby: Lobby, visitor: Visitor, desk: Workspace, say: Say, later: Later, *, code: str = "", port: int
    ) -> None:
        """Take who visits, what they have, and what takes the lines; what others do is told `later`.

        `code` is that of a table to go straight to, and `port` the one by which they came.
        """
        super().__init__(say)
        self.lobby, self.desk, self.later, self.port = lobby, desk, later, port
        self._newcomer, self._code = visitor, code
        self._presence: Presence | None = None
        self._seat: SharedSeat | None = None
        self._session: Session | None = None
        self._known: set[str] = set()
        """The codes of the open tables of which the visitor has been told."""
        self._heard_lines = 0
        """How many lines of the chat of the lobby there were when the visitor last heard it."""
        self.muted = False
        """Whether the chat of the lobby is not said."""
        self._to_look = False
        """Whether a change in the lobby is heard of that has not been looked at."""
        self.left = False
        """Whether the visit is over."""

    @property
    def presence(self) -> Presence | None:
        """The session in the lobby; None before it has entered."""
        return self._presence

    @property
    def visitor(self) -> Visitor:
        """Who is here, by the name they have now."""
        return self._presence.visitor if self._presence else self._newcomer

    # Coming and going

    async def begin(self) -> None:
        """Come in, or ask for a name first."""
        if self.visitor.name:
            await self.attempt(self._enter())
            self.left = self._presence is None
        else:
            self.ask_name()

    def gone(self) -> None:
        """Leave the lobby and its tables, whatever became of the session; to have left already is no error."""
        if self._seat:
            self._seat.stop_hearing()
        if self._presence:
            self.lobby.leave(self._presence)

    async def _enter(self) -> None:
        """Come in, and go to a table where the visitor is awaited or wanted to go."""
        self._presence = self.lobby.enter(self.visitor, self._listen)
        self._catch_up()
        self.welcome()
        if is_code(self._code):
            await self.attempt(self.go(self._code))
        await self._look()

    def welcome(self) -> None:
        """Say who one is, and how much goes on."""
        lobby = self.lobby
        playing = sum(not table.over for table in lobby.matches())
        self.say(visit_messages.welcome(self.visitor.name, len(lobby.visitors), playing))

    def ask_name(self) -> None:
        """Ask for a name."""
        about = name_messages.NAME_IS_LENT if self.visitor.is_guest else name_messages.NAME_IS_KEPT
        self.say(visit_messages.NAME_WANTED.format(about))

    async def pick_name(self, text: str) -> None:
        """Take a name, or the code that adds this key to a player's, and come in. Raises LobbyError."""
        registration = self.lobby.registration
        take = registration.add_key if is_key_code(text) else registration.pick
        self._newcomer = await take(self._newcomer, text)
        await self._enter()

    def end(self, said: str) -> None:
        """Say something, and end the visit."""
        self.say(said)
        self.left = True

    async def attempt(self, act: Coroutine[Any, Any, None]) -> None:
        """Do something; what is refused is said."""
        try:
            await act
        except Refusal as error:
            self.say(commands_text.sentence(why(error)))

    # What others do

    def _listen(self, news: News) -> None:
        """Hear of the lobby; however much changes at once, it is looked at once."""
        if not isinstance(news, Changed):
            self.later(partial(self._hear, news))
        elif not self._to_look:
            self._to_look = True
            self.later(self._look)

    async def _hear(self, news: News) -> None:
        match news:
            case Ended(said):
                self.end(said)
            case Told(said):
                self.say(said)
            case _:
                pass

    async def _look(self) -> None:
        """Say what is new, tables and chat, and sit down where the visitor is awaited."""
        self._to_look = False
        if self._seat or self.left or not self._presence:
            return
        if awaiting := self.lobby.awaiting(self.visitor):
            await self.attempt(self.sit(awaiting.code))
            return
        tables = self.lobby.open_tables(self.visitor)
        for table in tables:
            if table.code not in self._known and table.host != self.visitor:
                self.say(self._about_new(table))
        if not self.muted:
            lines = self.lobby.chat.lines_since(self._heard_lines)
            self.say(*(visit_messages.says(line.name, line.text) for line in lines))
        self._catch_up()

    def _catch_up(self) -> None:
        """Take what the lobby has now as known: only what is new is said."""
        self._known = {table.code for table in self.lobby.open_tables(self.visitor)}
        self._heard_lines = self.lobby.chat.count

    def _about_new(self, table: OpenTable) -> str:
        words = visit_messages.invited if table.invited else visit_messages.new_table
        return words(table.host.name, table.code, agreement(table))

    def _listen_at(self, chair: Chair, news: News) -> None:
        self.later(partial(self._hear_at, chair, news))

    async def _hear_at(self, chair: Chair, news: News) -> None:
        """Hear of the table at which the visitor sits, or has sat."""
        seat = self._seat
        if seat is None or seat.chair is not chair:
            return
        match news:
            case Changed():
                seat.look_around()
            case Told(said):
                self.say(said)
            case Contributed(said):
                seat.hear_contribution(said)
                await seat.settle()
            case Ended(said):
                self.say(said)
                await self.leave_table()
            case MovedOn(code):
                watching = chair.player is None
                self._get_up()
                await self.attempt(self.watch(code) if watching else self.sit(code))
            case Drafted():
                pass

    # Going to tables

    async def go(self, code: str) -> None:
        """Sit down, join or watch at the table with the code, whichever the visitor can."""
        if not code:
            self.say(visit_messages.wanted("join"))
            return
        if not is_code(code):
            raise LobbyError(messages.no_table(visible(code[:_SHOWN])))
        table = self.lobby.match_at(code)
        if table is None:
            await self.lobby.join(self.visitor, code.upper())
            await self.sit(code)
        elif table.player_of(self.visitor) is not None:
            await self.sit(table.code)
        else:
            await self.watch(table.code)

    async def sit(self, code: str) -> None:
        """Sit down at one's own match. Raises LobbyError, SaveError."""
        if self._presence:
            await self._sit_on(await self.lobby.sit(self._presence, code))

    async def watch(self, code: str) -> None:
        """Watch at the table with the code. Raises LobbyError, SaveError."""
        if not code:
            self.say(visit_messages.wanted("watch"))
        elif self._presence:
            await self._sit_on(await self.lobby.watch(self._presence, visible(code[:_SHOWN])))

    async def _sit_on(self, chair: Chair) -> None:
        seat = self._seat = SharedSeat(self.lobby, chair, self.desk, self._say, self.later)
        self._session = Session(seat, commands(seat))
        chair.listener = partial(self._listen_at, chair)
        seat.sit_down()
        await seat.settle()

    def _get_up(self) -> None:
        if self._seat:
            self._seat.stop_hearing()
            self._seat.chair.leave()
        self._seat = self._session = None

    async def leave_table(self) -> None:
        """Go back to the lobby."""
        self._get_up()
        self.say(visit_messages.BACK_IN_LOBBY)
        self._catch_up()
        await self._look()

    async def take_at_table(self, line: str) -> bool:
        """Take a line at the table where the visitor sits; return whether there is one."""
        if self._session is None:
            return False
        await self._session.take(line)
        if self._seat and self._seat.left:
            await self.leave_table()
        return True

    @property
    def is_in(self) -> bool:
        """Whether the visitor has a name, and has come in."""
        return self._presence is not None
