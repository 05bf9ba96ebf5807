"""The practices of the players of a server: their matches there, analysed by the engines of its bots."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bgterm.background import SharedLock
from bgterm.catalog import N_
from bgterm.engine.engines import Engines
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.formats.record import GameRecord
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.finished_matches import FinishedMatches
from bgterm.lobby.limits import Limits
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.users.user_registry import User
from bgterm.practice.cards import AnalysedMatch
from bgterm.practice.journal import ReviewJournal
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.variants import Variant
from bgterm.storage.journal import ANALYSIS
from bgterm.storage.shared_lines import PlayersFiles, PlayersLines
from bgterm.storage.writer import Writer

if TYPE_CHECKING:
    from bgterm.lobby.bots import Bots

_MOST_BYTES = 1_000_000
"""How much a journal of reviews may have."""
_MOST_READ = 100
"""Of how many matches, the last ones, the analyses are read."""


class Practices:
    """The practices of all players of one server."""

    def __init__(
        self,
        folder: Path,
        reviews: PlayersLines | None,
        finished: FinishedMatches,
        engines_for: "Callable[[Variant], Bots]",
        limits: Limits,
        rates: RateLimits,
        now: Callable[[], float],
    ) -> None:
        """Keep analyses in the folder, beside the matches where these are in files, and each player's reviews.

        `engines_for` returns the bots, whose engines analyse, or raises LobbyError; `now` returns the time.
        """
        self.folder, self.finished, self.engines_for = folder, finished, engines_for
        self.reviews = reviews or PlayersFiles(folder.parent / "reviews")
        self._rate, self._now = rates.add("practices", limits.practices_a_minute, 60.0), now
        self._lock = SharedLock()

    @asynccontextmanager
    async def work(self, address: str) -> AsyncIterator[None]:
        """Hold the lock for finding cards, which takes long. Raises LobbyError when that is too often."""
        if not self._rate.allows(address, self._now()):
            raise LobbyError(N_("Too many practices begin from your address: try again in a minute."))
        self._rate.record(address, self._now())
        async with self._lock:
            yield

    def admit(self, user: User, workspace: Workspace) -> None:
        """Have a player practise here, unless they are a guest, who is not recognised again."""
        if not user.is_guest:
            workspace.saves, workspace.engines = self.folder, _VisitorEngines(self, user)
            workspace.practice = _VisitorPlace(self, user)

    async def forget(self, key: str) -> None:
        """Remove the reviews of a player. Raises FileError, SaveError."""
        await Writer().run(partial(self.reviews.remove, key))


class _VisitorPlace:
    """The practice of a player of a server, whose key tells which matches and reviews are theirs."""

    knows_player = True

    def __init__(self, practices: Practices, user: User) -> None:
        """Take a player with a key."""
        self._all, self._user = practices, user
        self.reviews = ReviewJournal(practices.reviews.of(user.key), _MOST_BYTES)
        """The journal of the player's reviews."""

    def work(self) -> AbstractAsyncContextManager[None]:
        """Return the lock for finding cards, as `Practices.work`."""
        return self._all.work(self._user.address)

    async def matches(self) -> Sequence[AnalysedMatch]:
        """Return the player's last finished matches, the one played last first. Raises SaveError."""
        finished = self._all.finished
        names = [entry.name for entry in (await finished.of(self._user))[:_MOST_READ]]
        return [
            AnalysedMatch(self._all.folder / f"{name}{ANALYSIS}", partial(finished.load, name)) for name in names
        ]

    def seats(self, record: GameRecord) -> Sequence[Player]:
        """Return the seats of the player's key."""
        return [player for player in Player if record.header.seats[player.index] == self._user.seat]


class _VisitorEngines(Engines):
    """The engines of a server as a player has them for an analysis, at no greater depth than its bots play."""

    def __init__(self, practices: Practices, user: User) -> None:
        """Take the player, whose questions count as theirs."""
        super().__init__()
        self._all, self._user = practices, user

    def analyst(self, variant: Variant, _wanted: str) -> tuple[str, int]:
        """Return the strongest engine of the server's, as `Engines.analyst`."""
        bot = self._all.engines_for(variant).adviser(variant)
        return bot.engine, min(DEFAULT_PLIES, bot.strongest.plies)

    async def analyse(self, engine: str, question: EngineRequest) -> EngineAnswer:
        """Return the answer of an engine of the server's, as `Engines.analyse`."""
        return await self._all.engines_for(question.variant).analyse(engine, question, self._user.key)
