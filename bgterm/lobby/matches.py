"""The matches of a server: those in play and unfinished, by code and player, and the finished ones.

Of the finished ones there are the last results, a list for each player, and records by table code.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import time
from typing import NamedTuple

from bgterm.background import BackgroundTasks, SharedLock
from bgterm.catalog import N_
from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.formats.sharing_notes import Sharing, sharing
from bgterm.lobby.errors import LobbyError, no_table
from bgterm.lobby.hub import LobbyContext
from bgterm.lobby.messages import result
from bgterm.lobby.notifications import Refreshed
from bgterm.lobby.table_code import new_code
from bgterm.lobby.tables.shared_table import SharedTable, TableWatcher
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.match import Header, MatchState
from bgterm.storage.errors import NoSuchSave, SaveError
from bgterm.storage.index import Entry
from bgterm.storage.store import MatchLibrary
from bgterm.storage.writer import Writer

_DAY = 24 * 60 * 60.0
_MOST_RESULTS = 20
"""The number of results that are kept."""
_MINUTE, _HOUR = 60.0, 60 * 60.0


class Matches:
    """A lobby's matches: all that can be resumed, and finished ones while somebody is at their tables."""

    def __init__(self, context: LobbyContext, store: MatchLibrary, watcher: TableWatcher) -> None:
        """Begin without a match; `store` has the records, and `watcher` is notified of changes at each table."""
        self._context, self._store, self._watcher = context, store, watcher
        self._by_code: dict[str, SharedTable] = {}
        self.codes = set[str]()
        """The codes of all matches ever saved, so that no new one gets the same."""
        self.tasks = BackgroundTasks("match not read")
        """The tasks that read matches."""
        self._live: dict[str, SharedTable] = {}
        self._by_key = defaultdict[str, dict[str, SharedTable]](dict)

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self._by_code)

    def __iter__(self) -> Iterator[SharedTable]:
        """Yield all matches."""
        return iter(self._by_code.values())

    def __contains__(self, code: object) -> bool:
        """Return whether a match has this code."""
        return code in self._by_code

    @property
    def live(self) -> list[SharedTable]:
        """The matches, finished or not, with a player at the table on any process."""
        return [*self._live.values()]

    @property
    def in_play(self) -> list[SharedTable]:
        """The unfinished matches with a player at the table on any process."""
        return [table for table in self.live if not table.over]

    def of_others(self, user: User) -> list[SharedTable]:
        """Return the matches in play in which the user has no seat."""
        return [table for table in self.in_play if table.player_of(user) is None]

    @property
    def unfinished_names(self) -> frozenset[str]:
        """The names in the store of the records of matches that can be resumed."""
        return frozenset(table.name for table in self if table.goes_on)

    @property
    def keys(self) -> set[str]:
        """The user keys of all players of these matches, bots and guests included."""
        return {key for key, tables in self._by_key.items() if tables}

    def at(self, code: str) -> SharedTable | None:
        """Return the match with this code, in capitals or not; None when there is none."""
        return self._by_code.get(code.upper())

    def named(self, name: str) -> SharedTable | None:
        """Return the match whose record has this name; None when there is none."""
        return next((table for table in self if table.name == name), None)

    def find(self, code: str) -> SharedTable:
        """Return the match with this code, in capitals or not. Raises LobbyError when there is none."""
        table = self.at(code)
        if table is None:
            raise no_table(code.upper())
        return table

    def of(self, user: User) -> list[SharedTable]:
        """Return all matches here in which the user has a seat, also those off their list."""
        return [*self._by_key[user.key].values()] if user.key in self._by_key else []

    def load(self) -> None:
        """Add all unfinished matches of the store that are not abandoned; without a code they get one."""
        records = [*self._store.seated(time() - self._context.limits.unplayed_days * _DAY)]
        self.codes |= self._store.codes()
        for name, record in records:
            self._add(name, self._with_code(record), {})

    def _with_code(self, record: GameRecord) -> GameRecord:
        """Return the record with a new code if it has none, or the same as another match."""
        found = sharing(record.items)
        if found.code and found.code not in self:
            return record
        return record._replace(items=(*record.items, replace(found, code=new_code(self.codes)).note))

    async def begin(
        self, header: Header, players: Sequence[User], shared_as: Sharing, bot: EngineSeat | None = None
    ) -> SharedTable:
        """Create the record of a new match between two players, White first, and return the match.

        `shared_as` has its code and the permission to watch; `bot` is the seat of a bot, None without one. Raises
        SaveError when the record cannot be made.
        """
        notes = [shared_as.note, bot.note] if bot else [shared_as.note]
        begin = partial(Table.create, self._store, header, notes=notes)
        table = await Writer().run(begin)
        await asyncio.wrap_future(table.close())
        guests = {user.key: player for player, user in zip(Player, players, strict=True) if user.is_guest}
        return self._add(table.name, GameRecord(header, table.match, table.notes), guests)

    async def find_begun(self, name: str, guests: Mapping[str, Player]) -> None:
        """Add the match `name`, begun by another process, with the seats of `guests` by key. Raises SaveError."""
        if self.named(name) is None:
            with suppress(NoSuchSave):  # it was left unplayed meanwhile
                self._add(name, await asyncio.to_thread(self._store.load, name), guests)

    def _add(self, name: str, record: GameRecord, guests: Mapping[str, Player]) -> SharedTable:
        table = SharedTable(self._context, self._watcher, self._store, name, record, guests)
        self._by_code[table.code] = table
        self.codes.add(table.code)
        for key in table.seating.keys:
            self._by_key[key][table.code] = table
        return table

    def update(self, table: SharedTable) -> None:
        """Update `live` after a change at a table; drop a match that cannot be resumed and has nobody there."""
        self._live.pop(table.code, None)
        if table.seating.live:
            self._live[table.code] = table
        elif table.seating.empty and not table.goes_on:
            self._by_code.pop(table.code, None)
            for key in table.seating.keys:
                self._by_key[key].pop(table.code, None)

    def refresh(self, user: User) -> None:
        """Notify everyone at the user's tables that the user has entered or left the server."""
        for table in self.of(user):
            table.tell(Refreshed())

    def catch_up(self, user: User) -> None:
        """Read the matches of a user who enters this process, in the background.

        Before that, only a summary of them may be loaded, or lines that other processes have added may be missing.
        """
        is_alone = self._context.hub.is_alone
        if tables := [table for table in self.of(user) if table.is_outline or not is_alone]:
            self.tasks.start(_read_on(tables))

    def forget(self, user: User) -> None:
        """Drop the list of the matches of a guest whose last session has ended."""
        self._by_key.pop(user.key, None)


