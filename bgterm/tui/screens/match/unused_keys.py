"""Why a key does nothing at a table now: the rule that forbids what it is for, or the keys there are instead."""

from collections.abc import Sequence

from textual.events import Key

from bgterm.catalog import _
from bgterm.notation.grammar import may_follow
from bgterm.play.actions.leaving import END_SESSION
from bgterm.play.participant import NOT_NOW, Action, Participant
from bgterm.play.view import View
from bgterm.rules.errors import ActionRule
from bgterm.text.joining import sentence
from bgterm.tui.input.bindings import key_name, no_use


def why_unused(
    key: Key, here: Participant, actions: Sequence[Action], others: Sequence[str], *, choosing: bool
) -> str:
    """Return what to say of a key that does nothing now, though `actions` are for it; `others` do something."""
    view = here.view
    if key.key == "e" and view.over and here.venue.no_export:
        return here.venue.no_export
    if choosing:
        return _("Choose a number, or press Esc to go back.")
    if said := _about_question(key, view):
        return said
    if not here.seats:
        return no_use(key)
    if said := next(filter(None, (_reason(action, here) for action in actions)), "") if key.key != "space" else "":
        return said
    match = here.table.match
    actor = match.last_game.to_act
    if actor is not None and actor not in here.seats:
        return _("{key} does nothing now: it is {name}'s turn.", key=key_name(key), name=match.names[actor.index])
    return no_use(key, others)


def _reason(action: Action, here: Participant) -> str:
    """Return why the action is not possible now, where that explains more than whose turn it is."""
    error = action.refusal(here) if action.key and action.key.explains else None
    if error is None or error is NOT_NOW or error.msgid == ActionRule.NOT_YOUR_TURN:
        return ""
    if here.view.question == "over" and error.msgid == ActionRule.GAME_NOT_BEGUN:
        return ""
    if action is END_SESSION:
        return _about_ending(here)
    return sentence(error.describe(here.view.match.names))


def _about_ending(here: Participant) -> str:
    if here.view.match.ruleset.length:
        return _("Only a money session can be ended early; x resigns a game.")
    return "" if here.view.session_closed else _("A money session can be ended only after a game.")


def _about_question(key: Key, view: View) -> str:
    """Return what the question itself says of a key."""
    match view.question:
        case "roll":
            return _about_roll(key)
        case "dice":
            return _about_dice(key, view)
        case "move" if view.draft and view.draft.text:
            return _("{key} is not part of a play. Esc clears what you typed.", key=key_name(key))
        case "move" if key.key in {"backspace", "u", "escape"}:
            return _("Nothing to undo: the move is not begun.")
        case _:
            return ""


def _about_roll(key: Key) -> str:
    """Return why Enter does not roll, or that a play comes after the roll."""
    if key.key == "enter":
        return _("Enter does not roll: press Space or r.")
    if may_follow("", key.character or "") and key.character != "b":
        return _("Roll before you move: press Space or r.")
    return ""


def _about_dice(key: Key, view: View) -> str:
    """Describe what to type."""
    typed = key.character or ""
    if key.key in ("space", "r", "enter"):
        from bgterm.analysis.dice_messages import type_dice  # only for dice that are typed

        return type_dice(view.match)
    if typed in ("c", "d") and view.typed_dice:
        return _("Press Esc to clear the dice you typed first.")
    if typed.isdecimal() and typed not in "123456":
        return _("A die shows 1 to 6.")
    if typed.isdecimal():
        return _("Both dice are typed: press Enter, or Bksp to undo.")
    return ""
