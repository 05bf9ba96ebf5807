"""The keys of a match, made from the declarations of its actions."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode

from bgterm.play.participant import Action
from bgterm.play.view import View
from bgterm.tui.input.bindings import LEAVES, KeyUse
from bgterm.tui.screens.match.numbered_list import NumberedList

_ASKING = frozenset({"resign", "correct-roll"})
"""Actions that ask with a list or a dialog, and so are disabled while there is a list."""


@lru_cache(maxsize=256)
def bindings_of(action: Action) -> tuple[Binding, ...]:
    """Return the bindings of the action's keys, of which the first one is shown."""
    key = action.key
    if key is None:
        return ()
    use = KeyUse(decides=key.decides, leaves=key.leaves, rank=LEAVES if key.leaves else key.rank)
    do, names = f"do('{action.id}')", key.names.split()
    shown = (key.is_listed, *[False] * len(names))
    return tuple(
        [
            Binding(name, do, key.label, show, key.shown or None, tooltip=key.help, id=action.id, group=use)
            for name, show in zip(names, shown, strict=False)
        ]
    )


@lru_cache(maxsize=8)
def actions_by_key(actions: Sequence[Action]) -> Mapping[str, Sequence[Action]]:
    """Return the actions that each key can ask for."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        for binding in bindings_of(action):
            found.setdefault(binding.key, []).append(action)
    return found


def active_keys(
    actions: Sequence[Action], view: View, numbered: NumberedList | None, screen: DOMNode, area: DOMNode
) -> dict[str, ActiveBinding]:
    """Return the keys that do something now: those of a list, of answers in the `area`, and of the table."""
    found: dict[str, ActiveBinding] = {}
    if numbered:
        found |= {one.key: ActiveBinding(area, one, True, one.tooltip) for one in numbered.bindings()}
    typing = view.draft is not None and bool(view.draft.text)
    for action in actions:
        key = action.key
        if key is None or action.id not in view.possible or (typing and key.is_letter):
            continue
        if numbered and (key.answers or action.id in _ASKING):
            continue
        node = area if key.answers else screen
        for binding in bindings_of(action):
            if binding.key not in found:
                found[binding.key] = ActiveBinding(node, binding, True, binding.tooltip)
    return found
