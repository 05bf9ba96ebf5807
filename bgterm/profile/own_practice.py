"""The practice of a player at one keyboard."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path

from bgterm.formats.record import GameRecord
from bgterm.practice.cards import AnalysedMatch, own_seats
from bgterm.practice.journal import ReviewJournal
from bgterm.rules.board import Player
from bgterm.storage.journal import ANALYSIS, REVIEWS, SUFFIX, load
from bgterm.storage.shared_lines import LinesFile


class OwnPlace:
    """The practice of a player at one keyboard: the folder of their matches, and their names in the options."""

    def __init__(self, saves: Path, names: Callable[[], Sequence[str]]) -> None:
        """Take the folder of the matches, and what returns the names in the options."""
        self._saves, self._names = saves, names
        self.reviews = ReviewJournal(LinesFile(saves.with_name(REVIEWS)))
        """The journal of the player's reviews."""

    def work(self) -> AbstractAsyncContextManager[None]:
        """Return no lock: nobody else finds cards."""
        return nullcontext()

    async def matches(self) -> Sequence[AnalysedMatch]:
        """Return the saved matches that are analysed, the latest analysis first."""
        return await asyncio.to_thread(self._matches)

    def _matches(self) -> list[AnalysedMatch]:
        paths = sorted(self._saves.glob(f"*{ANALYSIS}"), key=_changed, reverse=True)
        return [AnalysedMatch(path, partial(load, path.with_suffix(SUFFIX))) for path in paths]

    def seats(self, record: GameRecord) -> Sequence[Player]:
        """Return the players of a match whose decisions are the player's; empty where the names do not tell."""
        return own_seats(record, self._names())

    @property
    def knows_player(self) -> bool:
        """Whether the options have a name."""
        return bool(self._names())


def _changed(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0
