"""The keys that decide something, those that only move, and the names of keys."""

from collections.abc import Sequence
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import format_key
from textual.screen import Screen

from bgterm.catalog import _

DECISION = Binding.Group("decision")
"""Marks the bindings of keys that decide something.

Such a key counts only when it was pressed after what it decides was shown. All other keys look at something, type
or move a cursor: it does no harm when they come early.
"""
NAVIGATION = Binding.Group("navigation")
"""Marks the bindings of a screen that only move a cursor, as those of its lists and forms do."""


def decision(keys: str, action: str, identity: str, label: str, tooltip: str = "", shown_as: str = "") -> Binding:
    """Return the binding of keys that decide something."""
    return Binding(keys, action, label, key_display=shown_as or None, id=identity, tooltip=tooltip, group=DECISION)


_NAMES = {
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Bksp",
    "delete": "Del",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    **{key: f"{key.title()} arrow" for key in ("up", "down", "left", "right")},
}


def key_name(key: Key) -> str:
    """Return what a key is called: what it types, or what is printed on it."""
    if name := _NAMES.get(key.key):
        return name
    typed = key.character
    return typed if typed and typed.isprintable() else format_key(key.key).title()


def no_use(key: Key, others: Sequence[str] = ()) -> str:
    """Return the message that a key does nothing now, and which `others` do, or where to find them.

    >>> no_use(Key("space", " "), ["t take", "p pass"])
    'Space does nothing now: t take, p pass.'
    >>> no_use(Key("k", "k"))
    'k does nothing now. Press ? for the keys.'
    """
    if others:
        return _("{key} does nothing now: {keys}.", key=key_name(key), keys=", ".join(others))
    return _("{key} does nothing now. Press ? for the keys.", key=key_name(key))


def shown_keys(screen: Screen[Any], node: DOMNode) -> list[str]:
    """Return the active keys of a node of the screen, each with its action: `t take`."""
    active = screen.active_bindings.values()
    shown: dict[str | None, Binding] = {
        one.binding.id: one.binding for one in active if one.node is node and one.binding.show
    }
    return [f"{screen.app.get_key_display(one)} {_(one.description)}" for one in shown.values()]
