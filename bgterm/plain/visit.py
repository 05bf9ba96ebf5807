"""A visit to a server in plain mode: the lobby in lines of text, and from there its tables."""

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from bgterm.notation import command_words, lobby_words, name_words, visit_words
from bgterm.notation.clean import visible
from bgterm.notation.server_words import ssh
from bgterm.plain.entries import Todo, agreement, entries
from bgterm.plain.lists import Lists, Option, Say
from bgterm.plain.offers import offer_of
from bgterm.plain.session import Session
from bgterm.plain.shared import Later, SharedSeat, commands
from bgterm.table.chair import Chair
from bgterm.table.codes import is_code, is_key_code
from bgterm.table.company import Changed, Contributed, Drafted, Ended, MovedOn, News, Told
from bgterm.table.desk import Desk
from bgterm.table.lobby import Lobby
from bgterm.table.open_tables import OpenTable
from bgterm.table.people import LobbyError, Visitor
from bgterm.table.presence import Presence
from bgterm.table.refused import Refusal, why

_SHOWN = 30
"""How many characters of what means nothing are said again."""
Act = Callable[[str], Coroutine[Any, Any, None]]
"""Does what a command is for, with what was typed after it. Raises LobbyError or BackgammonError."""


class Visit(Lists):
    """One session of a visitor. Lines go in by `take`; what is said, and what others do, comes by itself."""

    def __init__(
        self, lobby: Lobby, visitor: Visitor, desk: Desk, say: Say, later: Later, *, code: str = "", port: int
    ) -> None:
        """Take who visits, what they have, and what takes the lines; what others do is told `later`.

        `code` is that of a table to go straight to, and `port` the one by which they came.
        """
        super().__init__(say)
        self._lobby, self._newcomer, self._desk, self._later = lobby, visitor, desk, later
        self._code, self._port = code, port
        self._presence: Presence | None = None
        self._seat: SharedSeat | None = None
        self._session: Session | None = None
        self._known: set[str] = set()
        """The codes of the open tables of which the visitor has been told."""
        self._to_look = False
        """Whether a change in the lobby is heard of that has not been looked at."""
        self.left = False
        """Whether the visit is over."""
        self.commands: Mapping[str, Act] = {
            "list": self._list,
            "quick": self._quick,
            "open": self._open,
            "challenge": self._challenge,
            "join": self._go,
            "watch": self._watch,
            "withdraw": self._withdraw,
            "who": self._who,
            "name": self._rename,
            "key": self._key,
            "options": self._choose_option,
            "help": self._help,
            "quit": self._quit,
        }
        """What can be typed in the lobby."""

    @property
    def _visitor(self) -> Visitor:
        return self._presence.visitor if self._presence else self._newcomer

    # Coming and going

    async def begin(self) -> None:
        """Come in, or ask for a name first."""
        if self._visitor.name:
            await self._enter()
        else:
            self._ask_name()

    def gone(self) -> None:
        """Leave the lobby and its tables, whatever became of the session; to have left already is no error."""
        if self._seat:
            self._seat.stop_hearing()
        if self._presence:
            self._presence.leave()

    def _ask_name(self) -> None:
        about = name_words.NAME_IS_LENT if self._visitor.is_guest else name_words.NAME_IS_KEPT
        self.say(visit_words.NAME_WANTED.format(about))

    async def _pick_name(self, text: str) -> None:
        take = self._lobby.add_key if is_key_code(text) else self._lobby.pick
        self._newcomer = await take(self._newcomer, text)

    async def _enter(self) -> None:
        """Come in, and go to a table where the visitor is awaited or wanted to go."""
        self._presence = self._lobby.enter(self._visitor, self._listen)
        self._known = {table.code for table in self._lobby.open_tables(self._visitor)}
        self._welcome()
        if is_code(self._code):
            await self._go(self._code)
        await self._look()

    def _welcome(self) -> None:
        lobby = self._lobby
        playing = sum(not table.over for table in lobby.matches())
        self.say(visit_words.welcome(self._visitor.name, len(lobby.visitors), playing))

    # What others do

    def _listen(self, news: News) -> None:
        """Hear of the lobby; however much changes at once, it is looked at once."""
        if not isinstance(news, Changed):
            self._later(partial(self._hear, news))
        elif not self._to_look:
            self._to_look = True
            self._later(self._look)

    async def _hear(self, news: News) -> None:
        match news:
            case Ended(said):
                self._end(said)
            case Told(said):
                self.say(said)
            case _:
                pass

    async def _look(self) -> None:
        """Tell of new tables, and sit down where the visitor is awaited."""
        self._to_look = False
        if self._seat or self.left or not self._presence:
            return
        if awaiting := self._lobby.awaiting(self._visitor):
            await self._attempt(self._sit(awaiting.code))
            return
        tables = self._lobby.open_tables(self._visitor)
        for table in tables:
            if table.code not in self._known and table.host != self._visitor:
                self.say(self._about_new(table))
        self._known = {table.code for table in tables}

    def _about_new(self, table: OpenTable) -> str:
        words = visit_words.invited if table.invited else visit_words.new_table
        return words(table.host.name, table.code, agreement(table))

    def _listen_at(self, chair: Chair, news: News) -> None:
        self._later(partial(self._hear_at, chair, news))

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
                await self._leave_table()
            case MovedOn(code):
                watching = chair.player is None
                self._get_up()
                await self._attempt(self._watch(code) if watching else self._sit(code))
            case Drafted():
                pass

    # Lines

    async def take(self, line: str) -> None:
        """Do what a line says, or say why not."""
        line = " ".join(line.split())
        if self._session and self._seat:
            await self._session.take(line)
            if self._seat and self._seat.left:
                await self._leave_table()
        else:
            await self._attempt(self._take(line))

    async def _attempt(self, act: Coroutine[Any, Any, None]) -> None:
        """Do something; what is refused is said."""
        try:
            await act
        except Refusal as error:
            self.say(command_words.sentence(why(error)))

    async def _take(self, line: str) -> None:
        """Do what a line says in the lobby."""
        if self._presence is None:
            await self._take_name(line)
        elif not line:
            self.leave_list()
            self._welcome()
        elif self.listing and line.isdecimal():
            self.choose(line)
        else:
            await self._run(*line.split(maxsplit=1))

    async def _take_name(self, line: str) -> None:
        if line in ("quit", "exit"):
            self._end("")
        elif not line:
            self._ask_name()
        else:
            await self._pick_name(line)
            await self._enter()

    async def _run(self, word: str, rest: str = "") -> None:
        begun = [name for name in self.commands if name.startswith(word.lower())]
        names = [name for name in begun if name == word.lower()] or begun
        if len(names) > 1:
            self.say(command_words.ambiguous(visible(word[:_SHOWN]), names))
        elif names == [] and word.lower() == "more":
            self.more()
        elif names == [] and word.lower() == "say":
            self.say(visit_words.NO_TALK_HERE)
        elif not names and is_code(word):
            await self._go(word)
        elif not names:
            self.say(command_words.unknown(visible(word[:_SHOWN]), [*self.commands]))
        else:
            self.leave_list()
            await self.commands[names[0]](rest)

    # Going to tables

    async def _go(self, code: str) -> None:
        """Sit down, join or watch at the table with the code, whichever the visitor can."""
        if not code:
            self.say(visit_words.wanted("join"))
            return
        if not is_code(code):
            raise LobbyError(lobby_words.no_table(visible(code[:_SHOWN])))
        table = self._lobby.match_at(code)
        if table is None:
            await self._lobby.join(self._visitor, code.upper())
            await self._sit(code)
        elif table.player_of(self._visitor) is not None:
            await self._sit(table.code)
        else:
            await self._watch(table.code)

    async def _sit(self, code: str) -> None:
        if self._presence:
            await self._sit_on(self._presence, await self._presence.sit(code))

    async def _watch(self, code: str) -> None:
        if not code:
            self.say(visit_words.wanted("watch"))
        elif self._presence:
            await self._sit_on(self._presence, await self._presence.watch(visible(code[:_SHOWN])))

    async def _sit_on(self, presence: Presence, chair: Chair) -> None:
        seat = self._seat = SharedSeat(presence, chair, self._desk, self._say, self._later)
        self._session = Session(seat, commands(seat))
        chair.listener = partial(self._listen_at, chair)
        seat.sit_down()
        await seat.settle()

    def _get_up(self) -> None:
        if self._seat:
            self._seat.stop_hearing()
            self._seat.chair.leave()
        self._seat = self._session = None

    async def _leave_table(self) -> None:
        self._get_up()
        self.say(visit_words.BACK_IN_LOBBY)
        self._known = {table.code for table in self._lobby.open_tables(self._visitor)}
        await self._look()

    # Commands of the lobby

    async def _list(self, _: str) -> None:
        """Say what is going on, numbered."""
        acts = {Todo.GO: self._go, Todo.WATCH: self._watch, Todo.WAIT: self._wait}
        options = [
            Option(entry.text, partial(self._later, partial(self._try, acts[entry.todo], entry.code)))
            for entry in entries(self._lobby, self._visitor)
        ]
        if options:
            self.offer(visit_words.WHAT_IS_HERE, options)
        else:
            self.say(visit_words.NOTHING_HERE)

    async def _try(self, act: Act, text: str) -> None:
        await self._attempt(act(text))

    async def _quick(self, _: str) -> None:
        """Join the table that has waited longest, or open one."""
        waiting = [table for table in self._lobby.open_tables(self._visitor) if table.host != self._visitor]
        if waiting:
            await self._go(waiting[0].code)
        else:
            await self._open("")

    async def _open(self, text: str, invited: str = "") -> None:
        """Open a table for whoever comes, or for the visitor who is invited."""
        settings = offer_of(self._desk.settings, text)
        table = await self._lobby.open_table(self._visitor, settings, invited=invited)
        self._say_opened(table)

    def _say_opened(self, table: OpenTable) -> None:
        self.say(visit_words.opened(table.code, agreement(table), ssh(self._port, f"plain-{table.code}@...")))

    async def _wait(self, code: str) -> None:
        """Say again how a friend comes to the own table."""
        for table in self._lobby.open_tables(self._visitor):
            if table.code == code:
                self._say_opened(table)

    async def _challenge(self, text: str) -> None:
        """Challenge somebody by name; what is to be played may follow it."""
        names = [one.name for one in self._lobby.visitors if text.lower().startswith(one.name.lower())]
        if not text:
            self.say(visit_words.wanted("challenge"))
            return
        if not names:
            raise LobbyError(lobby_words.not_here(visible(text.split()[0][:_SHOWN])))
        name = max(names, key=len)
        await self._open(text[len(name) :], name)

    async def _withdraw(self, code: str) -> None:
        """Close the own open table, or decline a challenge."""
        me = self._visitor
        mine = [table for table in self._lobby.open_tables(me) if me in (table.host, table.invited)]
        named = [table for table in mine if not code or table.code == code.upper()]
        if not named:
            raise LobbyError(visit_words.NO_TABLE_TO_WITHDRAW)
        self._lobby.withdraw(me, named[0].code)
        self.say(visit_words.withdrawn(named[0].code))

    async def _who(self, _: str) -> None:
        lobby, me = self._lobby, self._visitor
        playing = {key for table in lobby.matches() if not table.over for key in table.keys}
        hosts = {table.host for table in lobby.open_tables(me)}
        for one in lobby.visitors:
            formerly = lobby.people.former_name(one.key)
            doing = lobby_words.whereabouts(
                playing=one.key in playing, waiting=one in hosts, guest=one.is_guest, formerly=formerly
            )
            self.say(command_words.sentence(f"{one.name}, {doing}"))

    async def _rename(self, text: str) -> None:
        if not text:
            self.say(visit_words.wanted("name"))
            return
        renamed = await self._lobby.rename(self._visitor, text)
        self.say(visit_words.renamed(renamed.name))

    async def _key(self, _: str) -> None:
        code = self._lobby.key_code(self._visitor)
        said = name_words.how_to_add_a_key(code, self._lobby.key_code_minutes)
        self.say(" ".join(said.split()))

    async def _choose_option(self, _: str) -> None:
        settings = self._desk.settings
        options = [
            Option(visit_words.option(name, on=getattr(settings, name)), partial(self._change_option, name))
            for name in visit_words.OPTIONS
        ]
        self.offer(visit_words.WHICH_OPTION, options)

    def _change_option(self, name: str) -> None:
        settings = self._desk.settings
        changed = settings.changed(**{name: not getattr(settings, name)})
        self.say(visit_words.changed_option(name, on=getattr(changed, name)), self._desk.change(changed))

    async def _help(self, _: str) -> None:
        self.say(visit_words.HELP, *visit_words.explained(visit_words.LOBBY_COMMANDS))

    async def _quit(self, _: str) -> None:
        kept = not self._visitor.is_guest and bool(self._lobby.matches_of(self._visitor))
        self._end(lobby_words.goodbye(matches=kept))

    def _end(self, said: str) -> None:
        self.say(said)
        self.left = True
