"""The venue of a match: the differences between a shared keyboard, an engine and a server."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.terminal.program import program
from bgterm.text import score
from bgterm.text.contributions import void

if TYPE_CHECKING:
    from bgterm.engine.protocol import Ask, EngineAnswer, EngineRequest
    from bgterm.play.clocks import Clocks


class Venue:
    """Where a match is played, seen from one terminal: who sits here, and which services there are.

    This class is the venue of two players at one keyboard; those against an engine and on a server are subclasses.
    """

    seats = tuple(Player)
    """The players at this terminal; none for a spectator."""
    online = False
    """Whether each player has a terminal of their own."""
    turns_board = False
    """Whether the board is flipped on this terminal only."""
    may_ask_for_hints = False
    """Whether the player here can ask the opponent for hints for both, or agree to them."""
    may_refuse_hints = False
    """Whether a player here can withdraw or decline hints for both."""
    may_talk = False
    """Whether there is a chat that can be written to or has lines."""
    typed_for: Player | None = None
    """The player whose dice are typed here without a seat here, such as an engine; None without one."""
    watched: Draft | None = None
    """The draft of a player at another terminal; None without one."""
    instead_of_export = ""
    """The way to get a record of the match when it cannot be exported, as a sentence; empty when it can."""

    def __init__(
        self, table: Table, clocks: "Clocks | None" = None, advise: "Ask | None" = None, *, exports: bool = False
    ) -> None:
        """Take the table, its clocks, the engine that gives hints, and whether matches can be exported."""
        self.table, self.clocks, self._advise, self.exports = table, clocks, advise, exports

    def follow(self, changed: Callable[[], object]) -> None:
        """Begin to follow the match.

        `changed` is called when the prompt changes without an event; it must return at once.
        """

    def stop(self) -> None:
        """Stop following the match."""

    @property
    def practises(self) -> bool:
        """Whether a player here can practise the decisions of this match after its end."""
        return self.exports

    # Drafts

    def show_draft(self, draft: Draft) -> None:
        """Show the draft of a player here to the opponent and spectators at other terminals, if there are any."""

    # Notices

    def waiting(self, _match: MatchState) -> tuple[str, str]:
        """Return the message about the player who is awaited, in two lines; both are empty without one."""
        return "", ""

    def standing_notice(self) -> str:
        """Return the notice to show as long as it is true, such as a flag that can be claimed, or empty."""
        return self.flag_notice()

    def flag_notice(self) -> str:
        """Return the notice that a flag can be claimed; empty when none can."""
        if self.clocks is None or self.clocks.claimant is None:
            return ""
        from bgterm.text.clock import flag_down  # only where time is limited

        return flag_down(self.table.match.names, self.clocks.claimant)

    def announce(self, _said: Callable[[], str]) -> bool:
        """Show a contribution to the dice at every terminal of the match; return whether that includes this one.

        `_said` returns the words, and is called once for each terminal, in its language. At one keyboard nothing
        is shown here and False is returned, so that the caller shows the words itself.
        """
        return False

    # Agreements

    @property
    def allows_hints(self) -> bool:
        """Whether an engine may help: over SSH only against a bot, or if both players agree."""
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
        """End the money session for good, at the present score."""
        await self.table.close_session()

    # Leaving

    def leave(self) -> str:
        """Leave the match; return the sentence to print in the shell, such as how to resume it."""
        if self.clocks:
            self.clocks.stop()
        self.table.close()
        return parting(self.table)

    def drop(self) -> None:
        """Leave because the terminal is gone; do nothing if the match was left before."""


def parting(table: Table, *, plain: bool = False) -> str:
    """Return the sentence to print when players leave a table.

    It says how the match can be resumed (in plain mode if `plain`), how it ended, or that nothing was saved.
    """
    if not table.journal.kept:
        return _("This match was not kept.")
    if not table.saved:
        return _("No dice were rolled: nothing was saved.")
    if table.void is not None:
        return _("{ending} Saved as {name}.", ending=void(table.header.names, table.void), name=table.name)
    if table.session_closed:
        from bgterm.analysis.ledger import session_over  # only for money sessions

        return _(
            "{ending} Saved as {name}.", ending=session_over(table.match, table.header.stake), name=table.name
        )
    return score.farewell(table.match, table.name, plain=plain, program=program())
