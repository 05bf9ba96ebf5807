"""Text that somebody typed or sent, made fit to be shown: one line of it, and nothing that a terminal obeys."""

import re
import unicodedata

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[ -?]*+[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*+[0-~]?"
)
"""Control sequences of terminals: `ESC [ ... letter`, `ESC ] ... BEL`, and the like, also in their forms of one
byte.
"""
_UNSEEN = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters and signs that look like a blank."""
_VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Wishes for another look of the character before, which terminals measure differently."""
MARKS = 2
"""How many accents a letter may carry; more would climb into the lines above."""

_UNSHOWN = 50
"""How many characters are read for each that may be shown: sorting accents is quadratic in their number."""


def clean_line(text: str, longest: int) -> str:
    """Return the text without escape sequences, control characters and marks of direction, with single blanks.

    >>> clean_line("\\x1b[31mred\\x1b[0m\\talert\\u202e", 8)
    'red aler'
    """
    begin = text[: _UNSHOWN * longest]
    plain = _UNSEEN.sub(" ", _VARIATIONS.sub("", _SEQUENCE.sub("", begin)))
    shown = "".join(char if char.isprintable() else " " for char in plain)
    return " ".join(_with_few_marks(unicodedata.normalize("NFC", shown)).split())[:longest].rstrip()


def visible(text: str) -> str:
    """Return the text with a question mark for every character that cannot be shown, or that a terminal obeys.

    >>> visible("\\x1b[31mred\\t")
    '?[31mred?'
    """
    return "".join(char if char.isprintable() else "?" for char in text)


def is_mark(char: str) -> bool:
    """Return whether the character is drawn over, under or within the one before it."""
    return unicodedata.category(char) in {"Mn", "Me"}


def _with_few_marks(text: str) -> str:
    """Leave each letter at most so many accents, and none where there is no letter."""
    kept, marks = list[str](), MARKS
    for char in text:
        if is_mark(char):
            marks += 1
        else:
            marks = MARKS if char.isspace() else 0
        if marks <= MARKS:
            kept.append(char)
    return "".join(kept)
