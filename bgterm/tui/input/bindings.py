"""The bindings of keys: their effects on a screen, their places in the key bar, their names, and clicks for them.

Most clicks stand for a key and go through the same checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Key
from textual.geometry import Offset
from textual.keys import _character_to_key, format_key
from textual.screen import Screen
from textual.style import Style

from bgterm.catalog import _


@dataclass(frozen=True)
class KeyUse(Binding.Group):
    """How a key is used, passed as the group of its binding, the only field that Textual leaves to apps."""

    decides: bool = False
    """Whether the key decides something: it counts only if it was pressed after what it decides was shown."""
    moves: bool = False
    """Whether the key only moves a cursor, as in lists and forms, so that pressing it early does no harm."""
    leaves: bool = False
    """Whether the key leaves the screen: such keys are at the right edge of the key bar."""
    rank: int = 0
    """The key's priority in the key bar: 1 is first, answers have 10, 0 is for keys that may be left out."""


LEAVES = 15
"""The priority of keys that leave a screen, when there is no room for all keys."""


def bind(
    keys: str,
    action: str,
    identity: str,
    label: str = "",
    help_text: str = "",
    shown: str = "",
    *,
    listed: bool = True,
    decides: bool = False,
    moves: bool = False,
    leaves: bool = False,
    rank: int = 0,
) -> Binding:
    """Return the binding of keys; the key bar lists it if it has a label."""
    use = KeyUse(decides=decides, moves=moves, leaves=leaves, rank=LEAVES if leaves else rank)
    return Binding(keys, action, label, listed, shown or None, tooltip=help_text, id=identity, group=use)


def use_of(binding: Binding) -> KeyUse:
    """Return the use of a binding's key, from its group."""
    return binding.group if isinstance(binding.group, KeyUse) else KeyUse()


key_named = _character_to_key  # private in Textual 8.2.8
"""Returns the name of the key that types a character; the name of another key stays as it is."""
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
    """Return the name of a key: the character it types, or its label on a keyboard."""
    if name := _NAMES.get(key.key):
        return name
    typed = key.character
    return typed if typed and typed.isprintable() else format_key(key.key).title()


def no_use(key: Key, others: Sequence[str] = ()) -> str:
    """Return the message that a key does nothing now, and which `others` do.

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


_KEY = "bgterm_key"
"""The key in a style's metadata whose value is the name of a keyboard key."""


def stands_for(key: str) -> Style:
    """Return a style without attributes that makes text clickable in place of a key."""
    return Style.from_meta({_KEY: key})


def key_in(meta: dict[str, object]) -> str:
    """Return the key that text with this metadata stands for; empty for none."""
    return str(meta.get(_KEY, ""))


class Clickable:
    """A widget that handles clicks on its cells."""

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Handle a click on a cell, or return the key that it stands for; `again` in a double click.

        Return an empty text when the click was handled or has no meaning.
        """
        raise NotImplementedError
