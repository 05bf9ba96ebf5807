"""Dice whose throws a test decides."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from bgterm.rules.match import Pair


@dataclass
class ScriptedDice:
    """A source of dice whose throws are given.

    `with ScriptedDice([(3, 1), (6, 4)])` checks at the end that all are thrown.
    """

    script: Sequence[Pair]
    thrown: set[int] = field(default_factory=set)
    """The numbers of the throws that have been made."""

    def __call__(self, number: int) -> Pair:
        """Return the two dice of a throw by its number. Raises LookupError when there are none."""
        if number >= len(self.script):
            raise LookupError(f"throw {number} of a script of {len(self.script)}")
        self.thrown.add(number)
        return self.script[number]

    @property
    def unthrown(self) -> tuple[Pair, ...]:
        """The dice that were not thrown."""
        return tuple(pair for number, pair in enumerate(self.script) if number not in self.thrown)

    def __enter__(self) -> Self:
        """Return this source of dice."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Raise LookupError when dice are left over, unless the block has raised an error."""
        if kind is None and self.unthrown:
            raise LookupError(f"not thrown: {self.unthrown}")
