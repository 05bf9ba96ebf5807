"""What the visitors of one server share: who is here, which tables are open, and which matches are played.

It knows neither screens nor connections. Whoever comes in gives a listener, which hears that something is not as
it was, so that he looks here again, or a sentence to be read. All is done in one thread, at once and in order.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic, time

from bgterm.formats.record import Record
from bgterm.formats.sharing_notes import Sharing, sharing
from bgterm.formats.transcript import MatchFile
from bgterm.lobby import messages, name_messages
from bgterm.lobby.chat import ChatLimits, LobbyChat
from bgterm.lobby.finished_records import Records
from bgterm.lobby.last_results import LastResults
from bgterm.lobby.notifications import Changed, Ended, Listener, Told
from bgterm.lobby.open_tables import OpenTable, OpenTables
from bgterm.lobby.rate_limit import Pace
from bgterm.lobby.seat import Chair
from bgterm.lobby.session import Presence
from bgterm.lobby.shared_table import NO_GUESTS, SharedTable
from bgterm.lobby.table_code import new_code, new_key_code
from bgterm.lobby.users import LobbyError, People, Visitor, find_visitor
from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import agreed, by_lot, now
from bgterm.rules.board import Player
from bgterm.rules.match import Header
from bgterm.storage.index import Entry
from bgterm.storage.journal import DISK, Disk, SaveError
from bgterm.storage.library import codes, find_save, finished, seated
from bgterm.storage.match_files import read_file
from bgterm.storage.writer import Writer
from bgterm.text.system_errors import reason_of

_DAY = 24 * 60 * 60.0
_HOUR = 60 * 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor, all who call from one address, and all together may have."""

    open_each: int = 3
    """Tables of one visitor that wait for somebody, challenges among them."""
    matches_each: int = 100
    """Matches of one visitor that are not finished."""
    open_from_one_address: int = 20
    """Tables that wait for somebody, of all who call from one address."""
    openings: int = 20
    """How many tables may be opened from one address ..."""
    opening_seconds: float = 60.0
    """... in so many seconds, since everyone in the lobby sees each."""
    names_a_day: int = 50
    """New names that are picked from one address in a day, for a key costs nothing."""
    matches_a_day: int = 500
    """Matches that are begun from one address in a day."""
    matches: int = 20_000
    """Matches in all that are not finished."""
    unplayed_days: int = 30
    """After so many days a match in which nothing was ever played is not found again."""
    challenges: int = 5
    """How often one visitor may challenge somebody ..."""
    challenge_seconds: float = 60.0
    """... in so many seconds."""
    tables: int = 1000
    """Tables in all that wait, or at which somebody is."""
    renames_a_day: int = 3
    """How often a visitor may change their name in a day."""
    key_code_seconds: float = 600.0
    """How long a code that adds a key is valid."""
    wrong_key_codes: int = 5
    """Wrong codes of that kind from one address in an hour."""
    records_a_minute: int = 30
    """Records of finished matches that are asked for from one address in a minute."""
    wrong_record_codes: int = 20
    """Codes of which there is no such record, from one address in an hour."""
    chat: ChatLimits = field(default_factory=ChatLimits)
    """How much is said at a table."""


