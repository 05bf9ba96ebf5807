"""What takes keys that are part of a text, whichever they are, so that no bindings can name them."""

from textual.events import Key
from textual.widget import Widget


class TakesText(Widget):
    """A widget into which a text is typed.

    The app gives it each key once what earlier keys do is done: they may have led to another widget.
    """

    def take(self, key: Key) -> bool:
        """Type a key that is part of the text; return whether it is."""
        raise NotImplementedError
