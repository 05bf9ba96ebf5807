"""The place of a practice: what it needs from where it runs, one keyboard or a server."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bgterm.formats.record import GameRecord
from bgterm.practice.cards import AnalysedMatch
from bgterm.practice.journal import ReviewJournal
from bgterm.rules.board import Player


class PracticePlace(Protocol):
    """The matches and the reviews of one player."""

    reviews: ReviewJournal
    """The journal of the player's reviews."""

    def work(self) -> AbstractAsyncContextManager[None]:
        """Return the lock for finding cards. Entering it raises BackgammonError when that is too often."""

    async def matches(self) -> Sequence[AnalysedMatch]:
        """Return the matches whose analyses are read, the latest first. Raises SaveError."""

    def seats(self, record: GameRecord) -> Sequence[Player]:
        """Return the players of a match whose decisions are the player's; empty where that is not known."""

    @property
    def knows_player(self) -> bool:
        """Whether it is known which decisions are the player's."""
