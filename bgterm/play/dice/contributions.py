"""Contributions to verifiable dice as players type them: words, or a fingerprint made on their own machine."""

import re
from string import hexdigits

from bgterm.catalog import N_
from bgterm.notation.errors import quoted
from bgterm.notation.sanitize import clean_line
from bgterm.rules.errors import NotationError

LONGEST_WORDS = 200
"""How many characters words may have."""
LONGEST_CONTRIBUTION = 1000
"""How many characters a contribution may have that was sealed elsewhere."""

_DIGEST_LENGTH = 64
_LIKE_A_FINGERPRINT = 48
"""The number of ASCII characters from which a single word is taken for a mistyped fingerprint."""
_LIKE_HEX = 32
"""The number of hex digits from which a single word is taken for a mistyped fingerprint."""
_BESIDE_A_DIGEST = r"(?i:\*?-|SHA(2-)?256\(.*\)=)"
"""Matches the output of sha256sum, shasum and openssl around a digest."""


def check_length(text: str, most: int = LONGEST_CONTRIBUTION) -> None:
    """Raise NotationError for a contribution of more characters."""
    if len(text) > most:
        message = N_("that is {length} characters long: type at most {most}")
        raise NotationError(message, length=len(text), most=most)


def read_words(text: str) -> str:
    """Return words as they are sealed and recorded: printable, in NFC, with single blanks.

    Raises NotationError when nothing is left or it is too long.
    """
    words = clean_line(text, len(text))
    if not words:
        raise NotationError(N_("type some words, or a fingerprint of 64 hex digits"))
    check_length(words, LONGEST_WORDS)
    return words


def read_fingerprint(text: str) -> str:
    """Return the 64 hex digits that a player typed, alone or as sha256sum prints them; empty for words.

    Raises NotationError for a text that seems to be meant as a fingerprint and is not one, such as 63 digits.
    """
    words = [word for word in text.split() if not re.fullmatch(_BESIDE_A_DIGEST, word)]
    digests = [word for word in words if len(word) == _DIGEST_LENGTH and _is_hex(word)]
    if digests:
        if len(words) > 1:
            raise NotationError(N_("type the 64 hex digits of the fingerprint and nothing else"))
        return digests[0].lower()
    least = _LIKE_HEX if all(map(_is_hex, words)) else _LIKE_A_FINGERPRINT
    if len(words) == 1 and words[0].isascii() and len(words[0]) >= least:
        if bad := [char for char in words[0] if char not in hexdigits]:
            message = N_('a fingerprint has 64 hex digits, 0-9 and a-f: "{text}" is not one of them')
            raise NotationError(message, text=quoted(bad[0]))
        message = N_(
            "a fingerprint has 64 hex digits and this has {length}: type the fingerprint. A contribution "
            "typed here is not secret any more: if this was yours, make a new one"
        )
        raise NotationError(message, length=len(words[0]))
    return ""


def _is_hex(word: str) -> bool:
    return all(char in hexdigits for char in word)
