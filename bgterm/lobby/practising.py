"""Practice on a server: players practise with their own matches, analysed by the engines of the bots."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from bgterm.background import SharedLock
from bgterm.catalog import N_
from bgterm.engine.engines import Engines
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.lobby.bots import Bots
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.hub import LobbyContext
from bgterm.lobby.matches import FinishedMatches
from bgterm.lobby.users.user_registry import User
from bgterm.practice.cards import AnalysedMatch, PracticePlace
from bgterm.practice.journal import ReviewJournal
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.variants import Variant
from bgterm.storage.journal import ANALYSIS
from bgterm.storage.keyed_lines import KeyedLines, LinesFolder
from bgterm.storage.writer import Writer

_MOST_BYTES = 1_000_000
"""The most bytes of a journal of reviews."""
_MOST_READ = 100
"""The number of matches, the last ones, whose analyses are read."""


class Practices:
    """The service of a lobby that lets players practise: it limits analyses, and keeps the reviews of cards."""

    def __init__(
        self,
        context: LobbyContext,
        folder: Path,
        reviews: KeyedLines | None,
        finished: FinishedMatches,
        bots: Bots,
    ) -> None:
        """Save analyses in `folder`, with the matches if these are files, and each player's reviews in `reviews`.

        The engines of the `bots` analyse.
        """
        self._folder, self._finished, self._bots = folder, finished, bots
        self.reviews = reviews or LinesFolder(folder.parent / "reviews", "reviews")
        self._rate = context.rates.add("practices", context.limits.practices_a_minute, 60.0)
        self._lock = SharedLock()

    @asynccontextmanager
    async def work(self, address: str) -> AsyncIterator[None]:
        """Return a context manager in which one practice at a time is prepared; others wait to enter it.

        Raises LobbyError when too many practices have begun from the address lately.
        """
        if not self._rate.allows(address):
            raise LobbyError(N_("Too many practices begin from your address: try again in a minute."))
        self._rate.record(address)
        async with self._lock:
            yield

    def admit(self, user: User, workspace: Workspace) -> None:
        """Set the practice of the user's workspace: their finished matches, reviews, and engines that analyse.

        A guest can only do drills, and nothing is saved, because without a key a guest is not recognised later.
        """
        if not user.is_guest:
            workspace.saves, workspace.engines = self._folder, _VisitorEngines(self._bots, user)
        workspace.practice = PracticePlace(
            ReviewJournal(None if user.is_guest else self.reviews, user.key, _MOST_BYTES),
            partial(self._matches_of, user),
            lambda record: [player for player in Player if record.header.seats[player.index] == user.seat],
            work=partial(self.work, user.address),
        )

    async def _matches_of(self, user: User) -> list[AnalysedMatch]:
        """Return the player's last finished matches, the last played first. Raises SaveError."""
        names = [entry.name for entry in (await self._finished.of(user))[:_MOST_READ]]
        load = self._finished.store.load
        return [AnalysedMatch(self._folder / f"{name}{ANALYSIS}", partial(load, name)) for name in names]

    async def forget(self, key: str) -> None:
        """Remove the reviews of the player with this key. Raises FileError or SaveError when that fails."""
        await Writer().run(partial(self.reviews.remove, key))


class _VisitorEngines(Engines):
    """The engines with which a player on a server analyses, limited to the strongest level of the bots."""

    def __init__(self, bots: Bots, user: User) -> None:
        """Use the bots of the server; questions count as those of `user`."""
        super().__init__()
        self._bots, self._user = bots, user

    def analyst(self, variant: Variant, _wanted: str) -> tuple[str, int]:
        """Return the name and depth of the strongest engine of the server, as `Engines.analyst`."""
        bot = self._bots.adviser(variant)
        return bot.engine, min(DEFAULT_PLIES, bot.strongest.plies)

    async def analyse(self, engine: str, question: EngineRequest) -> EngineAnswer:
        """Return the answer of an engine of the server, as `Engines.analyse`."""
        return await self._bots.analyse(engine, question, self._user.key)
