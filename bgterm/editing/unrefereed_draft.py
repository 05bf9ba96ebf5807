"""The draft of a turn whose legality only the opponent checks. [RULES A-73]"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bgterm.editing.turn_draft import Draft
from bgterm.notation.errors import unreadable_play
from bgterm.notation.grammar import read_entries
from bgterm.notation.plays import WrittenPlay, play_text
from bgterm.rules.board import Move
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.moves.unrefereed import FreePlays


@dataclass(frozen=True)
class FreeDraft(Draft):
    """A draft of any moves that can be made; it can be left as it is at any time."""

    free: FreePlays | None = None
    """The plays that the board allows at all."""

    @cached_property
    def next_moves(self) -> frozenset[Move]:
        """The moves that may come next, by any number of pips."""
        return self.free.after(self._made) if self.free else frozenset()

    @cached_property
    def destinations(self) -> Mapping[int, int]:
        """The targets of the checker in hand."""
        return {move.dst: 1 for move in self.next_moves if move.src == self.picked}

    @property
    def complete(self) -> bool:
        """Whether the dice can be picked up: nothing is half done. That nothing is done at all is a play too."""
        return not self.text and self.picked is None

    @property
    def can_carry(self) -> bool:
        """Whether a checker can be carried from point to point now: also when the turn could end."""
        return not self.text

    @property
    def leaves_dice(self) -> bool:
        """Whether picking up the dice now would leave them unplayed though a move is legal."""
        return self.complete and not self.moves and self.plays.moves_needed > 0

    @property
    def may_confirm_by_itself(self) -> bool:
        """Whether the turn may end automatically: never, since only the player knows when it is complete."""
        return False

    @property
    def forced(self) -> bool:
        """Whether there is but one play: never, where any may be made."""
        return False

    @property
    def used(self) -> tuple[int, ...]:
        """The numbers that have been played: the players see to that."""
        return ()

    def legal_plays_matching(self) -> Iterator[WrittenPlay]:
        """Yield nothing: without a referee the players judge legality."""
        return iter(())

    @cached_property
    def _read(self) -> tuple[WrittenPlay, ...] | BackgammonError:
        """Take the text by the letter: each two points joined are a move."""
        try:
            read = read_entries(self.text)
        except BackgammonError as fault:
            return fault
        if single := next((entry for entry in read.entries if len(entry.points) == 1), None):
            return unreadable_play(str(single.points[0]), "8/5 6/5")
        impossible = self.free.why_not(self.moves + read.moves) if self.free else None
        if impossible:
            return impossible
        before = self.plays.board.played(self.plays.player, self.moves)
        return (WrittenPlay(read.moves, play_text(before, self.plays.player, read.moves)),)


def draft_of(can: Choices) -> Draft | None:
    """Return a new draft of the roll that a player has; None without a roll."""
    if can.plays is None:
        return None
    return FreeDraft(can.plays, free=can.free_plays) if can.free_plays else Draft(can.plays)
