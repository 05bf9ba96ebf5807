"""Untrusted text made safe to show: a single line, without anything that a terminal would execute."""

import re
import unicodedata

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[ -?]*+[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*+[0-~]?"
)
"""Matches control sequences of terminals: `ESC [ ... letter`, `ESC ] ... BEL`, and the like, also as one byte."""
_UNSEEN = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters and symbols that are drawn as nothing."""
_VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors, which change the width of the character before them in some terminals only."""
MARKS = 2
"""The most combining marks on a letter; more would overlap the lines above."""

_UNSHOWN = 50
"""How many characters are read for each that may be shown, because sorting marks takes quadratic time."""


def clean_line(text: str, longest: int) -> str:
    """Return at most `longest` characters of a text, with single blanks and without what a terminal would obey.

    Escape sequences, control characters and direction marks are removed, and marks beyond two on a letter.

    >>> clean_line("\\x1b[31mred\\x1b[0m\\talert\\u202e", 8)
    'red aler'
    """
    begin = text[: _UNSHOWN * longest]
    plain = _UNSEEN.sub(" ", _VARIATIONS.sub("", _SEQUENCE.sub("", begin)))
    shown = "".join(char if char.isprintable() else " " for char in plain)
    return " ".join(_with_few_marks(unicodedata.normalize("NFC", shown)).split())[:longest].rstrip()


def visible(text: str) -> str:
    """Return the text with a question mark for every control character and every other invisible one.

    >>> visible("\\x1b[31mred\\t")
    '?[31mred?'
    """
    return "".join(char if char.isprintable() else "?" for char in text)


def is_mark(char: str) -> bool:
    """Return whether the character combines with the one before it."""
    return unicodedata.category(char) in {"Mn", "Me"}


def _with_few_marks(text: str) -> str:
    """Return the text with at most `MARKS` combining marks on each letter, and none elsewhere."""
    kept, marks = list[str](), MARKS
    for char in text:
        if is_mark(char):
            marks += 1
        else:
            marks = MARKS if char.isspace() else 0
        if marks <= MARKS:
            kept.append(char)
    return "".join(kept)
