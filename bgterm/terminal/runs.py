"""Runs of cells, and the order and the sequences that write them in few bytes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len

from bgterm.terminal.pens import Pen, changes, for_blank, marks_blanks, on_blanks

Cell = tuple[str, Pen]
"""The content of a cell; the second half of a wide character is an empty text."""

Place = tuple[int, int]
"""Column and row from 0."""

_Costs = Sequence[Sequence[int]]
"""The bytes of a step from each run to each other one; the last row is that of the beginning."""

_BRIDGE = 4
"""The bytes of a step over cells that are as before; those in between are written once more if that is shorter."""
_ERASED = 5
"""The blanks from which on it is shorter to erase them."""
_ERASED_TO_END = 4
"""The same where nothing but such blanks follows in the row."""
_MANY = 48
"""The runs from which on they are written as they come: to look for a shorter way would take too long."""


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

    def shortest(self, runs: Sequence[Run]) -> str:
        """Write the runs, in the order that takes the fewest bytes as far as one is looked for."""
        in_order = self._short_order(runs) if 2 < len(runs) < _MANY else runs
        sent, self.place, self.pen = self._written(in_order)
        return sent

    def _written(self, order: Sequence[Run]) -> "_Written":
        """Return the shortest way to write runs in this order; of many runs, each in the shortest way."""
        ways = [_Written("", self.place, self.pen)]
        for run in order:
            longer = [after for way in ways for after in self._after(way, run)]
            if len(longer) > 1 and len(order) < _MANY:
                longer.sort(key=_Written.size, reverse=True)
                ways = [*{way[1:]: way for way in longer}.values()]  # of those that end alike, the shortest
            else:
                ways = [min(longer, key=_Written.size)]
        return min(ways, key=_Written.size)

    def _after(self, way: "_Written", run: Run) -> Iterator["_Written"]:
        """Yield the ways to write a run after others."""
        moved = _way(way.place, (run.x, run.y))
        for sent, pen in changes(way.pen, for_blank(way.pen, run.pen) if run.blank else run.pen):
            text, place = self._text(run, pen)
            yield _Written(f"{way.sent}{moved}{sent}{text}", place, pen)

    def _text(self, run: Run, pen: Pen) -> tuple[str, Place | None]:
        """Return a run as a pen writes it, blanks at its end erased if that is shorter, and the place after it.

        How far a terminal goes on wide and joined characters, and at the end of a row, is unknown.
        """
        text = run.text.rstrip(" ")
        erased, erasing = len(run.text) - len(text), ""
        if not self._erases or erased < (_ERASED_TO_END if run.last else _ERASED) or marks_blanks(pen):
            text = run.text
        else:
            erasing = "\x1b[K" if run.last else f"\x1b[{erased}X"
        end = run.x + len(text)
        return text + erasing, (end, run.y) if run.alone and end < self.columns else None

    def _short_order(self, runs: Sequence[Run]) -> Sequence[Run]:
        """Return the runs in an order that takes few bytes."""
        ends = [(self._text(run, run.pen)[1], run.pen) for run in runs]
        costs = [[_cost(*end, to) for to in runs] for end in (*ends, (self.place, self.pen))]
        by_pens = sorted(range(len(runs)), key=lambda at: runs[at].pen)
        orders = (_inserted(them, costs) for them in (range(len(runs)), by_pens))
        order = min(orders, key=lambda order: sum(costs[at][to] for at, to in pairwise(order)))
        return [runs[at] for at in _exchanged(order, costs)[1:]]


class _Written(NamedTuple):
    """The text that has been sent, with the place of the cursor and the state of the pen after it."""

    sent: str
    place: Place | None
    pen: Pen | None

    def size(self) -> int:
        """Return the length of the sequence."""
        return len(self.sent)


def _inserted(runs: Iterable[int], costs: _Costs) -> list[int]:
    """Return an order, which starts with the beginning, of runs that are put one by one where they add least."""
    order = [len(costs) - 1]
    for run in runs:
        gaps = enumerate(pairwise(order), 1)
        between = ((costs[at][run] + costs[run][to] - costs[at][to], place) for place, (at, to) in gaps)
        _added, place = min(((costs[order[-1]][run], len(order)), *between), key=itemgetter(0))
        order.insert(place, run)
    return order


def _exchanged(order: list[int], costs: _Costs) -> list[int]:
    """Exchange parts of an order that lie side by side, as long as that helps; its beginning stays."""
    before = None
    while before != order:
        before = order
        for start in range(1, len(order) - 1):
            order = _with_exchange(order, start, costs)
    return order


def _with_exchange(order: list[int], start: int, costs: _Costs) -> list[int]:
    """Exchange the part of an order that starts there with the next one, both as long as saves most, if any do."""
    first, from_before = order[start], costs[order[start - 1]]
    saved, best = 0, None
    for middle in range(start + 1, len(order)):
        from_last = costs[order[middle - 1]]
        opened = from_before[first] + from_last[order[middle]] - from_before[order[middle]]
        if opened <= 0:
            continue
        for end in range(middle + 1, len(order) + 1):
            from_end = costs[order[end - 1]]
            saving = opened - from_end[first]
            if end < len(order):
                saving += from_end[order[end]] - from_last[order[end]]
            if saving > saved:
                saved, best = saving, (middle, end)
    if best is None:
        return order
    middle, end = best
    return [*order[:start], *order[middle:end], *order[start:middle], *order[end:]]


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
