"""A picture in parts, of which only those are drawn that show something else than before."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import NamedTuple

from textual.geometry import Region

from bgterm.tui.board.styled_rows import Row


class Part(NamedTuple):
    """A part of a picture, over which no other lies."""

    region: Region
    draw: Callable[..., Sequence[Row]]
    """Draws its rows from top to bottom."""
    facts: tuple[Hashable, ...]
    """The input of the drawing: the arguments of `draw`, and nothing else."""


class Painting:
    """The parts of a picture as they were drawn last."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._parts: dict[Region, Part] = {}
        self._rows: dict[Region, Sequence[Row]] = {}

    @property
    def rows(self) -> Mapping[Region, Sequence[Row]]:
        """The rows of each part, the parts from left to right."""
        return self._rows

    def paint(self, parts: Iterable[Part]) -> list[Region]:
        """Draw all parts whose facts are others now; return the rows of the picture that look different."""
        before, drawn = self._parts, self._rows
        self._parts = {part.region: part for part in sorted(parts, key=attrgetter("region"))}
        self._rows, changed = {}, list[Region]()
        for region, part in self._parts.items():
            old = before.get(region)
            if old and old.facts == part.facts and old.draw is part.draw:
                self._rows[region] = drawn[region]
            else:
                self._rows[region] = part.draw(*part.facts)
                changed += changes(region, drawn.get(region, ()), self._rows[region])
        return changed


def changes(region: Region, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Region]:
    """Yield the rows of a region that look different after than before."""
    for y, (old, new) in enumerate(zip_longest(before, after)):
        if old != new:
            yield Region(region.x, region.y + y, region.width, 1)
