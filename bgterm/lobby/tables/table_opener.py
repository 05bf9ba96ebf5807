"""The table of a shared match: opened for the first session, closed after the last, removed if never played."""

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
    """Opens and closes the table of one match, one call after the other."""

    def __init__(self, store: MatchStore, name: str) -> None:
        """Begin with a closed table; the store keeps the match under this name."""
        self._store, self._name = store, name
        self.table: Table | None = None
        """The table; None while it is closed."""
        self._writer = Writer()
        """Runs the closing of the table before the next opening."""
        self._lock = SharedLock()
        self._removal: Future[bool] | None = None
        """The result of the removal, whether the match was removed; None before."""

    async def open(self, opened: Callable[[Table], None]) -> Table:
        """Return the table; if it was closed, open it and call `opened` with it. Raises SaveError."""
        async with self._lock:
            if self.table is None:
                self.table = await self._writer.run(partial(Table.open, self._store, self._name))
                opened(self.table)
            return self.table

    async def read(self) -> GameRecord:
        """Return the record of the match from the store. Raises SaveError."""
        return await asyncio.to_thread(self._store.load, self._name)

    async def wait(self) -> None:
        """Wait until no call of `open` is in progress."""
        async with self._lock:
            pass

    def close(self, *, and_remove: bool) -> None:
        """Close the table; with `and_remove` remove the match too, unless an action at the table is unfinished."""
        is_acting = self.table is not None and self.table.acting
        if self.table:
            self._writer.post(self.table.close().result)
        if and_remove and not is_acting:
            self._removal = self._writer.post(self._remove)
        self.table = None

    @property
    def is_removed(self) -> bool:
        """Whether the match is removed, or is being removed."""
        removal = self._removal
        return removal is not None and not (removal.done() and (removal.exception() or not removal.result()))

    def _remove(self) -> bool:
        """Remove the match, unless another process has played it; return whether it was removed."""
        if has_begun(self._store.load(self._name)):
            return False
        self._store.remove(self._name)
        return True


def has_begun(record: GameRecord) -> bool:
    """Return whether a match has begun: it has a roll, or a sealed contribution to its dice."""
    return bool(record.events) or evidence(record.items).sealed
