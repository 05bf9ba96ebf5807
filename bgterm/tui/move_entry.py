"""A turn as it is entered at one terminal: the draft, the cursor, and what was wrong with the last key.

It is a value: each key turns it into another one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from bgterm.editing.turn_draft import MOST_LISTED, Draft
from bgterm.editing.unrefereed_draft import FreeDraft
from bgterm.notation.grammar import MAX_TEXT
from bgterm.notation.plays import WrittenPlay
from bgterm.notation.sanitize import clean_line
from bgterm.rules.errors import BackgammonError
from bgterm.rules.moves.base import Play
from bgterm.tui.board import cursor as board_cursor
from bgterm.tui.board.scene import Perspective, Scene


@dataclass(frozen=True)
class MoveEntry:
    """The turn that a player is entering."""

    draft: Draft
    fault: BackgammonError | None = None
    """Why the last key could not do what it was for."""
    cursor: int | None = None
    """Where the cursor is, in the mover's numbers; None before it is used."""
    asks: bool = False
    """Whether the player has to choose one of the readings of the draft."""

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return bool(self.draft.text)

    @property
    def unrefereed(self) -> bool:
        """Whether any play can be made, legal or not."""
        return isinstance(self.draft, FreeDraft)

    @property
    def can_carry(self) -> bool:
        """Whether a checker can be carried from point to point now."""
        return not self.draft.text and (self.unrefereed or not self.draft.complete)

    @property
    def stops(self) -> frozenset[int]:
        """Where the cursor can be."""
        draft = self.draft
        return draft.sources if draft.picked is None else frozenset({*draft.destinations, draft.picked})

    @property
    def plays(self) -> Iterator[WrittenPlay]:
        """The legal plays that fit the draft, as many as can be listed."""
        return islice(self.draft.legal_plays_matching(), MOST_LISTED)

    def drawn_on(self, scene: Scene) -> Scene:
        """Return the scene with the draft and the cursor upon it."""
        draft = self.draft
        return replace(
            scene.with_draft(draft),
            sources=draft.sources if draft.picked is None else frozenset(),
            targets=frozenset(draft.destinations),
            cursor=self.cursor if self.cursor in self.stops else None,
            picked=draft.picked,
        )

    # What keys do

    def typed(self, text: str) -> "MoveEntry":
        """Return it with another text in the prompt."""
        return self._with(self.draft.typed(text))

    def edited(self, edit: Callable[[str], str]) -> "MoveEntry":
        """Return it with the text in the prompt edited."""
        return self.typed(edit(self.draft.text))

    def pasted(self, text: str) -> "MoveEntry":
        """Return it with a text added, and what is wrong with that; a text longer than any play is refused."""
        typed = self.draft.typed(f"{self.draft.text}{clean_line(text, len(text))}")
        entry = self._with(typed) if len(typed.text) <= MAX_TEXT else self
        return replace(entry, fault=typed.fault, asks=False)

    def entered(self) -> "MoveEntry":
        """Return it with the typed moves added to the draft, or asking which of their readings is meant."""
        return self._tried(self.draft.entered)

    def picked_up(self) -> "MoveEntry":
        """Return it with the checker under the cursor in hand; without a cursor, the rearmost one."""
        cursor = board_cursor.first(self.stops) if self.cursor is None else self.cursor
        if cursor is None:
            return self
        return replace(self._tried(partial(self.draft.picked_up, cursor)), cursor=cursor)

    def put_down(self) -> "MoveEntry":
        """Return it with the checker in hand put down under the cursor."""
        if self.cursor is None or self.cursor == self.draft.picked:
            return self.taken_back()
        return self._tried(partial(self.draft.put_down, self.cursor))

    def taken_back(self) -> "MoveEntry":
        """Return it without the last letter, or the last thing entered."""
        draft = self.draft
        return self._with(draft.typed(draft.text[:-1]) if draft.text else draft.back())

    def cleared(self) -> "MoveEntry":
        """Return it without what is typed or in hand, or else without the whole draft."""
        draft = self.draft
        return self._with(draft.put_back() if draft.text or draft.picked is not None else draft.cleared())

    def chosen(self, moves: Play) -> "MoveEntry":
        """Return it with `moves` in the draft, those of one of its readings or of a play that fits it."""
        return self._with(self.draft.chosen(moves))

    def walked(self, perspective: Perspective, way: board_cursor.Way) -> "MoveEntry":
        """Return it with the cursor one step on."""
        cursor = board_cursor.step(perspective, self.stops, self.cursor, way)
        return replace(self, cursor=cursor, fault=None)

    def _tried(self, change: Callable[[], Draft]) -> "MoveEntry":
        """Return it with the draft changed, or saying why it cannot be."""
        try:
            draft = change()
        except BackgammonError as fault:
            return replace(self, fault=fault, asks=False)
        return replace(self._with(draft), asks=bool(draft.options))

    def _with(self, draft: Draft) -> "MoveEntry":
        """Return it with another draft, and the cursor where it can be."""
        entry = MoveEntry(draft, cursor=self.cursor)
        stops = entry.stops if self.cursor is not None else frozenset[int]()
        return replace(entry, cursor=board_cursor.first(stops)) if stops and self.cursor not in stops else entry
