"""The table of a shared match: opened for the first to come, closed after the last, removed if never played."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from bgterm.background import SharedLock
from bgterm.formats.record import GameRecord
from bgterm.notation.dice_evidence import evidence
from bgterm.play.table import Table
from bgterm.storage.store import MatchStore
from bgterm.storage.writer import Writer


class TableOpener:
    """Opens and closes the table of one match, in order."""

    def __init__(self, store: MatchStore, name: str) -> None:
        """Open nothing yet; the match is kept in the store under this name."""
        self._store, self._name = store, name
        self.table: Table | None = None
        """The table while it is open."""
        self._writer = Writer()
        """Opens the table, after the one before is closed."""
        self._lock = SharedLock()
        self._removal: Future[bool] | None = None
        """Returns whether the match was removed."""

    async def open(self, opened: Callable[[Table], None]) -> Table:
        """Return the table; `opened` is called with it first when it was closed. Raises SaveError."""
        async with self._lock:
            if self.table is None:
                self.table = await self._writer.run(partial(Table.open, self._store, self._name))
                opened(self.table)
            return self.table

    async def read(self) -> GameRecord:
        """Read the record of the match, while the table is closed. Raises SaveError."""
        return await asyncio.to_thread(self._store.load, self._name)

    async def wait(self) -> None:
        """Wait until nobody is about to open it."""
        async with self._lock:
            pass

    def close(self, *, and_remove: bool) -> None:
        """Close the table; remove the match from the disk as well, unless something is still being done there."""
        is_acting = self.table is not None and self.table.acting
        if self.table:
            self._writer.post(self.table.close().result)
        if and_remove and not is_acting:
            self._removal = self._writer.post(self._remove)
        self.table = None

    @property
    def is_removed(self) -> bool:
        """Whether the match is removed, as far as is known by now."""
        removal = self._removal
        return removal is not None and not (removal.done() and (removal.exception() or not removal.result()))

    def _remove(self) -> bool:
        """Remove the match, unless it was played by way of another process; return whether it was removed."""
        if has_begun(self._store.load(self._name)):
            return False
        self._store.remove(self._name)
        return True


def has_begun(record: GameRecord) -> bool:
    """Return whether anything has happened in a match: a roll, or a contribution to its dice was sealed."""
    return bool(record.events) or evidence(record.items).sealed
