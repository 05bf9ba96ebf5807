"""A text field as an immutable value, with a new one after each key.

Textual's `Input` does the same, but takes its keys from a queue of its own. If "Ann", Enter, "Bob" come in one
packet, as from a slow connection, it writes "AnnBob" into the first of two fields.
"""

from typing import NamedTuple

from rich.cells import split_graphemes


class TextEdit(NamedTuple):
    """A text with a cursor, perhaps selected as a whole. It is immutable: each key returns a new one.

    >>> TextEdit.entered("White").insert("A", 24).insert("nn", 24).text
    'Ann'
    >>> TextEdit.entered("White").end().insert("!", 24).text
    'White!'
    """

    text: str = ""
    cursor: int = 0
    """The index of the character after the cursor, never inside a grapheme such as é or an emoji."""
    selected: bool = False
    """Whether the whole text is selected, so that typing replaces it."""

    @classmethod
    def entered(cls, text: str) -> "TextEdit":
        """Return an editor of `text` as when its field is entered: all selected, so that typing replaces it."""
        return cls(text, len(text), selected=bool(text))

    def insert(self, addition: str, longest: int) -> "TextEdit":
        """Return the editor after typing or pasting as much of `addition` as `longest` characters allow."""
        before, after = ("", "") if self.selected else (self.text[: self.cursor], self.text[self.cursor :])
        before += addition[: max(longest - len(before) - len(after), 0)]
        return TextEdit(before + after, len(before))

    def left(self) -> "TextEdit":
        """Return the editor with the cursor one character to the left, or at the start of a selection."""
        return TextEdit(self.text, 0 if self.selected else max(self._stops_before, default=0))

    def right(self) -> "TextEdit":
        """Return the editor with the cursor one character to the right, or at the end of a selection."""
        return self.end() if self.selected else TextEdit(self.text, min(self._stops_after, default=self.cursor))

    def home(self) -> "TextEdit":
        """Return the editor with the cursor at the start of the text."""
        return TextEdit(self.text, 0)

    def end(self) -> "TextEdit":
        """Return the editor with the cursor at the end of the text."""
        return TextEdit(self.text, len(self.text))

    def backspace(self) -> "TextEdit":
        """Return the editor without the character before the cursor, or without a selected text."""
        return self._deleted(self.left().cursor, self.cursor)

    def delete(self) -> "TextEdit":
        """Return the editor without the character at the cursor, or without a selected text."""
        return self._deleted(self.cursor, self.right().cursor)

    def delete_before(self) -> "TextEdit":
        """Return the editor without the text before the cursor."""
        return self._deleted(0, self.cursor)

    def delete_word(self) -> "TextEdit":
        """Return the editor without the word before the cursor and the blanks after that word."""
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
