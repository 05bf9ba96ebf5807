"""Keys and clicks: their bindings and names, and the one rule which of them count.

A key counts for the view that was on the screen when it was pressed. If that view is gone, the key does nothing,
and the key bar says why; only keys that type, move or look may come early. The same key within 0.7 seconds counts
only for the decision that its first press was about, so that a double press never acts for the opponent. A key
that leaves a screen counts on the screen below too. A click on the name of a key is a press of that key. A paste
decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Key
from textual.geometry import Offset
from textual.keys import _character_to_key, format_key
from textual.screen import Screen
from textual.style import Style

from bgterm.catalog import _
from bgterm.terminal.window import Clicked


@dataclass(frozen=True)
class KeyUse(Binding.Group):
    """How a key is used: whether it decides, moves or leaves, and its rank in the key bar.

    It is stored as the group of a `Binding`, the only field of bindings that Textual leaves to apps.
    """

    decides: bool = False
    """Whether the key decides something: it counts only if it was pressed after what it decides was shown."""
    moves: bool = False
    """Whether the key only moves a cursor, as in lists and forms, so that pressing it early does no harm."""
    leaves: bool = False
    """Whether the key leaves the screen: such keys are at the right edge of the key bar."""
    rank: int = 0
    """The key's priority in the key bar: 1 is first, answers have 10, 0 is for keys that may be left out."""


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
    """Return a binding of `keys`, names separated by commas, to the action named `action`.

    `identity` is the binding's id, `label` its text in the key bar, `help_text` its text in the help, and `shown`
    the displayed name of the key if not the usual one. Without `listed`, the key bar omits the key. The other
    parameters are the fields of `KeyUse`.
    """
    use = KeyUse(decides=decides, moves=moves, leaves=leaves, rank=rank)
    return Binding(keys, action, label, listed, shown or None, tooltip=help_text, id=identity, group=use)


def use_of(binding: Binding) -> KeyUse:
    """Return how a binding's key is used; for a binding of Textual's own, a use with all defaults."""
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
    """Return a key's name as messages show it: the character it types, or its label on a keyboard, `Esc`."""
    if name := _NAMES.get(key.key):
        return name
    typed = key.character
    return typed if typed and typed.isprintable() else format_key(key.key).title()


def no_use(key: Key, others: Sequence[str] = ()) -> str:
    """Return the message that a key does nothing now.

    It lists `others`, the keys that do, or else points to the help.

    >>> no_use(Key("space", " "), ["t take", "p pass"])
    'Space does nothing now: t take, p pass.'
    >>> no_use(Key("k", "k"))
    'k does nothing now. Press ? for the keys.'
    """
    if others:
        return _("{key} does nothing now: {keys}.", key=key_name(key), keys=", ".join(others))
    return _("{key} does nothing now. Press ? for the keys.", key=key_name(key))


def shown_keys(screen: Screen[Any], node: DOMNode) -> list[str]:
    """Return the labelled keys that `node`, a widget or the screen itself, binds now, each as `t take`."""
    active = screen.active_bindings.values()
    shown: dict[str | None, Binding] = {
        one.binding.id: one.binding for one in active if one.node is node and one.binding.show
    }
    return [f"{screen.app.get_key_display(one)} {_(one.description)}" for one in shown.values()]


_KEY = "bgterm_key"
"""The key in a style's metadata whose value is the name of a keyboard key."""


def stands_for(key: str) -> Style:
    """Return a style, without a change of look, that makes a click on text count as a press of `key`."""
    return Style.from_meta({_KEY: key})


def key_in(meta: dict[str, object]) -> str:
    """Return the key that a click on text with this metadata stands for; empty for none. See `stands_for`."""
    return str(meta.get(_KEY, ""))


class Clickable:
    """A base for widgets that handle clicks on their cells themselves."""

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Handle a click on the cell `at` of the widget, or return the name of the key that the click stands for.

        `again` is whether it is the second click of a double click. Return an empty text when the click was
        handled or has no meaning.
        """
        raise NotImplementedError


# Which keys count

_DOUBLE_PRESS = 0.7
"""Seconds within which the same key counts as a double press, or as held down."""
_MOST_NAMED = 8
"""The most keys that a message about early keys names."""


class KeyMeaning(NamedTuple):
    """The effect that a key would have in the view on the screen, and since when presses of it count."""

    screen: object
    decision: object = None
    """The decision that the key makes; None for a key that only types, moves or looks."""
    since: float = -inf
    """The time since when the key has this meaning; an earlier press was meant for another view."""
    free_since: float = -inf
    """The time of the opponent's last act; an earlier press cannot be the first half of a double press."""
    leaves: bool = False
    """Whether the key leaves the screen; the same key may have left the screen above."""


class KeyRule:
    """The judge of which keys and clicks of one terminal count.

    It sees all of them, in the order of their presses.
    """

    def __init__(self) -> None:
        """Begin with nothing pressed."""
        self.pressed_at = inf
        """The time of the last key press; inf before the first."""
        self._key, self._first = "", KeyMeaning(None)
        self._open: Sequence[object] = ()
        """The screens that were open at the first press of the last key."""
        self._early: tuple[str, ...] = ()
        self._named_at = inf
        self._click, self._clicked_key = Clicked(-1, -1), ""

    def refusal(self, key: Key, meaning: KeyMeaning, screens: Sequence[object]) -> str:
        """Return why a press with this `meaning` does not count while these screens are open; empty if it does."""
        first = self._first_press(key, meaning, screens)
        may_follow = meaning.leaves or key.key == "escape"
        has_closed = first.screen not in screens and meaning.screen in self._open and not may_follow
        if key.time < meaning.since and not (has_closed and meaning.decision is not None):
            return self._too_early(key)
        self._early = ()
        is_other = first.screen is meaning.screen and first.decision not in (None, meaning.decision)
        if meaning.decision is None or not (has_closed or is_other):
            return ""
        return _("You pressed {key} twice. Press it again to go on.", key=key_name(key))

    def _first_press(self, key: Key, meaning: KeyMeaning, screens: Sequence[object]) -> KeyMeaning:
        """Return the key's meaning at its first press, which for a repeated key is the earlier one."""
        before = self._first
        held = key.key == self._key and key.time - self.pressed_at < _DOUBLE_PRESS
        decided = before.decision is not None or before.screen is not meaning.screen
        if not (held and decided and self.pressed_at >= meaning.free_since):
            self._first, self._open = meaning, tuple(screens)
        self._key, self.pressed_at = key.key, key.time
        return self._first

    def _too_early(self, key: Key) -> str:
        """Return the message about a key that was pressed too early, along with others just before it."""
        if key.time >= self._named_at:
            self._early = ()
        self._early, self._named_at = (*self._early, key_name(key)), monotonic()
        keys = " ".join(self._early[:_MOST_NAMED])
        if len(self._early) > _MOST_NAMED:
            return _("Pressed too early and ignored: {keys} ...", keys=keys)
        return _("Pressed too early and ignored: {keys}", keys=keys)

    def is_double_click(self, click: Clicked) -> bool:
        """Return whether the click is on the same cell as the click before it, within 0.7 seconds."""
        before, self._click = self._click, click
        return (click.x, click.y) == (before.x, before.y) and click.time - before.time < _DOUBLE_PRESS

    def refusal_of_click(self, key: str, *, again: bool) -> str:
        """Return the message why a click does not count as a press of `key`; empty if it counts.

        The second click of a double click (`again`) is refused if the first one stood for another key.
        """
        before, self._clicked_key = self._clicked_key, key
        return _("You clicked twice. Click again to go on.") if again and before not in ("", key) else ""
