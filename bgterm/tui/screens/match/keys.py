"""The keys of a match, made from its declared actions, and the reasons why a key does nothing now."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.events import Key

from bgterm.catalog import N_, _
from bgterm.notation.plays import may_follow
from bgterm.play.actions.dice import CORRECT
from bgterm.play.actions.offers import RESIGN
from bgterm.play.participant import NOT_NOW, Action, Participant, View
from bgterm.rules.errors import ActionRule
from bgterm.text.joining import sentence
from bgterm.tui.input import KeyUse, key_name, key_named, no_use
from bgterm.tui.screens.match.lines import NumberedList, no_double

_ASKING = (RESIGN, CORRECT)
"""The actions that ask with a list or a dialog, and so are disabled while a list is open."""

ChosenKeys = tuple[tuple[str, str], ...]
"""The actions with a custom key, each with that key."""
_KEYS_TO_ROLL = N_("Space or r")


@lru_cache(maxsize=256)
def bindings_of(action: Action, chosen: ChosenKeys = ()) -> tuple[Binding, ...]:
    """Return a binding for each key of an action, of which the key bar shows only the first; none without keys.

    `chosen` are the player's custom keys: pairs of an action's id and the key that replaces its usual keys.
    """
    key = action.key
    if key is None:
        return ()
    if own := dict(chosen).get(action.id):
        from bgterm.profile.keys import FIXED  # only where keys are chosen

        kept = [name for name in key.names.split() if name in FIXED]
        key = key._replace(names=" ".join([key_named(own), *kept]), shown=own)
    use = KeyUse(decides=key.decides, leaves=key.leaves, rank=key.rank)
    do, names = f"do('{action.id}')", key.names.split()
    shown = (key.is_listed, *[False] * len(names))
    return tuple(
        [
            Binding(name, do, key.label, show, key.shown or None, tooltip=key.help, id=action.id, group=use)
            for name, show in zip(names, shown, strict=False)
        ]
    )


@lru_cache(maxsize=8)
def actions_by_key(actions: Sequence[Action], chosen: ChosenKeys = ()) -> Mapping[str, Sequence[Action]]:
    """Return the actions that each key is bound to, by the key's name.

    `chosen` are the player's custom keys: pairs of an action's id and its key.
    """
    found: dict[str, list[Action]] = {}
    for action in actions:
        for binding in bindings_of(action, chosen):
            found.setdefault(binding.key, []).append(action)
    return found


class MatchKeys:
    """The keys of a match screen: which keys perform which actions now, and why others do nothing.

    They include the custom keys of the player's settings.
    """

    def __init__(self, here: Participant, actions: Sequence[Action], chosen: ChosenKeys) -> None:
        """Make the keys of the `actions` for the players here."""
        self._here, self._actions, self._chosen = here, actions, chosen

    def of(self, name: str, usual: str) -> str:
        """Return the player's custom key for the action with the id `name`; without one, return `usual`."""
        return dict(self._chosen).get(name, usual)

    def active(self, numbered: NumberedList | None, screen: DOMNode, area: DOMNode) -> dict[str, ActiveBinding]:
        """Return the bindings that do something now, by key.

        `numbered` is the open list, None without one; its bindings and those of answers to the question are
        attributed to the widget `area`, all others to `screen`.
        """
        found: dict[str, ActiveBinding] = {}
        if numbered:
            found |= {one.key: ActiveBinding(area, one, True, one.tooltip) for one in numbered.bindings()}
        view = self._here.view
        draft = view.draft
        typing = draft is not None and bool(draft.text)
        for action in self._actions:
            key = action.key
            if key is None or action.id not in view.possible or (typing and key.is_letter):
                continue
            if numbered and (key.answers or key.leaves or action in _ASKING):
                continue
            node = area if key.answers else screen
            for binding in bindings_of(action, self._chosen):
                if binding.key not in found and (numbered or not (draft and draft.goes_on_with(binding.key))):
                    found[binding.key] = ActiveBinding(node, binding, True, binding.tooltip)
        return found

    def why_unused(self, key: Key, others: Sequence[str], *, choosing: bool) -> str:
        """Return the message why a key does nothing now.

        `others` are the keys that do something, each with its action; `choosing` is whether a numbered list is
        open.
        """
        here, view = self._here, self._here.view
        if key.key == "e" and view.over and here.venue.instead_of_export:
            return here.venue.instead_of_export
        if choosing:
            return _("Choose a number, or press Esc to go back.")
        if said := self._about_question(key, view):
            return said
        if not here.seats:
            return no_use(key)
        actions = actions_by_key(self._actions, self._chosen).get(key.key, ()) if key.key != "space" else ()
        if said := next(filter(None, (_reason(action, here) for action in actions)), ""):
            return said
        match = here.table.match
        actor = match.shown_game.to_act
        if actor is not None and actor not in here.seats:
            name = match.names[actor.index]
            return _("{key} does nothing now: it is {name}'s turn.", key=key_name(key), name=name)
        return no_use(key, others)

    def why_no_move(self) -> str:
        """Return the reason why no checker can be moved now; empty where the question shows it."""
        here, view = self._here, self._here.view
        actor = view.match.shown_game.to_act
        if actor is not None and here.seats and actor not in here.seats:
            return _("It is {name}'s turn.", name=view.match.names[actor.index])
        return self._roll_first() if view.question == "roll" else ""

    def _about_question(self, key: Key, view: View) -> str:
        """Return a message about the key from the current question; empty when it has none."""
        match view.question:
            case "roll" if key.key == "enter":
                return _("Enter does not roll: press {keys}.", keys=self.of("roll", _(_KEYS_TO_ROLL)))
            case "roll" if may_follow("", key.character or "") and key.character != "b":
                return self._roll_first()
            case "dice":
                return _about_dice(key, view)
            case "move" if view.draft and view.draft.text:
                return _("{key} is not part of a play. Esc clears what you typed.", key=key_name(key))
            case "move" if key.key in {"backspace", "u", "escape"}:
                return _("Nothing to undo: the move is not begun.")
            case _:
                return ""

    def _roll_first(self) -> str:
        return _("Roll before you move: press {keys}.", keys=self.of("roll", _(_KEYS_TO_ROLL)))


def _reason(action: Action, here: Participant) -> str:
    """Return why the action is not possible now; empty if only because it is not the player's turn."""
    error = action.refusal(here) if action.key and action.key.explains else None
    if error is None or error is NOT_NOW or error.msgid == ActionRule.NOT_YOUR_TURN:
        return ""
    if here.view.question == "over" and error.msgid == ActionRule.GAME_NOT_BEGUN:
        return ""
    names = here.view.match.names
    said = error.describe(names)
    # the reason against doubling is already below the question
    return sentence(said, names) if said != no_double(here.view) else ""


def _about_dice(key: Key, view: View) -> str:
    """Return how to type the dice; empty for keys that have nothing to do with them."""
    typed = key.character or ""
    if key.key in ("space", "r", "enter"):
        from bgterm.analysis.dice_messages import type_dice  # only for dice that are typed

        return type_dice(view.match)
    if typed in ("c", "d") and view.typed_digits:
        return _("Press Esc to clear the dice you typed first.")
    if typed.isdecimal() and typed not in "123456":
        return _("A die shows 1 to 6.")
    if typed.isdecimal():
        return _("Both dice are typed: press Enter, or Bksp to undo.")
    return ""
