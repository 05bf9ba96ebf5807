"""Dice as players and files write them: a roll, `31`, `3-1`, `3 1` or `3,1`, and where the rolls come from."""

import re
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple, Self

from bgterm.catalog import N_
from bgterm.notation.errors import NotARoll, invalid_value, quoted
from bgterm.notation.sanitize import visible
from bgterm.rules.match import Pair

_ROLL = r"\s*([1-6])\s*[-‐‑‒–—−,;:/]?\s*([1-6])\s*"
_SHOWN = 20
"""How many characters of a text that is not a roll are quoted in the message."""


def read_roll(text: str) -> Pair:
    """Return the two numbers of a roll in the order written. Raises NotationError.

    >>> read_roll("6-4")
    (6, 4)
    """
    found = re.fullmatch(_ROLL, text)
    if not found:
        message = N_('"{text}" is not a roll: write what the two dice show, like 31 or 6-4')
        raise NotARoll(message, text=quoted(visible(text.strip()[:_SHOWN])))
    one, other = found.groups()
    return int(one), int(other)


class DiceKind(StrEnum):
    """The kinds of dice; their values are the texts in `Header.dice`."""

    RANDOM = "random"
    """Random dice from the system, which nobody can check."""
    VERIFIABLE = "verifiable"
    """Random dice that anyone can check after the match."""
    SEED = "seed"
    """Dice from a seed, the same in every run: `seed:42`."""
    FILE = "file"
    """Rolls from a file, one a line: `file:/home/ann/rolls`."""
    MANUAL = "manual"
    """Real dice: the players throw them and type the numbers."""


class DiceOrigin(NamedTuple):
    """Where the rolls of a match come from; its text is `Header.dice`.

    >>> DiceOrigin.read("seed:42").next_seed()
    DiceOrigin(kind=<DiceKind.SEED: 'seed'>, detail='43')
    """

    kind: DiceKind
    detail: str = ""
    """The seed, or the path of the file."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the origin in a text of `Header.dice`. Raises NotationError for an unknown or incomplete one."""
        word, _, detail = text.partition(":")
        with suppress(ValueError):
            found = cls(DiceKind(word), detail)
            if found.kind is DiceKind.SEED:
                int(detail)
            if str(found) == text and bool(detail) is (found.kind in (DiceKind.SEED, DiceKind.FILE)):
                return found
        raise invalid_value("dice", text, "random, manual, verifiable, seed:42, file:PATH")

    def __str__(self) -> str:
        """Return the text of a header."""
        return f"{self.kind}:{self.detail}" if self.detail else self.kind

    def next_seed(self) -> Self:
        """Return the origin for the next match: unchanged, except that a seed is increased by one."""
        return self._replace(detail=str(int(self.detail) + 1)) if self.kind is DiceKind.SEED else self
