"""Playing a roll: with the cursor, by typing, or both in one turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from bgterm.editing.turn_draft import MOST_LISTED, Draft
from bgterm.editing.unrefereed_draft import FreeDraft, draft_of
from bgterm.notation.grammar import MAX_TEXT, may_follow
from bgterm.notation.plays import Reading
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import BackgammonError, IllegalPlay
from bgterm.rules.events import Moved
from bgterm.rules.match import Match
from bgterm.rules.moves.explain import moves_forbidden_by_prime
from bgterm.text import drafting, errors
from bgterm.text import keys as text_keys
from bgterm.tui.bindings import DECISION, key_name
from bgterm.tui.board import cursor as board_cursor
from bgterm.tui.board.scene import Perspective, Scene
from bgterm.tui.prompts.base import Acted, Answer, Lines, MatchPrompt
from bgterm.tui.prompts.choice import Offered, Option
from bgterm.tui.widgets.text_edit import EDITS, TextEdit
from bgterm.tui.widgets.text_input import TakesText


class Drafted(Answer):
    """The draft or the cursor has changed."""


class Walked(Answer):
    """The cursor has moved; the draft is unchanged."""


class MovePrompt(MatchPrompt, TakesText):
    """A turn in progress: keys extend a draft, and Enter makes it a play when it is complete."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "end turn", key_display="Enter", id="confirm", group=DECISION),
        Binding("enter", "enter_text", "add move", key_display="Enter", id="enter-text"),
        Binding("enter", "choose_reading", "choose", key_display="Enter", id="choose-reading"),
        Binding("enter,space", "pick_up(False)", "pick up", key_display="Enter", id="pick-up"),
        Binding("enter,space", "put_down(False)", "put down", key_display="Enter", id="put-down"),
        Binding("space,enter", "pick_up(True)", "pick up", key_display="Space", id="pick-up-freely"),
        Binding("space,enter", "put_down(True)", "put down", key_display="Space", id="put-down-freely"),
        Binding("backspace,u", "back", "undo", key_display="Bksp", id="undo"),
        Binding("escape", "clear", "clear", key_display="Esc", id="clear"),
        Binding(
            "ctrl+u",
            "edit('delete_before')",
            "clear what is typed",
            show=False,
            key_display="Ctrl+U",
            id="move-delete-all",
        ),
        Binding(
            "ctrl+w",
            "edit('delete_word')",
            "delete a word",
            show=False,
            key_display="Ctrl+W",
            id="move-delete-word",
        ),
        Binding(
            "left,h",
            "walk('LEFT')",
            "point",
            key_display="arrows",
            id="walk-left",
            tooltip="walk over what is legal",
        ),
        Binding("right,l", "walk('RIGHT')", show=False, id="walk-right"),
        Binding("up,k", "walk('UP')", show=False, id="walk-up"),
        Binding("down,j", "walk('DOWN')", show=False, id="walk-down"),
        Binding("tab", "plays", "plays", key_display="Tab", id="plays", tooltip="the legal plays, numbered"),
    ]

    def __init__(self, at_first: Match) -> None:
        """Create a prompt without a roll. In the match as it was `at_first`, a forced play is not laid out."""
        super().__init__()
        self._at_first = at_first
        self._draft: Draft | None = None
        self._fault: BackgammonError | None = None
        self._cursor: int | None = None
        self._perspective: Perspective | None = None

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return self._draft is not None and bool(self._draft.text)

    @property
    def draft(self) -> Draft:
        """The turn so far. Raises RuntimeError before there is a roll."""
        if self._draft is None:
            raise RuntimeError("the prompt was not given a roll")
        return self._draft

    def ask(self, match: Match, player: Player) -> None:
        """Ask for a play; a forced one is drafted at once, so that one key confirms it.

        When a match is resumed, the board is shown as it was saved.
        """
        draft = draft_of(choices(match, player), lay_out=match is not self._at_first)
        if draft is None:
            raise RuntimeError("nobody has a roll to play")
        self._draft = draft
        self._fault = self._cursor = None
        super().ask(match, player)

    # What is shown

    def lines(self, match: Match) -> Lines:
        """Return the action, the draft, and the possible continuations or the error."""
        draft = self.draft
        free = isinstance(draft, FreeDraft)
        question = drafting.free_question(match, draft) if free else drafting.move_question(match, draft)
        return question, self._input_line(draft), self._below(match, draft)

    def drawn_on(self, scene: Scene) -> Scene:
        """Return the scene with the draft on it."""
        draft = self.draft
        self._perspective = scene.perspective
        return replace(
            scene.with_draft(draft),
            sources=draft.sources if draft.picked is None else frozenset(),
            targets=frozenset(draft.destinations),
            cursor=self._cursor if self._cursor in self._stops else None,
            picked=draft.picked,
        )

    def _input_line(self, draft: Draft) -> Content:
        echo = f"   = {draft.echo}" if draft.echo else ""
        return Content.assemble(("move> ", "bold"), draft.text, ("_", "bold"), (echo, "$text-muted"))

    def _below(self, match: Match, draft: Draft) -> Content:
        fault = self._fault or draft.fault
        if fault and (self._fault or isinstance(fault, IllegalPlay)):
            return Content.styled(errors.why(fault, match), "$error")
        if draft.options:
            return Content(drafting.several(len(draft.options)))
        if isinstance(draft, FreeDraft):
            return Content(drafting.POLICED)
        moves = (move for move in draft.next_moves if draft.picked in (None, move.src))
        legal = drafting.legal_moves(draft.board, self.player, moves)
        return Content("   ".join(filter(None, (*self._of_long(draft), legal))))

    @staticmethod
    def _of_long(draft: Draft) -> tuple[str, ...]:
        """Describe what Long backgammon forbids now, before a player tries it."""
        head = draft.plays.head(draft.moves)
        if head is None:
            return ()
        return drafting.head_count(head), drafting.walls(moves_forbidden_by_prime(draft.plays, draft.moves))

    # The draft

    def _go_on_with(self, draft: Draft) -> None:
        """Replace the draft, show it, and notify the screen."""
        self._draft, self._fault = draft, None
        self._show()

    def _settle(self, change: Callable[[], Draft]) -> None:
        """Change the draft; show the error when it cannot be changed, and ask when there are several ways."""
        try:
            draft = change()
        except BackgammonError as fault:
            self._fault = fault
            self._show()
            return
        self._go_on_with(draft)
        if draft.options:
            self._choose_from(drafting.WHICH_WAY, draft.options)

    def _show(self) -> None:
        if self._cursor is not None and self._stops and self._cursor not in self._stops:
            self._cursor = board_cursor.first(self._stops)
        self.shows_anew()
        self.show_again()
        self.answer(Drafted())

    @property
    def _stops(self) -> frozenset[int]:
        """The stops of the cursor."""
        draft = self.draft
        return draft.sources if draft.picked is None else frozenset({*draft.destinations, draft.picked})

    def _choose_from(self, question: str, readings: Sequence[Reading]) -> None:
        draft = self.draft
        options = [Option(way.text, partial(self._go_on_with, draft.chosen(way.moves))) for way in readings]
        self.answer(Offered(question, options))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there when the draft has a use for it."""
        if self._draft is None:
            return False
        draft = self._draft
        match action:
            case "confirm":
                return draft.complete
            case "edit":
                return bool(draft.text)
            case "enter_text" | "choose_reading":
                return bool(draft.text) and bool(draft.options) is (action == "choose_reading")
            case "walk":
                return self._may_carry
            case "pick_up" | "put_down":
                in_hand = draft.picked is not None
                freely = isinstance(draft, FreeDraft)
                return self._may_carry and in_hand is (action == "put_down") and parameters == (freely,)
            case "back" | "clear":
                return bool(draft.text or draft.moves or draft.picked is not None)
            case "plays":
                return not (draft.complete or isinstance(draft, FreeDraft))
            case _:
                return super().check_action(action, parameters)

    @property
    def _may_carry(self) -> bool:
        """Whether a checker can be carried from point to point now."""
        return not self.draft.text and (isinstance(self.draft, FreeDraft) or not self.draft.complete)

    def continues_text(self, key: Key) -> bool:
        """Return whether a key continues the text of the play, or begins one."""
        return self._draft is not None and may_follow(self._draft.text, key.character or "")

    def take(self, key: Key) -> bool:
        """Type a character of a play."""
        if not self.continues_text(key):
            return False
        self._go_on_with(self.draft.typed(f"{self.draft.text}{key.character}"))
        return True

    def paste(self, text: str) -> None:
        """Type a whole text, and show at once when it is not a legal play; one longer than any play is refused."""
        typed = self.draft.typed(f"{self.draft.text}{clean_line(text, len(text))}")
        if len(typed.text) <= MAX_TEXT:
            self._draft = typed
        self._fault = typed.fault
        self._show()

    def why_not(self, key: Key) -> str:
        """Return what to do after a complete play, that there is nothing to undo, or that a play is being
        typed.
        """
        if self.typing:
            return text_keys.not_in_play(key_name(key))
        if key.key in {"backspace", "u", "escape"}:
            return text_keys.NOTHING_TO_UNDO
        return ""

    def action_walk(self, way: str) -> None:
        """Move the cursor."""
        if self._perspective:
            self._cursor = board_cursor.step(self._perspective, self._stops, self._cursor, board_cursor.Way[way])
            if self._fault:
                self._fault = None
                self._show()
            else:
                self.shows_anew()
                self.answer(Walked())

    def action_pick_up(self, freely: bool) -> None:
        """Pick up the checker under the cursor, or the rearmost one while no cursor is shown."""
        if self._cursor is None:
            self._cursor = board_cursor.first(self._stops)
        if self._cursor is not None:
            self._settle(partial(self.draft.picked_up, self._cursor))

    def action_put_down(self, freely: bool) -> None:
        """Put down the checker in hand under the cursor."""
        draft = self.draft
        if self._cursor is None or draft.picked == self._cursor:
            self._go_on_with(draft.back())
        else:
            self._settle(partial(draft.put_down, self._cursor))

    def action_enter_text(self) -> None:
        """Add the typed moves to the draft."""
        self._settle(self.draft.entered)

    def action_choose_reading(self) -> None:
        """Ask which of the readings of the text is meant."""
        self._settle(self.draft.entered)

    def action_back(self) -> None:
        """Delete the last letter, or undo the last move."""
        draft = self.draft
        self._go_on_with(draft.typed(draft.text[:-1]) if draft.text else draft.back())

    def action_edit(self, name: str) -> None:
        """Delete all that is typed, or its last word, as in a form."""
        text = self.draft.text
        self._go_on_with(self.draft.typed(EDITS[name](TextEdit(text, len(text))).text))

    def action_clear(self) -> None:
        """Put back the checker in hand, or what is typed; else clear the whole draft."""
        draft = self.draft
        self._go_on_with(draft.put_back() if draft.text or draft.picked is not None else draft.cleared())

    def action_plays(self) -> None:
        """List the plays that fit the draft."""
        readings = list(islice(self.draft.legal_plays_matching(), MOST_LISTED))
        self._choose_from(drafting.WHICH_PLAY, readings)

    def action_confirm(self) -> None:
        """Pick up the dice, which ends the turn. Playing nothing at all takes a confirmation."""
        if self.draft.passes:
            leave = [Option(drafting.LEAVE_THEM, self._pick_up)]
            self.answer(Offered(drafting.LEAVE_DICE, leave))
        else:
            self._pick_up()

    def _pick_up(self) -> None:
        self.answer(Acted(Moved(self.player, self.draft.moves)))
