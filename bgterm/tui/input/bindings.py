"""The keys that decide something, the moment since when they count, and the names of keys."""

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import format_key
from textual.screen import Screen

from bgterm.catalog import _

Moment = TypeVar("Moment")

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


class ShownSince:
    """A screen or a prompt, which knows since when it shows what its keys decide."""

    shown_since: float = inf
    """By the monotonic clock; inf before the first picture."""

    def shows_anew(self) -> None:
        """Take the keys that are on their way for those that were meant for what was shown before."""
        self.shown_since = monotonic()


DOUBLE_PRESS = 0.7
"""Seconds within which the same key again is taken for a double press, or for a key that is held down."""


class DoublePress(Generic[Moment]):
    """Notices a key that decided something and is pressed again, though something else is to be decided now."""

    _moment: Moment
    """The moment when the key was pressed first."""

    def __init__(self) -> None:
        """Begin with no key pressed."""
        self._key, self._name, self._at = "", "", -inf

    def notice(self, key: Key) -> None:
        """Forget the last key when another is pressed."""
        if key.key != self._key:
            self.forget()

    def forget(self) -> None:
        """Count the next key even if it looks like a double press: the last one had another purpose."""
        self._key = ""

    def is_by(self, key: Key, moment: Moment) -> bool:
        """Return whether the key was pressed twice by mistake, now that it decides what the `moment` asks."""
        return self.first_moment(key, moment) != moment

    def first_moment(self, key: Key, moment: Moment) -> Moment:
        """Return the moment when the key was pressed first: this one, unless it is pressed again."""
        again = key.key == self._key and key.time - self._at < DOUBLE_PRESS
        if not again:
            self._moment = moment
        self._key, self._name, self._at = key.key, key_name(key), key.time
        return self._moment

    @property
    def message(self) -> str:
        """The message that the second press would have decided something else."""
        return _("You pressed {key} twice. Press it again to go on.", key=self._name)


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
