"""The stake of a money session: an amount for each point, and a unit of any kind. [RULES A-48]"""

import re
from dataclasses import dataclass
from decimal import Decimal

from bgterm.catalog import N_
from bgterm.notation.errors import quoted
from bgterm.rules.errors import NotationError

_STAKE = re.compile(r"(?P<sign>[^\d\s.,+-]{0,4})\s*(?P<amount>[0-9]{1,9}(?:[.,][0-9]{1,4})?)\s*(?P<unit>\D{0,16})")


@dataclass(frozen=True, slots=True)
class Stake:
    """The worth of one point of a money session, an amount and a unit: 0.50 euro."""

    amount: Decimal
    unit: str

    def __str__(self) -> str:
        """Return the stake as text, as `Header.stake` has it."""
        return f"{self.amount} {self.unit}".rstrip()


def read_stake(text: str) -> Stake:
    """Return the stake of a text such as `0.50 euro`, `$2` or `1 pint of bitter`. Raises NotationError.

    >>> str(read_stake("€0,50"))
    '0.50 €'
    """
    found = _STAKE.fullmatch(text.strip())
    amount = Decimal(found["amount"].replace(",", ".")) if found else Decimal()
    if not found or not amount or not text.strip().isprintable() or (found["sign"] and found["unit"]):
        message = N_('"{text}" is not a stake: write what a point is worth, like 0.50 euro')
        raise NotationError(message, text=quoted(text))
    return Stake(amount, found["sign"] or found["unit"])
