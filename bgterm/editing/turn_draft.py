"""The turn that a player is making, before they pick up the dice: an immutable value.

Each key or click makes a new draft. It holds the entered moves, the typed text and the checker in hand, and
computes all that a front end shows of a turn; all rules come from the legal plays. Typed text counts as soon as it
has only one legal reading: the board, the dice and the possible next moves include it. Enter makes it an entry of
its own.

Without a referee any moves that the board allows can be made, and the draft can be left as it is at any time.
[RULES A-73]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Self

from bgterm.notation.errors import unreadable_play
from bgterm.notation.plays import MAX_TEXT, WrittenPlay, may_follow, play_text, read_entries, read_plays
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import HOME, OFF, Board, Move
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import explain_jump, explain_source
from bgterm.rules.moves.unrefereed import FreePlays

MOST_LISTED = 99
"""How many plays are listed at most."""


@dataclass(frozen=True)
class Draft:
    """The unfinished turn of the player who has rolled: the moves entered, the typed text, the checker in hand."""

    plays: LegalPlays
    """The legal plays, on the board before the turn."""
    entries: tuple[Play, ...] = ()
    """The entries so far: the moves of each text, choice or carried checker."""
    text: str = ""
    """The text in the prompt that is not entered yet."""
    picked: int | None = None
    """The point from which the checker in hand was picked up."""
    laid_out: bool = False
    """Whether the only entry is a forced play, made for the player; typed text replaces it."""
    cursor_at: int | None = None
    """The point that the cursor was moved to; None before it is used."""
    free: FreePlays | None = None
    """The plays that the board allows, for a match without a referee; else None. [RULES A-73]"""

    @cached_property
    def moves(self) -> Play:
        """The moves entered so far, in the order they were made."""
        return tuple(chain.from_iterable(self.entries))

    # Changes

    def typed(self, text: str) -> Self:
        """Return the draft with another text in the prompt and no checker in hand."""
        return replace(self, text=text, picked=None)

    def pasted(self, text: str) -> Self:
        """Return the draft with more text in the prompt. Raises NotationError when it is longer than any play."""
        typed = self.typed(f"{self.text}{clean_line(text, len(text))}")
        if len(typed.text) > MAX_TEXT and typed.fault:
            raise typed.fault
        return typed

    def entered(self) -> Self:
        """Return the draft with the moves of its text entered; unchanged when there are `options` to choose from.

        Raises NotationError for a text that cannot be read and IllegalPlay for a play that is not legal here.
        """
        if self.fault:
            raise self.fault
        return self if self.options else self._with_text_entered

    def picked_up(self, point: int) -> Self:
        """Return the draft with the checker from `point` in hand. Raises IllegalPlay when none there may move."""
        if point not in self.sources:
            raise explain_source(self.plays, self._made, point)
        return replace(self._with_text_entered, picked=point)

    def picked_up_at_cursor(self) -> Self:
        """Return the draft with the checker under the cursor picked up; without a cursor, the rearmost."""
        point = max(self.stops, default=None) if self.cursor is None else self.cursor
        return self if point is None else replace(self.picked_up(point), cursor_at=point)

    def put_down(self, point: int) -> Self:
        """Return the draft with the checker in hand moved to `point`, with as many dice as needed.

        Where the route decides what is hit, the move stays in the text, with `options` to choose from. Raises
        IllegalPlay when the checker may not go there, and ValueError when no checker is in hand.
        """
        if self.picked is None:
            raise ValueError("no checker is in hand")
        if point not in self.destinations:
            raise explain_jump(self.plays, self.moves, self.picked, point)
        return replace(self, text=f"{self.picked}/{point}", picked=None).entered()

    def put_down_at_cursor(self) -> Self:
        """Return the draft with the checker in hand moved to the cursor, or put back if it came from there."""
        return self.back() if self.cursor in (None, self.picked) else self.put_down(self.cursor)

    def clicked(self, point: int | None) -> Self:
        """Return the draft after a click on a point, or elsewhere (None): a picked checker is put down or back.

        With no checker in hand, the click picks one up. Raises IllegalPlay when that is not possible. The cursor,
        which is for keys, is gone.
        """
        draft = replace(self, cursor_at=None)
        if draft.picked is not None and point is not None and point in draft.destinations:
            return draft.put_down(point)
        before = draft if draft.picked is None else draft.put_back()
        if point is None or point == OFF or (draft.picked is not None and point not in before.sources):
            return before
        return before if point == draft.picked else before.picked_up(point)

    def back(self) -> Self:
        """Return the draft with the last input undone: a character of its text, the picked checker, or an entry.

        The cursor stays where it is, if that is still one of its `stops`.
        """
        draft = self if self.cursor is None else self.with_cursor(self.cursor)
        if self.text:
            return draft.typed(self.text[:-1])
        if self.picked is not None:
            return draft.put_back()
        return replace(draft, entries=self.entries[:-1], laid_out=False)

    def put_back(self) -> Self:
        """Return the draft without the text and with no checker picked up."""
        return self.typed("")

    def cleared(self) -> Self:
        """Return the draft without its text and picked checker; or, if it has neither, without entries."""
        if self.text or self.picked is not None:
            return self.put_back()
        return replace(self, entries=(), laid_out=False)

    def with_cursor(self, point: int | None) -> Self:
        """Return the draft with the cursor moved to a point; None is a cursor that is not used."""
        return replace(self, cursor_at=point)

    def chosen(self, moves: Play) -> Self:
        """Return the draft with `moves` entered: those of an item of `options` or of a matching legal play."""
        entries = (*self._text_follows, moves) if moves else self._text_follows
        return replace(self, entries=entries, text="", picked=None, laid_out=False)

    def with_only_play(self) -> Self:
        """Return the draft with a forced play already made, which typing replaces; unchanged without one."""
        return replace(self.chosen(next(iter(self.plays))), laid_out=True) if self.forced else self

    # The text

    @cached_property
    def options(self) -> tuple[WrittenPlay, ...]:
        """The readings of the text to choose from; none when it has only one."""
        return self._readings if len(self._readings) > 1 else ()

    @property
    def fault(self) -> BackgammonError | None:
        """Why the typed text cannot be entered as moves; None when it can, as an empty text."""
        return self._read if isinstance(self._read, BackgammonError) else None

    @property
    def echo(self) -> str:
        """The turn so far as text, typed moves included; moves entered one by one stay apart, as in `8/5 5/4`."""
        return play_text(self.plays.board, self.plays.player, *self._text_follows, self._only_reading or ())

    @cached_property
    def _read(self) -> tuple[WrittenPlay, ...] | BackgammonError:
        try:
            if self.free is None:
                return read_plays(self.text, self.plays, self._moves_before_text)
            written = read_entries(self.text)
        except BackgammonError as fault:
            return fault
        if single := next((entry for entry in written.entries if len(entry.points) == 1), None):
            return unreadable_play(str(single.points[0]), "8/5 6/5")
        if impossible := self.free.why_not(self.moves + written.moves):
            return impossible
        before = self.plays.board.played(self.plays.player, self.moves)
        return (WrittenPlay(written.moves, play_text(before, self.plays.player, written.moves)),)

    @property
    def _readings(self) -> tuple[WrittenPlay, ...]:
        return () if isinstance(self._read, BackgammonError) else self._read

    @property
    def _text_follows(self) -> tuple[Play, ...]:
        """The entries that the text continues: none when it replaces a forced play."""
        return () if self.text and self.laid_out else self.entries

    @property
    def _moves_before_text(self) -> Play:
        return tuple(chain.from_iterable(self._text_follows))

    @property
    def _with_text_entered(self) -> Self:
        """The draft with its text entered if that has just one reading, and otherwise dropped."""
        return self.put_back() if self._only_reading is None else self.chosen(self._only_reading)

    @property
    def _only_reading(self) -> Play | None:
        """The moves of the text; None when it has no reading, or several."""
        return self._readings[0].moves if self.text and len(self._readings) == 1 else None

    @cached_property
    def _made(self) -> Play:
        """The moves of the entries, and of the text if it has just one reading."""
        return self._moves_before_text + (self._only_reading or ())

    # The turn

    @cached_property
    def board(self) -> Board:
        """The board after the draft."""
        return self.plays.board.played(self.plays.player, self._made)

    @property
    def unused(self) -> tuple[int, ...]:
        """The numbers of the dice that are not used yet, larger first, playable or not."""
        return self.plays.unused(self._made)

    @property
    def used(self) -> tuple[int, ...]:
        """The numbers of the dice that are used, larger first; empty without a referee."""
        if self.free:
            return ()
        used = [*self.plays.dice.pips]
        for number in self.unused:
            used.remove(number)
        return tuple(used)

    @cached_property
    def complete(self) -> bool:
        """Whether the moves are a legal play that can be confirmed; true at once when no move is legal.

        Without a referee, whether no input is unfinished: a draft without moves is a play too.
        """
        return not self.text and self.picked is None and (self.free is not None or self.moves in self.plays)

    @property
    def leaves_dice(self) -> bool:
        """Whether picking up the dice now leaves a playable roll wholly unplayed; only without a referee."""
        return self.free is not None and self.complete and not self.moves and self.plays.moves_needed > 0

    @property
    def may_confirm_by_itself(self) -> bool:
        """Whether the dice may be picked up for the player: all is played, and contact was over. [RULES A-74b]

        Never without a referee: only the player knows when the turn is complete.
        """
        return self.free is None and self.complete and not self.plays.board.contact

    @property
    def forced(self) -> bool:
        """Whether every legal play leads to the same board; never without a referee."""
        return self.free is None and len(self.plays) == 1

    # Possible moves

    @cached_property
    def next_moves(self) -> frozenset[Move]:
        """The next possible moves of one checker by one die; without a referee, of any distance."""
        return (self.free or self.plays).after(self._made)

    @property
    def sources(self) -> frozenset[int]:
        """The points from which a checker may move now."""
        return frozenset(move.src for move in self.next_moves)

    @property
    def can_carry(self) -> bool:
        """Whether a checker can be carried between points now; without a referee also after the last die."""
        return not self.text and (self.free is not None or not self.complete)

    def goes_on_with(self, character: str) -> bool:
        """Return whether a typed character continues the text; `o` (for `off`) only once all checkers are home."""
        if character == "o" and self.can_carry:
            return self.board.highest(self.plays.player) <= HOME
        return may_follow(self.text, character)

    @property
    def stops(self) -> frozenset[int]:
        """The points for the cursor: `sources`, or with a checker in hand its `destinations` and its own point."""
        return self.sources if self.picked is None else frozenset({*self.destinations, self.picked})

    @property
    def cursor(self) -> int | None:
        """The point of the cursor: where it was moved to, or else the rearmost stop; None before it is used."""
        if self.cursor_at is None or self.cursor_at in self.stops:
            return self.cursor_at
        return max(self.stops, default=None)

    @cached_property
    def destinations(self) -> Mapping[int, int]:
        """The numbers of the mover's points that the checker in hand can reach, each with the dice it takes.

        They are empty without a checker in hand; 0 is off.
        """
        if self.picked is None:
            return {}
        if self.free:
            return {move.dst: 1 for move in self.next_moves if move.src == self.picked}
        reached: dict[int, int] = {}
        for point, dice in self._reached(self.moves, self.picked):
            reached[point] = min(dice, reached.get(point, dice))
        return reached

    def _reached(self, prefix: Play, src: int) -> Iterator[tuple[int, int]]:
        """Yield the points that a checker on `src` can reach, each with the number of dice; a point may repeat."""
        for move in self.plays.after(prefix):
            if move.src == src:
                further = (*prefix, move)
                yield move.dst, len(further) - len(self.moves)
                yield from self._reached(further, move.dst)

    def legal_plays_matching(self) -> Iterator[WrittenPlay]:
        """Yield the legal plays that begin with the draft, with the moves to add and the text of the whole turn.

        The plays are generated lazily, so a list can stop where the page ends; each board is reached only once.
        There are none without a referee: the players judge legality.
        """
        board, player, start = self.plays.board, self.plays.player, len(self._moves_before_text)
        for play in () if self.free else self._completed(self._made, set()):
            yield WrittenPlay(play[start:], play_text(board, player, play))

    def _completed(self, prefix: Play, seen: set[tuple[Board, tuple[int, ...]]]) -> Iterator[Play]:
        """Yield the legal plays that begin with `prefix`, except from states in `seen`."""
        following = sorted(self.plays.after(prefix), reverse=True)
        state = self.plays.board.played(self.plays.player, prefix), self.plays.unused(prefix) if following else ()
        if state in seen:
            return
        seen.add(state)
        if not following:
            yield prefix
        for move in following:
            yield from self._completed((*prefix, move), seen)


def draft_of(can: Choices) -> Draft | None:
    """Return an empty draft for the roll that a player has to play; None without a roll."""
    return None if can.plays is None else Draft(can.plays, free=can.free_plays)
