"""Codes that are short enough to tell on the telephone, and too many to guess.

The codes of tables look like `K7Q2M`, those that add a key to a player like `K7Q2M-B4X9W`.
"""

import re
import secrets
from collections.abc import Container
from itertools import count

_LETTERS, _DIGITS = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789"
"""The letters and digits of codes, without those that look like others (I, O, 0, 1)."""
_MEANT_AS_KEY_CODE = re.compile(r"(?:(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{4,6}(?:[- ]+|$)){2}", re.IGNORECASE)
_PATTERN = (_LETTERS, _DIGITS, _LETTERS, _DIGITS, _LETTERS)


def new_code(*taken: Container[str]) -> str:
    """Return a new random code for a table, which none of the collections contains."""
    codes = ("".join(map(secrets.choice, _PATTERN)) for _ in count())
    return next(code for code in codes if not any(code in each for each in taken))


def is_code(text: str) -> bool:
    """Return whether the text has the form of a table's code, in capitals or not.

    >>> is_code("k7q2m"), is_code("ann")
    (True, False)
    """
    fits = len(text) == len(_PATTERN)
    return fits and all(char in chars for char, chars in zip(text.upper(), _PATTERN, strict=True))


def new_key_code() -> str:
    """Return a new random code that adds a key to a player, such as `K7Q2M-B4X9W`."""
    return f"{new_code()}-{new_code()}"


def resembles_key_code(text: str) -> bool:
    """Return whether the text was probably meant as a code that adds a key, perhaps mistyped.

    >>> resembles_key_code("k7q2m-b4x9"), resembles_key_code("K7Q2M B4X9W"), resembles_key_code("Anna-Lena")
    (True, True, False)
    """
    return bool(_MEANT_AS_KEY_CODE.fullmatch(text.strip()))


def is_key_code(text: str) -> bool:
    """Return whether the text has the form of a code that adds a key, in capitals or not.

    >>> is_key_code("k7q2m-b4x9w"), is_key_code("k7q2m")
    (True, False)
    """
    parts = text.split("-")
    return len(parts) == 2 and all(map(is_code, parts))
