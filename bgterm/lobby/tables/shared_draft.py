"""The turn that the player to act is making, which everyone at the table sees before it ends."""

from collections.abc import Callable

from bgterm.editing.turn_draft import Draft
from bgterm.lobby.hub import Drafted
from bgterm.lobby.notifications import DraftChanged, Notification
from bgterm.lobby.tables.attendance import Occupant, Seating
from bgterm.rules.board import Move, Player
from bgterm.rules.moves.base import LegalPlays, Play

Points = tuple[tuple[int, int], ...]
"""Moves as another process sends them: pairs of points."""
Tell = Callable[[Notification, Occupant | None], None]
"""Notifies everyone at a table, but for one."""


class SharedDraft:
    """The moves of a turn that is not over. Nothing of it is kept."""

    def __init__(self, seating: Seating, tell: Tell, send: Callable[[Drafted], None]) -> None:
        """Begin without a move; `tell` notifies those who are here, but for one, and `send` other processes."""
        self._seating, self._tell, self._send = seating, tell, send
        self.draft: Draft | None = None
        """The turn, while there are moves in it."""
        self._ahead: Points = ()
        """Moves of another process, of a roll that is not read yet."""

    def show(self, mover: Occupant, draft: Draft | None) -> None:
        """Show the moves that the mover has made so far to all others."""
        before = self.draft.moves if self.draft else ()
        if self._seating.has(mover) and (draft.moves if draft else ()) != before:
            self.draft = draft
            self._tell(DraftChanged(), mover)
            self.send()

    def send(self) -> None:
        """Send the moves that a player has made here to the other processes, if anybody is there."""
        if self._seating.has_remote:
            moves = tuple((move.src, move.dst) for move in (self.draft.moves if self.draft else ()))
            self._send(Drafted(self._seating.sharing.code, moves))

    def hear(self, moves: Points, plays: LegalPlays | None) -> None:
        """Show the moves that a player has made on another process, if they are among the legal `plays`.

        Those of a roll that is not read yet, without plays, are shown when it is.
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
        """Begin without a move, or with those of the mover that came from another process before the roll."""
        self.draft = None
        ahead, self._ahead = self._ahead, ()
        if ahead and mover and not self._seating.is_seated_here(mover):
            self.hear(ahead, plays())

    def follow_seats(self, mover: Player | None) -> None:
        """Forget the moves of a player who has gone; send them to those who have come."""
        if self.draft and mover and not self._seating.is_seated(mover):
            self.draft = None
            self._tell(DraftChanged(), None)
        elif self.draft and mover and self._seating.is_seated_here(mover):
            self.send()
