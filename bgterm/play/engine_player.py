"""An engine as a player: it watches a table and acts when it is its turn, under the same referee as people."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from functools import partial
from logging import ERROR

from bgterm.catalog import _
from bgterm.engine.engines import Engines
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import EXPERT, LEVELS
from bgterm.engine.protocol import Act, Ask, EngineAnswer, EngineRequest, QuestionKind
from bgterm.formats.engine_notes import EngineSeat
from bgterm.play.clocks import Clocks
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.legal_plays import last_play_was_legal
from bgterm.rules.match import MatchState
from bgterm.storage.log import log
from bgterm.text.joining import sentence

BUILT_IN = "builtin"
"""The name of the engine that is always available."""
_TICK = 1.0
"""The seconds between two checks of the clocks while the engine waits for its opponent."""
_Act = Callable[[], Awaitable[None]]


def with_built_in(
    engines: Engines, name: str, tell: Callable[[EngineError | None], object], *, player: Hashable = None
) -> Ask:
    """Return a function that asks the engine called `name`, or the built-in engine when that one fails.

    `tell` is called with the error of the engine, once for several equal ones in a row, and with None after each
    answer of the engine itself. The questions count towards the limit of open questions of `player`.
    """
    reason = ""

    async def ask(question: EngineRequest) -> EngineAnswer:
        nonlocal reason
        before, reason = reason, ""
        try:
            answer = await engines.pool(name).ask(question, player=player)
        except EngineError as error:
            answer = await engines.pool(BUILT_IN).ask(question, player=player)
            reason = str(error)
            if reason != before and name != BUILT_IN:
                tell(error)
        else:
            tell(None)
        return answer

    return ask


def built_in_plays_on(error: EngineError) -> str:
    """Return the message that an engine has failed with this error, and the built-in engine replaces it."""
    return _("{reason} The built-in engine plays on.", reason=sentence(str(error)))


class EnginePlayer:
    """An engine that plays one side at a table, under the same referee as people."""

    def __init__(
        self,
        table: Table,
        seat: EngineSeat,
        ask: Ask,
        pause: Callable[[], Awaitable[None]],
        failed: Callable[[BackgammonError], object],
        rests: Callable[[], object] = str,
    ) -> None:
        """Play the seat with the answers of `ask`; `pause` is awaited before each act, so that people can follow.

        `failed` is called with the error that keeps the engine from acting; the engine tries again after the next
        event. `rests` is called when the engine begins to wait for its opponent.
        """
        self._table, self.seat, self._ask, self._pause = table, seat, ask, pause
        self._failed, self._rests = failed, rests
        self._changed = asyncio.Event()
        self.idle = asyncio.Event()
        """Set while the engine waits for its opponent or has failed."""
        self.thinking = False
        """Whether the engine is choosing an action."""
        self._rolls: MatchState | None = None

    @property
    def awaits_dice(self) -> bool:
        """Whether the engine is to roll, in a match in which people type its dice."""
        return self._rolls is not None and self._rolls is self._table.match

    async def play(self) -> None:
        """Act whenever it is the engine's turn, until the match is over."""
        unwatch = self._table.event_watchers.add(self.wake), self._table.exchange_watchers.add(self.wake)
        try:
            while not self._table.closed and self._table.match.winner is None:
                self._changed.clear()
                if await self._act() or self._changed.is_set():
                    continue
                self.idle.set()
                await self._until_it_may_act()
        finally:
            self.idle.set()
            for end in unwatch:
                end()

    async def _until_it_may_act(self) -> None:
        """Wait until something has happened at the table, or the opponent's time is up."""
        tick = _TICK if self._table.match.timed else None
        while not self._changed.is_set() and not self._table.choices(self.seat.player).claim_flag:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), tick)

    def wake(self, *_happened: object) -> None:
        """Make the engine look at the match again, and act if it can; arguments are ignored."""
        self.idle.clear()
        self._changed.set()

    async def _act(self) -> bool:
        """Perform the engine's next action; return whether there may be another one."""
        table, match = self._table, self._table.match
        self.thinking = True
        try:
            act = await self._decide(match, table.choices(self.seat.player))
            if act is None:
                self.thinking = False
                self._rests()
                return False
            await self._pause()
            if table.match is match:
                await act()
        except BackgammonError as error:
            if table.match is match:
                self._failed(error)
                return False
        finally:
            self.thinking = False
        return True

    async def _decide(self, match: MatchState, can: Choices) -> _Act | None:
        """Return the engine's next action; None when it waits for its opponent."""
        table, player = self._table, self.seat.player
        if can.claim_flag:
            return partial(table.apply, events.FlagClaimed(player))
        if player in table.awaited:
            return partial(table.exchange, VerifiableDice.add_nothing, player)
        if match.shown_game.to_act is not player:
            return None
        event = await (self._before_roll if can.roll else self._event)(match, can)
        if event or not can.roll:
            return partial(table.apply, event) if event else None
        if table.dice_typed:
            self._rolls = match
            return None
        return partial(table.roll, player)

    async def _before_roll(self, match: MatchState, can: Choices) -> events.Event | None:
        """Return a double or resignation before the roll; None to roll."""
        player = self.seat.player
        if can.challenge and not last_play_was_legal(match):
            return events.Challenged(player)
        if can.resign and not match.game.board.contact:
            answer = await self._asked(match, QuestionKind.RESIGN)
            if answer.resign and answer.resign.offer in can.resign:
                return events.ResignationOffered(player, answer.resign.offer)
        if can.double:
            answer = await self._asked(match, QuestionKind.CUBE)
            if answer.cube and answer.cube.action is Act.DOUBLE:
                return events.Doubled(player)
        return None

    async def _event(self, match: MatchState, can: Choices) -> events.Event | None:
        """Return the engine's answer to an offer, or its play."""
        player = self.seat.player
        if can.answer_take_back:
            return events.TakenBack(player)
        if can.answer_resignation:
            resign = (await self._asked(match, QuestionKind.RESIGN)).resign
            accepts = resign is not None and resign.accept
            return events.ResignationAccepted(player) if accepts else events.ResignationRefused(player)
        if can.answer_double:
            return await self._answer_to_double(match, can)
        if can.accept:
            return events.PlayAccepted(player) if last_play_was_legal(match) else events.Challenged(player)
        if can.plays is None:
            return None
        if len(can.plays) <= 1:
            return events.Moved(player, next(iter(can.plays), ()))
        answer = await self._asked(match, QuestionKind.PLAYS)
        return events.Moved(player, answer.recommended or ())

    async def _answer_to_double(self, match: MatchState, can: Choices) -> events.Event:
        player = self.seat.player
        answer = await self._asked(match, QuestionKind.TAKE)
        action = answer.cube.action if answer.cube else Act.PASS
        if action is Act.BEAVER and can.beaver:
            return events.Beavered(player)
        return events.Dropped(player) if action is Act.PASS else events.Taken(player)

    async def _asked(self, match: MatchState, kind: QuestionKind) -> EngineAnswer:
        """Return the engine's answer; a noisy engine gives the same one again for the same match."""
        level = LEVELS.get(self.seat.level, EXPERT)
        question = EngineRequest.of(match, kind, level, seed=len(self._table.history) if level.noise else 0)
        return await self._ask(question)


