"""A roll as players and files write it: `31`, `3-1`, `3 1` or `3,1`, in the order in which the dice lie."""

import re

from bgterm.notation.errors import NotARoll
from bgterm.notation.sanitize import visible
from bgterm.rules.dice import Dice
from bgterm.rules.match import Pair

_ROLL = re.compile(r"\s*([1-6])\s*[-‐‑‒–—−,;:/]?\s*([1-6])\s*")
_SHOWN = 20
"""How many characters of a text that is not a roll are quoted in the message."""


def read_roll(text: str) -> Pair:
    """Return what the two dice show. Raises NotationError.

    >>> read_roll("6-4")
    (6, 4)
    """
    found = _ROLL.fullmatch(text)
    if not found:
        raise NotARoll(text=visible(text.strip()[:_SHOWN]))
    one, other = found.groups()
    return int(one), int(other)


def roll_text(dice: Dice) -> str:
    """Name a roll: `6-1`."""
    return f"{dice.high}-{dice.low}"
