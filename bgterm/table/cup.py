"""Where rolls come from.

A throw is asked for by its number, so that a match that is resumed goes on with the dice it would have had.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Protocol, Self

from bgterm.rules.errors import NotationError, Rule
from bgterm.rules.match import Pair

_FAIR_BYTES = 252
"""The largest multiple of six that a byte can count to: larger bytes would favour the low numbers."""


class DiceCup(Protocol):
    """A source of rolls."""

    def throw(self, number: int) -> Pair:
        """Give throw `number` of the match, counted from 0 with those for the opening: one die and the other.

        In the opening they are White's die and Black's.
        """


class RandomCup:
    """Dice that nobody can know beforehand, from the system's source of randomness."""

    def throw(self, number: int) -> Pair:  # noqa: ARG002 - no throw knows of another
        """Give two dice."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


@dataclass(frozen=True, slots=True)
class SeededCup:
    """Dice that are the same for the same seed, however often the match is resumed."""

    seed: int

    def throw(self, number: int) -> Pair:
        """Give the two dice that the seed has at this number."""
        return derived_throw(str(self.seed).encode(), number)


@dataclass
class ScriptedCup:
    """Dice that are laid down beforehand; `with ScriptedCup([(3, 1), (6, 4)]) as cup` sees that all are thrown."""

    script: Sequence[Pair]
    thrown: set[int] = field(default_factory=set)
    """The numbers of the throws that were made."""

    def throw(self, number: int) -> Pair:
        """Give the two dice of the script. Raises LookupError when there are none for this number."""
        if number >= len(self.script):
            raise LookupError(f"throw {number} of a script of {len(self.script)}")
        self.thrown.add(number)
        return self.script[number]

    @property
    def unthrown(self) -> tuple[Pair, ...]:
        """The dice that were not thrown."""
        return tuple(pair for number, pair in enumerate(self.script) if number not in self.thrown)

    def __enter__(self) -> Self:
        """Give the cup."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Raise LookupError when dice are left over, unless something else went wrong already."""
        if kind is None and self.unthrown:
            raise LookupError(f"not thrown: {self.unthrown}")


def cup_for(dice: str) -> DiceCup:
    """Give the cup for `Header.dice`: `random`, or `seed:` and a whole number. Raises NotationError."""
    match dice.split(":"):
        case ["random"]:
            return RandomCup()
        case ["seed", seed]:
            with suppress(ValueError):
                return SeededCup(int(seed))
    raise NotationError(Rule.BAD_VALUE, field="dice", value=dice)


def derived_throw(key: bytes, number: int) -> Pair:
    """Give the two dice that whoever knows the key can work out for this number, and nobody else.

    The bytes of HMAC-SHA256(key, "number.0"), then of "number.1" and so on, are read in order; a byte from 252 up
    is passed over, and any other shows its remainder by six, plus one. The first two such bytes are the dice.
    """
    one, other = islice((byte % 6 + 1 for byte in _stream(key, number) if byte < _FAIR_BYTES), 2)
    return one, other


def _stream(key: bytes, number: int) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(key, f"{number}.{block}".encode(), hashlib.sha256)
