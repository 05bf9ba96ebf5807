"""The actions of a turn: typing, undoing, choosing from a list, and confirming."""

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice

from bgterm.catalog import N_, _
from bgterm.editing.turn_draft import MOST_LISTED, Draft
from bgterm.play.participant import NOT_NOW, Action, Answer, Change, Key, Participant, Question, Text, unless
from bgterm.rules.choices import ActionKind
from bgterm.rules.errors import BackgammonError, IllegalAction
from bgterm.rules.events import Moved
from bgterm.rules.moves.base import Play
from bgterm.rules.moves.explain import why_not_play
from bgterm.text import questions


def _no_turn(here: Participant) -> BackgammonError | None:
    return here.why_not(ActionKind.MOVE) if here.view.draft is None else None


def which_way(draft: Draft) -> Question | None:
    """Return the question which of several plays the typed text means; None when it has at most one meaning."""
    answers = [Answer(way.text, way.moves) for way in draft.options]
    ends = {_ends(way.moves) for way in draft.options}
    question = questions.WHICH_ROUTE if len(ends) == 1 else questions.WHICH_MOVE
    return Question("play", _(question), answers) if answers else None


def _ends(play: Play) -> frozenset[tuple[int, int]]:
    """Return by how much a play changes the number of the player's checkers on each point."""
    change = Counter(move.dst for move in play)
    change.subtract(move.src for move in play)
    return frozenset((point, count) for point, count in change.items() if count)


def _which_way(here: Participant, text: str = "", play: Play | None = None) -> Question | None:
    """Return the question for a reading of a typed play. Raises BackgammonError when it has none."""
    return which_way(here.drafted.typed(text).entered()) if play is None else None


def _type(here: Participant, text: str, play: Play | None = None) -> None:
    typed = here.drafted.typed(text)
    here.change(typed.entered() if play is None else typed.chosen(play))


def _what_is_left(
    here: Participant, text: str = "", play: Play | None = None, end: bool = False
) -> Question | None:
    """Return the question for a reading, or the confirmation of a turn without a move."""
    if question := _which_way(here, text, play) if text else None:
        return question
    draft = here.drafted.typed(text).entered() if text else here.drafted
    if end or play is not None or not draft.leaves_dice:
        return None
    return Question("end", _(questions.LEAVE_DICE), [Answer(_(questions.LEAVE_THEM), True)])


def _confirm(
    here: Participant, text: str = "", play: Play | None = None, **_sure: object
) -> Awaitable[None] | None:
    """Enter the typed play, and end the turn."""
    if text:
        _type(here, text, play)
    if play is not None:  # a route that was chosen is shown first
        return None
    draft = here.drafted
    if not draft.complete:
        raise why_not_play(draft.plays, draft.moves)
    return here.table.apply(Moved(draft.plays.player, draft.moves))


def _play_forced(here: Participant) -> Awaitable[None]:
    plays = here.drafted.plays
    return here.table.apply(Moved(plays.player, next(iter(plays))))


def _nothing_to_undo(here: Participant) -> BackgammonError | None:
    draft = here.view.draft
    if draft is None:
        return _no_turn(here)
    return None if _begun(draft) else IllegalAction(N_("there is no move to undo"))


def _undo(here: Participant, text: str = "") -> None:
    here.change(here.drafted.cleared() if text else here.drafted.back())


def _which_play(here: Participant, play: Play | None = None) -> Question | None:
    ways = islice(here.drafted.legal_plays_matching(), MOST_LISTED) if play is None else ()
    answers = [Answer(way.text, way.moves) for way in ways]
    return Question("play", _(questions.WHICH_PLAY), answers) if answers else None


def _no_list(here: Participant) -> BackgammonError | None:
    draft = here.view.draft
    if draft is None:
        return _no_turn(here)
    if draft.free:
        return NOT_NOW
    if not draft.plays.moves_needed:
        return IllegalAction(N_("no play is legal with {dice}"), dice=draft.plays.dice)
    return IllegalAction(N_("nothing is left to play: end the turn, or undo")) if draft.complete else None


def _choose(here: Participant, play: Play) -> None:
    here.change(here.drafted.chosen(play))


async def _say_policed(_here: Participant) -> str:
    return _(questions.POLICED)


def _unless_draft(when: Callable[[Draft], object]) -> Callable[[Participant], BackgammonError | None]:
    """Return the refusal of an action while the draft does not satisfy `when`."""
    return unless(lambda here: here.view.draft is not None and when(here.view.draft))


