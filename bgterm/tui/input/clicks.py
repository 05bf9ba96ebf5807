"""Clicks of the mouse: most stand for a key that does the same, so that the same checks apply to them."""

from textual.geometry import Offset
from textual.style import Style

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
