"""Runs of cells, and the order and the sequences that write them in few bytes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from bgterm.terminal.pens import Pen, changes, for_blank, marks_blanks, on_blanks

Cell = tuple[str, Pen]
"""The content of a cell; the second half of a wide character is an empty text."""

Place = tuple[int, int]
"""Column and row from 0."""

_BRIDGE = 4
"""The bytes of a step over cells that are as before; those in between are written once more if that is shorter."""
_ERASED = 5
"""The blanks from which on it is shorter to erase them."""
_ERASED_TO_END = 4
"""The same where nothing but such blanks follows in the row."""
_MANY = 48
"""The runs from which on their order is that of the screen: to look for a shorter one would take too long."""
_TOGETHER = 5
"""How many runs are moved to another place in the order at once."""


class Run(NamedTuple):
    """Cells side by side that are written with one pen."""

    x: int
    y: int
    text: str
    pen: Pen
    blank: bool
    """Whether there are only blanks, so that the colour of the pen does not matter."""

    alone: bool
    """Whether each character takes a cell, so that it is known where a terminal is after it."""

    last: bool = False
    """Whether only blanks of its background follow in the row, if anything does."""

    @classmethod
    def of(cls, x: int, y: int, cell: Cell) -> "Run":
        """Return the run of one cell."""
        text, pen = cell
        return cls(x, y, text, pen, blank=text == " ", alone=_is_alone(text))

    @property
    def end(self) -> int:
        """The column after it."""
        return self.x + len(self.text)

    def to(self, x: int, row: Sequence[Cell | None]) -> "Run | None":
        """Return the run with the cells up to a changed one; None if it needs another run or is longer to send."""
        if not self.alone or x - self.end > _BRIDGE:
            return None
        run, between = self, ""
        for cell in row[self.end : x + 1]:
            pen = cell and run.suited(cell)
            if not cell or pen is None or not _is_alone(cell[0]):
                return None
            between += cell[0]
            run = run._replace(text=run.text + cell[0], pen=pen, blank=run.blank and cell[0] == " ")
        return run if len(between[:-1].encode()) <= _BRIDGE else None

    def is_erased(self, row: Sequence[Cell | None]) -> bool:
        """Return whether erasing what follows in the row makes it what it must be."""
        return self.alone and self.is_last(row) and not marks_blanks(self.pen)

    def is_last(self, row: Sequence[Cell | None]) -> bool:
        """Return whether only blanks of its background follow."""
        blank = " ", on_blanks(self.pen)
        return all(cell == blank for cell in row[self.end :])

    def suited(self, cell: Cell) -> Pen | None:
        """Return the pen that writes both the run and the cell, if there is one."""
        text, pen = cell
        if text == " ":
            return self.pen if pen == (self.pen if self.blank else on_blanks(self.pen)) else None
        return pen if self.pen == (on_blanks(pen) if self.blank else pen) else None


def _is_alone(text: str) -> bool:
    return len(text) == 1 == cell_len(text)


class Hand:
    """The terminal's own cursor and pen, which lag behind those of the text that is fed."""

    def __init__(self, columns: int, *, erases: bool) -> None:
        """Begin with both unknown, in a window of so many columns."""
        self.columns = columns
        self._erases = erases
        self.place: Place | None = None
        self.pen: Pen | None = None

    def erasing(self, runs: list[Run], row: Sequence[Cell | None]) -> list[Run]:
        """Return the runs of a row, the last of them as one where the row can be erased from its end on."""
        while self._erases and len(runs) > 1 and runs[-2].is_erased(row):
            runs.pop()
            runs[-1] = runs[-1]._replace(text=runs[-1].text.ljust(len(row) - runs[-1].x), last=True)
        return runs

    def move(self, to: Place) -> str:
        """Go to a place by the shortest way."""
        start, self.place = self.place, to
        return _way(start, to)

    def take(self, pen: Pen) -> str:
        """Take exactly this pen."""
        sent = next(sent for sent, taken in changes(self.pen, pen) if taken == pen)
        self.pen = pen
        return sent

    def write(self, run: Run) -> str:
        """Go to a run of cells and write it. How far a terminal goes on wide and joined characters is unknown."""
        moved = self.move((run.x, run.y))
        ways = changes(self.pen, for_blank(self.pen, run.pen) if run.blank else run.pen)
        written = ((sent, pen, *self._text(run, pen)) for sent, pen in ways)
        sent, self.pen, text, erasing = min(written, key=lambda way: len(way[0]) + len(way[2]) + len(way[3]))
        end = run.x + len(text)
        self.place = (end, run.y) if run.alone and end < self.columns else None
        return moved + sent + text + erasing

    def _text(self, run: Run, pen: Pen) -> tuple[str, str]:
        """Return the text of a run as it is written with a pen, and what erases the blanks at its end."""
        text = run.text.rstrip(" ")
        erased = len(run.text) - len(text)
        if not self._erases or erased < (_ERASED_TO_END if run.last else _ERASED) or marks_blanks(pen):
            return run.text, ""
        return text, "\x1b[K" if run.last else f"\x1b[{erased}X"

    def shortest(self, runs: Sequence[Run]) -> str:
        """Write the runs, in the order that takes the fewest bytes as far as one is looked for."""
        orders = [runs]
        if 2 < len(runs) < _MANY:
            orders += _short_orders(self.place, self.pen, runs)
        place, pen, best = self.place, self.pen, None
        for order in orders:
            self.place, self.pen = place, pen
            sent = "".join(map(self.write, order))
            if best is None or len(sent) < len(best[0]):
                best = sent, self.place, self.pen
        if best is None:
            return ""
        sent, self.place, self.pen = best
        return sent