class Lobby:
    """All that the visitors of one server share."""

    def __init__(
        self,
        folder: Path,
        people: People,
        limits: Limits = Limits(),
        now: Callable[[], float] = monotonic,
        disk: Disk = DISK,
    ) -> None:
        """Find all unfinished matches of the folder again, and keep new ones there; `now` tells the time.

        Raises LobbyError when there can be no such folder.
        """
        _make_folder(folder)
        self.people = people
        """Who has which name."""
        self._folder, self._limits, self._now, self._disk = folder, limits, now, disk
        self._here: list[Presence] = []
        self._open = OpenTables(limits.open_each, limits.open_from_one_address)
        self._tables: dict[str, SharedTable] = {}
        self._codes = set[str]()
        """The codes of all matches there have been, by which their records are found."""
        self._live: dict[str, SharedTable] = {}
        self._seats = defaultdict[str, dict[str, SharedTable]](dict)
        """The matches by the keys of those who have a seat there, and by their codes."""
        self._guests = count(1)
        self._challenges = Pace(limits.challenges, limits.challenge_seconds)
        self._openings = Pace(limits.openings, limits.opening_seconds)
        self._naming, self._beginning = asyncio.Lock(), asyncio.Lock()
        """Let one name be taken, and one match begin, at a time: the next is judged after it."""
        self._names = Pace(limits.names_a_day, _DAY)
        self._renames = Pace(limits.renames_a_day, _DAY)
        self._wrong_codes = Pace(limits.wrong_key_codes, _HOUR)
        self._key_codes: dict[str, tuple[str, float]] = {}
        """For each code that adds a key: whose first key it is, and until when it is valid."""
        self._records = Records(folder, limits.records_a_minute, limits.wrong_record_codes, now)
        self._begun = Pace(limits.matches_a_day, _DAY)
        self.results = LastResults(now)
        """How the last matches ended."""
        self.chat = LobbyChat(limits.chat)
        """What is said in the lobby."""
        self._farewell = ""
        self.standing: Callable[[], str] = str
        """Returns the announcement that is also made to those who come now; empty when there is none."""
        self._reading = asyncio.Lock()
        """Lets one visitor at a time search the folder for finished matches."""
        matches = [*seated(folder, time() - limits.unplayed_days * _DAY)]
        self._codes |= codes(folder)
        for path, record in matches:
            self._keep(self._shared(path, self._with_code(record)))
        self.results.load(folder)

    # Looking

    @property
    def visitors(self) -> tuple[Visitor, ...]:
        """Who is here, in the order of coming."""
        return tuple(dict.fromkeys(presence.visitor for presence in self._here))

    @property
    def sessions(self) -> int:
        """How many sessions are here; a visitor may have several."""
        return len(self._here)

    def open_tables(self, visitor: Visitor) -> list[OpenTable]:
        """Return the tables that the visitor opened, those to which he is invited, and those open to all."""
        return self._open.seen_by(visitor)

    def waited(self, table: OpenTable) -> float:
        """Return for how many seconds the table has been open."""
        return self._now() - table.since

    def say(self, visitor: Visitor, text: str) -> None:
        """Say something to everyone in the lobby. Raises LobbyError when it is too much at once."""
        if self.chat.say(visitor, text, self._now()):
            self._changed()

    def own_quick_table(self, visitor: Visitor) -> OpenTable | None:
        """Return the table at which the visitor waits for a quick game; None when there is none."""
        return self._open.quick_of(visitor)

    def quick_table(self, visitor: Visitor) -> OpenTable | None:
        """Return the table at which another player has waited longest for a quick game; None when nobody waits."""
        return self._open.quick_for(visitor)

    def matches_of(self, visitor: Visitor) -> list[SharedTable]:
        """Return the matches in which the visitor has a seat, that can go on and that he has not set aside."""
        return [table for table in self._of(visitor) if table.is_listed(visitor)]

    async def finished_matches(self, visitor: Visitor) -> list[Entry]:
        """Return what is known of the visitor's finished matches, the one played last first; none of a guest's."""
        if visitor.is_guest:
            return []
        async with self._reading:
            return await asyncio.to_thread(finished, self._folder, visitor.seat, self._unfinished_names)

    async def finished_match(self, name: str) -> MatchFile:
        """Return the kept match of that name. Raises FileError, SaveError."""
        return await asyncio.to_thread(lambda: read_file(find_save(self._folder, name)))

    async def record(self, visitor: Visitor, code: str) -> MatchFile:
        """Return the record of the finished match of that code, as `Records.read`. Raises as that."""
        table = self.match_at(code)
        if table and not table.over:
            raise LobbyError(messages.not_over(code))
        return await self._records.read(visitor, code, self._unfinished_names)

    @property
    def _unfinished_names(self) -> frozenset[str]:
        """The saves that are known not to be finished."""
        return frozenset(table.path.stem for table in self._tables.values() if table.goes_on)

    def matches(self) -> list[SharedTable]:
        """Return the matches at which a player is."""
        return [*self._live.values()]

    @property
    def unfinished(self) -> int:
        """How many matches can be resumed."""
        return sum(table.goes_on for table in self._tables.values())

    def match_at(self, code: str) -> SharedTable | None:
        """Return the match that has the code; None when there is none."""
        return self._tables.get(code.upper())

    def called(self, name: str) -> Visitor | None:
        """Return the visitor of that name who is here."""
        return find_visitor(name, self.visitors)

    def awaiting(self, visitor: Visitor) -> SharedTable | None:
        """Return the match at which the visitor's seat is empty though he never left it: he goes there at once."""
        return next((table for table in self._of(visitor) if table.awaits(visitor)), None)

    # Coming and going

    def guest(self, address: str = "") -> Visitor:
        """Return a visitor who has no key, and no name yet."""
        return Visitor(f"guest:{next(self._guests)}", "", address)

    async def pick(self, visitor: Visitor, text: str) -> Visitor:
        """Return the visitor with the name they want, as `People.pick`, but not too many from one address."""
        async with self._naming:
            if not visitor.is_guest and not self._names.may(visitor.address, self._now()):
                raise LobbyError(name_messages.TOO_MANY_NEW)
            await self.people.make_room({key for key, tables in self._seats.items() if tables})
            named = await self.people.pick(visitor, text)
            if not visitor.is_guest:
                self._names.did(visitor.address, self._now())
            return named

    async def rename(self, visitor: Visitor, text: str) -> Visitor:
        """Return the visitor with another name, as `People.rename`; everyone in the lobby sees it."""
        async with self._naming:
            if not self._renames.may(visitor.key, self._now()):
                raise LobbyError(name_messages.TOO_MANY_RENAMES)
            renamed = await self.people.rename(visitor, text)
            self._renames.did(visitor.key, self._now())
        self._open.rename(renamed)
        for presence in self._here:
            if presence.visitor == renamed:
                presence.visitor = renamed
        self._changed()
        return renamed

    @property
    def key_code_minutes(self) -> int:
        """How many minutes a code that adds a key is valid."""
        return round(self._limits.key_code_seconds / 60)

    def key_code(self, visitor: Visitor) -> str:
        """Return a code with which the visitor can add another key to their own. Raises LobbyError for guests."""
        if visitor.is_guest:
            raise LobbyError(name_messages.NO_KEYS_FOR_GUESTS)
        now = self._now()
        live = {
            code: (key, end) for code, (key, end) in self._key_codes.items() if key != visitor.key and end > now
        }
        code = new_key_code()
        self._key_codes = {**live, code: (visitor.key, now + self._limits.key_code_seconds)}
        return code

    async def add_key(self, visitor: Visitor, code: str) -> Visitor:
        """Return the player who asked for the code, whose key the visitor's is from now on.

        Raises LobbyError when the code is not valid, or when the key cannot be kept.
        """
        if visitor.is_guest:
            raise LobbyError(name_messages.NO_KEYS_FOR_GUESTS)
        if not self._wrong_codes.may(visitor.address, self._now()):
            raise LobbyError(name_messages.TOO_MANY_CODES)
        owner, end = self._key_codes.pop(code.upper(), ("", 0.0))
        if end <= self._now():
            self._wrong_codes.did(visitor.address, self._now())
            raise LobbyError(name_messages.BAD_CODE)
        await self.people.add_key(visitor.key, owner)
        return Visitor(owner, self.people.name_of(owner), visitor.address)

    def enter(self, visitor: Visitor, listener: Listener) -> Presence:
        """Let a visitor in, who has a name. Raises LobbyError when the server is about to end."""
        if self._farewell:
            raise LobbyError(self._farewell)
        self.people.came(visitor)
        presence = Presence(self, visitor, listener)
        self._here.append(presence)
        self._tell_tables_of(visitor)
        self._changed()
        if said := self.standing():
            listener(Told(said))
        return presence

    def leave(self, presence: Presence) -> None:
        """Let a session go; with a visitor's last one go his open tables, and a guest's seats."""
        if presence not in self._here:
            return
        self._here.remove(presence)
        visitor = presence.visitor
        if visitor not in self.visitors:
            self._open.withdraw_all(visitor)
            for table in self._of(visitor):
                table.forget_guest(visitor)
            self.people.forget_guest(visitor)
            if visitor.is_guest:
                self._challenges.forget(visitor)
                self._seats.pop(visitor.key, None)
            self._tell_tables_of(visitor)
        self._changed()

    def close(self, said: str) -> None:
        """End it all: everyone is told `said` and goes home; the matches are kept as they are."""
        self._farewell = said
        for presence in tuple(self._here):
            presence.listener(Ended(said))

    def announce(self, said: str) -> int:
        """Tell everyone something, wherever they are; return to how many sessions."""
        for presence in tuple(self._here):
            presence.listener(Told(said))
        return len(self._here)

    def close_table(self, code: str, said: str) -> None:
        """Withdraw the open table of that code, or send everyone at it back to the lobby; the match is kept.

        Raises LobbyError when there is no such table.
        """
        if table := self._open.at(code):
            self._open.withdraw(table.host, code)
            self._say(table.host, said)
            self._changed()
        else:
            self._find(code).dismiss(said)

    # Tables that wait

    async def open_table(self, visitor: Visitor, settings: Settings, *, invited: str = "") -> OpenTable:
        """Open a table for whoever comes first, or for the visitor of the name `invited`, who is told.

        The settings say what is played, whether everyone sees the table, and whether others may look on.
        Raises LobbyError when that cannot be.
        """
        guest = self.called(invited) if invited else None
        if invited and guest is None:
            raise LobbyError(messages.not_here(invited))
        if len(self._open) + len(self._live) >= self._limits.tables:
            raise LobbyError(messages.TOO_MANY_TABLES)
        if guest and not self._challenges.may(visitor, self._now()):
            raise LobbyError(messages.too_many_challenges(self._limits.challenges, self._limits.challenge_seconds))
        if not self._openings.may(visitor.address, self._now()):
            raise LobbyError(messages.too_many_opened(self._limits.openings, self._limits.opening_seconds))
        self._demand_matches(visitor)
        table = self._open.open(visitor, settings, guest, self._codes, self._now())
        self._openings.did(visitor.address, self._now())
        self._changed()
        if guest:
            self._challenges.did(visitor, self._now())
            self._say(guest, messages.challenged(visitor.name))
            await self._take_up(visitor, guest)
        return table

    def withdraw(self, visitor: Visitor, code: str) -> None:
        """Take back an open table, or decline an invitation; nothing when it is neither of the visitor's."""
        if table := self._open.withdraw(visitor, code):
            if visitor == table.invited:
                self._say(table.host, messages.declined(visitor.name))
            self._changed()

    async def join(self, visitor: Visitor, code: str) -> SharedTable:
        """Sit down at an open table, so that the match begins; the host's seat waits for him.

        Raises LobbyError when the visitor may not, SaveError when the match cannot be kept.
        """
        async with self._beginning:
            table = self._open.joinable(visitor, code)
            players = (table.host, visitor)
            self._demand_matches(*players)
            self._demand_pace(visitor)
            white, black = players = by_lot(players) if table.settings.seats_by_lot else players
            header = replace(agreed(table.settings, (white.name, black.name)), seats=(white.seat, black.seat))
            shared = await self._begin(header, players, Sharing(table.code, table.settings.watchable))
            for player in players:
                self._open.withdraw_all(player)
            self._begun.did(visitor.address, self._now())
        self._changed()
        self._say(table.host, messages.joined(visitor.name))
        return shared

    # Matches

    async def set_aside(self, visitor: Visitor, code: str) -> None:
        """Take a match off the visitor's list. Raises as `SharedTable.set_aside`."""
        await self._find(code).set_aside(visitor)

    async def _take_up(self, challenger: Visitor, challenged: Visitor) -> None:
        """Put all matches of the two on their lists again."""
        for table in self._of(challenged):
            if table.player_of(challenger) is not None:
                with suppress(SaveError):  # one that cannot be opened can wait: the challenge is for another
                    await table.take_up()

    async def sit(self, visitor: Visitor, code: str) -> Chair:
        """Return the visitor his seat at a match, as `Presence.sit` does. Raises LobbyError, SaveError."""
        return await self._find(code).sit(visitor)

    async def watch(self, visitor: Visitor, code: str) -> Chair:
        """Return the visitor a place to look on, as `Presence.watch`. Raises LobbyError, SaveError."""
        return await self._find(code).watch(visitor)

    async def rematch(self, chair: Chair) -> None:
        """Say that a player would like another match; when both would, it begins with the same seats and rules.

        Raises LobbyError when one of those there has too many matches, SaveError when it cannot be kept.
        """
        async with self._beginning:
            before = chair.at
            self._demand_matches(*before.seated)
            self._demand_pace(chair.visitor)
            if chair.want_rematch():
                code = new_code(self._codes, [table.code for table in self._open])
                players = before.seated
                white, black = (self.people.name_of(one.key) or one.name for one in players)
                header = replace(before.header, names=(white, black), date=now())
                await self._begin(header, players, Sharing(code, before.watchable))
                self._begun.did(chair.visitor.address, self._now())
                before.move_on(code)

    async def _begin(self, header: Header, players: Sequence[Visitor], shared_as: Sharing) -> SharedTable:
        """Lay the table for a new match of the two, White first. Raises as `Table.begin`."""
        begin = partial(Table.begin, self._folder, header, disk=self._disk, notes=[shared_as.note])
        table = await Writer().run(begin)
        await asyncio.wrap_future(table.close())
        guests = {visitor.key: player for player, visitor in zip(Player, players, strict=True) if visitor.is_guest}
        shared = self._shared(table.path, Record(header, table.match, table.notes), guests)
        self._keep(shared)
        for visitor in players:
            if visitor.is_guest and visitor not in self.visitors:  # they have left meanwhile
                shared.forget_guest(visitor)
        return shared

    def _shared(self, path: Path, record: Record, guests: Mapping[str, Player] = NO_GUESTS) -> SharedTable:
        return SharedTable(
            path,
            record,
            self._table_changed,
            self._turn_passed,
            self._limits.chat,
            self._now,
            guests,
            self._is_connected,
            self._disk,
        )

    def _is_connected(self, key: str) -> bool:
        return any(presence.visitor.key == key for presence in self._here)

    def _tell_tables_of(self, visitor: Visitor) -> None:
        """Tell those at the visitor's tables that the visitor has come to the server, or left it."""
        for table in self._of(visitor):
            table.tell(Changed())

    def _with_code(self, record: Record) -> Record:
        """Return the record with a code of its own, if it has none, or if it is a copy of another."""
        found = sharing(record.items)
        if found.code and found.code not in self._tables:
            return record
        return replace(record, items=(*record.items, replace(found, code=new_code(self._codes)).note))

    def _keep(self, table: SharedTable) -> None:
        self._tables[table.code] = table
        self._codes.add(table.code)
        for key in table.keys:
            self._seats[key][table.code] = table

    def _of(self, visitor: Visitor) -> list[SharedTable]:
        """Return all matches in which the visitor has a seat."""
        return [*self._seats[visitor.key].values()] if visitor.key in self._seats else []

    def _find(self, code: str) -> SharedTable:
        table = self.match_at(code)
        if table is None:
            raise LobbyError(messages.no_table(code))
        return table

    def _demand_matches(self, *visitors: Visitor) -> None:
        if len(self._tables) >= self._limits.matches:
            raise LobbyError(messages.TOO_MANY_MATCHES)
        for visitor in visitors:
            if sum(table.goes_on for table in self._of(visitor)) >= self._limits.matches_each:
                raise LobbyError(messages.too_many_matches(visitor.name, self._limits.matches_each))

    def _demand_pace(self, visitor: Visitor) -> None:
        if not self._begun.may(visitor.address, self._now()):
            raise LobbyError(messages.too_many_begun(self._limits.matches_a_day))

    # Telling

    def _table_changed(self, table: SharedTable) -> None:
        """Remember the result of a match, forget one that is finished and left, and let everyone look again."""
        if table.over:
            self.results.add(table.code, table.match)
        self._live.pop(table.code, None)
        if table.live:
            self._live[table.code] = table
        elif table.empty and not table.goes_on:
            self._tables.pop(table.code, None)
            for key in table.keys:
                self._seats[key].pop(table.code, None)
        self._changed()

    def _turn_passed(self, table: SharedTable) -> None:
        """Notify the sessions of its players that are not at the table: their lists show whose turn it is."""
        for presence in self._here:
            elsewhere = presence.chair is None or presence.chair.at is not table
            if elsewhere and table.player_of(presence.visitor) is not None:
                presence.listener(Changed())

    def _changed(self) -> None:
        """Let everyone look again, who came last first."""
        for presence in reversed(self._here):
            presence.listener(Changed())

    def _say(self, visitor: Visitor, said: str) -> None:
        for presence in self._here:
            if presence.visitor == visitor:
                presence.listener(Told(said))


def _make_folder(folder: Path) -> None:
    """Make the folder of the matches if it is not there. Raises LobbyError."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LobbyError(messages.no_folder(str(folder), reason_of(error))) from error
