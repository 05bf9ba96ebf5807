"""The one rule for keys, clicks and pastes: which of them count.

A key counts for the view that was on the screen when it was pressed. If that view is gone, the key does nothing,
and the key bar says why; only keys that type, move or look may come early. The same key within 0.7 seconds counts
only for the decision that its first press was about, so that a double press never acts for the opponent. A key
that leaves a screen counts on the screen below too. A click on the name of a key is a press of that key. A paste
decides nothing.
"""

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

from textual.events import Key

from bgterm.catalog import _
from bgterm.terminal.mouse import Clicked
from bgterm.tui.input.bindings import key_name

_DOUBLE_PRESS = 0.7
"""Seconds within which the same key counts as a double press, or as held down."""
_MOST_NAMED = 8
"""The most keys that a message about early keys names."""


class KeyMeaning(NamedTuple):
    """The meaning of a key in the view that is on screen."""

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
    """Judges the keys and clicks of one terminal, in the order in which they were pressed."""

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

    def refusal(self, key: Key, painted: KeyMeaning, screens: Sequence[object]) -> str:
        """Return why a key does not count in this view with these screens open; empty if it counts."""
        first = self._first_press(key, painted, screens)
        may_follow = painted.leaves or key.key == "escape"
        has_closed = first.screen not in screens and painted.screen in self._open and not may_follow
        if key.time < painted.since and not (has_closed and painted.decision is not None):
            return self._too_early(key)
        self._early = ()
        is_other = first.screen is painted.screen and first.decision not in (None, painted.decision)
        if painted.decision is None or not (has_closed or is_other):
            return ""
        return _("You pressed {key} twice. Press it again to go on.", key=key_name(key))

    def _first_press(self, key: Key, painted: KeyMeaning, screens: Sequence[object]) -> KeyMeaning:
        """Return the key's meaning at its first press, which for a repeated key is the earlier one."""
        before = self._first
        held = key.key == self._key and key.time - self.pressed_at < _DOUBLE_PRESS
        decided = before.decision is not None or before.screen is not painted.screen
        if not (held and decided and self.pressed_at >= painted.free_since):
            self._first, self._open = painted, tuple(screens)
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
        """Return whether this is the second click on the same cell."""
        before, self._click = self._click, click
        return (click.x, click.y) == (before.x, before.y) and click.time - before.time < _DOUBLE_PRESS

    def refusal_of_click(self, key: str, *, again: bool) -> str:
        """Return why a click does not count as a press of a key: the first of two clicks stood for another one."""
        before, self._clicked_key = self._clicked_key, key
        return _("You clicked twice. Click again to go on.") if again and before not in ("", key) else ""
