"""Which keys are part of a play that is being typed, so that all others keep their meaning."""

import re

_STARTS = "0123456789b/"
_ANYWHERE = "0123456789 ,;:/-*()"
_LETTERS = re.compile(r"(?:^|[\s,;:])(?:b|ba|bar)$|[/-](?:o|of|off|h|ho|hom|home)$|[0-9*]x$", re.IGNORECASE)


def may_follow(text: str, character: str) -> bool:
    """Whether a typed character goes on with the text of a play; a letter does only where it spells a word of it.

    >>> may_follow("", "b"), may_follow("8/5", "x"), may_follow("8/5 ", "x"), may_follow("6/", "h")
    (True, True, False, True)
    """
    if not character:
        return False
    if not text:
        return character.lower() in _STARTS
    return character in _ANYWHERE or _LETTERS.search(text + character) is not None
