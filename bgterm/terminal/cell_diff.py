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
together: see `runs`.
Long blanks are erased (ESC [ 9 X, ESC [ K) on terminals that erase in the colour of the background.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import ne

from rich.cells import split_graphemes

from bgterm.terminal.pens import Pen, changed, on_blanks, upright
from bgterm.terminal.runs import Cell, Place, Run, TerminalCursor

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


def as_it_is(pen: Pen) -> Pen:
    """Return the pen for a terminal that has all colours."""
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

    def _runs(self, y: int) -> list[Run]:
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
