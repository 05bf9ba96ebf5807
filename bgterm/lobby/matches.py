"""The matches of a server, found by their codes and by the keys of their players."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import time

from bgterm.background import BackgroundTasks
from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.record import GameRecord
from bgterm.formats.sharing_notes import Sharing, sharing
from bgterm.lobby.errors import no_table
from bgterm.lobby.hub import Hub
from bgterm.lobby.limits import Limits
from bgterm.lobby.notifications import Refreshed
from bgterm.lobby.table_code import new_code
from bgterm.lobby.tables.shared_table import SharedTable, TableWatcher
from bgterm.lobby.users.user_registry import User
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.match import Header
from bgterm.storage.errors import NoSuchSave, SaveError
from bgterm.storage.store import MatchLibrary
from bgterm.storage.writer import Writer

_DAY = 24 * 60 * 60.0


class Matches:
    """All matches that can be resumed, and finished ones while somebody is at their tables."""

    def __init__(
        self, store: MatchLibrary, limits: Limits, now: Callable[[], float], watcher: TableWatcher, hub: Hub
    ) -> None:
        """Begin without a match; `store` has the records, and `watcher` is notified of changes at each table."""
        self._store, self._limits, self._now, self._watcher = store, limits, now, watcher
        self._hub = hub
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
        """The matches with a player at the table."""
        return [*self._live.values()]

    @property
    def unfinished_names(self) -> frozenset[str]:
        """The names of the records of matches known to be unfinished."""
        return frozenset(table.name for table in self if table.goes_on)

    @property
    def keys(self) -> set[str]:
        """The keys of all players of the matches."""
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
        """Return the matches in which the user has a seat."""
        return [*self._by_key[user.key].values()] if user.key in self._by_key else []

    def load(self) -> None:
        """Load all unfinished matches of the store."""
        records = [*self._store.seated(time() - self._limits.unplayed_days * _DAY)]
        self.codes |= self._store.codes()
        for name, record in records:
            self._add(name, self._with_code(record))

    def _with_code(self, record: GameRecord) -> GameRecord:
        """Return the record with a new code if it has none, or the same as another match."""
        found = sharing(record.items)
        if found.code and found.code not in self:
            return record
        return record._replace(items=(*record.items, replace(found, code=new_code(self.codes)).note))

    async def begin(
        self, header: Header, players: Sequence[User], shared_as: Sharing, bot: EngineSeat | None = None
    ) -> SharedTable:
        """Begin a match between two players, White first; one may be a bot. Raises as `Table.create`."""
        notes = [shared_as.note, bot.note] if bot else [shared_as.note]
        begin = partial(Table.create, self._store, header, notes=notes)
        table = await Writer().run(begin)
        await asyncio.wrap_future(table.close())
        guests = {user.key: player for player, user in zip(Player, players, strict=True) if user.is_guest}
        return self._add(table.name, GameRecord(header, table.match, table.notes), guests)

    async def find_begun(self, name: str, guests: Mapping[str, Player]) -> None:
        """Load a match that another process has begun. Raises SaveError."""
        if self.named(name) is None:
            with suppress(NoSuchSave):  # it was left unplayed meanwhile
                self._add(name, await asyncio.to_thread(self._store.load, name), guests)

    def _add(self, name: str, record: GameRecord, guests: Mapping[str, Player] | None = None) -> SharedTable:
        table = SharedTable(
            self._store, name, record, self._watcher, self._hub, self._limits.chat, self._now, guests
        )
        self._by_code[table.code] = table
        self.codes.add(table.code)
        for key in table.seating.keys:
            self._by_key[key][table.code] = table
        return table

    def update(self, table: SharedTable) -> None:
        """Update the lists after a change at a table; drop a match that cannot be resumed and has nobody there."""
        self._live.pop(table.code, None)
        if table.live:
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
        """Read the events that other processes have added to the matches of a user who enters this process."""
        for table in self.of(user):
            if table.is_behind:
                self.tasks.start(_read_on(table))

    def forget(self, user: User) -> None:
        """Forget the seats of a guest who has left."""
        self._by_key.pop(user.key, None)


async def _read_on(table: SharedTable) -> None:
    """Read the new events of a match; if that fails, the list shows the match as before."""
    with suppress(SaveError):
        await table.read_on()