def _edit(name: str, change: Change, when: Callable[[Draft], object], key: Key, *, whole: bool = False) -> Action:
    """Return an action that only changes the draft; for a `whole` text it asks for one of several readings."""

    def do(here: Participant, play: Play | None = None) -> Question | None:
        here.edit(change if play is None else partial(Draft.chosen, moves=play), whole=whole)
        return which_way(here.drafted) if whole and play is None else None

    return Action(name, _unless_draft(when), do, key=key, of_turn=True)


def _carries(*, in_hand: bool, freely: bool) -> Callable[[Draft], bool]:
    return lambda draft: (
        draft.can_carry and (draft.picked is not None) is in_hand and (draft.free is not None) is freely
    )


def _begun(draft: Draft) -> bool:
    return bool(draft.text or draft.moves or draft.picked is not None)


def _is_faulty(draft: Draft) -> bool:
    return draft.fault is not None


def _walk(way: str, keys: str, label: str = "", help_text: str = "") -> Action:
    """Return the action that moves the cursor one step in a direction on the screen."""
    key = Key(
        keys, label, help_text, shown="arrows", decides=False, is_listed=bool(label), rank=16 if label else 0
    )
    return Action(f"walk-{way}", _unless_draft(lambda draft: draft.can_carry), key=key, of_turn=True)


def _rub_out(name: str, key: str, label: str, shown: str) -> Action:
    """Return the action that deletes typed text, as in a form."""
    shown_key = Key(key, label, shown=shown, decides=False, is_listed=False)
    return Action(f"move-delete-{name}", _unless_draft(lambda draft: draft.text), key=shown_key, of_turn=True)


_enter = partial(_edit, whole=True)
_AT_ENTER, _FREELY = partial(Key, shown="Enter", decides=False), partial(Key, shown="Space", decides=False)
_END = Key("enter", N_("end turn"), shown="Enter")
_LIST = Key("tab", N_("plays"), N_("the legal plays, numbered"), "Tab", decides=False, explains=False, rank=17)
_UNDO = Key("backspace u", N_("undo"), shown="Bksp", decides=False, explains=False)
_ADD = _AT_ENTER("enter", N_("add move"))
_CLEAR = Key("escape", N_("clear"), shown="Esc", decides=False)
_UNLESS_FREE = _unless_draft(lambda draft: draft.free is not None)
_UP, _DOWN = Draft.picked_up_at_cursor, Draft.put_down_at_cursor
TYPE = Action("type", _no_turn, _type, _which_way, text=Text.NEEDED, of_turn=True)
END_TURN = Action(
    "confirm", _unless_draft(lambda draft: draft.complete), _confirm, _what_is_left, key=_END, of_turn=True
)
CONFIRM = Action("done", _no_turn, _confirm, _what_is_left, ("done",), Text.MAYBE, of_turn=True)
PLAY_FORCED = Action("play-forced", _no_turn, _play_forced, of_turn=True)
"""The action that makes the only play at once; only the automation uses it."""
PLAYS = Action("plays", _no_list, _choose, _which_play, ("plays",), key=_LIST, of_turn=True)
TURN = (
    TYPE,
    END_TURN,
    CONFIRM,
    PLAY_FORCED,
    _enter("enter-text", Draft.entered, lambda draft: draft.text and not (draft.options or draft.fault), _ADD),
    _edit("explain-text", Draft.entered, _is_faulty, Key("enter", "", decides=False, is_listed=False)),
    _enter("choose-reading", Draft.entered, lambda draft: draft.options, _AT_ENTER("enter", N_("choose"))),
    _edit("pick-up", _UP, _carries(in_hand=False, freely=False), _AT_ENTER("enter space", N_("pick up"))),
    _enter("put-down", _DOWN, _carries(in_hand=True, freely=False), _AT_ENTER("enter space", N_("put down"))),
    _edit("pick-up-freely", _UP, _carries(in_hand=False, freely=True), _FREELY("space enter", N_("pick up"))),
    _enter("put-down-freely", _DOWN, _carries(in_hand=True, freely=True), _FREELY("space enter", N_("put down"))),
    Action("undo", _nothing_to_undo, _undo, words=("undo",), text=Text.MAYBE, key=_UNDO, of_turn=True),
    _edit("clear", Draft.cleared, _begun, _CLEAR),
    _rub_out("all", "ctrl+u", N_("clear what is typed"), "Ctrl+U"),
    _rub_out("word", "ctrl+w", N_("delete a word"), "Ctrl+W"),
    _walk("left", "left h", N_("point"), N_("walk over what is legal")),
    _walk("right", "right l"),
    _walk("up", "up k"),
    _walk("down", "down j"),
    PLAYS,
    Action("plays-unrefereed", _UNLESS_FREE, _say_policed, words=("plays",), of_turn=True),
)
