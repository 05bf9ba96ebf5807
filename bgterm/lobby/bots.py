"""The bots of a server: engines that its visitors play against.

A bot sits down at a match when its opponent does, and leaves with them. All tables share the child processes of
the engines. The engine and its level are in a note of the record of the match (`bgterm.formats.engine_notes`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextvars import Context
from dataclasses import dataclass, field, replace
from logging import WARNING

from bgterm.background import BackgroundTasks
from bgterm.catalog import _
from bgterm.engine.adapter import ADAPTERS, demand, engine_for, open_adapter
from bgterm.engine.engines import ANALYSIS_SECONDS, Engines
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import LEVELS, WORLD_CLASS, Level
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.formats.engine_notes import EngineSeat
from bgterm.lobby.errors import no_engine_here
from bgterm.lobby.notifications import Notice, Refreshed, Words
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import BOT, User
from bgterm.play.engine_player import BUILT_IN, EnginePlayer, built_in_plays_on, with_built_in
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.workspace import PAUSE
from bgterm.rules.errors import BackgammonError
from bgterm.rules.variants import Variant
from bgterm.storage.log import log
from bgterm.text.joining import sentence

_AGAIN = 10.0
"""Seconds after which a bot that could not act tries again."""


@dataclass(frozen=True, slots=True)
class Bot:
    """An engine that visitors may play against."""

    engine: str
    """The name of the engine, as in flags and settings."""
    strongest: Level = WORLD_CLASS
    """The strongest level that visitors may choose."""
    user: User = field(init=False)
    """The bot as a visitor."""

    def __post_init__(self) -> None:
        """Find the engine. Raises EngineError where it is unknown, or not installed."""
        demand(open_adapter(self.engine))
        name = "bgterm" if self.engine == BUILT_IN else self.engine
        object.__setattr__(self, "user", User(f"{BOT}:{self.engine}", f"Bot {name}"))

    @property
    def levels(self) -> list[Level]:
        """The levels that visitors may choose, the weakest first."""
        levels = [*LEVELS.values()]
        return levels[: levels.index(self.strongest) + 1]

    def check(self, variant: Variant) -> None:
        """Raise EngineError where the engine does not play the variant."""
        engine_for(variant, self.engine)

    def allowed(self, offer: MatchOffer) -> MatchOffer:
        """Return the offer of a match with the bot, at no stronger level than visitors may choose.

        Raises EngineError where it does not play the variant.
        """
        self.check(offer.variant)
        names = [level.name for level in self.levels]
        return offer if offer.level in names else replace(offer, level=names[-1])


async def _pause() -> None:
    await asyncio.sleep(PAUSE)


class Bots:
    """All bots of a server, and the matches at which they sit by way of this process."""

    def __init__(
        self, bots: Iterable[Bot], engines: Engines | None = None, pause: Callable[[], Awaitable[None]] = _pause
    ) -> None:
        """Begin with nobody at a table. Tests replace the engines, and the pause before each act."""
        self.all = tuple(bots)
        """The bots, as the operator has named them."""
        self._engines, self._pause = engines or Engines(), pause
        self._seated: dict[SharedTable, _SeatedBot] = {}
        self._playing = BackgroundTasks("bot failed")
        self._analysing = asyncio.Lock()

    def of(self, key: str) -> Bot | None:
        """Return the bot of a key; None where there is none."""
        return next((bot for bot in self.all if bot.user.key == key), None)

    def adviser(self, variant: Variant) -> Bot:
        """Return the bot with the strongest engine that plays the variant. Raises LobbyError."""
        able = [bot for bot in self.all if variant.slug in open_adapter(bot.engine).variants]
        if not able:
            raise no_engine_here(variant)
        return min(able, key=lambda one: [*ADAPTERS].index(one.engine))

    async def analyse(self, engine: str, question: EngineRequest, player: Hashable) -> EngineAnswer:
        """Return the answer of an engine to a question about a finished match of a player. Raises EngineError.

        One such question is asked at a time: the matches in play have the other processes of the engine.
        """
        async with self._analysing:
            asking = self._engines.pool(engine).ask(question, player=player, seconds=ANALYSIS_SECONDS)
            return await asyncio.create_task(asking, context=Context())

    async def advise(self, question: EngineRequest, player: Hashable) -> EngineAnswer:
        """Return the answer of an engine to a player who wants a hint. Raises EngineError, LobbyError."""
        bot = self.adviser(question.variant)
        asked = replace(question, level=min(question.level, bot.strongest, key=[*LEVELS.values()].index))
        asking = self._engines.pool(bot.engine).ask(asked, player=player)
        return await asyncio.create_task(asking, context=Context())

    def attend(self, table: SharedTable) -> None:
        """Seat the bot of a match as soon as its opponent is there, and take it away with them.

        Of several processes the one that serves the opponent has the bot, too.
        """
        seat, seated = table.engine, self._seated.get(table)
        bot = self.of(table.header.seats[seat.player.index]) if seat else None
        if seat is None or bot is None:
            return
        opponent = next((one for one in table.seating.everyone if one.player is seat.player.opponent), None)
        if opponent and seated is None:
            place = Occupancy(table, bot.user, seat.player)
            self._seated[table] = seated = _SeatedBot(place, seat, self._engines, self._pause, opponent.user.key)
            table.add(place)
            seated.begin(self._playing)
        elif seated and opponent is None:
            del self._seated[table]
            seated.leave()

    async def aclose(self) -> None:
        """Take all bots away from their tables, and end their engines."""
        for seated in self._seated.values():
            seated.stop()
        self._seated.clear()
        await self._playing.until_idle()
        await self._engines.aclose()


class _SeatedBot:
    """A bot at a table."""

    def __init__(
        self,
        place: Occupancy,
        seat: EngineSeat,
        engines: Engines,
        pause: Callable[[], Awaitable[None]],
        opponent: Hashable,
    ) -> None:
        """Take the place of a bot; its questions count as those of its opponent."""
        self._place, self._at = place, place.at
        ask = with_built_in(engines, seat.engine, self._replaced, player=opponent)
        self._player = EnginePlayer(place.table, seat, ask, pause, self._failed)
        self._playing: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._reason = ""
        """Why the engine does not play, as it was told last."""

    def begin(self, tasks: BackgroundTasks) -> None:
        """Begin to play; the task has nothing of the session that has brought it about."""
        self._playing = tasks.start(self._player.play(), Context())
        self._playing.add_done_callback(self._ended)

    def stop(self) -> None:
        """Play no longer."""
        if self._playing:
            self._playing.cancel()
        if self._again:
            self._again.cancel()

    def leave(self) -> None:
        """Play no longer, and get up."""
        self.stop()
        self._at.fault = str
        self._place.drop()

    def _replaced(self, error: EngineError | None) -> None:
        if error:
            self._tell(str(error), lambda: built_in_plays_on(error))
        elif self._reason:
            self._reason, self._at.fault = "", str
            self._at.tell(Refreshed())

    def _failed(self, error: BackgammonError) -> None:
        """Notify everyone that the bot cannot act, and try again after a while."""
        names = self._at.header.names

        def said() -> str:
            reason = sentence(error.describe(names))
            return _("{reason} {name} tries again soon.", reason=reason, name=self._place.user.name)

        self._tell(str(error), said)
        if self._again:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(_AGAIN, self._player.try_again)

    def _ended(self, playing: asyncio.Task[None]) -> None:
        """Notify everyone that the bot plays no longer, where that is an error of bgterm."""
        if playing.cancelled() or not (fault := playing.exception()) or self._at.over:
            return
        name = self._place.user.name
        self._tell(repr(fault), lambda: _("{name} has stopped. Leave and come back to try again.", name=name))

    def _tell(self, reason: str, said: Words) -> None:
        """Notify everyone at the table of what is wrong, once."""
        if reason != self._reason:
            self._reason, self._at.fault = reason, said
            log("bot's engine failed", WARNING, code=self._at.code, reason=reason)
            self._at.tell(Notice(said))
