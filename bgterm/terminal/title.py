"""The title of the terminal's window, given back at the end. [xterm control sequences, XTWINOPS 22 and 23]"""

from bgterm.notation.sanitize import clean_line

_SAVE, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
_LONGEST = 100
_UNTITLED = ("linux", "vt", "dumb", "unknown")
"""The beginnings of TERM for terminals without a window."""


class WindowTitle:
    """The title of one terminal, as the sequences that change it."""

    def __init__(self, term: str) -> None:
        """Make sequences for a terminal of the type `term`, as in the variable TERM."""
        self._possible = not term.startswith(_UNTITLED)
        self._shown = ""

    def show(self, text: str) -> str:
        """Return the sequence that shows a text as the title; for an empty text, that restores the old title."""
        before, after = self._shown, clean_line(text, _LONGEST) if self._possible else ""
        self._shown = after
        if before == after:
            return ""
        return f"{'' if before else _SAVE}\x1b]2;{after}\x07" if after else _GIVE_BACK
