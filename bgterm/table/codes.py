"""The codes of tables: short enough to be told on the telephone, and too many to be guessed: `K7Q2M`."""

import secrets
from collections.abc import Container
from itertools import count

_LETTERS, _DIGITS = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789"
"""Nothing that is mistaken for something else."""
_PATTERN = (_LETTERS, _DIGITS, _LETTERS, _DIGITS, _LETTERS)


def new_code(taken: Container[str]) -> str:
    """Give a code that is not taken."""
    codes = ("".join(map(secrets.choice, _PATTERN)) for _ in count())
    return next(code for code in codes if code not in taken)


def is_code(text: str) -> bool:
    """Whether the text looks like a code, in capitals or not.

    >>> is_code("k7q2m"), is_code("ann")
    (True, False)
    """
    fits = len(text) == len(_PATTERN)
    return fits and all(char in chars for char, chars in zip(text.upper(), _PATTERN, strict=True))
