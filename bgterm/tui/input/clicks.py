"""Mouse clicks: most stand for a key and go through the same checks."""

from textual.geometry import Offset
from textual.style import Style

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
