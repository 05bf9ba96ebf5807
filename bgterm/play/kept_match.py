"""A match as far as it is known, the journal that keeps it, and the verifiable dice that follow it."""

from collections.abc import Sequence
from contextlib import suppress
from logging import ERROR

from bgterm.catalog import N_
from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.errors import session_closed
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, IllegalAction
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Match
from bgterm.rules.referee import apply_recorded
from bgterm.storage.errors import SaveError, save_damaged
from bgterm.storage.log import log
from bgterm.storage.store import OpenMatch


class KeptMatch:
    """A match and what keeps it. Methods that use the journal wait for the disk, so a `Writer` calls them."""

    def __init__(self, journal: OpenMatch, record: GameRecord, dice: VerifiableDice | None) -> None:
        """Take the open match, what it says so far, and its verifiable dice."""
        self.journal, self.dice = journal, dice
        self.header: Header = record.header
        self.match: Match = record.match
        self.history: list[Event] = list(record.events)
        self.notes = [item for item in record.items if isinstance(item, Note)]
        self.session_closed = SESSION_CLOSED in self.notes
        """Whether the players have closed the money session."""
        self._unplayable: SaveError | None = None
        """The fault of a line of another process; nothing is done at the table after it."""
        if self.closed or self.match.winner is not None:
            self.end(self.match)

    @property
    def record(self) -> GameRecord:
        """The match with all that is kept so far."""
        return self._record(self.match)

    @property
    def void(self) -> Player | None:
        """The player who did not open their contribution to the dice, which ended the match. [RULES V4]"""
        return self.dice.evidence.void if self.dice else None

    @property
    def closed(self) -> bool:
        """Whether a note has ended it: the match is void, or the players have closed the money session."""
        return self.session_closed or self.void is not None

    @property
    def throws(self) -> int:
        """How many throws there were, those for the opening among them."""
        return sum(isinstance(event, OpeningThrown | Rolled) for event in self.history)

    def demand_open(self) -> None:
        """Demand that something can still be done. Raises IllegalAction, and SaveError for a damaged save."""
        if error := self._unplayable or self.why_closed():
            raise error

    def why_closed(self) -> IllegalAction | None:
        """Return why nothing more can be done; None while something can."""
        if self.void is not None:
            return IllegalAction(
                N_("this match is void: {player} did not open the sealed contribution. Begin a new one"),
                player=self.void,
            )
        return session_closed() if self.session_closed else None

    def advance(self, match: Match, event: Event) -> None:
        """Go on to the match after an event that is kept."""
        self.match = match
        self.history.append(event)

    def keep(self, item: Event | Note, *, last: Match | None = None) -> None:
        """Append to the journal what the table has judged; after the `last` line there is this match."""
        self.journal.append(item)
        if self.dice:
            self.dice.follow(item)
        if last:
            self.end(last)

    def keep_note(self, note: Note, *, last: Match | None = None) -> None:
        """Append a note to the journal, and then to the notes."""
        self.keep(note, last=last)
        self.notes.append(note)

    def end(self, match: Match) -> None:
        """Record the secret of verifiable dice; if the disk fails, when the match is resumed next."""
        with suppress(SaveError):
            if self.dice:
                self.dice.reveal()
            self.journal.finish(self._record(match))

    def _record(self, match: Match) -> GameRecord:
        return GameRecord(self.header, match, tuple(self.journal.items))

    # Other processes

    def read_on(self) -> Sequence[Event | Note]:
        """Return what other processes have added to the journal, for `take`."""
        items = self.journal.read_on()
        if self.dice:
            self.dice.follow_others(items)
        return items

    def take(self, item: Event | Note) -> None:
        """Go on to the match after what another process has added. Raises SaveError if it is not legal."""
        if isinstance(item, Note):
            self.notes.append(item)
            self.session_closed |= item == SESSION_CLOSED
            return
        try:
            match = apply_recorded(self.match, item)
        except BackgammonError as fault:
            line, name = len(self.history) + len(self.notes) + 2, self.journal.name
            self._unplayable = save_damaged(name, line, fault)
            log("journal damaged", ERROR, file=name, reason=str(self._unplayable))
            raise self._unplayable from fault
        self.advance(match, item)
