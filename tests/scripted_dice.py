"""Dice that are laid down beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from bgterm.rules.match import Pair


@dataclass
class ScriptedDice:
    """Dice that are laid down beforehand; `with ScriptedDice([(3, 1), (6, 4)])` checks that all are thrown."""

    script: Sequence[Pair]
    thrown: set[int] = field(default_factory=set)
    """The numbers of the throws that were made."""

    def throw(self, number: int) -> Pair:
        """Return the two dice of the script. Raises LookupError when there are none for this number."""
        if number >= len(self.script):
            raise LookupError(f"throw {number} of a script of {len(self.script)}")
        self.thrown.add(number)
        return self.script[number]

    @property
    def unthrown(self) -> tuple[Pair, ...]:
        """The dice that were not thrown."""
        return tuple(pair for number, pair in enumerate(self.script) if number not in self.thrown)

    def __enter__(self) -> Self:
        """Return the source itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Raise LookupError when dice are left over, unless something else went wrong already."""
        if kind is None and self.unthrown:
            raise LookupError(f"not thrown: {self.unthrown}")
