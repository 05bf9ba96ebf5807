"""A roll of two dice. Where rolls come from is outside the rules: see `bgterm.play.dice.sources`."""

from typing import NamedTuple, Self

from bgterm.catalog import N_
from bgterm.rules.errors import NotationError

HIGHEST = 6
"""The highest number on a die."""


class Dice(NamedTuple):
    """A roll, the higher die first: `Dice(6, 1)`. `Dice.of` accepts the dice in any order."""

    high: int
    low: int

    @classmethod
    def of(cls, one: int, other: int) -> Self:
        """Return the roll of two dice in any order. Raises NotationError unless both are 1 to 6.

        >>> Dice.of(1, 6)
        Dice(high=6, low=1)
        """
        if not (1 <= one <= HIGHEST and 1 <= other <= HIGHEST):
            raise NotationError(N_("dice show 1 to 6, not {one} and {other}"), one=one, other=other)
        return cls(max(one, other), min(one, other))

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number."""
        return self.high == self.low

    @property
    def pips(self) -> tuple[int, ...]:
        """The numbers to be played, larger first; the number of a double is there four times. [RULES A-23]"""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    def __str__(self) -> str:
        """Return the roll in the usual notation: `6-1`."""
        return f"{self.high}-{self.low}"


ROLLS = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls."""
