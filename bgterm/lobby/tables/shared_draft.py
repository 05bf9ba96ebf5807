"""The unfinished turn of the player to act, which everyone at the table sees."""

from collections.abc import Callable

from bgterm.editing.turn_draft import Draft
from bgterm.lobby.hub import Drafted
from bgterm.lobby.notifications import DraftChanged, Notification
from bgterm.lobby.tables.attendance import Occupant, Seating
from bgterm.rules.board import Move, Player
from bgterm.rules.moves.base import LegalPlays, Play

Points = tuple[tuple[int, int], ...]
"""Moves as pairs of points (source, destination), in the form in which processes send them."""
Tell = Callable[[Notification, Occupant | None], None]
"""A function that notifies everyone at a table except one."""


class SharedDraft:
    """The moves of an unfinished turn, which are not saved."""

    def __init__(self, seating: Seating, tell: Tell, send: Callable[[Drafted], None]) -> None:
        """Begin without a move; `tell` notifies everyone here but one, and `send` notifies other processes."""
        self._seating, self._tell, self._send = seating, tell, send
        self.draft: Draft | None = None
        """The unfinished turn; None while it has no moves."""
        self._ahead: Points = ()
        """Moves from another process for a roll that this process has not read yet."""

    def show(self, mover: Occupant, draft: Draft | None) -> None:
        """Show the moves that the mover has made so far to everyone else; None shows none."""
        before = self.draft.moves if self.draft else ()
        if self._seating.has(mover) and (draft.moves if draft else ()) != before:
            self.draft = draft
            self._tell(DraftChanged(), mover)
            self.send()

    def send(self) -> None:
        """Send the moves of this turn to the other processes with sessions at the table."""
        if self._seating.has_remote:
            moves = tuple((move.src, move.dst) for move in (self.draft.moves if self.draft else ()))
            self._send(Drafted(self._seating.sharing.code, moves))

    def hear(self, moves: Points, plays: LegalPlays | None) -> None:
        """Show moves that were made on another process, if they are legal by `plays`.

        If `plays` is None, the roll has not been read yet, and `begin_turn` shows them once it has.
        """
        if plays is None:
            self._ahead = moves
            return
        play: Play = ()
        for move in (Move(*points) for points in moves):
            if move not in plays.after(play):
                return
            play = (*play, move)
        self.draft = Draft(plays, (play,)) if play else None
        self._tell(DraftChanged(), None)

    def begin_turn(self, mover: Player | None, plays: Callable[[], LegalPlays | None]) -> None:
        """Begin a turn without moves, or with moves that another process sent before the roll was read."""
        self.draft = None
        ahead, self._ahead = self._ahead, ()
        if ahead and mover and not self._seating.is_seated_here(mover):
            self.hear(ahead, plays())

    def follow_seats(self, mover: Player | None) -> None:
        """Discard the moves of a player who has left; otherwise send them to processes that have joined."""
        if self.draft and mover and not self._seating.is_seated(mover):
            self.draft = None
            self._tell(DraftChanged(), None)
        elif self.draft and mover and self._seating.is_seated_here(mover):
            self.send()
