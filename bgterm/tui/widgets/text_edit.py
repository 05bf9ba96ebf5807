"""A line of text that is being edited, as a value: each key returns another; and the widgets that are given keys.

Textual's `Input` does the same, but takes its keys from a queue of its own. Of "Ann", Enter, "Bob" in one packet,
as a slow line delivers them, it writes "AnnBob" into the first of two fields.
"""

from typing import NamedTuple

from rich.cells import split_graphemes
from textual.events import Key
from textual.widget import Widget


class TextEdit(NamedTuple):
    """A text with a cursor.

    >>> TextEdit.entered("White").insert("A", 24).insert("nn", 24).text
    'Ann'
    >>> TextEdit.entered("White").end().insert("!", 24).text
    'White!'
    """

    text: str = ""
    cursor: int = 0
    """Before which character the next one goes; never inside what is drawn as one, such as é or an emoji."""
    selected: bool = False
    """Whether the whole text is selected, so that typing replaces it."""

    @classmethod
    def entered(cls, text: str) -> "TextEdit":
        """Return the edit of a field that was just entered: all of its text is selected."""
        return cls(text, len(text), selected=bool(text))

    def insert(self, addition: str, longest: int) -> "TextEdit":
        """Return it with a text typed or pasted, as much of that as fits into `longest` characters."""
        before, after = ("", "") if self.selected else (self.text[: self.cursor], self.text[self.cursor :])
        before += addition[: max(longest - len(before) - len(after), 0)]
        return TextEdit(before + after, len(before))

    def left(self) -> "TextEdit":
        """Move the cursor left, or to the start of a selection."""
        return TextEdit(self.text, 0 if self.selected else max(self._stops_before, default=0))

    def right(self) -> "TextEdit":
        """Move the cursor right, or to the end of a selection."""
        return self.end() if self.selected else TextEdit(self.text, min(self._stops_after, default=self.cursor))

    def home(self) -> "TextEdit":
        """Move the cursor to the start."""
        return TextEdit(self.text, 0)

    def end(self) -> "TextEdit":
        """Move the cursor to the end."""
        return TextEdit(self.text, len(self.text))

    def backspace(self) -> "TextEdit":
        """Delete the character before the cursor, or the selection."""
        return self._deleted(self.left().cursor, self.cursor)

    def delete(self) -> "TextEdit":
        """Delete the character at the cursor, or the selection."""
        return self._deleted(self.cursor, self.right().cursor)

    def delete_before(self) -> "TextEdit":
        """Delete all before the cursor."""
        return self._deleted(0, self.cursor)

    def delete_word(self) -> "TextEdit":
        """Delete the word before the cursor, and the blanks after it."""
        *words, _ = self.text[: self.cursor].rstrip().rpartition(" ")
        return self._deleted(len("".join(words)), self.cursor)

    def _deleted(self, start: int, stop: int) -> "TextEdit":
        if self.selected:
            return TextEdit()
        return self._replace(text=self.text[:start] + self.text[stop:], cursor=start)

    @property
    def _stops_before(self) -> list[int]:
        return [start for start, _, _ in split_graphemes(self.text)[0] if start < self.cursor]

    @property
    def _stops_after(self) -> list[int]:
        return [stop for _, stop, _ in split_graphemes(self.text)[0] if stop > self.cursor]


class TakesText(Widget):
    """A widget into which a text is typed: no bindings can list its keys.

    The app gives it each key once what earlier keys do is done: they may have led to another widget.
    """

    def takes(self, key: Key) -> bool:
        """Return whether a key is part of the text."""
        raise NotImplementedError

    def take(self, key: Key) -> bool:
        """Type a key that is part of the text; return whether it is."""
        raise NotImplementedError
