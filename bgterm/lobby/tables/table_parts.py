"""The parts of a shared table: its opening and its draft.

The table is opened for the first session, closed after the last, and the match removed if it was never played.
The draft is the unfinished turn of the player to act, which everyone at the table sees.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from bgterm.background import SharedLock
from bgterm.editing.turn_draft import Draft
from bgterm.formats.record import GameRecord
from bgterm.lobby.hub import Drafted
from bgterm.lobby.notifications import DraftChanged, Notification
from bgterm.lobby.tables.attendance import Occupant, Seating
from bgterm.notation.dice_evidence import evidence
from bgterm.play.table import Table
from bgterm.rules.board import Move, Player
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.storage.errors import NoSuchSave
from bgterm.storage.store import MatchStore
from bgterm.storage.writer import Writer

Points = tuple[tuple[int, int], ...]
"""Moves as pairs of points (source, destination), in the form in which processes send them."""
Tell = Callable[[Notification, Occupant | None], None]
"""A function that notifies everyone at a table except one."""


class TableOpener:
    """The part of a shared table that opens and closes the table of its match, one call after the other."""

    def __init__(self, store: MatchStore, name: str) -> None:
        """Begin with a closed table; the store keeps the match under this name."""
        self._store, self._name = store, name
        self.table: Table | None = None
        """The table; None while it is closed."""
        self._writer = Writer()
        """Runs the closing of the table before the next opening or reading."""
        self._lock = SharedLock()
        self._removal: Future[bool] | None = None
        """The result of the removal, whether the match was removed; None before."""

    async def open(self, opened: Callable[[Table], None]) -> Table:
        """Return the table; if it was closed, open it and call `opened` with it.

        Raises SaveError if that fails.
        """
        async with self._lock:
            if self.table is None:
                self.table = await self._writer.run(partial(Table.open, self._store, self._name))
                opened(self.table)
            return self.table

    async def read(self) -> GameRecord:
        """Return the record from the store, after writing all lines of this process. Raises SaveError."""
        return await self._writer.run(partial(self._store.load, self._name))

    async def wait(self) -> None:
        """Wait until no call of `open` is in progress."""
        async with self._lock:
            pass

    def close(self, *, and_remove: bool) -> None:
        """Close the table in the background; with `and_remove` also remove the match from the store.

        A match that has begun, or at whose table an action is unfinished, is not removed.
        """
        is_acting = self.table is not None and self.table.acting
        if self.table:
            self._writer.post(self.table.close().result)
        if and_remove and not is_acting:
            self._removal = self._writer.post(self._remove)
        self.table = None

    @property
    def is_removed(self) -> bool:
        """Whether the match is removed from the store, or is being removed."""
        removal = self._removal
        return removal is not None and not (removal.done() and (removal.exception() or not removal.result()))

    def _remove(self) -> bool:
        """Remove the match, unless another process has played it; return whether it is removed."""
        with suppress(NoSuchSave):  # another process has removed it
            if has_begun(self._store.load(self._name)):
                return False
            self._store.remove(self._name)
        return True


def has_begun(record: GameRecord) -> bool:
    """Return whether a match has begun: it has a roll, or a sealed contribution to its dice."""
    return bool(record.events) or evidence(record.items).sealed


class SharedDraft:
    """The moves of the unfinished turn at a shared table, which everyone there sees, and which are not saved."""

    def __init__(self, seating: Seating, tell: Tell, send: Callable[[Drafted], None]) -> None:
        """Begin without a move; `tell` notifies everyone here but one, and `send` notifies other processes."""
        self._seating, self._tell, self._send = seating, tell, send
        self.draft: Draft | None = None
        """The unfinished turn; None while it has no moves."""
        self._ahead: Points = ()
        """Moves from another process for a roll that this process has not read yet."""

    def show(self, mover: Occupant, draft: Draft | None) -> None:
        """Show the moves that the session `mover` has made so far to everyone else there; None shows none."""
        before = self.draft.moves if self.draft else ()
        if self._seating.has(mover) and (draft.moves if draft else ()) != before:
            self.draft = draft
            self._tell(DraftChanged(), mover)
            self.send()

    def send(self) -> None:
        """Send the moves of this turn to the other processes with sessions at the table."""
        if self._seating.remote:
            moves = tuple((move.src, move.dst) for move in (self.draft.moves if self.draft else ()))
            self._send(Drafted(self._seating.sharing.code, moves))

    def hear(self, moves: Points, plays: LegalPlays | None) -> None:
        """Show moves of the unfinished turn that were made on another process, if they are legal by `plays`.

        If `plays` is None, the roll has not been read yet, and `begin_turn` shows the moves once it has.
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
        """Begin the turn of `mover` without moves, or with those that another process sent before its roll.

        `mover` is None when nobody is to act. `plays` returns the legal plays, by which such moves are checked.
        """
        self.draft = None
        ahead, self._ahead = self._ahead, ()
        if ahead and mover and not self._seating.is_seated_here(mover):
            self.hear(ahead, plays())

    def follow_seats(self, mover: Player | None) -> None:
        """Discard the moves if `mover`, the player to act, has left.

        Otherwise send them to the other processes.
        """
        if self.draft and mover and not self._seating.is_seated(mover):
            self.draft = None
            self._tell(DraftChanged(), None)
        elif self.draft and mover and self._seating.is_seated_here(mover):
            self.send()
