"""Where a match is played. What happens is checked by the referee, then kept, and only then told."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Self

from bgterm.notation.lines import Note
from bgterm.notation.record import Damage, Record
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError, Rule
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Match, Phase
from bgterm.rules.referee import apply, choices, refusal
from bgterm.table.cup import DiceCup, cup_for
from bgterm.table.saves import DISK, Disk, Journal, SaveError

Watcher = Callable[[Match, Event, int], None]
"""Is told the match after an event, the event and its number, from 1."""


class Table:
    """A match that is being played and kept. Make one with `begin` or `resume`."""

    def __init__(self, journal: Journal, record: Record, cup: DiceCup) -> None:
        """Take the open journal, what it says so far, and where the rolls come from."""
        self._journal, self._cup = journal, cup
        self._match, self._history = record.match, list(record.events)
        self._watchers: dict[int, Watcher] = {}
        self._tickets = count()
        self._news = deque[tuple[Match, Event, int]]()
        self.header: Header = record.header
        """What was agreed before the match."""
        self.damage: Damage | None = record.damage
        """What was wrong with the save when it was opened."""

    @classmethod
    def begin(cls, folder: Path, header: Header, cup: DiceCup | None = None, disk: Disk = DISK) -> Self:
        """Lay the table for a new match, kept in the folder.

        Raises SaveError, and NotationError when the header's dice are of no kind there is.
        """
        cup = cup or cup_for(header.dice)
        return cls(*Journal.create(folder, header, disk), cup)

    @classmethod
    def resume(cls, path: Path, cup: DiceCup | None = None, disk: Disk = DISK) -> Self:
        """Go on with a match where it stood, with the dice it would have had.

        Raises SaveBusy when another program plays it, SaveError when it cannot be read or played on.
        """
        journal, record = Journal.open(path, disk)
        try:
            return cls(journal, record, cup or cup_for(record.header.dice))
        except NotationError as fault:
            journal.close()
            raise SaveError(Rule.SAVE_DAMAGED, name=path.stem, line=1, fault=fault) from fault

    @property
    def name(self) -> str:
        """What the save is called."""
        return self._journal.path.stem

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match

    @property
    def history(self) -> Sequence[Event]:
        """All that has happened."""
        return tuple(self._history)

    def do(self, event: Event) -> None:
        """Let something happen.

        Raises IllegalPlay or IllegalAction when it cannot happen now, SaveError when it cannot be kept: then it
        has not happened. Raises an ExceptionGroup when it has happened, but some watchers failed.
        """
        match = apply(self._match, event)
        self._journal.append(event)
        self._match = match
        self._history.append(event)
        self._tell(match, event, len(self._history))

    def roll(self, player: Player) -> None:
        """Throw the dice for the player, or one for each player where the opening is due. Raises as `do` does.

        No dice are thrown where he may not roll. [RULES A-74]
        """
        if not choices(self._match, player).roll:
            raise refusal(self._match, player, "roll")
        one, other = self._cup.throw(sum(isinstance(event, OpeningThrown | Rolled) for event in self._history))
        if self._match.game.phase is Phase.TO_ROLL:
            self.do(Rolled(player, Dice.of(one, other)))
        else:
            self.do(OpeningThrown(one, other))

    def note(self, note: Note) -> None:
        """Keep a note beside what has happened. Raises SaveError."""
        self._journal.append(note)

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell the watcher of everything that happens from now on; give what ends that."""
        ticket = next(self._tickets)
        self._watchers[ticket] = watcher

        def unwatch() -> None:
            self._watchers.pop(ticket, None)

        return unwatch

    def close(self) -> None:
        """Leave the table. The match can be resumed."""
        self._journal.close()

    def _tell(self, match: Match, event: Event, number: int) -> None:
        """Tell everyone, also when some fail; what a watcher itself makes happen is told after this."""
        self._news.append((match, event, number))
        if len(self._news) > 1:
            return
        faults = []
        try:
            while self._news:
                for watcher in tuple(self._watchers.values()):
                    try:
                        watcher(*self._news[0])
                    except Exception as fault:  # noqa: BLE001 - raised below, when all have been told
                        faults.append(fault)
                self._news.popleft()
        finally:
            self._news.clear()
        if faults:
            raise ExceptionGroup(f"told of {event}, some watchers failed", faults)
