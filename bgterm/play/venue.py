"""The venue of a match: what differs between one keyboard, an engine and a server."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bgterm.editing.turn_draft import Draft
from bgterm.play.leaving_messages import parting
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState

if TYPE_CHECKING:
    from bgterm.engine.protocol import Ask, EngineAnswer, EngineRequest
    from bgterm.play.clocks import Clocks


class Venue:
    """A keyboard that two players share: nobody else is there."""

    online = False
    """Whether the players have terminals of their own."""
    turns_board = False
    """Whether the board is turned for one of the players only, or for a spectator."""
    may_ask_for_hints = False
    """Whether the player here can ask the opponent for hints for both, or agree to them."""
    may_refuse_hints = False
    """Whether a player here can turn hints off for both, or decline them."""
    may_talk = False
    """Whether there is a chat in which something can be said, or something was said."""
    no_export = ""
    """How to have the match elsewhere, where it cannot be exported."""

    def __init__(
        self, table: Table, clocks: "Clocks | None" = None, advise: "Ask | None" = None, *, exports: bool = False
    ) -> None:
        """Take the table, its clocks, the engine that gives hints, and whether matches can be exported."""
        self.table, self.clocks, self._advise, self.exports = table, clocks, advise, exports

    @property
    def guest(self) -> Player | None:
        """The player whose dice are thrown here, although another has the seat: an engine that has none."""
        return None

    def follow(self, changed: Callable[[], object]) -> None:
        """Call `changed` when the question changes without an event. It must return at once."""

    def stop(self) -> None:
        """Follow the match no longer."""

    @property
    def practises(self) -> bool:
        """Whether the decisions of a player here can be practised once the match is over."""
        return self.exports

    # Drafts

    @property
    def watched(self) -> Draft | None:
        """The moves that a player elsewhere has made so far."""
        return None

    def show_draft(self, draft: Draft) -> None:
        """Show all others the moves that were made here."""

    # Notices

    def waiting(self, _match: MatchState) -> tuple[str, str]:
        """Return why one waits for another player, where there is something to say about it."""
        return "", ""

    def standing_notice(self) -> str:
        """Return what is to be said as long as it holds, and no longer: that a flag can be claimed."""
        return self.flag_notice()

    def flag_notice(self) -> str:
        """Return that a player has no time left, while that can be claimed."""
        if self.clocks is None or self.clocks.claimant is None:
            return ""
        from bgterm.text.clock import flag_down  # only where time is limited

        return flag_down(self.table.match.names, self.clocks.claimant)

    def announce(self, _said: Callable[[], str]) -> bool:
        """Show everyone a contribution to the dice; return whether there is anybody else."""
        return False

    # Agreements

    @property
    def allows_hints(self) -> bool:
        """Whether an engine may help: over SSH only where the opponent is a bot or both players agree."""
        return self._advise is not None

    def set_hints(self, *, wanted: bool) -> None:
        """Ask for hints for both, or agree to them, or turn them off for both."""

    async def advise(self, question: "EngineRequest") -> "EngineAnswer":
        """Return the answer of an engine. Raises EngineError."""
        if self._advise is None:
            raise RuntimeError("no engine gives hints here")
        return await self._advise(question)

    @property
    def may_rematch(self) -> bool:
        """Whether a player here can ask for another match, or agree to it."""
        return self.table.session_closed or self.table.match.winner is not None

    async def end_session(self) -> None:
        """End the money session for good."""
        await self.table.close_session()

    # Leaving

    def leave(self) -> str:
        """Leave the match; return what to say in the shell, here how the match can be resumed."""
        if self.clocks:
            self.clocks.stop()
        self.table.close()
        return parting(self.table)

    def drop(self) -> None:
        """Leave because the terminal is gone, unless the match was left before."""
