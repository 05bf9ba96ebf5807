"""The place of a practice: what it needs from where it runs, one keyboard or a server."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

from bgterm.practice.cards import AnalysedMatch, Seats
from bgterm.practice.journal import ReviewJournal


@dataclass(frozen=True, slots=True)
class PracticePlace:
    """The matches and the reviews of one player."""

    reviews: ReviewJournal
    """The journal of the player's reviews."""
    matches: Callable[[], Awaitable[Sequence[AnalysedMatch]]]
    """Returns the matches whose analyses are read, the latest first. Raises SaveError."""
    seats: Seats
    """Returns the players of a match whose decisions are the player's; none where that is not known."""
    knows_player: Callable[[], bool] = lambda: True
    """Returns whether it is known which decisions are the player's."""
    work: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """Returns the lock for finding cards. Entering it raises BackgammonError when that is too often."""
