"""Sentences, and lists of items inside them."""

import re
from collections.abc import Iterable

from bgterm.catalog import _


def join_or(items: Iterable[str]) -> str:
    """Join the items, at least one, with commas and "or".

    >>> join_or(["roll", "double", "challenge"])
    'roll, double or challenge'
    """
    *others, last = items
    return _("{items} or {last}", items=", ".join(others), last=last) if others else last


def join_and(items: Iterable[str]) -> str:
    """Join the items, at least one, with commas and "and".

    >>> join_and(["Ann", "Bob"])
    'Ann and Bob'
    """
    *others, last = items
    return _("{items} and {last}", items=", ".join(others), last=last) if others else last


def join_list(items: Iterable[str]) -> str:
    """Join the items that are not empty with commas.

    >>> join_list(["Bob beats Ann 5-3", "", "Backgammon"])
    'Bob beats Ann 5-3, Backgammon'
    """
    return ", ".join(filter(None, items))


def sentence(text: str, names: tuple[str, ...] = ()) -> str:
    """Return the text as a sentence: a stop at its end, and at its start a capital or one of the names as it is.

    >>> sentence("it is not your turn"), sentence("ann, take or pass?", ("ann", "bob"))
    ('It is not your turn.', 'ann, take or pass?')
    """
    text = text.strip()
    if not any(re.match(rf"{re.escape(name)}(?!\w)", text) for name in names):
        text = text[:1].upper() + text[1:]
    return text + ("" if text.endswith((".", "?", "!")) or not text else ".")
