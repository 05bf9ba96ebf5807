"""A table, where a match is played.

The referee checks an event, then it is saved, and only then are watchers notified. Actions at a table wait for the
disk, and nothing else does. Of several actions at one table each waits for the one before, and is judged by the
match after it. Where several processes play one match, the table follows what the others add, and an action that
was overtaken is judged again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from logging import ERROR
from pathlib import Path
from typing import Self

from bgterm.formats.record import SESSION_CLOSED, GameRecord, Problem
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.notation.dice_evidence import Evidence
from bgterm.notation.json_codec import Note
from bgterm.play.dice.sources import DiceSource, dice_source
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.errors import (
    ContributionAwaited,
    DiceRolledForYou,
    GameUnfinished,
    MatchVoid,
    NoContributions,
    NoGamePlayed,
    NotMoneySession,
    OpeningAwaited,
    OwnDice,
    SessionClosed,
)
from bgterm.play.watchers import Watchers
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.errors import BackgammonError, IllegalAction, NotationError
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Match, Phase
from bgterm.rules.referee import actor, apply, apply_recorded, event_of_correction, event_of_throw
from bgterm.rules.refusal import Action, refusal
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import Overtaken, SaveDamaged, SaveError
from bgterm.storage.journal import Journal
from bgterm.storage.log import log
from bgterm.storage.store import FileStore, MatchStore, OpenMatch
from bgterm.storage.writer import Writer
from bgterm.text.joining import join_and

Watcher = Callable[[Match, Event], None]
"""Is told the match after an event, and the event."""


def _nothing() -> None:
    """Return None: there is no other objection to an event."""


def _nobody() -> None:
    """Return that nobody can claim a flag, where no clocks run."""


class Table:
    """A match that is being played and kept. Make one with `begin` or `resume`."""

    def __init__(self, journal: OpenMatch, record: GameRecord, source: DiceSource | None) -> None:
        """Take the open match, what it says so far, and where the rolls come from: None as the header says.

        Raises NotationError for an unknown source of dice, SaveError when the disk fails.
        """
        self._journal = journal
        self._source = source or _source_of(journal, record)
        self._verifiable = self._source if isinstance(self._source, VerifiableDice) else None
        self._match, self._history = record.match, list(record.events)
        self._choices: dict[Player, Choices] = {}
        self._claimant: Callable[[], Player | None] = _nobody
        self._notes = [item for item in record.items if isinstance(item, Note)]
        self._session_closed = SESSION_CLOSED in self._notes
        self._watchers = Watchers[[Match, Event]]()
        self._exchange_watchers, self._note_watchers = Watchers[[]](), Watchers[[Note]]()
        self._writer = Writer()
        self._turn = asyncio.Lock()
        self._held: Callable[[], AbstractContextManager[None]] = nullcontext
        self.header: Header = record.header
        """The header of the match."""
        self.damage: Problem | None = record.damage
        """The fault of the save when it was opened."""
        if self.closed or self._match.winner is not None:
            self._end(self._match)
        self._unplayable: SaveDamaged | None = None
        """The fault of a line of another process; nothing is done at the table after it."""
        self._behind = False
        self._follower: asyncio.Task[None] | None = None
        self._stop_following = journal.follow(self._look)

    @classmethod
    def begin(
        cls,
        folder: Path,
        header: Header,
        source: DiceSource | None = None,
        disk: Disk = DISK,
        *,
        lazily: bool = False,
        notes: Sequence[Note] = (),
    ) -> Self:
        """Begin a new match with `notes`, saved in the folder at once, or `lazily` as soon as something happens.

        Raises SaveError, and NotationError when the header's dice are of no kind there is.
        """
        return cls.create(FileStore(folder, disk), header, source, lazily=lazily, notes=notes)

    @classmethod
    def create(
        cls,
        store: MatchStore,
        header: Header,
        source: DiceSource | None = None,
        *,
        lazily: bool = False,
        notes: Sequence[Note] = (),
    ) -> Self:
        """Begin a new match in the store, as `begin` does in a folder."""
        journal, record = store.create(header, lazily=True)
        table = cls(journal, record, source)
        for note in notes:
            table._keep_note(note)
        if not lazily:
            journal.save()
        return table

    @classmethod
    def resume(cls, path: Path, source: DiceSource | None = None, disk: Disk = DISK) -> Self:
        """Go on with a match where it stood, with the dice it would have had.

        Raises SaveBusy when another program plays it, SaveError when it cannot be read or played on.
        """
        return cls.open(FileStore(path.parent, disk), path.stem, source)

    @classmethod
    def open(cls, store: MatchStore, name: str, source: DiceSource | None = None) -> Self:
        """Go on with a match of the store, as `resume` does with a file."""
        journal, record = store.open(name)
        try:
            return cls(journal, record, source)
        except BaseException as error:
            journal.close()
            if isinstance(error, NotationError):
                raise SaveDamaged(name=name, line=1, fault=error) from error
            raise

    @property
    def name(self) -> str:
        """The name of the save."""
        return self._journal.name

    @property
    def path(self) -> Path:
        """The file of the match, for one that is kept in a file; there is none before it is `saved`."""
        if not isinstance(self._journal, Journal):
            raise TypeError(f"{self.name} is not kept in a file")
        return self._journal.path

    @property
    def record(self) -> GameRecord:
        """The match with all that is kept so far."""
        return GameRecord(self.header, self._match, tuple(self._journal.items))

    @property
    def saved(self) -> bool:
        """Whether the match has been saved: one that was begun lazily is when something has happened."""
        return self._journal.saved

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match

    def choices(self, player: Player) -> Choices:
        """Return what the player may do now, with the dice and the clocks of this table.

        It is computed once for each player and state of the match.
        """
        can = self._by_the_rules(player)
        if can.correct and not self.dice_typed:
            can = replace(can, correct=False)
        return replace(can, claim_flag=False) if can.claim_flag and self._claimant() is not player else can

    def _by_the_rules(self, player: Player) -> Choices:
        """Return what the rules let the player do, whatever the dice and the clocks of this table."""
        if player not in self._choices:
            self._choices[player] = choices(self._match, player)
        return self._choices[player]

    @property
    def history(self) -> Sequence[Event]:
        """All that has happened."""
        return tuple(self._history)

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes so far; one that `post` has taken is among them before it is on the disk."""
        return tuple(self._notes)

    @property
    def dice_typed(self) -> bool:
        """Whether the players throw their own dice: rolls then come by `enter_roll`, otherwise by `roll`."""
        return self._source is None

    @property
    def dice_evidence(self) -> Evidence | None:
        """The evidence about the dice so far; None when they are not verifiable."""
        return self._verifiable.evidence if self._verifiable else None

    @property
    def dice_awaited(self) -> tuple[Player, ...]:
        """The players who have to contribute to verifiable dice, decline or open before the first roll."""
        return self._verifiable.evidence.awaited if self._verifiable and not self.closed else ()

    @property
    def void(self) -> Player | None:
        """The player who did not open their contribution to the dice, which ended the match. [RULES V4]"""
        return self._verifiable.evidence.void if self._verifiable else None

    @property
    def may_close_session(self) -> bool:
        """Whether this is a money session after a game, and no other has begun."""
        game = self._match.game
        between = self._match.finished is not None or (game.phase is Phase.OPENING and not game.throws)
        money = not self._match.ruleset.length and not self.closed
        return money and between and bool(self._match.results)

    @property
    def session_closed(self) -> bool:
        """Whether the players have closed the money session."""
        return self._session_closed

    @property
    def closed(self) -> bool:
        """Whether a note has ended it: the match is void, or the players have closed the money session."""
        return self._session_closed or self.void is not None

    async def apply(self, event: Event, why_not: Callable[[], IllegalAction | None] = _nothing) -> None:
        """Apply an event once it is saved; `why_not` returns any other objection when its turn has come.

        Raises IllegalPlay or IllegalAction when it cannot happen now, SaveError when it cannot be saved: then it
        has not happened. Raises an ExceptionGroup when it has happened, but some watchers failed."""

        async def act() -> None:
            if error := why_not():
                raise error
            await self._apply(event)

        await self._in_turn(act)

    async def roll(self, player: Player) -> None:
        """Roll the dice for the player, or one for each player at the opening. No dice are rolled for a player who
        may not. [RULES A-74] Raises as `apply` does, DiceError when there are no dice now, and IllegalAction when
        the players roll their own."""

        async def act() -> None:
            self._demand_open()
            self._demand_roll(player)
            if self._source is None:
                raise OwnDice()
            if self._verifiable and not self._throws:
                await self._exchanged(self._verifiable.open_known)
                self._demand_contributions(self._verifiable.evidence)
            await self._thrown(player, *self._source.throw(self._throws))

        await self._in_turn(act)

    async def enter_roll(self, player: Player, one: int, other: int) -> None:
        """Take what the players' own dice show: the player's two, or White's and Black's for the opening.

        Raises as `apply` does, ValueError for numbers that no die shows, and IllegalAction when the dice of this
        match are thrown by `roll`.
        """

        async def act() -> None:
            self._demand_own_dice()
            self._demand_roll(player)
            await self._thrown(player, one, other)

        await self._in_turn(act)

    async def correct_roll(self, player: Player, one: int, other: int) -> None:
        """Enter the players' own dice in place of the last entry; otherwise like `enter_roll`."""

        async def act() -> None:
            self._demand_own_dice()
            if not self.choices(player).correct:
                raise refusal(self._match, player, Action.CORRECT_ROLL)
            await self._apply(event_of_correction(self._match, player, one, other))

        await self._in_turn(act)

    async def report_cocked_dice(self, player: Player) -> None:
        """Note that a throw did not count, and must be made again, because a die did not lie flat on the board.

        Both dice of the player are rolled again, in the opening the one; no checker has moved since. Raises
        IllegalAction when the player is not to roll, or rolls no dice of their own, SaveError when it cannot be
        saved."""

        async def act() -> None:
            self._demand_own_dice()
            self._demand_roll(player)
            dice = "one" if self._match.game.phase is Phase.OPENING else "both"
            note = Note("cocked", {"player": player.name.lower(), "dice": dice})
            await self._writer.run(partial(self._keep_note, note))

        await self._in_turn(act)

    async def contribute(self, player: Player, text: str) -> None:
        """Contribute to verifiable dice, as `VerifiableDice.contribute`. [RULES V3]

        Like the three below it also raises IllegalAction when the dice are not verifiable, or the match is closed.
        """
        await self._exchange(lambda dice: dice.contribute(player, text))

    async def add_nothing(self, player: Player) -> None:
        """Decline to contribute, as `VerifiableDice.add_nothing`."""
        await self._exchange(lambda dice: dice.add_nothing(player))

    async def open_contribution(self, player: Player, text: str) -> None:
        """Open a contribution that was sealed elsewhere, as `VerifiableDice.open`."""
        await self._exchange(lambda dice: dice.open(player, text))

    async def give_up_opening(self, player: Player) -> None:
        """Record that the player cannot open their contribution, as `VerifiableDice.give_up_opening`."""
        await self._exchange(lambda dice: dice.give_up_opening(player))

    async def close_session(self) -> None:
        """End a money session for good, between two games, and reveal the secret of verifiable dice.

        Raises IllegalAction when that is not possible now, SaveError when it cannot be kept.
        """

        async def act() -> None:
            self._demand_open()
            if self._match.ruleset.length:
                raise NotMoneySession()
            if not self.may_close_session:
                played = self._match.results or self._throws
                raise GameUnfinished() if played else NoGamePlayed()
            await self._writer.run(partial(self._keep_note, SESSION_CLOSED, last=self._match))
            self._session_closed = True

        await self._in_turn(act)

    async def note(self, note: Note) -> None:
        """Keep a note beside what has happened, whatever that is. Raises SaveError."""
        await self._writer.run(partial(self._journal.add, note))
        self._notes.append(note)

    def post(self, note: Note) -> None:
        """Keep a note after all before it, without waiting.

        If a disk fails, it is in the log and not kept; if a database is away, it is kept when that is back.
        """
        self._notes.append(note)
        self._writer.post(partial(self._journal.post, note))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call the watcher for every event from now on; return the function that ends that.

        A watcher may not block, and may not act at the table itself.
        """
        return self._watchers.add(watcher)

    def watch_exchange(self, watcher: Callable[[], object]) -> Callable[[], None]:
        """Call the watcher whenever a player contributes to verifiable dice; return what ends that."""
        return self._exchange_watchers.add(watcher)

    def watch_notes(self, watcher: Callable[[Note], object]) -> Callable[[], None]:
        """Call the watcher for every note of another process; return what ends that."""
        return self._note_watchers.add(watcher)

    def use_clocks(
        self, hold: Callable[[], AbstractContextManager[None]], claimant: Callable[[], Player | None]
    ) -> None:
        """Play with clocks: `claimant` returns the player who may claim the opponent's flag now.

        The context `hold` is entered for each act, from when it is received until it is kept or refused.
        """
        self._held, self._claimant = hold, claimant

    def close(self) -> Future[None]:
        """Leave the table, once all is kept. The match can be resumed after that, if it has been saved."""
        self._stop_following()
        return self._writer.post(self._journal.close)

    @property
    def acting(self) -> bool:
        """Whether something that a player does is being kept."""
        return self._turn.locked()

    @property
    def _throws(self) -> int:
        """How many throws there were, those for the opening among them."""
        return sum(isinstance(event, OpeningThrown | Rolled) for event in self._history)

    async def _in_turn(self, act: Callable[[], Awaitable[None]]) -> None:
        """Act once all acts before are kept or refused; again as long as another process is first."""
        with self._held():
            async with self._turn:
                while True:
                    try:
                        return await act()
                    except Overtaken:
                        await self._read_on()

    async def _exchange(self, act: Callable[[VerifiableDice], None]) -> None:
        async def exchange() -> None:
            self._demand_open()
            if not self._verifiable:
                raise NoContributions()
            await self._exchanged(partial(act, self._verifiable))

        await self._in_turn(exchange)

    async def _exchanged(self, act: Callable[[], None]) -> None:
        """Run an action of the verifiable dice, and notify the watchers of what it recorded."""

        def exchange() -> None:
            act()
            if self.void is not None:
                self._end(self._match)

        try:
            await self._writer.run(exchange)
        finally:
            self._exchange_watchers.tell()

    async def _apply(self, event: Event) -> None:
        self._demand_open()
        match = apply(self._match, event, self._by_the_rules(actor(self._match, event)))
        await self._writer.run(partial(self._keep, event, last=None if match.winner is None else match))
        self._advance(match, event)
        self._watchers.tell(match, event)

    def _advance(self, match: Match, event: Event) -> None:
        self._match, self._choices = match, {}
        self._history.append(event)

    def _keep(self, item: Event | Note, *, last: Match | None = None) -> None:
        """Append to the journal what the table has judged; after the `last` line there is this match."""
        self._journal.append(item)
        if self._verifiable:
            self._verifiable.follow(item)
        if last:
            self._end(last)

    def _keep_note(self, note: Note, *, last: Match | None = None) -> None:
        """Append a note to the journal, and then to the notes of this table."""
        self._keep(note, last=last)
        self._notes.append(note)

    async def _thrown(self, player: Player, one: int, other: int) -> None:
        """Apply a roll of these dice."""
        await self._apply(event_of_throw(self._match, player, one, other))

    def _demand_contributions(self, found: Evidence) -> None:
        """Demand that both have contributed or declined, and opened what they sealed. [RULES V4]"""
        if found.awaited:
            players = join_and(self.header.names[one.index] for one in found.awaited)
            raise OpeningAwaited(players=players) if found.decided else ContributionAwaited(players=players)

    def _demand_open(self) -> None:
        if self._unplayable:
            raise self._unplayable
        if self.void is not None:
            raise MatchVoid(player=self.void)
        if self._session_closed:
            raise SessionClosed()

    def _demand_own_dice(self) -> None:
        """Demand that the match is open, and that the players throw their own dice."""
        self._demand_open()
        if not self.dice_typed:
            raise DiceRolledForYou()

    def _demand_roll(self, player: Player) -> None:
        if not self.choices(player).roll:
            raise refusal(self._match, player, Action.ROLL)

    def _end(self, match: Match) -> None:
        """Record the secret of verifiable dice; if the disk fails, when the match is resumed next."""
        with suppress(SaveError):
            if self._verifiable:
                self._verifiable.reveal()
            self._journal.finish(GameRecord(self.header, match, tuple(self._journal.items)))

    # Other processes

    def _look(self) -> None:
        """Read on soon, because another process may have added lines."""
        self._behind = True
        if self._follower is None or self._follower.done():
            self._follower = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        while self._behind:
            self._behind = False
            with suppress(SaveError):  # it is tried again when the next line comes, or after some seconds
                async with self._turn:
                    await self._read_on()

    async def _read_on(self) -> None:
        """Apply what other processes have added, and notify the watchers as of the events of this one.

        Watchers that fail are only logged: the act that waits here has nothing to do with them.
        """
        items = await self._writer.run(self._read_lines)
        for item in items:
            with self._failures_logged():
                self._take(item)
        if items and (self.closed or self._match.winner is not None):
            await self._writer.run(partial(self._end, self._match))
        if any(isinstance(item, Note) and item.name.startswith("dice_") for item in items):
            with self._failures_logged():
                self._exchange_watchers.tell()

    @contextmanager
    def _failures_logged(self) -> Iterator[None]:
        """Log the failures of watchers."""
        try:
            yield
        except ExceptionGroup as fault:
            log("watchers failed", ERROR, fault=fault, file=self.name)

    def _read_lines(self) -> Sequence[Event | Note]:
        items = self._journal.read_on()
        if self._verifiable:
            self._verifiable.follow_others(items)
        return items

    def _take(self, item: Event | Note) -> None:
        """Take an event or a note of another process."""
        if not isinstance(item, Note):
            try:
                match = apply_recorded(self._match, item)
            except BackgammonError as fault:
                line = len(self._history) + len(self._notes) + 2
                self._unplayable = SaveDamaged(name=self.name, line=line, fault=fault)
                log("journal damaged", ERROR, file=self.name, reason=str(self._unplayable))
                raise self._unplayable from fault
            self._advance(match, item)
            self._watchers.tell(match, item)
            return
        self._notes.append(item)
        self._session_closed |= item == SESSION_CLOSED
        self._note_watchers.tell(item)


def _source_of(journal: OpenMatch, record: GameRecord) -> DiceSource | None:
    """Return the dice source that the header names; None when the players throw dice of their own."""
    match DiceOrigin.read(record.header.dice).kind:
        case DiceKind.MANUAL:
            return None
        case DiceKind.VERIFIABLE:
            return VerifiableDice(journal, record.items)
        case _:
            return dice_source(record.header.dice)