async def _read_on(tables: Sequence[SharedTable]) -> None:
    """Read the new lines of matches one by one; if that fails, the list shows the match as before."""
    for table in tables:
        with suppress(SaveError):
            await table.read_on()


class LastResult(NamedTuple):
    """The result of a match that ended lately, as the lobby lists it."""

    code: str
    """The code of the table of the match."""
    names: tuple[str, str]
    score: tuple[int, int]
    winner: Player | None
    """The player who won the match; None for a money session."""
    ended: float
    """The moment when the match ended, in seconds of the lobby's clock."""

    @property
    def text(self) -> str:
        """The result in a sentence: `Ann beats Bob 5-3`."""
        return result(self.names, self.score, self.winner)


class LastResults:
    """The last results of matches on a server, newest first; older ones are dropped."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without a result; `now` returns the time of the lobby's clock in seconds."""
        self._now = now
        self._results = deque[LastResult](maxlen=_MOST_RESULTS)

    def load(self, store: MatchLibrary) -> None:
        """Add the last results of the records in the store, to an empty list."""
        for entry in store.finished(most=_MOST_RESULTS):
            if entry.white_games + entry.black_games:
                ended = self._now() - max(time() - entry.modified / 1e9, 0.0)
                self._results.append(LastResult(entry.code, entry.names, entry.score, entry.winner, ended))

    def add(self, code: str, match: MatchState) -> None:
        """Add the result of the match that has ended at the table with this code, unless it was added before."""
        if match.results and all(known.code != code for known in self._results):
            self._results.appendleft(LastResult(code, match.names, match.score, match.winner, self._now()))

    def with_ages(self) -> list[tuple[LastResult, float]]:
        """Return the results, newest first, each with the seconds since the match ended."""
        return [(known, self._now() - known.ended) for known in self._results]


class FinishedMatches:
    """The reader of a store's finished matches, for their players and for those who know a table code."""

    def __init__(self, context: LobbyContext, store: MatchLibrary, matches: Matches) -> None:
        """Read finished matches from the store; `matches` knows the unfinished ones, whose records are skipped."""
        limits, rates = context.limits, context.rates
        self.store, self._matches = store, matches
        self._pace = rates.add("records", limits.records_a_minute, _MINUTE)
        self._misses = rates.add("wrong records", limits.wrong_record_codes, _HOUR)
        self._lock = SharedLock()
        """Held while the store is searched for one user."""

    async def of(self, user: User) -> list[Entry]:
        """Return the store's entries for the user's finished matches, the last played first; none for a guest."""
        if user.is_guest:
            return []
        async with self._lock:
            unfinished = self._matches.unfinished_names
            return await asyncio.to_thread(self.store.finished, seat=user.seat, unfinished=unfinished)

    async def read(self, name: str) -> GameRecord:
        """Return the record with that name in the store. Raises SaveError when it cannot be read."""
        return await asyncio.to_thread(self.store.load, name)

    async def public_record(self, user: User, code: str) -> GameRecord:
        """Return the public part of the record of the finished match with that table code.

        If spectators were not allowed, only its players may read it. Raises SaveError, and LobbyError when there
        is no such record for the user, or when too many were asked for from the user's address.
        """
        table = self._matches.at(code)
        if table and not table.over:
            raise LobbyError(N_("The match {code} is not over: its record can be fetched when it is."), code=code)
        address = user.address
        if not (self._pace.allows(address) and self._misses.allows(address)):
            raise LobbyError(N_("Too many records were asked for from your address: try again later."))
        self._pace.record(address)
        async with self._lock:
            unfinished = self._matches.unfinished_names
            entries = await asyncio.to_thread(self.store.finished, code=code, unfinished=unfinished)
            found = [await self.read(entry.name) for entry in entries]
        own = [one for one in found if user.seat in one.header.seats and not user.is_guest]
        allowed = own or [one for one in found if sharing(one.items).watchable]
        if not allowed:
            self._misses.record(address)
            raise LobbyError(N_("There is no finished match {code} that you may read."), code=code)
        return public(allowed[0])


def public(found: GameRecord) -> GameRecord:
    """Return the part of a match record that anybody may read: the play and the proof of the dice.

    The players' keys, the chat, and the times of arrival and departure are left out.
    """
    items = tuple(item for item in found.items if not isinstance(item, Note) or _is_public(item))
    return found._replace(header=found.header._replace(seats=("", "")), items=items)


def _is_public(note: Note) -> bool:
    return note.name.startswith("dice_") or note.name in {SESSION_CLOSED.name, "cocked"}
