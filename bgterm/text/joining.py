"""Sentences, and lists of items inside them."""

from collections.abc import Iterable

from bgterm.catalog import _


def join_or(items: Iterable[str]) -> str:
    """Join the items with commas and "or".

    >>> join_or(["roll", "double", "challenge"])
    'roll, double or challenge'
    """
    *others, last = items
    return _("{items} or {last}", items=", ".join(others), last=last) if others else last


def join_and(items: Iterable[str]) -> str:
    """Join the items with commas and "and".

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


def sentence(text: str) -> str:
    """Return the text as a sentence: a capital at its start, a stop at its end.

    >>> sentence("it is not your turn"), sentence("Ann, take or pass?")
    ('It is not your turn.', 'Ann, take or pass?')
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) or not text else ".")
