"""The order of what is done at a table: each act waits for the one before, and is judged by the match after it.

Where several processes play one match, what the others add is applied between two acts, and an act that was
overtaken is judged again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from logging import ERROR

from bgterm.notation.json_codec import Note
from bgterm.play.kept_match import KeptMatch
from bgterm.play.watchers import TableWatchers
from bgterm.rules.events import Event
from bgterm.storage.errors import Overtaken, SaveError
from bgterm.storage.log import log
from bgterm.storage.writer import Writer


class Acts:
    """The acts at one table, and those of other processes at the same match."""

    def __init__(self, kept: KeptMatch, writer: Writer, watchers: TableWatchers) -> None:
        """Follow the match from now on, until `stop_following` is called."""
        self._kept, self._writer, self._watchers = kept, writer, watchers
        self.hold: Callable[[], AbstractContextManager[None]] = nullcontext
        """The context that is entered for each act, from when it is received until it is kept or refused."""
        self._turn = asyncio.Lock()
        self._behind = False
        self._follower: asyncio.Task[None] | None = None
        self.stop_following = kept.journal.follow(self._look)

    @property
    def busy(self) -> bool:
        """Whether something that a player does is being kept."""
        return self._turn.locked()

    async def run(self, act: Callable[[], Awaitable[None]]) -> None:
        """Act once all acts before are kept or refused; again as long as another process is first."""
        with self.hold():
            async with self._turn:
                while True:
                    try:
                        return await act()
                    except Overtaken:
                        await self._read_on()

    def _look(self) -> None:
        """Read on soon, because another process may have added lines."""
        self._behind = True
        if self._follower is None or self._follower.done():
            self._follower = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        while self._behind:
            self._behind = False
            with suppress(SaveError):  # it is tried again when the next line comes, or after some seconds
                async with self._turn:
                    await self._read_on()

    async def _read_on(self) -> None:
        """Apply what other processes have added, and notify the watchers as of the events of this one.

        Watchers that fail are only logged: the act that waits here has nothing to do with them.
        """
        kept = self._kept
        items = await self._writer.run(kept.read_on)
        for item in items:
            with self._failures_logged():
                self._take(item)
        if items and (kept.closed or kept.match.winner is not None):
            await self._writer.run(partial(kept.end, kept.match))
        if any(isinstance(item, Note) and item.name.startswith("dice_") for item in items):
            with self._failures_logged():
                self._watchers.exchange.tell()

    def _take(self, item: Event | Note) -> None:
        """Take an event or a note of another process, and notify the watchers."""
        self._kept.take(item)
        if isinstance(item, Note):
            self._watchers.notes.tell(item)
        else:
            self._watchers.events.tell(self._kept.match, item)

    @contextmanager
    def _failures_logged(self) -> Iterator[None]:
        """Log the failures of watchers."""
        try:
            yield
        except ExceptionGroup as fault:
            log("watchers failed", ERROR, fault=fault, file=self._kept.journal.name)
