"""Where a match is played. What happens is checked by the referee, then kept, and only then told."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

from bgterm.notation.evidence import Evidence
from bgterm.notation.lines import Note
from bgterm.notation.record import SESSION_CLOSED, Damage, Record
from bgterm.notation.troubles import Trouble
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import IllegalAction, NotationError, Rule
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Match, Phase
from bgterm.rules.referee import apply, event_of_correction, event_of_throw
from bgterm.rules.refusal import Action, refusal
from bgterm.rules.series import going_on
from bgterm.table.cup import MANUAL, VERIFIABLE, DiceCup, cup_for
from bgterm.table.saves import DISK, Disk, Journal, SaveError
from bgterm.table.verifiable import SECRET, VerifiableCup

Watcher = Callable[[Match, Event, int], None]
"""Is told the match after an event, the event and its number, from 1."""


class Table:
    """A match that is being played and kept. Make one with `begin` or `resume`."""

    def __init__(self, journal: Journal, record: Record, cup: DiceCup | None) -> None:
        """Take the open journal, what it says so far, and where the rolls come from: None as the header says.

        Raises NotationError when that is no kind of dice there is, SaveError when the disk fails.
        """
        self._journal = journal
        self._cup = cup or _cup_of(journal, record)
        self._match, self._history = record.match, list(record.events)
        self._notes = [item for item in record.items if isinstance(item, Note)]
        self._session_closed = SESSION_CLOSED in self._notes
        self._watchers: dict[int, Watcher] = {}
        self._exchange_watchers: dict[int, Callable[[], None]] = {}
        self._tickets = count()
        self._news = deque[tuple[Match, Event, int]]()
        self.header: Header = record.header
        """What was agreed before the match."""
        self.damage: Damage | None = record.damage
        """What was wrong with the save when it was opened."""
        if isinstance(self._cup, VerifiableCup):
            self._cup.changed = self._exchange_changed
        self._reveal_when_over()

    @classmethod
    def begin(
        cls,
        folder: Path,
        header: Header,
        cup: DiceCup | None = None,
        disk: Disk = DISK,
        *,
        lazily: bool = False,
    ) -> Self:
        """Begin a new match, saved in the folder at once, or `lazily` as soon as something happens.

        Raises SaveError, and NotationError when the header's dice are of no kind there is.
        """
        journal, record = Journal.create(folder, header, disk, lazily=lazily)
        try:
            return cls(journal, record, cup)
        except BaseException:
            journal.discard()
            raise

    @classmethod
    def resume(cls, path: Path, cup: DiceCup | None = None, disk: Disk = DISK) -> Self:
        """Go on with a match where it stood, with the dice it would have had.

        Raises SaveBusy when another program plays it, SaveError when it cannot be read or played on.
        """
        journal, record = Journal.open(path, disk)
        try:
            return cls(journal, record, cup)
        except BaseException as error:
            journal.close()
            if isinstance(error, NotationError):
                raise SaveError(Trouble.SAVE_DAMAGED, name=path.stem, line=1, fault=error) from error
            raise

    @property
    def name(self) -> str:
        """What the save is called."""
        return self.path.stem

    @property
    def path(self) -> Path:
        """The file of the match; there is none before it is `saved`."""
        return self._journal.path

    @property
    def saved(self) -> bool:
        """Whether the match has been saved: one that was begun lazily is when something has happened."""
        return self._journal.saved

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match

    @property
    def history(self) -> Sequence[Event]:
        """All that has happened."""
        return tuple(self._history)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes there were when the table was laid, and those that `note` has kept since."""
        return tuple(self._notes)

    @property
    def dice_typed(self) -> bool:
        """Whether the players throw dice of their own: then what they show comes by `rolled`, else by `roll`."""
        return self._cup is None

    @property
    def dice_evidence(self) -> Evidence | None:
        """What there is to check the dice by, so far; None when they are not verifiable."""
        return self._cup.evidence if isinstance(self._cup, VerifiableCup) else None

    @property
    def dice_awaited(self) -> tuple[Player, ...]:
        """The players who have to contribute to verifiable dice, decline or open before the first roll."""
        return self._cup.evidence.awaited if isinstance(self._cup, VerifiableCup) and not self.closed else ()

    @property
    def void(self) -> Player | None:
        """The player who did not open their contribution to the dice, which ended the match. [RULES V4]"""
        return self._cup.evidence.void if isinstance(self._cup, VerifiableCup) else None

    @property
    def may_close_session(self) -> bool:
        """Whether this is a money session after a game, and no other has begun."""
        game = self._match.game
        between = game.phase is Phase.OVER or (game.phase is Phase.OPENING and not game.throws)
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

    def do(self, event: Event) -> None:
        """Let something happen.

        Raises IllegalPlay or IllegalAction when it cannot happen now, SaveError when it cannot be kept: then it
        has not happened. Raises an ExceptionGroup when it has happened, but some watchers failed.
        """
        self._demand_open()
        match = apply(self._match, event)
        self._journal.append(event)
        self._match = match
        self._history.append(event)
        if isinstance(self._cup, VerifiableCup):
            self._cup.follow(event)
        self._reveal_when_over()
        self._tell(match, event, len(self._history))

    def roll(self, player: Player) -> None:
        """Throw the dice for the player, or one for each player where the opening is due.

        No dice are thrown where he may not roll. [RULES A-74] Raises as `do` does, DiceError when there are no
        dice to be had now, and IllegalAction when the players throw their own.
        """
        self._demand_roll(player)
        if self._cup is None:
            raise IllegalAction(Trouble.DICE_TYPED)
        if isinstance(self._cup, VerifiableCup):
            self._cup.open_known()
            self._demand_contributions(self._cup.evidence)
        self._thrown(player, *self._cup.throw(self._throws))

    def rolled(self, player: Player, one: int, other: int) -> None:
        """Take what the players' own dice show: the player's two, or White's and Black's for the opening.

        Raises as `do` does, ValueError for numbers that no die shows, and IllegalAction when the dice of this
        match are thrown by `roll`.
        """
        self._demand_own_dice(player)
        self._thrown(player, one, other)

    def corrected(self, player: Player, one: int, other: int) -> None:
        """Take what the players' own dice show in place of what was typed last; otherwise as `rolled`."""
        self._demand_open()
        if not self.dice_typed:
            raise IllegalAction(Trouble.DICE_THROWN)
        if not choices(self._match, player).correct:
            raise refusal(self._match, player, Action.CORRECT_ROLL)
        self.do(event_of_correction(self._match, player, one, other))

    def cocked(self, player: Player) -> None:
        """Note that a throw did not count, and must be made again, because a die did not lie flat on the board.

        That is both dice of the player, in the opening his one; no checker has moved since. [RULES A-71] Raises
        IllegalAction when he is not to throw, or not dice of his own, SaveError when it cannot be kept.
        """
        self._demand_own_dice(player)
        dice = "one" if going_on(self._match).game.phase is Phase.OPENING else "both"
        self.note(Note("cocked", {"player": player.name.lower(), "dice": dice}))

    def exchange(self) -> VerifiableCup:
        """Return the verifiable dice, for the players to contribute to them. [RULES V3]

        Raises IllegalAction when the dice are not verifiable, or the match is closed.
        """
        self._demand_open()
        if not isinstance(self._cup, VerifiableCup):
            raise IllegalAction(Trouble.NO_CONTRIBUTIONS)
        return self._cup

    def close_session(self) -> None:
        """End a money session for good, between two games, and reveal the secret of verifiable dice.

        Raises IllegalAction when that is not possible now, SaveError when it cannot be kept.
        """
        self._demand_open()
        if self._match.ruleset.length:
            raise IllegalAction(Trouble.NOT_MONEY)
        if not self.may_close_session:
            raise IllegalAction(Rule.GAME_GOES_ON if self._match.results or self._throws else Rule.NO_GAME_YET)
        self.note(SESSION_CLOSED)
        self._session_closed = True
        self._reveal_when_over()

    def note(self, note: Note) -> None:
        """Keep a note beside what has happened. Raises SaveError."""
        self._journal.append(note)
        self._notes.append(note)

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell the watcher of everything that happens from now on; give what ends that."""
        ticket = next(self._tickets)
        self._watchers[ticket] = watcher

        def unwatch() -> None:
            self._watchers.pop(ticket, None)

        return unwatch

    def watch_exchange(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call the watcher whenever a player contributes to verifiable dice; return what ends that."""
        ticket = next(self._tickets)
        self._exchange_watchers[ticket] = watcher

        def unwatch() -> None:
            self._exchange_watchers.pop(ticket, None)

        return unwatch

    def _exchange_changed(self) -> None:
        for watcher in tuple(self._exchange_watchers.values()):
            watcher()

    def close(self) -> None:
        """Leave the table. The match can be resumed, if it has been saved."""
        self._journal.close()

    def discard(self) -> None:
        """Leave the table, and remove the match for good. Raises SaveError."""
        self._journal.discard((SECRET,))

    @property
    def _throws(self) -> int:
        """How many throws there were, those for the opening among them."""
        return sum(isinstance(event, OpeningThrown | Rolled) for event in self._history)

    def _thrown(self, player: Player, one: int, other: int) -> None:
        """Let happen that the dice show this."""
        self.do(event_of_throw(self._match, player, one, other))

    def _demand_contributions(self, found: Evidence) -> None:
        """Demand that both have contributed or declined, and opened what they sealed. [RULES V4]"""
        if found.awaited:
            trouble = Trouble.OPENING_AWAITED if found.decided else Trouble.CONTRIBUTION_AWAITED
            raise IllegalAction(trouble, players=" and ".join(self.header.names[one] for one in found.awaited))

    def _demand_open(self) -> None:
        if self.void is not None:
            raise IllegalAction(Trouble.MATCH_VOID, player=self.void)
        if self._session_closed:
            raise IllegalAction(Trouble.SESSION_CLOSED)

    def _demand_roll(self, player: Player) -> None:
        self._demand_open()
        if not choices(self._match, player).roll:
            raise refusal(self._match, player, Action.ROLL)

    def _demand_own_dice(self, player: Player) -> None:
        self._demand_open()
        if not self.dice_typed:
            raise IllegalAction(Trouble.DICE_THROWN)
        self._demand_roll(player)

    def _reveal_when_over(self) -> None:
        """Record the secret of verifiable dice once no more are thrown; if the disk fails, when resumed next."""
        over = self.closed or self._match.winner is not None
        if over and isinstance(self._cup, VerifiableCup):
            with suppress(SaveError):
                self._cup.reveal()

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


def _cup_of(journal: Journal, record: Record) -> DiceCup | None:
    """Give the cup that the header asks for; None when the players throw dice of their own."""
    dice = record.header.dice
    if dice == MANUAL:
        return None
    return VerifiableCup(journal, record.items) if dice == VERIFIABLE else cup_for(dice)
