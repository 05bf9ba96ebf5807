"""Sends a terminal only the cells that differ from what it shows: Textual by itself sends whole widgets.

A terminal is a grid of cells, a cursor and a pen. Of what Textual writes, four things are understood here:

    text          goes into the cells from the cursor on, looking like the pen; East Asian characters and emoji
                  fill two cells, combining characters join the cell before
    ESC [ 5;9 H   puts the cursor at row 5, column 9, both from 1; 1 may be left out
    ESC [ ... m   changes the pen (SGR): "1" bold, "38;5;214" a colour of the text, "0" or nothing plain again
    line feed     says nothing when it is followed by a move of the cursor, as it always is

and ESC [ ? 2026 h and l, which hold the picture back until it is complete: never sent around nothing. Bells and
what changes no cell (ESC ] ..., such as the clipboard, but for links) pass by.

All else (modes, clears, links) passes unchanged and in order, and what the terminal shows counts as unknown from
then on: every cell written after it is sent. Only SGR changes the pen. Nobody sees where the cursor is, because
Textual hides it; it is put in its place before something passes that might act there.

To a terminal elsewhere few changes are sent in an order that takes few bytes, which brings those of one colour
together.
Long blanks are erased (ESC [ 9 X, ESC [ K) on terminals that erase in the colour of the background.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import itemgetter, ne
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

from bgterm.terminal.pens import Pen, changed, changes, for_blank, marks_blanks, on_blanks, upright

_TOKEN = re.compile(
    r"(?:\x1b\[(?P<look>[\d;:]*)m)?(?P<text>[^\x00-\x1f\x7f-\x9f]+)(?P<plain>\x1b\[0m)?"
    r"|\x1b\[(?P<pen>[\d;:]*)m"
    r"|\x1b\[(?P<row>\d*);?(?P<column>\d*)H"
    r"|(?P<nothing>\n+(?=\x1b\[[\d;]*H))"
    r"|(?P<hold>\x1b\[\?2026h)"
    r"|(?P<release>\x1b\[\?2026l)"
    r"|(?P<aside>\x07|\x1b\](?!8;)[^\x07\x1b]*(?:\x07|\x1b\\))"
    r"|(?P<other>\x1b\[[ -?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|.)",
    re.DOTALL,
)
_SIMPLE = re.compile(r"[ -~\xa0-\xac\xae-\u02ff\u2500-\u25fc]*")
"""Text in which each character fills one cell: Latin letters, lines and blocks."""

Cell = tuple[str, Pen]
"""The content of a cell; the second half of a wide character is an empty text."""

Place = tuple[int, int]
"""Column and row from 0."""


def as_it_is(pen: Pen) -> Pen:
    """Return the pen unchanged, as a terminal that has all colours needs it."""
    return pen


class Cells:
    """The cells of one terminal. Pass all output through `reduce`, and send what that returns."""

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        erases: bool = False,
        searches: bool = True,
        pens: Callable[[Pen], Pen] = as_it_is,
    ) -> None:
        """Begin with the size of the terminal, and with unknown contents.

        `erases` is whether blanks may be made by erasing in the colour of the background, and `searches` whether
        time is spent on an output of fewer bytes. `pens` converts a pen to the colours that the terminal has.
        """
        self._size = (columns, rows)
        self._place: Place | None = None
        """The cell of the next text, which the terminal's own cursor need not have reached; None when unknown."""
        self._pen: Pen = ()
        """The pen of the next text."""
        self._pens = pens
        self._cursor = TerminalCursor(columns, erases=erases, searches=searches)
        self._held = ""
        """The start of a synchronized update (ESC [ ? 2026 h), unsent until a cell changes."""
        self._forget()

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the terminal; a change makes its contents unknown."""
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._forget()

    def reduce(self, written: str) -> str:
        """Return the shortest known output with the same effect on the terminal as `written`."""
        sent = []
        for token in _TOKEN.finditer(written):
            match token.lastgroup:
                case "text" | "plain":
                    look, text, plain = token.group("look", "text", "plain")
                    self._pen = pen = self._pen if look is None else changed(self._pen, look)
                    if self._place and (cells := _cells(text, pen, self._pens)):
                        self._put(cells, *self._place)
                    else:
                        sent.append(self._passed(text))
                    self._pen = () if plain else pen
                case "pen":
                    self._pen = changed(self._pen, token["pen"])
                case "column":
                    self._place = (int(token["column"] or 1) - 1, int(token["row"] or 1) - 1)
                case "nothing":
                    pass
                case "hold":
                    self._held = token["hold"]
                case "release":
                    sent.append(self._changes())
                    sent.append("" if self._held else token["release"])
                    self._held = ""
                case "aside":
                    sent.append(token["aside"])
                case _:
                    sent.append(self._passed(token[0]))
        return "".join(sent) + self._changes()

    def _forget(self) -> None:
        """Mark all cells of the terminal and its cursor as unknown."""
        columns, rows = self._size
        self._shown: list[list[Cell | None]] = [[None] * columns for _ in range(rows)]
        """The cells that the terminal shows, by rows; None for an unknown cell."""
        self._wanted = [row.copy() for row in self._shown]
        """The cells that it would show if all output so far had been sent."""
        self._touched: set[int] = set()
        """The rows in which wanted and shown cells may differ."""
        self._cursor.place, self._cursor.columns = None, columns

    def _put(self, cells: Sequence[Cell], x: int, y: int) -> None:
        """Put cells into a row of the wanted ones, from column `x` on; those outside the window are dropped."""
        (columns, rows), end = self._size, x + len(cells)
        self._place = (end, y)
        if y >= rows or x >= columns:
            return
        row = self._wanted[y]
        if (half := row[x]) and not half[0]:
            row[x - 1] = None
        if end < columns and (half := row[end]) and not half[0]:
            row[end] = None
        row[x:end] = cells if end <= columns else cells[: columns - x]
        self._touched.add(y)

    def _changes(self) -> str:
        """Return the output that makes the terminal show the wanted cells."""
        runs = [run for y in sorted(self._touched) for run in self._cursor.erasing(self._runs(y), self._wanted[y])]
        changes = self._cursor.shortest(runs)
        self._touched.clear()
        if changes and self._held:
            changes, self._held = self._held + changes, ""
        return changes

    def _runs(self, y: int) -> "list[Run]":
        """Return the changed cells of a row, as runs of one pen each."""
        wanted, shown = self._wanted[y], self._shown[y]
        runs, end = list[Run](), 0
        for x in compress(count(), map(ne, wanted, shown)):
            if x >= end and (cell := wanted[x]) and cell[0]:
                runs.append(Run.of(x, y, cell, zip(wanted[x + 1 :], shown[x + 1 :], strict=True)))
                end = x + len(runs[-1].text) if runs[-1].alone else x + 1
        if runs:
            runs[-1] = runs[-1]._replace(last=runs[-1].is_last(wanted))
        self._shown[y] = wanted.copy()
        return runs

    def _passed(self, text: str) -> str:
        """Return a control sequence that is passed on unchanged, after all pending changes."""
        before = self._changes() + self._cursor.take(self._pens(self._pen))
        if self._place:
            self._cursor.place = None
            before += self._cursor.move(self._place)
        before, self._held = self._held + before, ""
        self._place = None
        self._forget()
        return before + text


@lru_cache(maxsize=1024)
def _cells(text: str, pen: Pen, pens: Callable[[Pen], Pen]) -> Sequence[Cell]:
    """Split text into cells in a pen that `pens` converts; return none if it begins with a combining character."""
    pen = upright(pens(pen))
    if _SIMPLE.fullmatch(text):
        blank = (" ", on_blanks(pen))
        return [blank if character == " " else (character, pen) for character in text]
    cells: list[Cell] = []
    for start, end, width in split_graphemes(text)[0]:
        if not width:
            return []
        piece = text[start:end]
        cells += [(piece, on_blanks(pen) if piece == " " else pen), ("", pen)][:width]
    return cells


# Few bytes

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
    """The cursor and the pen of the terminal, as the output sent so far has left them."""

    def __init__(self, columns: int, *, erases: bool, searches: bool) -> None:
        """Begin with both unknown, in a window of so many columns; `Cells` explains the others."""
        self.columns = columns
        self._erases = erases
        self._searches = searches
        self.place: Place | None = None
        self.pen: Pen | None = None

    def erasing(self, runs: list[Run], row: Sequence[Cell | None]) -> list[Run]:
        """Return the runs of a row; those at its end are merged where erasing the rest of the row draws them."""
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
        """Return the shortest known output of the runs, perhaps in another order if bytes are to be saved."""
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
