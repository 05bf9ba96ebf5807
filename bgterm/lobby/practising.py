"""The practice of a player of a server: their matches there, analysed by the engines of its bots."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from bgterm.catalog import N_
from bgterm.engine.engines import Engines
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.formats.record import GameRecord
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.practice.cards import AnalysedMatch
from bgterm.practice.journal import ReviewJournal
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.variants import Variant
from bgterm.storage.journal import ANALYSIS

_MOST_BYTES = 1_000_000
"""How much a journal of reviews may have."""
_MOST_READ = 100
"""Of how many matches, the last ones, the analyses are read."""


class VisitorPlace:
    """The practice of a player of a server, whose key tells which matches and reviews are theirs."""

    knows_player = True

    def __init__(self, lobby: Lobby, user: User) -> None:
        """Take a player with a key."""
        self._lobby, self._user = lobby, user
        self.reviews = ReviewJournal(lobby.reviews.of(user.key), _MOST_BYTES)
        """The journal of the player's reviews."""

    @asynccontextmanager
    async def work(self) -> AsyncIterator[None]:
        """Hold the lock for finding cards, which takes long. Raises LobbyError when that is too often."""
        rate, address, now = self._lobby.practices, self._user.address, self._lobby.now()
        if not rate.allows(address, now):
            raise LobbyError(N_("Too many practices begin from your address: try again in a minute."))
        rate.record(address, now)
        async with self._lobby.finding_cards:
            yield

    async def matches(self) -> Sequence[AnalysedMatch]:
        """Return the player's last finished matches, the one played last first. Raises SaveError."""
        finished = self._lobby.finished
        names = [entry.name for entry in (await finished.of(self._user))[:_MOST_READ]]
        return [
            AnalysedMatch(self._lobby.folder / f"{name}{ANALYSIS}", partial(finished.load, name)) for name in names
        ]

    def seats(self, record: GameRecord) -> Sequence[Player]:
        """Return the seats of the player's key."""
        return [player for player in Player if record.header.seats[player.index] == self._user.seat]


class VisitorEngines(Engines):
    """The engines of a server as a player has them for an analysis, at no greater depth than its bots play."""

    def __init__(self, lobby: Lobby, user: User) -> None:
        """Take the player, whose questions count as theirs."""
        super().__init__()
        self._lobby, self._user = lobby, user

    def analyst(self, variant: Variant, _wanted: str) -> tuple[str, int]:
        """Return the strongest engine of the server's, as `Engines.analyst`."""
        bot = self._lobby.engines_for(variant).adviser(variant)
        return bot.engine, min(DEFAULT_PLIES, bot.strongest.plies)

    async def analyse(self, engine: str, question: EngineRequest) -> EngineAnswer:
        """Return the answer of an engine of the server's, as `Engines.analyse`."""
        return await self._lobby.engines_for(question.variant).analyse(engine, question, self._user.key)


def practise_at(lobby: Lobby, user: User, workspace: Workspace) -> None:
    """Have the player practise at this server, unless they are a guest, who is not recognised again."""
    if not user.is_guest:
        workspace.saves, workspace.engines = lobby.folder, VisitorEngines(lobby, user)
        workspace.practice = VisitorPlace(lobby, user)
