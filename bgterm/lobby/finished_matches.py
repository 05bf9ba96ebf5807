"""The finished matches of a server: the last results, a list for each player, and records by table code."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import time
from typing import NamedTuple

from bgterm.background import SharedLock
from bgterm.catalog import N_
from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.formats.sharing_notes import sharing
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.limits import Limits
from bgterm.lobby.matches import Matches
from bgterm.lobby.messages import result
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import Note
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.storage.index import Entry
from bgterm.storage.store import MatchLibrary

_MOST_RESULTS = 20
"""The number of results that are kept."""
_MINUTE, _HOUR = 60.0, 60 * 60.0


class LastResult(NamedTuple):
    """The result of a finished match."""

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
    """The last results of matches, newest first."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without a result; `now` returns the time of the lobby's clock in seconds."""
        self._now = now
        self._results = deque[LastResult](maxlen=_MOST_RESULTS)

    def load(self, store: MatchLibrary) -> None:
        """Read the last results from the saved records."""
        for entry in store.last_finished(_MOST_RESULTS):
            if entry.white_games + entry.black_games:
                ended = self._now() - max(time() - entry.modified / 1e9, 0.0)
                self._results.append(LastResult(entry.code, entry.names, entry.score, entry.winner, ended))

    def add(self, code: str, match: MatchState) -> None:
        """Add the result of the match that has ended at the table with this code, unless it was added before."""
        if match.results and all(known.code != code for known in self._results):
            self._results.appendleft(LastResult(code, match.names, match.score, match.winner, self._now()))

    def with_ages(self) -> list[tuple[LastResult, float]]:
        """Return the results, each with the seconds since the match ended."""
        return [(known, self._now() - known.ended) for known in self._results]


class FinishedMatches:
    """The finished matches in one store."""

    def __init__(self, store: MatchLibrary, limits: Limits, matches: Matches, rates: RateLimits) -> None:
        """Read finished matches from the store; `matches` knows the unfinished ones, whose records are skipped."""
        self._store, self._matches = store, matches
        self._pace = rates.add("records", limits.records_a_minute, _MINUTE)
        self._misses = rates.add("wrong records", limits.wrong_record_codes, _HOUR)
        self._lock = SharedLock()
        """Held while the store is searched for one user."""

    async def of(self, user: User) -> list[Entry]:
        """Return the entries of the user's finished matches, the last played first; none for a guest."""
        if user.is_guest:
            return []
        async with self._lock:
            return await asyncio.to_thread(self._store.finished, user.seat, self._matches.unfinished_names)

    async def read(self, name: str) -> GameRecord:
        """Return the record with that name. Raises SaveError."""
        return await asyncio.to_thread(self.load, name)

    def load(self, name: str) -> GameRecord:
        """Return the record with that name, read in this thread. Raises SaveError."""
        return self._store.load(name)

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
            found = await asyncio.to_thread(self._store.recorded, code, self._matches.unfinished_names)
        own = [one for one in found if user.seat in one.header.seats and not user.is_guest]
        allowed = own or [one for one in found if sharing(one.items).watchable]
        if not allowed:
            self._misses.record(address)
            raise LobbyError(N_("There is no finished match {code} that you may read."), code=code)
        return public(allowed[0])


def public(found: GameRecord) -> GameRecord:
    """Return the part of a match record that anybody may read: the play and the proof of the dice.

    It leaves out the players' keys, the chat, and the times of arrival and departure.
    """
    items = tuple(item for item in found.items if not isinstance(item, Note) or _is_public(item))
    return found._replace(header=found.header._replace(seats=("", "")), items=items)


def _is_public(note: Note) -> bool:
    return note.name.startswith("dice_") or note.name in {SESSION_CLOSED.name, "cocked"}
