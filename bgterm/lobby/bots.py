"""The bots of a server: engines that visitors play against.

A bot sits down at a match when its opponent does, and leaves with them. All tables share the child processes of
the engines. The engine and its level are in a note of the record of the match (`bgterm.formats.engine_notes`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from contextvars import Context
from dataclasses import dataclass, field, replace
from logging import WARNING

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, _
from bgterm.engine.adapter import ADAPTERS, demand, engine_for, open_adapter
from bgterm.engine.engines import ANALYSIS_SECONDS, Engines
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import LEVELS, WORLD_CLASS, Level
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.formats.engine_notes import EngineSeat
from bgterm.lobby.errors import LobbyError
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
    """An engine that visitors may play against, with its user and the strongest level that they may choose."""

    engine: str
    """The name of the engine, as in flags and settings."""
    strongest: Level = WORLD_CLASS
    """The strongest level that visitors may choose."""
    user: User = field(init=False)
    """The user that the bot is at tables and in lists."""

    def __post_init__(self) -> None:
        """Make the user of the bot. Raises EngineError when the engine is unknown or not installed."""
        demand(open_adapter(self.engine))
        name = "bgterm" if self.engine == BUILT_IN else self.engine
        object.__setattr__(self, "user", User(f"{BOT}:{self.engine}", f"Bot {name}"))

    @property
    def levels(self) -> list[Level]:
        """The levels that visitors may choose, the weakest first."""
        levels = [*LEVELS.values()]
        return levels[: levels.index(self.strongest) + 1]

    def check(self, variant: Variant) -> None:
        """Raise EngineError when the engine does not play the variant."""
        engine_for(variant, self.engine)

    def allowed(self, offer: MatchOffer) -> MatchOffer:
        """Return the offer of a match with the bot; a level that visitors may not choose becomes the strongest.

        Raises EngineError when the engine does not play the variant.
        """
        self.check(offer.variant)
        names = [level.name for level in self.levels]
        return offer if offer.level in names else replace(offer, level=names[-1])


async def _pause() -> None:
    await asyncio.sleep(PAUSE)


class Bots:
    """All bots of a server, and the places of bots at the tables whose human players this process serves."""

    def __init__(
        self, bots: Iterable[Bot], engines: Engines | None = None, pause: Callable[[], Awaitable[None]] = _pause
    ) -> None:
        """Begin with no bot at a table. Tests replace the engines, and the pause before each act."""
        self._all = tuple(bots)
        self._engines, self._pause = engines or Engines(), pause
        self._seated: dict[SharedTable, _SeatedBot] = {}
        self._playing = BackgroundTasks("bot failed")
        self._analysing = asyncio.Lock()

    def __iter__(self) -> Iterator[Bot]:
        """Yield the bots, in the order in which the operator named them."""
        return iter(self._all)

    def __len__(self) -> int:
        """Return the number of bots."""
        return len(self._all)

    def of(self, key: str) -> Bot | None:
        """Return the bot whose user has this key; None when there is none."""
        return next((bot for bot in self if bot.user.key == key), None)

    def adviser(self, variant: Variant) -> Bot:
        """Return the bot with the strongest engine for the variant. Raises LobbyError when no bot plays it."""
        able = [bot for bot in self if variant.slug in open_adapter(bot.engine).variants]
        if not able:
            raise LobbyError(N_("This server has no engine that plays {variant}."), variant=_(variant.name))
        return min(able, key=lambda one: [*ADAPTERS].index(one.engine))

    async def analyse(self, engine: str, question: EngineRequest, player: Hashable) -> EngineAnswer:
        """Return the engine's answer to a question about a finished match; `player` is the key of its author.

        `engine` is its name. One such question is asked at a time, so that matches in play keep the other
        processes of the engine. Raises EngineError when the engine fails.
        """
        async with self._analysing:
            asking = self._engines.pool(engine).ask(question, player=player, seconds=ANALYSIS_SECONDS)
            return await asyncio.create_task(asking, context=Context())

    async def advise(self, question: EngineRequest, player: Hashable) -> EngineAnswer:
        """Return the strongest engine's answer to a question for a hint; `player` is the key of its author.

        The level of the question is lowered to the strongest one that visitors may choose. Raises LobbyError when
        no engine plays the variant, EngineError when the engine fails.
        """
        bot = self.adviser(question.variant)
        asked = replace(question, level=min(question.level, bot.strongest, key=[*LEVELS.values()].index))
        asking = self._engines.pool(bot.engine).ask(asked, player=player)
        return await asyncio.create_task(asking, context=Context())

    def attend(self, table: SharedTable) -> None:
        """Seat the bot of a match when its opponent is at the table, and remove it when the opponent has left.

        Of several processes, the one that serves the opponent also runs the bot.
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
        """Stop all bots at their tables, and end the processes of the engines, when the server ends."""
        for seated in self._seated.values():
            seated.stop()
        self._seated.clear()
        await self._playing.until_idle()
        await self._engines.aclose()


class _SeatedBot:
    """A bot at a table, with the task in which it plays."""

    def __init__(
        self,
        place: Occupancy,
        seat: EngineSeat,
        engines: Engines,
        pause: Callable[[], Awaitable[None]],
        opponent: Hashable,
    ) -> None:
        """Prepare the bot to play at `place`; its questions to the engine count as those of `opponent`."""
        self._place, self._at = place, place.at
        ask = with_built_in(engines, seat.engine, self._replaced, player=opponent)
        self._player = EnginePlayer(place.table, seat, ask, pause, self._failed)
        self._playing: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._reason = ""
        """The error that everyone at the table was last notified of; empty while the engine works."""

    def begin(self, tasks: BackgroundTasks) -> None:
        """Begin to play in a new task, which does not inherit the context of the session that seated the bot."""
        self._playing = tasks.start(self._player.play(), Context())
        self._playing.add_done_callback(self._ended)

    def stop(self) -> None:
        """Stop playing."""
        if self._playing:
            self._playing.cancel()
        if self._again:
            self._again.cancel()

    def leave(self) -> None:
        """Stop playing and leave the table."""
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
            reason = sentence(error.describe(names), names)
            return _("{reason} {name} tries again soon.", reason=reason, name=self._place.user.name)

        self._tell(str(error), said)
        if self._again:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(_AGAIN, self._player.wake)

    def _ended(self, playing: asyncio.Task[None]) -> None:
        """Notify everyone at the table that the bot has stopped, if its task failed."""
        if playing.cancelled() or not (fault := playing.exception()) or self._at.over:
            return
        name = self._place.user.name
        self._tell(repr(fault), lambda: _("{name} has stopped. Leave and come back to try again.", name=name))

    def _tell(self, reason: str, said: Words) -> None:
        """Notify everyone at the table that the engine does not work, unless `reason` is the same as last time."""
        if reason != self._reason:
            self._reason, self._at.fault = reason, said
            log("bot's engine failed", WARNING, code=self._at.code, reason=reason)
            self._at.tell(Notice(said))
