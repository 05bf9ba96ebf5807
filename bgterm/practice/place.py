"""The matches and reviews that a practice uses, at one keyboard or on a server."""

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
    """Returns the player's matches that may have analyses, the latest first. Raises SaveError."""
    seats: Seats
    """Returns the players of a match who are this player; empty if that is unknown."""
    knows_player: Callable[[], bool] = lambda: True
    """Returns whether the player's decisions can be told from others'."""
    work: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """Returns the lock for collecting cards; entering it raises BackgammonError above a limit."""
