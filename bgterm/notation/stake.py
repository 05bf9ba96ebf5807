"""The stake of a money session: an amount for each point, and a unit of any kind. [RULES A-48]"""

import re
from dataclasses import dataclass
from decimal import Decimal

from bgterm.notation.errors import NotAStake

_STAKE = re.compile(r"(?P<sign>[^\d\s.,+-]{0,4})\s*(?P<amount>[0-9]{1,9}(?:[.,][0-9]{1,4})?)\s*(?P<unit>\D{0,16})")


@dataclass(frozen=True, slots=True)
class Stake:
    """The value of a point."""

    amount: Decimal
    unit: str

    def __str__(self) -> str:
        """Return the text of it, as it is kept."""
        return f"{self.amount} {self.unit}".rstrip()


def read_stake(text: str) -> Stake:
    """Return the stake of a text such as `0.50 euro`, `$2` or `1 pint of bitter`. Raises NotationError.

    >>> str(read_stake("€0,50"))
    '0.50 €'
    """
    found = _STAKE.fullmatch(text.strip())
    if not found or not text.strip().isprintable() or (found["sign"] and found["unit"]):
        raise NotAStake(text=text)
    amount = Decimal(found["amount"].replace(",", "."))
    if not amount:
        raise NotAStake(text=text)
    return Stake(amount, found["sign"] or found["unit"])
