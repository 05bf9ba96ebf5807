"""Clicks of the mouse: most stand for a key that does the same, so that the same checks apply to them."""

from math import inf

from textual.geometry import Offset
from textual.style import Style

from bgterm.terminal.mouse import Clicked
from bgterm.tui.input.bindings import DOUBLE_PRESS

_KEY = "bgterm_key"
"""The name of the key in the meta data of a style."""


def stands_for(key: str) -> Style:
    """Return a style that looks like nothing: text in it can be clicked in place of pressing the key."""
    return Style.from_meta({_KEY: key})


def key_in(meta: dict[str, object]) -> str:
    """Return the key that text with this meta data stands for, or nothing."""
    return str(meta.get(_KEY, ""))


class Clickable:
    """A widget that knows what a click on a cell of it means."""

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Handle a click on a cell, or return the key that it stands for; `again` in a double click.

        Return nothing when it is done, or means nothing.
        """
        raise NotImplementedError


class DoubleClick:
    """Notices the second click of a double click, which must not decide what comes after the first."""

    def __init__(self) -> None:
        """Begin with nothing clicked."""
        self._place, self._time, self._key = (-1, -1), -inf, ""

    def is_by(self, click: Clicked) -> bool:
        """Return whether this is a second click on the same cell."""
        place, time = self._place, self._time
        self._place, self._time = (click.x, click.y), click.time
        return place == self._place and click.time - time < DOUBLE_PRESS

    def is_other_key(self, key: str, *, again: bool) -> bool:
        """Return whether the second click stands for another key than the first, which then stood there."""
        before, self._key = self._key, key
        return again and before not in ("", key)
