"""A table, where a match is played.

The referee checks an event, then `KeptMatch` saves it, and only then notifies the watchers. Actions at a table
wait for the disk, and nothing else does.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Self

from bgterm.catalog import N_
from bgterm.formats.record import SESSION_CLOSED, GameRecord, Problem, read_record
from bgterm.notation.dice import DiceKind
from bgterm.notation.json_codec import Note, write_line
from bgterm.play.dice.sources import DiceSource, dice_source
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.kept_match import KeptMatch
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind, Choices, choices, refusal
from bgterm.rules.errors import IllegalAction, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header, Phase
from bgterm.rules.referee import actor, apply, event_of_correction, event_of_throw
from bgterm.storage.errors import save_damaged
from bgterm.storage.journal import Journal
from bgterm.storage.open_match import OpenMatch
from bgterm.storage.store import MatchStore


def dice_rolled_for_you() -> IllegalAction:
    """Return the error for typed or cocked dice in a match whose dice the program throws. [RULES A-71]"""
    return IllegalAction(N_("the dice of this match are rolled for you: there is nothing to type"))


def own_dice() -> IllegalAction:
    """Return the error for letting the program roll in a match whose players throw dice of their own."""
    return IllegalAction(N_("these are your own dice: roll them and type what they show"))


class Table(KeptMatch):
    """A match that is being played and saved, with its referee and its dice. Make one with `create` or `open`."""

    def __init__(self, journal: OpenMatch, record: GameRecord, source: DiceSource | None) -> None:
        """Begin with an open match, its record and dice, or the header's. Raises NotationError, SaveError."""
        is_verifiable = source is None and record.header.dice == DiceKind.VERIFIABLE
        dice = VerifiableDice(journal, record.items) if is_verifiable else None
        self._source = source or (dice.throw if dice else dice_source(record.header.dice))
        self._choices: dict[Player, Choices] = {}
        self._choices_of = record.match
        """The state of the match for which `choices` are cached."""
        self.claimant: Callable[[], Player | None] = lambda: None
        """Returns the player who may claim the opponent's flag."""
        self.damage: Problem | None = record.damage
        """The damage that was found in the save when it was opened."""
        super().__init__(journal, record, dice)

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
        """Begin a new match with these notes; save it in the store at once, or with `lazily` at its first event.

        `source` throws the dice in place of that in the header. Raises SaveError when the match cannot be saved,
        NotationError for an unknown kind of dice in the header, and ImpossiblePosition when the header's game is a
        position that cannot occur.
        """
        journal, record = store.create(header), read_record(f"{write_line(header)}\n".encode())
        table = cls(journal, record, source)
        for note in notes:
            table.keep_note(note)
        if not lazily:
            journal.save()
        return table

    @classmethod
    def open(cls, store: MatchStore, name: str, source: DiceSource | None = None) -> Self:
        """Open the match that is saved under `name` to continue it; `source` throws in place of its own dice.

        Raises SaveBusy when another program plays it, SaveError when it is unreadable or cannot be continued.
        """
        journal, record = store.open(name)
        try:
            return cls(journal, record, source)
        except BaseException as error:
            journal.close()
            if isinstance(error, NotationError):
                raise save_damaged(name, 1, error) from error
            raise

    @property
    def name(self) -> str:
        """The name under which the match is saved in its store."""
        return self.journal.name

    @property
    def path(self) -> Path:
        """The file of the match, which does not exist before the match is `saved`; TypeError for a database's."""
        if not isinstance(self.journal, Journal):
            raise TypeError(f"{self.name} is not kept in a file")
        return self.journal.path

    @property
    def saved(self) -> bool:
        """Whether the match has been saved; one that was begun lazily is saved after its first event."""
        return self.journal.saved

    def choices(self, player: Player) -> Choices:
        """Return what the player may do now, with the dice and the clocks of this table.

        The choices are computed once for each player and state of the match.
        """
        can = self._by_the_rules(player)
        if can.correct and not self.dice_typed:
            can = can._replace(correct=False)
        return can._replace(claim_flag=False) if can.claim_flag and self.claimant() is not player else can

    def _by_the_rules(self, player: Player) -> Choices:
        """Return what the rules let the player do, ignoring the dice and the clocks of this table."""
        if self._choices_of is not self.match:
            self._choices_of, self._choices = self.match, {}
        if player not in self._choices:
            self._choices[player] = choices(self.match, player)
        return self._choices[player]

    @property
    def dice_typed(self) -> bool:
        """Whether the players type their own dice with `enter_roll`; otherwise `roll` throws them."""
        return self._source is None

    async def apply(self, event: Event, why_not: Callable[[], IllegalAction | None] = lambda: None) -> None:
        """Apply an event once it is saved; `why_not` is called just before and may return an objection.

        Raises IllegalPlay or IllegalAction for an event that is not possible now, SaveError when it cannot be
        saved; then it has not happened. Raises an ExceptionGroup when it has happened, but watchers failed.
        """

        async def act() -> None:
            if error := why_not():
                raise error
            await self._apply(event)

        await self.act(act)

    async def roll(self, player: Player) -> None:
        """Roll the dice for the player, or one for each player at the opening. No dice are rolled for a player who
        may not. [RULES A-74] Raises DiceError when there are no dice now, SaveError when the roll cannot be saved,
        and IllegalAction when the player may not roll now, or the players roll their own."""

        async def act() -> None:
            self._demand_roll(player)
            if self._source is None:
                raise own_dice()
            if not self.throws:
                await self.complete_exchange()
            await self._thrown(player, *self._source(self.throws))

        await self.act(act)

    async def enter_roll(self, player: Player, one: int, other: int) -> None:
        """Enter the numbers of the players' own dice: the player's two, or White's and Black's for the opening.

        Raises IllegalAction when the player may not roll now, or the dice of this match are thrown by `roll`,
        ValueError for numbers that no die shows, and SaveError when the roll cannot be saved.
        """

        async def act() -> None:
            self._demand_own_dice()
            self._demand_roll(player)
            await self._thrown(player, one, other)

        await self.act(act)

    async def correct_roll(self, player: Player, one: int, other: int) -> None:
        """Enter the players' own dice in place of the last entry: the player's two, or White's and Black's.

        Raises IllegalAction when the player cannot correct them now, or the dice of this match are thrown by
        `roll`, ValueError for numbers that no die shows, and SaveError when the roll cannot be saved.
        """

        async def act() -> None:
            self._demand_own_dice()
            if not self.choices(player).correct:
                raise refusal(self.match, player, ActionKind.CORRECT_ROLL)
            await self._apply(event_of_correction(self.match, player, one, other))

        await self.act(act)

    async def report_cocked_dice(self, player: Player) -> None:
        """Note that a die was cocked, so that the throw does not count and must be repeated.

        Both dice of the player are rolled again, in the opening their one die; no checker has moved since. Raises
        IllegalAction when the player is not to roll or does not type their dice, SaveError when the note cannot be
        saved.
        """

        async def act() -> None:
            self._demand_own_dice()
            self._demand_roll(player)
            dice = "one" if self.match.game.phase is Phase.OPENING else "both"
            note = Note("cocked", {"player": player.name.lower(), "dice": dice})
            await self.writer.run(partial(self.keep_note, note))

        await self.act(act)

    def why_not_close(self) -> IllegalAction | None:
        """Return why the money session cannot be ended now; None when it can."""
        match, game = self.match, self.match.game
        if match.ruleset.length:
            return IllegalAction(N_("only a money session is closed: a match ends by itself"))
        between = match.finished is not None or (game.phase is Phase.OPENING and not game.throws)
        if between and match.results and not self.closed:
            return None
        if match.results or self.throws:
            return IllegalAction(N_("finish the game first: a session ends between two games"))
        return IllegalAction(N_("no game of the session has been played: leave the table instead"))

    async def close_session(self) -> None:
        """End a money session for good, between two games, and reveal the secret of verifiable dice.

        Raises IllegalAction when that is not possible now, SaveError when it cannot be kept.
        """

        async def act() -> None:
            if error := self.why_not_close():
                raise error
            await self.writer.run(partial(self.keep_note, SESSION_CLOSED, last=self.match))
            self.session_closed = True

        await self.act(act)

    async def note(self, note: Note) -> None:
        """Save a note. Raises SaveError."""
        await self.writer.run(partial(self.journal.add, note))
        self._notes.append(note)

    def post(self, note: Note) -> None:
        """Save a note after all earlier ones, without waiting for it.

        A disk failure is logged and the note is lost; while a database is unreachable, the note waits for it.
        """
        self._notes.append(note)
        self.writer.post(partial(self.journal.post, note))

    def close(self) -> Future[None]:
        """Close the table; the future is done once everything is saved. A saved match can be resumed."""
        self.stop_following()
        return self.writer.post(self.journal.close)

    async def _apply(self, event: Event) -> None:
        match = apply(self.match, event, self._by_the_rules(actor(self.match, event)))
        await self.keep_event(match, event)

    async def _thrown(self, player: Player, one: int, other: int) -> None:
        """Apply a roll of these dice."""
        await self._apply(event_of_throw(self.match, player, one, other))

    def _demand_own_dice(self) -> None:
        """Raise an error unless the players type their own dice."""
        if not self.dice_typed:
            raise dice_rolled_for_you()

    def _demand_roll(self, player: Player) -> None:
        if not self.choices(player).roll:
            raise refusal(self.match, player, ActionKind.ROLL)
