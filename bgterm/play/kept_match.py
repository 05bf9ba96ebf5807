"""The state of a match with the journal that saves it, the dice that follow it, and the watchers of both.

Acts at a table are serialized: each waits for the one before, and is judged by the match after it. Where several
processes play one match, their events are applied between two acts, and an act that was overtaken is judged again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from logging import ERROR
from typing import Concatenate, ParamSpec

from bgterm.background import SharedLock, Watchers
from bgterm.catalog import N_
from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.notation.dice_evidence import Evidence
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, IllegalAction
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, MatchState
from bgterm.rules.referee import apply_recorded
from bgterm.storage.errors import Overtaken, SaveError, save_damaged
from bgterm.storage.log import log
from bgterm.storage.open_match import ListChange, OpenMatch
from bgterm.storage.writer import Writer
from bgterm.text.joining import join_and

_P = ParamSpec("_P")


class KeptMatch:
    """A match that is being played, its journal, its verifiable dice and its watchers.

    This is the base class of `Table`, which adds the rules and the other kinds of dice.
    """

    def __init__(self, journal: OpenMatch, record: GameRecord, dice: VerifiableDice | None) -> None:
        """Begin with an open match, its record so far, and its verifiable dice, None for other dice."""
        self.journal, self.dice = journal, dice
        self.header: Header = record.header
        self.match: MatchState = record.match
        """The present state of the match."""
        self._history = list(record.events)
        self._notes = [item for item in record.items if isinstance(item, Note)]
        self.session_closed = SESSION_CLOSED in self._notes
        """Whether the players have closed the money session."""
        self.event_watchers = Watchers[[MatchState, Event]]()
        """Functions that are called with the match after an event, and the event.

        They must not block, and must not act at the table.
        """
        self.exchange_watchers = Watchers[[]]()
        """Functions that are called after each contribution to verifiable dice."""
        self.note_watchers = Watchers[[Note]]()
        """Functions that are called with each note from another process."""
        self.writer = Writer()
        """The worker for calls that block on the disk."""
        self.hold: Callable[[], AbstractContextManager[None]] = nullcontext
        """Returns a context that is held for each act, from when it is received until it is saved or refused."""
        self._unplayable: SaveError | None = None
        """The fault in a line from another process, after which nothing more can be done at the table."""
        self._turn = SharedLock()
        """Held during an act, and while the lines of other processes are read."""
        self._acts = 0
        """The number of acts that were received, and are neither saved nor refused."""
        self._behind = False
        self._follower: asyncio.Task[None] | None = None
        if self.closed or self.match.winner is not None:
            self.end(self.match)
        self.stop_following = journal.follow(self._look)

    @property
    def record(self) -> GameRecord:
        """The record of everything saved so far."""
        return self._record(self.match)

    @property
    def history(self) -> Sequence[Event]:
        """All events of the match so far, in order."""
        return tuple(self._history)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes so far, including those that `Table.post` has not written to disk yet."""
        return tuple(self._notes)

    @property
    def void(self) -> Player | None:
        """The player whose contribution to the dice was not opened, which ended the match, or None. [RULES V4]"""
        return self.dice.evidence.void if self.dice else None

    @property
    def closed(self) -> bool:
        """Whether a note has ended the match: it is void, or the players have closed the money session."""
        return self.session_closed or self.void is not None

    @property
    def throws(self) -> int:
        """The number of throws of the dice so far, including those for the opening and their ties."""
        return sum(isinstance(event, OpeningThrown | Rolled) for event in self._history)

    def why_closed(self) -> IllegalAction | None:
        """Return why nobody can play on: the match is void, or the money session was closed; None otherwise."""
        if self.void is not None:
            return IllegalAction(
                N_("this match is void: {player} did not open the sealed contribution. Begin a new one"),
                player=self.void,
            )
        message = N_("this session is closed: begin a new one to play on")
        return IllegalAction(message) if self.session_closed else None

    # Acts at the table

    @property
    def acting(self) -> bool:
        """Whether some action at the table waits for its turn or is being saved."""
        return self._acts > 0

    async def act(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run `act`, which checks and saves one action, once all earlier ones are saved or refused.

        `act` runs again if another process has added to the match first. Raises IllegalAction when the match is
        closed, SaveError when its save is damaged, and the errors of `act`.
        """
        self._acts += 1
        try:
            with self.hold():
                async with self._turn:
                    return await self._judge(act)
        finally:
            self._acts -= 1

    async def _judge(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run an act, and again if another process was first. Raises as `act`."""
        while True:
            if error := self._unplayable or self.why_closed():
                raise error
            try:
                return await act()
            except Overtaken:
                await self._read_on()

    async def keep_event(self, match: MatchState, event: Event) -> None:
        """Save a legal event, make `match` (the state after it) the present state, and notify the watchers."""
        change = ListChange.GAME if match.results != self.match.results else ListChange.TURN
        change = ListChange.NONE if change is ListChange.TURN and match.to_act is self.match.to_act else change
        await self.writer.run(
            partial(self.keep, event, change=change, last=None if match.winner is None else match)
        )
        self._advance(match, event)
        self.event_watchers.tell(match, event)

    def _advance(self, match: MatchState, event: Event) -> None:
        """Set the state after an event that was saved."""
        self.match = match
        self._history.append(event)

    # Contributions to verifiable dice, before the first roll of the match

    @property
    def evidence(self) -> Evidence | None:
        """The evidence about the dice so far; None when they are not verifiable."""
        return self.dice.evidence if self.dice else None

    @property
    def awaited(self) -> tuple[Player, ...]:
        """The players who have to contribute to verifiable dice, decline or open before the first roll."""
        evidence = self.evidence
        return evidence.awaited if evidence and not self.closed else ()

    async def exchange(
        self, act: Callable[Concatenate[VerifiableDice, _P], None], *args: _P.args, **named: _P.kwargs
    ) -> None:
        """Call `act`, which contributes, declines or opens, with these arguments, as an act. [RULES V3, V4]

        `act` is a method of `VerifiableDice`. Raises its errors, and IllegalAction when the dice are not
        verifiable or the match is closed.
        """

        async def exchange() -> None:
            if not self.dice:
                raise no_contributions()
            await self._exchange(partial(act, self.dice, *args, **named))

        await self.act(exchange)

    async def complete_exchange(self) -> None:
        """Open the contributions to verifiable dice that bgterm knows; do nothing for dice of other kinds.

        Call this within an act. Raises IllegalAction while a player must contribute, decline or open. [RULES V4]
        """
        if not self.dice:
            return
        await self._exchange(self.dice.open_known)
        found = self.dice.evidence
        if found.awaited:
            players = join_and(self.header.names[one.index] for one in found.awaited)
            undecided = N_("no roll yet: {players} must contribute to the dice or decline first")
            unopened = N_("no roll yet: {players} must open the sealed contribution first")
            raise IllegalAction(unopened if found.decided else undecided, players=players)

    async def _exchange(self, act: Callable[[], None]) -> None:
        """Run an action of the verifiable dice, and notify the watchers of what it recorded."""

        def exchange() -> None:
            act()
            if self.void is not None:
                self.end(self.match)

        try:
            await self.writer.run(exchange)
        finally:
            self.exchange_watchers.tell()

    # Callbacks of the writer

    def keep(
        self, item: Event | Note, *, change: ListChange = ListChange.NONE, last: MatchState | None = None
    ) -> None:
        """Append a legal item to the journal, and pass it to verifiable dice.

        `change` is the effect on lists of matches in other processes. `last` is the final state of the match if
        the item ends it, so that its journal is finished.
        """
        self.journal.append(item, change)
        if self.dice:
            self.dice.follow(item)
        if last:
            self.end(last)

    def keep_note(self, note: Note, *, last: MatchState | None = None) -> None:
        """Append a note to the journal and to `notes`; `last` is the final state of a match that it ends."""
        self.keep(note, last=last)
        self._notes.append(note)

    def end(self, match: MatchState) -> None:
        """Record the secret of verifiable dice, and finish the journal; `match` is the final state of the match.

        If the disk fails, that is done when the match is resumed.
        """
        with suppress(SaveError):
            if self.dice:
                self.dice.reveal()
            self.journal.finish(self._record(match))

    def _record(self, match: MatchState) -> GameRecord:
        return GameRecord(self.header, match, tuple(self.journal.items))

    # Other processes

    def _look(self) -> None:
        """Read the lines that another process may have added, soon."""
        self._behind = True
        if self._follower is None or self._follower.done():
            self._follower = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        while self._behind:
            self._behind = False
            with suppress(SaveError):  # tried again when the next line comes, or after some seconds
                async with self._turn:
                    await self._read_on()

    async def _read_on(self) -> None:
        """Apply the lines that other processes have added, and notify the watchers.

        Failures of watchers are only logged, because the waiting act is not their cause.
        """
        items = await self.writer.run(self._read_lines)
        for item in items:
            with self._failures_logged():
                self._take(item)
        if items and (self.closed or self.match.winner is not None):
            await self.writer.run(partial(self.end, self.match))
        if any(isinstance(item, Note) and item.name.startswith("dice_") for item in items):
            with self._failures_logged():
                self.exchange_watchers.tell()

    def _read_lines(self) -> Sequence[Event | Note]:
        """Return the items that other processes have added to the journal, after the dice have followed them."""
        items = self.journal.read_on()
        if self.dice:
            self.dice.follow_others(items)
        return items

    def _take(self, item: Event | Note) -> None:
        """Apply an event or note of another process, and notify the watchers.

        Raises SaveError for an illegal event.
        """
        if isinstance(item, Note):
            self._notes.append(item)
            self.session_closed |= item == SESSION_CLOSED
            self.note_watchers.tell(item)
            return
        try:
            match = apply_recorded(self.match, item)
        except BackgammonError as fault:
            line, name = len(self._history) + len(self._notes) + 2, self.journal.name
            self._unplayable = save_damaged(name, line, fault)
            log("journal damaged", ERROR, file=name, reason=str(self._unplayable))
            raise self._unplayable from fault
        self._advance(match, item)
        self.event_watchers.tell(match, item)

    @contextmanager
    def _failures_logged(self) -> Iterator[None]:
        """Log the failures of watchers."""
        try:
            yield
        except ExceptionGroup as fault:
            log("watchers failed", ERROR, fault=fault, file=self.journal.name)


def no_contributions() -> IllegalAction:
    """Return the error for a contribution to dice that are not verifiable."""
    return IllegalAction(N_("nothing can be added to these dice: only verifiable dice take contributions"))
