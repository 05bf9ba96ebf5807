"""Playing a roll: with the cursor, by typing, or both in one turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from bgterm.catalog import N_, _, ngettext
from bgterm.editing.turn_draft import Draft
from bgterm.editing.unrefereed_draft import FreeDraft
from bgterm.notation.dice import roll_text
from bgterm.notation.grammar import may_follow
from bgterm.notation.plays import play_text
from bgterm.rules.board import BAR, Board, Move, Player, point_text
from bgterm.rules.errors import IllegalPlay
from bgterm.rules.match import Match
from bgterm.rules.moves.explain import moves_forbidden_by_prime
from bgterm.text import drafting
from bgterm.tui.bindings import decision, key_name
from bgterm.tui.board.cursor import Way
from bgterm.tui.match_session import Change
from bgterm.tui.prompts.base import Answer, Lines, MatchPrompt
from bgterm.tui.widgets.text_edit import EDITS, TakesText, TextEdit


@dataclass(frozen=True, slots=True)
class Edited(Answer):
    """The player changes the draft."""

    change: Change
    whole: bool = False
    """Whether its text is whole then, so that faults are said and several readings are to choose from."""


@dataclass(frozen=True, slots=True)
class Walked(Answer):
    """A key moves the cursor; the draft stays as it is."""

    way: Way


class Listed(Answer):
    """The player wants a list of the plays that fit the draft."""


class Confirmed(Answer):
    """The player picks up the dice."""


def move_question(match: Match, draft: Draft) -> str:
    """Describe who plays what, and how."""
    plays = draft.plays
    name, roll = match.names[plays.player.index], roll_text(plays.dice)
    if isinstance(draft, FreeDraft) and draft.moves:
        return _("{name} to move {roll}: make your play; Enter leaves it so", name=name, roll=roll)
    if isinstance(draft, FreeDraft):
        return _("{name} to move {roll}: make your play; Enter plays nothing", name=name, roll=roll)
    if not plays.moves_needed:
        return _("{name} rolled {roll}: no legal move. Enter ends the turn.", name=name, roll=roll)
    if draft.complete and draft.forced:
        return _("{name} rolled {roll}: only one play. Enter ends your turn.", name=name, roll=roll)
    if draft.complete:
        return _("{name} to move {roll}: Enter ends your turn", name=name, roll=roll)
    if draft.sources == {BAR}:
        return _("{name} to move {roll}: enter from the bar", name=name, roll=roll)
    return _("{name} to move {roll}: choose or type a move", name=name, roll=roll)


def legal_moves(board: Board, player: Player, moves: Iterable[Move]) -> str:
    """Describe which moves of one die may come next, hits starred: `legal: 8/5*  6/5`."""
    texts = [play_text(board, player, (move,)) for move in sorted(moves, reverse=True)]
    return _("legal: {moves}", moves="  ".join(texts)) if texts else ""


class MovePrompt(MatchPrompt, TakesText):
    """A turn in progress: keys extend a draft, and Enter makes it a play when it is complete."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("enter", "confirm", "confirm", N_("end turn"), shown_as="Enter"),
        Binding("enter", "enter_text", N_("add move"), key_display="Enter", id="enter-text"),
        Binding("enter", "choose_reading", N_("choose"), key_display="Enter", id="choose-reading"),
        Binding("enter,space", "pick_up(False)", N_("pick up"), key_display="Enter", id="pick-up"),
        Binding("enter,space", "put_down(False)", N_("put down"), key_display="Enter", id="put-down"),
        Binding("space,enter", "pick_up(True)", N_("pick up"), key_display="Space", id="pick-up-freely"),
        Binding("space,enter", "put_down(True)", N_("put down"), key_display="Space", id="put-down-freely"),
        Binding("backspace,u", "back", N_("undo"), key_display="Bksp", id="undo"),
        Binding("escape", "clear", N_("clear"), key_display="Esc", id="clear"),
        Binding(
            "ctrl+u",
            "edit('delete_before')",
            N_("clear what is typed"),
            show=False,
            key_display="Ctrl+U",
            id="move-delete-all",
        ),
        Binding(
            "ctrl+w",
            "edit('delete_word')",
            N_("delete a word"),
            show=False,
            key_display="Ctrl+W",
            id="move-delete-word",
        ),
        Binding(
            "left,h",
            "walk('LEFT')",
            N_("point"),
            key_display="arrows",
            id="walk-left",
            tooltip=N_("walk over what is legal"),
        ),
        Binding("right,l", "walk('RIGHT')", show=False, id="walk-right"),
        Binding("up,k", "walk('UP')", show=False, id="walk-up"),
        Binding("down,j", "walk('DOWN')", show=False, id="walk-down"),
        Binding(
            "tab", "plays", N_("plays"), key_display="Tab", id="plays", tooltip=N_("the legal plays, numbered")
        ),
    ]

    @property
    def _begun(self) -> Draft | None:
        """The turn so far; None while there is no roll to play."""
        return self._view.draft if self._view else None

    @property
    def draft(self) -> Draft:
        """The turn so far. Raises RuntimeError before there is a roll."""
        if self._begun is None:
            raise RuntimeError("the prompt was not given a roll")
        return self._begun

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return self._begun is not None and bool(self._begun.text)

    # What is shown

    def lines(self) -> Lines:
        """Return the action, the draft, and the possible continuations or the error."""
        draft, match = self.draft, self.match
        return move_question(match, draft), self._input_line(draft), self._below(match, draft)

    def _input_line(self, draft: Draft) -> Content:
        if draft.text:
            text, quiet = draft.text, f"   = {draft.echo}" if draft.echo else ""
        else:
            in_hand = "" if draft.picked is None else f"{point_text(draft.picked)}/"
            text, quiet = f"{draft.echo} {in_hand}".lstrip(), ""
        return Content.assemble(("> ", "bold $accent"), (f"{text}_", "bold"), (quiet, "$board-quiet"))

    def _below(self, match: Match, draft: Draft) -> Content:
        refusal = self.view.refusal
        fault = refusal or draft.fault
        if fault and (refusal or isinstance(fault, IllegalPlay)):
            return Content.styled(fault.describe(match.names), "$error")
        if draft.options:
            ways = ngettext(
                "{count} way to play that: Enter to choose",
                "{count} ways to play that: Enter to choose",
                len(draft.options),
            )
            return Content(ways)
        if isinstance(draft, FreeDraft):
            return Content(_(drafting.POLICED))
        src = draft.picked
        moves = draft.next_moves if src is None else [Move(src, dst) for dst in draft.destinations]
        legal = legal_moves(draft.board, self.player, moves)
        return Content.styled("   ".join(filter(None, (*self._of_long(draft), legal))), "$board-quiet")

    @staticmethod
    def _of_long(draft: Draft) -> tuple[str, ...]:
        """Return the limits of Long backgammon for this turn."""
        head = draft.plays.head(draft.moves)
        if head is None:
            return ()
        return drafting.head_count(head), drafting.walls(moves_forbidden_by_prime(draft.plays, draft.moves))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there when the draft has a use for it."""
        draft = self._begun
        if draft is None:
            return False
        unrefereed = isinstance(draft, FreeDraft)
        match action:
            case "confirm":
                return draft.complete
            case "edit":
                return self.typing
            case "enter_text" | "choose_reading":
                return self.typing and bool(draft.options) is (action == "choose_reading")
            case "walk":
                return draft.can_carry
            case "pick_up" | "put_down":
                in_hand = draft.picked is not None
                return draft.can_carry and in_hand is (action == "put_down") and parameters == (unrefereed,)
            case "back" | "clear":
                return bool(draft.text or draft.moves or draft.picked is not None)
            case "plays":
                return not (draft.complete or unrefereed)
            case _:
                return super().check_action(action, parameters)

    def takes(self, key: Key) -> bool:
        """Return whether a key goes on with the text of the play, or begins one."""
        return self._begun is not None and may_follow(self.draft.text, key.character or "")

    def take(self, key: Key) -> bool:
        """Type a character of a play."""
        if not self.takes(key):
            return False
        self._edit(partial(Draft.typed, text=f"{self.draft.text}{key.character}"))
        return True

    def paste(self, text: str) -> None:
        """Type a whole text, and say at once when it is not a legal play."""
        self._edit(partial(Draft.pasted, text=text), whole=True)

    def why_not(self, key: Key) -> str:
        """Return that there is nothing to undo, or that a play is being typed."""
        if self.typing:
            return _("{key} is not part of a play. Esc clears what you typed.", key=key_name(key))
        if key.key in {"backspace", "u", "escape"}:
            return _("Nothing to undo: the move is not begun.")
        return ""

    def _edit(self, change: Change, *, whole: bool = False) -> None:
        self.answer(Edited(change, whole))

    def action_walk(self, way: str) -> None:
        """Move the cursor."""
        self.answer(Walked(Way[way]))

    def action_pick_up(self, freely: bool) -> None:
        """Pick up the checker under the cursor."""
        self._edit(Draft.picked_up_at_cursor)

    def action_put_down(self, freely: bool) -> None:
        """Put down the checker in hand under the cursor."""
        self._edit(Draft.put_down_at_cursor, whole=True)

    def action_enter_text(self) -> None:
        """Add the typed moves to the draft."""
        self._edit(Draft.entered, whole=True)

    def action_choose_reading(self) -> None:
        """Ask which of the readings of the text is meant."""
        self._edit(Draft.entered, whole=True)

    def action_back(self) -> None:
        """Take back the last letter, or the last thing entered."""
        self._edit(Draft.back)

    def action_edit(self, name: str) -> None:
        """Delete all that is typed, or its last word, as in a form."""
        text = self.draft.text
        self._edit(partial(Draft.typed, text=EDITS[name](TextEdit(text, len(text))).text))

    def action_clear(self) -> None:
        """Put back the checker in hand, or what is typed; else clear the whole draft."""
        self._edit(Draft.cleared)

    def action_plays(self) -> None:
        """List the plays that fit the draft."""
        self.answer(Listed())

    def action_confirm(self) -> None:
        """Pick up the dice: the turn is over."""
        self.answer(Confirmed())
