"""A mixin for widgets that take the keys of a text, which no bindings can list."""

from textual.events import Key
from textual.widget import Widget


class TakesText(Widget):
    """A widget into which a text is typed.

    The app gives it each key once what earlier keys do is done: they may have led to another widget.
    """

    def take(self, key: Key) -> bool:
        """Type a key that is part of the text; return whether it is."""
        raise NotImplementedError