class EngineVenue(Venue):
    """The venue of one player against an engine, which plays between `follow` and `stop`."""

    turns_board = True

    def __init__(
        self,
        table: Table,
        clocks: Clocks | None,
        advise: Ask | None,
        seat: EngineSeat,
        engines: Engines,
        pause: Callable[[], Awaitable[None]],
        *,
        exports: bool,
    ) -> None:
        """Seat one of the `engines`; `pause` is awaited before each of its acts."""
        super().__init__(table, clocks, advise, exports=exports)
        self.seats = (seat.player.opponent,)
        ask = with_built_in(engines, seat.engine, self._replaced)
        self.engine = EnginePlayer(table, seat, ask, pause, self._fail, self._rest)
        """The engine at the table."""
        self._fault = ""
        self._changed: Callable[[], object] = lambda: None
        self._playing: asyncio.Task[None] | None = None

    @property
    def typed_for(self) -> Player | None:  # type: ignore[override]  # constant elsewhere
        """The engine's side while it is to roll and the player types its dice; None at any other time."""
        return self.engine.seat.player if self.engine.awaits_dice else None

    def follow(self, changed: Callable[[], object]) -> None:
        """Start the engine, and call `changed` when the prompt changes without an event."""
        self._changed = changed
        self._playing = asyncio.create_task(self.engine.play())
        self._playing.add_done_callback(self._ended)

    def stop(self) -> None:
        """Stop the engine's play in this match; its process may serve others."""
        if self._playing:
            self._playing.cancel()

    def standing_notice(self) -> str:
        """Return the notices of the match, including a failure of the engine."""
        return self._fault or super().standing_notice()

    def waiting(self, _match: MatchState) -> tuple[str, str]:
        """Return the message that the engine is thinking, and an empty second line; both empty when it is not."""
        name = self.table.match.names[self.engine.seat.player.index]
        return (_("{name} is thinking.", name=name), "") if self.engine.thinking else ("", "")

    def _replaced(self, error: EngineError | None) -> None:
        self._fault = built_in_plays_on(error) if error else ""
        if error:
            self._changed()

    def _ended(self, playing: asyncio.Task[None]) -> None:
        """Report an unexpected error that has stopped the engine."""
        if not playing.cancelled() and (fault := playing.exception()):
            log("engine player failed", ERROR, fault=fault)
            self._say(_("The engine has stopped. Leave and resume to try again."))

    def _fail(self, error: BackgammonError) -> None:
        names = self.table.match.names
        self._say(_("{reason} Leave and resume to try again.", reason=sentence(error.describe(names), names)))

    def _rest(self) -> None:
        """Ask the player for the engine's dice, if they are typed."""
        if self.table.dice_typed:
            self._changed()

    def _say(self, fault: str) -> None:
        self._fault = fault
        self._changed()
