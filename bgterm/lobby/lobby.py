"""The state that the users of one server share: users, open tables, and matches.

It knows neither screens nor connections. Each session registers a listener, which is notified when the state has
changed and may be given a message to show.
Everything runs in one thread, in order.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from bgterm.catalog import N_, _
from bgterm.engine.errors import NoEngine
from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.attendance import RemoteOccupant
from bgterm.lobby.chat import ChatLine, LobbyChat
from bgterm.lobby.errors import MatchFolderUnusable, NoTable, NotHere, ServerStopping
from bgterm.lobby.finished_matches import FinishedMatches, LastResults
from bgterm.lobby.hub import (
    Acted,
    Advanced,
    Alone,
    Begun,
    Hub,
    HubMessage,
    KeyCode,
    MovedOn,
    Said,
    Sent,
    Told,
    Visitor,
)
from bgterm.lobby.limits import Limits
from bgterm.lobby.matches import Matches
from bgterm.lobby.notifications import Challenge, Closed, Listener, Message, Notice, Refreshed, Words
from bgterm.lobby.open_tables import QUICK, OpenTable, OpenTables
from bgterm.lobby.participant import Participant, sit, watch
from bgterm.lobby.quotas import Quotas
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.registration import Registration
from bgterm.lobby.session import LobbySession, Sessions
from bgterm.lobby.shared_table import SharedTable
from bgterm.lobby.table_code import new_code
from bgterm.lobby.users import User, UserRegistry, find_user
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import header_for, now, shuffled
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Header
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import SaveError, reason_of
from bgterm.storage.library import FileLibrary
from bgterm.storage.store import MatchLibrary
from bgterm.text.joining import sentence

if TYPE_CHECKING:
    from bgterm.engine.protocol import Answer, Question
    from bgterm.lobby.bots import Bot, Bots


class Lobby:
    """All that the users of one server share."""

    def __init__(
        self,
        folder: Path,
        registry: UserRegistry,
        limits: Limits = Limits(),  # noqa: B008 - it is frozen
        now: Callable[[], float] = monotonic,
        disk: Disk = DISK,
        hub: Hub = Alone(),  # noqa: B008 - it has no state
        store: MatchLibrary | None = None,
        bots: "Bots | None" = None,
    ) -> None:
        """Find all unfinished matches of the folder again, or of the store, and keep new ones there.

        `now` tells the time. `hub` reaches the other processes that serve the same lobby. The `bots` play with
        visitors. Raises LobbyError when there can be no such folder.
        """
        if store is None:
            _make_folder(folder)
            store = FileLibrary(folder, disk)
        self.registry = registry
        """The names of the users."""
        self._now, self._hub, self._bots = now, hub, bots
        self._sessions = Sessions()
        self._open = OpenTables(limits.open_each, limits.open_from_one_address)
        self._matches = Matches(store, limits, now, self)
        self._rates = RateLimits(lambda limit, who: hub.send(Acted(limit, who)))
        self.registration = Registration(registry, limits, now, lambda: self._matches.keys, self._rates, hub)
        """How users get names and keys."""
        self._quotas = Quotas(limits, now, self._matches, self._rates)
        self._remote: dict[str, Sequence[Visitor]] = {}
        """The sessions that each other process serves."""
        self._tasks = set[asyncio.Task[None]]()
        self._beginning = asyncio.Lock()
        """Held while a match begins: the next one is judged after it."""
        self.finished = FinishedMatches(store, limits, now, self._matches, self._rates)
        """The records of the finished matches."""
        self.results = LastResults(now)
        """How the last matches ended."""
        self.chat = LobbyChat(limits.chat, self._rates)
        """The chat of the lobby."""
        self._farewell: Words | None = None
        self.standing: Callable[[], str] = str
        """Returns the announcement that is also made to those who come now; empty when there is none."""
        for bot in self.bots:
            registry.add(bot.user)
        self._matches.load()
        self.results.load(store)

    # Looking

    @property
    def users(self) -> tuple[User, ...]:
        """The visitors present, in order of arrival."""
        return self._sessions.users

    @property
    def bots(self) -> "tuple[Bot, ...]":
        """The bots that visitors may play against."""
        return self._bots.all if self._bots else ()

    def bot_named(self, name: str) -> "Bot | None":
        """Return the bot of that name; None when there is none."""
        user = find_user(name, [bot.user for bot in self.bots])
        return self._bots.of(user.key) if self._bots and user else None

    async def advise(self, question: "Question", player: User) -> "Answer":
        """Return the answer of an engine of the bots to a question. Raises EngineError."""
        if self._bots is None:
            raise NoEngine(variant=_(question.variant.name))
        return await self._bots.advise(question, player.key)

    @property
    def session_count(self) -> int:
        """How many sessions are here; a user may have several."""
        return len(self._sessions)

    def open_tables(self, user: User) -> list[OpenTable]:
        """Return the user's own tables, those they are invited to, and those open to all."""
        return self._open.seen_by(user)

    def seconds_open(self, table: OpenTable) -> float:
        """Return for how many seconds the table has been open."""
        return self._now() - table.since

    def say(self, user: User, text: str) -> None:
        """Send a chat line to everyone in the lobby. Raises LobbyError when it is too much at once."""
        if said := self.chat.say(user, text, self._now()):
            self._hub.send(Said(user.name, said))
            self._sessions.refresh()

    def own_quick_table(self, user: User) -> OpenTable | None:
        """Return the table at which the user waits for a quick game; None when there is none."""
        return self._open.quick_of(user)

    def quick_table(self, user: User) -> OpenTable | None:
        """Return the table at which another player has waited longest for a quick game; None when nobody waits."""
        return self._open.quick_for(user)

    def matches_of(self, user: User) -> list[SharedTable]:
        """Return the unfinished matches in which the user has a seat, without those they have hidden."""
        return [table for table in self._matches.of(user) if table.is_listed(user)]

    @property
    def live_matches(self) -> list[SharedTable]:
        """The matches at which a player is."""
        return self._matches.live

    @property
    def playing(self) -> frozenset[str]:
        """The keys of the players of the matches in play."""
        return frozenset(key for table in self._matches.live if not table.over for key in table.seating.keys)

    @property
    def unfinished(self) -> int:
        """How many matches can be resumed."""
        return sum(table.goes_on for table in self._matches)

    def match_at(self, code: str) -> SharedTable | None:
        """Return the match of the code; None when there is none."""
        return self._matches.at(code)

    def user_named(self, name: str) -> User | None:
        """Return the user of that name who is here."""
        return find_user(name, self.users)

    def match_awaiting(self, user: User) -> SharedTable | None:
        """Return the match whose seat the user lost by a dropped connection: they return to it at once."""
        return next((table for table in self._matches.of(user) if table.awaits(user)), None)

    # Coming and going

    async def rename(self, user: User, text: str) -> User:
        """Return the user with another name, which everyone here sees. Raises as `Registration.rename`."""
        renamed = await self.registration.rename(user, text)
        self._open.rename(renamed)
        self._sessions.rename(renamed)
        self._refresh()
        return renamed

    def enter(self, user: User, listener: Listener) -> LobbySession:
        """Begin a session of a user who has a name. Raises LobbyError when the server is about to end."""
        if self._farewell:
            raise ServerStopping(farewell=self._farewell())
        self.registry.came(user)
        session = LobbySession(user, listener)
        self._sessions.add(session)
        self._tell_tables_of(user)
        self._refresh()
        if said := self.standing():
            listener(Notice(lambda: said))
        return session

    def leave(self, session: LobbySession) -> None:
        """End a session, at its table as if the connection had dropped; ending it again does nothing.

        With the last session of a user their open tables are withdrawn, and a guest's seats are given up.
        """
        session.drop_places()
        if self._sessions.remove(session):
            if session.user not in self.users:
                self._hub.withdraw(self._open.withdraw_all(session.user))
                self._forget(session.user)
            self._refresh()

    def _refresh(self) -> None:
        """Notify everyone of a change that was made by this process."""
        self._sessions.refresh()
        self._hub.changed()

    def _forget(self, user: User) -> None:
        """Take note that a user has no session any more, and forget a guest."""
        for table in self._matches.of(user):
            table.forget_guest(user)
        self.registry.forget_guest(user)
        if user.is_guest:
            self._quotas.forget(user)
            self._matches.forget(user)
        self._tell_tables_of(user)

    def close(self, said: Words) -> None:
        """End it all: everyone is told `said` and goes home; the matches are kept as they are."""
        self._farewell = said
        self._sessions.send(Closed(said))

    def announce(self, said: Words) -> int:
        """Send a message to everyone, wherever they are; return to how many sessions."""
        return self._sessions.send(Notice(said))

    def close_table(self, code: str, said: Message) -> None:
        """Withdraw the open table of that code, or send everyone at it back to the lobby; the match is kept.

        Raises LobbyError when there is no such table.
        """
        if table := self._open.at(code):
            self._open.remove(table.code)
            self._hub.withdraw([table.code])
            self._tell(table.host, Notice(said))
            self._refresh()
        else:
            match = self._matches.find(code)
            match.tell(Closed(said))
            if match.seating.has_remote:
                self._hub.send(Sent(match.code, said))

    # Tables that wait

    async def play_anybody(self, user: User) -> OpenTable | SharedTable:
        """Begin a quick game with the player who has waited longest; if nobody waits, return the user's own table.

        Two who open a table at once, on two processes, meet at the first of the two. Raises as `open_table`.
        """
        if other := self.quick_table(user):
            return await self.join(user, other.code)
        if own := self.own_quick_table(user):
            return own
        own = await self.open_table(user, QUICK)
        waiting, other = self._open.at(own.code), self.quick_table(user)
        if waiting and other and other.since < waiting.since:
            with suppress(NoTable):  # a third player was first
                return await self.join(user, other.code)
        return own

    async def open_table(self, user: User, settings: Settings, *, invited: str = "") -> OpenTable:
        """Open a table for anyone, or for the user named `invited`, who is notified; a bot joins it at once.

        The settings say what is played, whether everyone sees the table, and whether others may look on.
        Raises LobbyError when that cannot be, EngineError when the bot does not play the variant.
        """
        if invited and (bot := self.bot_named(invited)):
            return await self._open_with_bot(user, bot, settings)
        guest = self.user_named(invited) if invited else None
        if invited and guest is None:
            raise NotHere(name=invited)
        self._quotas.check_opening(user, len(self._open), challenges=guest is not None)
        table = self._open.open(user, settings, guest, self._matches.codes, self._now())
        try:
            await self._hub.add(table)
        except BackgammonError:
            self._open.remove(table.code)
            raise
        self._quotas.record_opening(user, challenges=guest is not None)
        self._refresh()
        if guest:
            challenge = Challenge(Message(N_("{name} challenges you: see the lobby."), {"name": user.name}))
            self._tell(guest, challenge)
            await self._list_again(user, guest)
        return table

    async def _open_with_bot(self, user: User, bot: "Bot", settings: Settings) -> OpenTable:
        """Begin a match with a bot at once; the user's seat is kept for them."""
        settings = bot.allowed(settings)
        async with self._beginning:
            self._quotas.check_opening(user, len(self._open), challenges=False)
            self._quotas.check_beginning(user, user)
            table = self._open.open(user, settings, bot.user, self._matches.codes, self._now())
            try:
                await self._begin_at(table, bot.user, by=user)
            finally:
                self._open.remove(table.code)
            self._quotas.record_opening(user, challenges=False)
        self._refresh()
        return table

    def withdraw(self, user: User, code: str) -> None:
        """Take back an open table, or decline an invitation; nothing when it is neither of the user's."""
        if table := self._open.withdraw(user, code):
            self._hub.withdraw([table.code])
            if user == table.invited:
                declined = Notice(Message(N_("{name} would rather not play now."), {"name": user.name}))
                self._tell(table.host, declined)
            self._refresh()

    async def join(self, user: User, code: str) -> SharedTable:
        """Sit down at an open table, so that the match begins; the host's seat is kept for them.

        Raises LobbyError when the user may not, SaveError when the match cannot be saved.
        """
        async with self._beginning:
            table = self._open.joinable(user, code)
            self._quotas.check_beginning(user, table.host, user)
            if not await self._hub.take(table.code):
                self._open.remove(table.code)
                raise NoTable(code=table.code)
            try:
                shared = await self._begin_at(table, user, by=user)
            except BackgammonError:
                await self._hub.add(table)
                raise
        self._refresh()
        joined = Notice(Message(N_("{name} has joined your table and waits for you."), {"name": user.name}))
        self._tell(table.host, joined)
        return shared

    async def _begin_at(self, table: OpenTable, guest: User, *, by: User) -> SharedTable:
        """Begin the match of an open table, which counts as begun `by` one of the two."""
        players = (table.host, guest)
        white, black = players = shuffled(players) if table.settings.seats_by_lot else players
        header = replace(header_for(table.settings, (white.name, black.name)), seats=(white.seat, black.seat))
        bot = self._bots.of(guest.key) if self._bots else None
        seat = EngineSeat(Player(players.index(guest)), bot.engine, table.settings.level) if bot else None
        shared = await self._begin(header, players, Sharing(table.code, table.settings.watchable), seat)
        withdrawn = (code for player in players for code in self._open.withdraw_all(player))
        self._hub.withdraw({table.code, *withdrawn})
        self._quotas.record_beginning(by)
        return shared

    # Matches

    async def set_aside(self, user: User, code: str) -> None:
        """Take a match off the user's list. Raises as `SharedTable.set_aside`."""
        await self._matches.find(code).set_aside(user)

    async def _list_again(self, challenger: User, challenged: User) -> None:
        """Put all matches of the two on their lists again."""
        for table in self._matches.of(challenged):
            if table.player_of(challenger) is not None:
                with suppress(SaveError):  # one that cannot be opened can wait: the challenge is for another
                    await table.list_again()

    async def sit(self, session: LobbySession, code: str) -> Participant:
        """Seat a session at its user's match. Raises LobbyError when they have no seat there, SaveError."""
        return session.take_place(await sit(self._matches.find(code), session.user))

    async def watch(self, session: LobbySession, code: str) -> Participant:
        """Add a session to the spectators of a match. Raises LobbyError when it may not watch, SaveError."""
        return session.take_place(await watch(self._matches.find(code), session.user))

    async def rematch(self, participant: Participant) -> None:
        """Record a player's wish for a rematch; when both have it, one begins with the same seats and rules.

        Raises LobbyError when one of those there has too many matches, SaveError when it cannot be kept.
        """
        async with self._beginning:
            before = participant.at
            players = [player.user for player in before.seating.players]
            self._quotas.check_beginning(participant.user, *players)
            if participant.want_rematch() and before.begins_rematch_here:
                await self._begin_rematch(before, participant.user)
        self._hub.changed()

    async def _begin_rematch(self, before: SharedTable, by: User) -> None:
        """Begin a match with the same seats and rules, and send everyone there."""
        players = [player.user for player in before.seating.players]
        code = new_code(self._matches.codes, [table.code for table in self._open])
        white, black = (self.registry.name_of(one.key) or one.name for one in players)
        header = replace(before.header, names=(white, black), date=now())
        await self._begin(header, players, Sharing(code, before.watchable), before.engine)
        self._quotas.record_beginning(by)
        before.move_on(code)
        self._hub.send(MovedOn(before.code, code))

    async def _begin(
        self, header: Header, players: Sequence[User], shared_as: Sharing, bot: EngineSeat | None
    ) -> SharedTable:
        """Begin a match of the two, White first; one of them may be a bot. Raises as `Table.begin`."""
        shared = await self._matches.begin(header, players, shared_as, bot)
        guests = {user.key: player.name for player, user in zip(Player, players, strict=True) if user.is_guest}
        self._hub.send(Begun(shared.name, guests))
        for user in players:
            if user.is_guest and user not in self.users:  # they have left meanwhile
                shared.forget_guest(user)
        return shared

    def is_connected(self, key: str) -> bool:
        """Return whether a player of that key has a session here, or is a bot of this server."""
        return self._sessions.is_here(key) or bool(self._bots and self._bots.of(key))

    def _tell_tables_of(self, user: User) -> None:
        """Notify everyone at the user's tables that the user has come to the server, or left it."""
        for table in self._matches.of(user):
            table.tell(Refreshed())

    # Telling

    def table_changed(self, table: SharedTable) -> None:
        """Remember the result of a match, forget one that is finished and left, and let everyone look again."""
        if table.over:
            self.results.add(table.code, table.match)
        self._matches.update(table)
        self._refresh()
        if self._bots:
            self._bots.attend(table)

    async def _follow(self, code: str, *, ended: bool) -> None:
        """Read a match that goes on without this process, if somebody here sees how it stands."""
        table = self._matches.at(code)
        if table and (ended or any(table.player_of(session.user) for session in self._sessions)):
            await table.read_on()

    def turn_passed(self, table: SharedTable) -> None:
        """Notify the sessions of its players that are not at the table: their lists show whose turn it is."""
        for session in self._sessions:
            elsewhere = session.participant is None or session.participant.at is not table
            if elsewhere and table.player_of(session.user) is not None:
                session.listener(Refreshed())

    def _tell(self, user: User, notice: Notice) -> None:
        """Send a message to a user, on whatever process."""
        self._sessions.tell(user, notice)
        if isinstance(notice.said, Message):
            self._hub.send(Told(user.key, notice.said, isinstance(notice, Challenge)))

    @property
    def is_alone(self) -> bool:
        """Whether no other process serves the lobby."""
        return self._hub.is_alone

    def send(self, message: HubMessage) -> None:
        """Send a message to the other processes."""
        self._hub.send(message)

    def ready_for_rematch(self, table: SharedTable) -> None:
        """Begin the rematch that both players want, the second of them on another process."""
        white = table.seating.players[0]

        async def begin() -> None:
            async with self._beginning:
                try:
                    self._quotas.check_beginning(white.user, *(player.user for player in table.seating.players))
                    await self._begin_rematch(table, white.user)
                except BackgammonError as error:
                    white.listener(Notice(Message("{said}", {"said": sentence(str(error))})))

        self._tasks.add(task := asyncio.create_task(begin()))
        task.add_done_callback(self._tasks.discard)

    # Other processes

    async def until_idle(self) -> None:
        """Wait until the matches that other processes have made it begin have begun."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def visitors(self) -> list[Visitor]:
        """The sessions that this process serves, and where they are."""
        return [_visitor(session) for session in self._sessions]

    def set_remote(self, process: str, visitors: Sequence[Visitor]) -> None:
        """Take the sessions that another process serves, all of them."""
        moved = self._sessions.set_remote(process, [visitor.user for visitor in visitors])
        before, self._remote[process] = self._remote.get(process, ()), visitors
        self._place(process, before)
        for user in moved:
            if self._sessions.is_here(user.key):
                self.registry.add(user)
                self._tell_tables_of(user)
            else:
                self._forget(user)
        self._sessions.refresh()

    def _place(self, process: str, before: Sequence[Visitor] = ()) -> None:
        """Place the visitors of another process at their tables, and take those `before` away."""
        places = defaultdict[str, list[RemoteOccupant]](list)
        for visitor in self._remote[process]:
            places[visitor.code].append(visitor.occupant)
        for code in {visitor.code for visitor in before} | {*places}:
            if table := self._matches.at(code):
                table.set_remote(process, places[code])

    def set_open_tables(self, tables: Iterable[OpenTable]) -> None:
        """Take the open tables of all processes."""
        before = [*map(_shown, self._open)]
        self._open.replace(tables)
        if before != [*map(_shown, self._open)]:
            self._sessions.refresh()

    async def hear(self, message: HubMessage) -> None:
        """Take a message of another process."""
        match message:
            case Said(name, text):
                self.chat.hear(ChatLine(name, text))
                self._sessions.refresh()
            case Told("", said):
                self._sessions.send(Notice(said))
            case Told(key, said, challenge):
                self._sessions.tell(User(key, ""), Challenge(said) if challenge else Notice(said))
            case Begun(name, guests):
                await self._matches.find_begun(name, {key: Player[player] for key, player in guests.items()})
                for process in self._remote:
                    self._place(process)
                self._sessions.refresh()
            case Advanced(code, ended):
                await self._follow(code, ended=ended)
            case Acted(limit, who):
                self._rates.hear(limit, who, self._now())
            case KeyCode():
                self.registration.hear(message)
            case _ if table := self._matches.at(message.code):
                table.hear(message)


def _shown(table: OpenTable) -> tuple[object, ...]:
    """Return what the lobby shows of an open table, but for its age."""
    return table.code, table.host.name, table.invited, table.settings


def _visitor(session: LobbySession) -> Visitor:
    place = session.participant
    if place is None:
        return Visitor(session.user, session=session.number)
    wants = place.at.seating.wants_rematch(place.player)
    return Visitor(session.user, place.at.code, place.player, place.order, wants, session.number)


def _make_folder(folder: Path) -> None:
    """Make the folder of the matches if it is not there. Raises LobbyError."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = reason_of(error)
        raise MatchFolderUnusable(path=folder, reason=reason) from error
