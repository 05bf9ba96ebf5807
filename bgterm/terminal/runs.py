"""Runs of cells, and the order and the sequences that write them in few bytes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len

from bgterm.terminal.pens import Pen, changes, for_blank, marks_blanks, on_blanks

Cell = tuple[str, Pen]
"""The content of a cell; the second half of a wide character is an empty text."""

Place = tuple[int, int]
"""Column and row from 0."""

_BRIDGE = 4
"""The bytes of a cursor movement over unchanged cells; fewer bytes of such cells are written again instead."""
_ERASED = 5
"""The fewest blanks for which erasing takes fewer bytes than writing them."""
_ERASED_TO_END = 4
"""The fewest blanks up to the end of the row for which erasing takes fewer bytes than writing them."""
_COMPARED = 24
"""How many of the next runs are compared to find the nearest."""
_MANY = 48
"""From this many runs on their order is kept: the search for a shorter one would take more than 0.3 ms."""


class Run(NamedTuple):
    """Cells side by side that are written with one pen."""

    x: int
    y: int
    text: str
    pen: Pen
    blank: bool
    """Whether there are only blanks, so that the colour of the pen does not matter."""

    alone: bool
    """Whether each character fills one cell, so that the cursor after the run is known."""

    last: bool = False
    """Whether the rest of the row, which may be empty, is blanks of the run's background."""

    @classmethod
    def of(cls, x: int, y: int, cell: Cell, after: Iterable[tuple[Cell | None, Cell | None]]) -> "Run":
        """Return the run of a changed cell and of those `after` it that the same pen writes.

        `after` has pairs of the cells as wanted and as shown. The run ends before unchanged cells that the cursor
        passes in fewer bytes.
        """
        text, pen = cell
        alone, ground, between = _is_alone(text), on_blanks(pen), ""
        ink = None if text == " " else pen
        for wanted, shown in after if alone else ():
            if not wanted or not _is_alone(wanted[0]):
                break
            character, look = wanted
            if character == " ":
                fits = look == ground
            else:
                fits = on_blanks(look) == ground if ink is None else look == ink
                ink = look
            if not fits:
                break
            between += character
            if wanted == shown:
                if len(between) > _BRIDGE:
                    break
            elif len(between[:-1].encode()) > _BRIDGE:
                break
            else:
                text, pen, between = text + between, ink or ground, ""
        return cls(x, y, text, pen, not text.strip(" "), alone)

    def is_erased(self, row: Sequence[Cell | None]) -> bool:
        """Return whether the rest of the row can be erased with the run's pen."""
        return self.alone and self.is_last(row) and not marks_blanks(self.pen)

    def is_last(self, row: Sequence[Cell | None]) -> bool:
        """Return whether the rest of the row is blanks of the run's background."""
        rest = row[self.x + len(self.text) :]
        return rest == [(" ", on_blanks(self.pen))] * len(rest)


@lru_cache(maxsize=1024)
def _is_alone(text: str) -> bool:
    return len(text) == 1 == cell_len(text)


class TerminalCursor:
    """The cursor and the pen of the terminal itself, which lag behind those of the text that is not sent yet."""

    def __init__(self, columns: int, *, erases: bool, searches: bool) -> None:
        """Begin with both unknown, in a window of so many columns; `Cells` explains the others."""
        self.columns = columns
        self._erases = erases
        self._searches = searches
        self.place: Place | None = None
        self.pen: Pen | None = None

    def erasing(self, runs: list[Run], row: Sequence[Cell | None]) -> list[Run]:
        """Return the runs of a row, the runs at its end merged where erasing the rest of the row draws them."""
        while self._erases and len(runs) > 1 and runs[-2].is_erased(row):
            runs.pop()
            runs[-1] = runs[-1]._replace(text=runs[-1].text.ljust(len(row) - runs[-1].x), last=True)
        return runs

    def move(self, to: Place) -> str:
        """Return the shortest movement of the cursor to a place."""
        start, self.place = self.place, to
        return _way(start, to)

    def take(self, pen: Pen) -> str:
        """Return the sequence that sets exactly this pen."""
        sent = next(sent for sent, taken in changes(self.pen, pen) if taken == pen)
        self.pen = pen
        return sent

    def shortest(self, runs: Sequence[Run]) -> str:
        """Return the output of the runs, where bytes are to be saved in another order."""
        few = self._searches and len(runs) < _MANY
        order = self._short_order(runs) if few and len(runs) > 2 else runs
        _, sent, self.place, self.pen = self._written(order, few)
        return sent

    def _written(self, order: Sequence[Run], search: bool) -> "_Written":
        """Return the shortest output of runs in this order; without a `search`, of each run by itself."""
        ways: Sequence[_Written] = [(0, "", self.place, self.pen)]
        for run in order:
            longer = dict[tuple[Place | None, Pen | None], _Written]()
            for _, before, start, held in ways:
                before += _way(start, run[:2])
                for sent, pen in changes(held, for_blank(held, run.pen) if run.blank else run.pen):
                    text, place = self._text(run, pen)
                    whole = f"{before}{sent}{text}"
                    if (place, pen) not in longer or len(whole) <= longer[place, pen][0]:
                        longer[place, pen] = len(whole), whole, place, pen
            ways = [*longer.values()] if search else [min(longer.values(), key=itemgetter(0))]
        return min(ways, key=itemgetter(0))

    def _text(self, run: Run, pen: Pen) -> tuple[str, Place | None]:
        """Return a run as a pen writes it, blanks at its end erased if that is shorter, and the place after it.

        The place is None after wide and joined characters and at the end of a row, where terminals differ.
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
        """Return the runs in an order that takes few bytes: after each run the nearest of the next ones."""
        left, order, place, pen = [*runs], list[Run](), self.place, self.pen
        while left:
            costs = []
            for run in left[:_COMPARED]:
                wanted = for_blank(pen, run.pen) if run.blank else run.pen
                costs.append(len(_way(place, run[:2])) + len(changes(pen, wanted)[0][0]))
            order.append(left.pop(costs.index(min(costs))))
            pen = order[-1].pen
            _, place = self._text(order[-1], pen)
        return order


_Written = tuple[int, str, Place | None, Pen | None]
"""The length of an output, the output, and the place of the cursor and the pen after it."""


@lru_cache(maxsize=8192)
def _way(start: Place | None, to: Place) -> str:
    """Return the shortest movement from one place to another, in sequences of the VT100."""
    if start == to:
        return ""
    column, row = to
    direct = f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"
    if start is None:
        return direct
    down, right = row - start[1], column - start[0]
    across = f"\x1b[{right if right > 1 else ''}C" if right else ""
    if right < 0:
        from_edge = f"\r\x1b[{column if column > 1 else ''}C" if column else "\r"
        across = min(f"\x1b[{-right if right < -1 else ''}D", "\b" * -right, from_edge, key=len)
    steps = abs(down) if abs(down) > 1 else ""
    vertical = f"\x1b[{steps}{'B' if down > 0 else 'A'}" if down else ""
    return min(direct, vertical + across, key=len)
