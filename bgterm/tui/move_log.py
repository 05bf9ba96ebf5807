"""The events at a table, as the lines that its widgets show."""

from collections.abc import Sequence

from bgterm.catalog import _
from bgterm.rules.events import Event, Moved, RollCorrected, Rolled
from bgterm.rules.match import Header, Match, Pair
from bgterm.rules.replay import Replay
from bgterm.text import events, score
from bgterm.text.score import WinNames


class GameLog:
    """The lines of a match: those of the game at hand, the last one, and all of them."""

    def __init__(self, header: Header, history: Sequence[Event], vocabulary: WinNames) -> None:
        """Write the log of everything so far, with these names for wins."""
        self._vocabulary = vocabulary
        self.all: list[str] = []
        """Every line in full, a heading before each game."""
        self.last = ""
        """The last event in full, except a roll: the dice are on the board, so the play before it stays
        readable.
        """
        self.brief: list[events.Brief] = []
        """The short lines of the game at hand."""
        self.pips: list[Pair] = []
        """The pips of both before each play of the game at hand."""
        self._results = -1
        self._rolled = False
        for step in Replay(header, history).steps():
            self.add(step.before, step.event)

    def add(self, before: Match, event: Event) -> None:
        """Add what happened in the match as it was before; a play stands in place of its roll, which it names."""
        if len(before.results) > self._results:
            self._results = len(before.results)
            lead = score.lead(before.names, before.score)
            self.all.append(_("Game {number}, {lead}", number=self._results + 1, lead=lead))
            self.clear()
        told = events.tell(before, event, self._vocabulary)
        if isinstance(event, Moved):
            self.pips.append(before.game.board.pips_of_both)
            if self._rolled:
                self.all.pop()
        self.all.append(f"  {told}")
        self._rolled = isinstance(event, Rolled)
        if not isinstance(event, Rolled | RollCorrected):
            self.last = told
        if brief := events.brief(before, event):
            self.brief.append(brief)

    def clear(self) -> None:
        """Begin the next game with nothing said."""
        self.brief.clear()
        self.pips.clear()
        self.last = ""
