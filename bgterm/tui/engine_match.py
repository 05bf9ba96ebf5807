"""A match of one player at this terminal against an engine."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from logging import ERROR
from time import monotonic

from bgterm.catalog import _
from bgterm.engine.errors import EngineError
from bgterm.formats.engine_notes import EngineSeat
from bgterm.play.clocks import Clocks, clocks_of
from bgterm.play.engine_player import EnginePlayer, built_in_plays_on, try_again_later, with_built_in
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.storage.log import log
from bgterm.tui.match_session import MatchSession, OneSidedMatch


class EngineMatch(OneSidedMatch):
    """A match against an engine: one seat is here, and the engine has the other."""

    def __init__(self, table: Table, workspace: Workspace, clocks: Clocks | None, seat: EngineSeat) -> None:
        """Sit down at a table where the engine has a seat; it plays as long as the match is followed."""
        ask = with_built_in(workspace.engines, seat.engine, self._replaced, self._works)
        self._engine = EnginePlayer(table, seat, ask, workspace.pause, self._fail, self._rest)
        self._fault = ""
        self._ask_anew: Callable[[], object] = str
        self._playing: asyncio.Task[None] | None = None
        super().__init__(table, workspace, (seat.player.opponent,), clocks)

    @classmethod
    def begin_with(cls, table: Table, workspace: Workspace, seat: EngineSeat) -> "EngineMatch":
        """Return the match of a table; its clocks run from now on."""
        return cls(table, workspace, clocks_of(table, monotonic), seat)

    # What happens

    def follow(
        self, tell: Callable[[], object], exchanged: Callable[[], object], ask_anew: Callable[[], object]
    ) -> None:
        """Follow the match, and let the engine play."""
        super().follow(tell, exchanged, ask_anew)
        self._ask_anew = ask_anew
        self._playing = asyncio.create_task(self._engine.play())
        self._playing.add_done_callback(self._ended)

    def stop(self) -> None:
        """Follow the match no longer: the engine stops, too."""
        super().stop()
        if self._playing:
            self._playing.cancel()

    def _replaced(self, error: EngineError) -> None:
        self._say(built_in_plays_on(error))

    def _works(self) -> None:
        self._fault = ""

    def _ended(self, playing: asyncio.Task[None]) -> None:
        """Show that the engine has stopped, where that is an error of bgterm."""
        if not playing.cancelled() and (fault := playing.exception()):
            log("engine player failed", ERROR, fault=fault)
            self._say(_("The engine has stopped. Leave and resume to try again."))

    def _fail(self, error: BackgammonError) -> None:
        self._say(try_again_later(error, self.match.names))

    def _say(self, fault: str) -> None:
        self._fault = fault
        self._ask_anew()

    def _rest(self) -> None:
        """Ask for the dice of the engine, where the player throws them."""
        if self.table.dice_typed:
            self._begin_turn()
            self._ask_anew()

    # Who may do what

    @property
    def asked(self) -> Player | None:
        """The player here; the engine where the player throws its dice."""
        return self._engine.seat.player if self._engine.awaits_dice else super().asked

    def choices(self, player: Player) -> Choices:
        """Return what the player may do; for the engine, whose dice the player throws, only a roll."""
        can = super().choices(player)
        return can if player in self.seats else replace(can, double=False, no_double=None, resign=())

    # What is shown

    def standing_notice(self) -> str:
        """Return what is wrong with the engine, too."""
        return self._fault or super().standing_notice()

    def waiting(self) -> tuple[str, str]:
        """Return that the engine thinks."""
        name = self.match.names[self._engine.seat.player.index]
        return (_("{name} is thinking.", name=name), "") if self._engine.thinking else ("", "")

    # What is done

    async def rematch(self) -> MatchSession:
        """Begin another match with the same seats and rules."""
        seat = self._engine.seat
        table = self.workspace.rematch_table(self.table.header, seat)
        self.close()
        return EngineMatch.begin_with(table, self.workspace, seat)