def _short_orders(place: Place | None, pen: Pen | None, runs: Sequence[Run]) -> list[Sequence[Run]]:
    """Return two orders: each time the run that takes the fewest bytes next, and that one made shorter."""
    costs = [[_cost((run.end, run.y) if run.alone else None, run.pen, to) for to in runs] for run in runs]
    costs.append([_cost(place, pen, run) for run in runs])
    left, nearest = list(range(len(runs))), [len(runs)]  # the last row of the costs is that of the beginning
    while left:
        nearest.append(min(left, key=costs[nearest[-1]].__getitem__))
        left.remove(nearest[-1])
    return [[runs[at] for at in order[1:]] for order in (nearest, _improved(nearest, costs))]


def _improved(order: Sequence[int], costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Move a few runs at a time to where they cost less, as long as that helps; the first of the order stays."""
    order, moved = list(order), True
    while moved:
        moved = False
        for count in range(1, _TOGETHER + 1):
            for at in range(1, len(order) - count + 1):
                moved |= _move(order, at, count, costs)
    return order


def _move(order: list[int], at: int, count: int, costs: Sequence[Sequence[int]]) -> bool:
    """Move `count` runs from a place of the order to the best other one; return whether that made it shorter."""
    some, rest = order[at : at + count], order[:at] + order[at + count :]
    first, last = some[0], costs[some[-1]]

    def added(place: int) -> int:
        before, cost = rest[place - 1], costs[rest[place - 1]]
        if place == len(rest):
            return cost[first]
        return costs[before][first] + last[rest[place]] - cost[rest[place]]

    best = min(range(1, len(rest) + 1), key=added)
    if added(best) >= added(at):
        return False
    order[:] = [*rest[:best], *some, *rest[best:]]
    return True


def _cost(place: Place | None, pen: Pen | None, run: Run) -> int:
    """Return how many bytes it takes to begin a run from a place with a pen."""
    wanted = for_blank(pen, run.pen) if run.blank else run.pen
    return len(_way(place, (run.x, run.y))) + len(changes(pen, wanted)[0][0])


@lru_cache(maxsize=8192)
def _way(start: Place | None, to: Place) -> str:
    """Return the shortest way from a place to another, by what every terminal since the VT100 understands."""
    if start == to:
        return ""
    column, row = to
    direct = f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"
    if start is None:
        return direct
    down, right = row - start[1], column - start[0]
    across = _steps(right, "C", "D")
    if right < 0:
        across = min(across, "\b" * -right, "\r" + _steps(column, "C", "D"), key=len)
    return min(direct, _steps(down, "B", "A") + across, key=len)


def _steps(count: int, forward: str, back: str) -> str:
    """Return the sequence of some steps forward, or back for less than none."""
    if not count:
        return ""
    return f"\x1b[{abs(count) if abs(count) > 1 else ''}{forward if count > 0 else back}"
