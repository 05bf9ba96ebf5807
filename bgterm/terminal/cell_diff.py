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

Few changes are sent in the order that takes the fewest bytes, which brings those of one colour together. Long
blanks are erased (ESC [ 9 X) on terminals that erase in the colour of the background.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

Pen = tuple[str, ...]
"""How text looks: the SGR instructions since it was last plain, such as ("1", "38;5;214")."""

Cell = tuple[str, Pen]
"""The content of a cell; the second half of a wide character is an empty text."""

Place = tuple[int, int]
"""Column and row from 0."""

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
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
"""Text of one cell a character: Latin, lines and blocks."""
_INSTRUCTION = re.compile(r"[345]8;(?:5;\d+|2;\d+;\d+;\d+)|[\d:]+")
_OFF = {"fg": "39", "bg": "49", "1": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The attributes of SGR, each with the instruction that resets it."""
_SEEN_ON_BLANKS = {"4", "7", "9"}
"""The attributes that blanks show: underlined, reversed and struck through."""


class Cells:
    """The cells of one terminal. Feed it everything written to the terminal, and send what it returns."""

    def __init__(self, columns: int, rows: int, *, erases: bool = False) -> None:
        """Begin with the size of the terminal, and with unknown contents.

        `erases` is whether blanks may be made by erasing (ESC [ 9 X) in the colour of the background.
        """
        self._size = (columns, rows)
        self._place: Place | None = None
        """The place of the next text that is fed."""
        self._pen: Pen = ()
        """How it looks."""
        self._hand = _Hand(erases=erases)
        self._held = ""
        """The beginning of a held picture of which nothing has been sent yet."""
        self._forget()

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the terminal; a change makes its contents unknown."""
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._forget()

    def reduce(self, written: str) -> str:
        """Return what has to be sent for the terminal to show what it would show after all of `written`."""
        sent = []
        for token in _TOKEN.finditer(written):
            match token.lastgroup:
                case "text" if self._place and (cells := _cells(token["text"], self._pen)):
                    self._put(cells, *self._place)
                case "pen":
                    self._pen = _dipped(self._pen, token["pen"])
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
        """Take everything the terminal shows for unknown, and where its cursor is."""
        columns, rows = self._size
        self._shown: list[list[Cell | None]] = [[None] * columns for _ in range(rows)]
        """The cells the terminal has; None where that is unknown."""
        self._wanted = [row.copy() for row in self._shown]
        """The cells it would have, had everything been sent that was fed."""
        self._touched: set[int] = set()
        """The rows in which they may differ."""
        self._hand.place = None

    def _put(self, cells: list[Cell], x: int, y: int) -> None:
        """Put cells where the cursor is; those outside of the window are lost, and half characters."""
        self._place = (x + len(cells), y)
        if y >= len(self._wanted) or x >= len(self._wanted[y]):
            return
        row, end = self._wanted[y], x + len(cells)
        if _is_half(row[x]):
            row[x - 1] = None
        if end < len(row) and _is_half(row[end]):
            row[end] = None
        row[x:end] = cells[: len(row) - x]
        self._touched.add(y)

    def _changes(self) -> str:
        """Return what makes the terminal show what is wanted."""
        runs = [run for y in sorted(self._touched) for run in self._runs(y)]
        changes = _shortest(self._hand, runs)
        self._touched.clear()
        if changes and self._held:
            changes, self._held = self._held + changes, ""
        return changes

    def _runs(self, y: int) -> Iterator["_Run"]:
        """Yield the cells of a row that have to be written, cut where another pen is needed."""
        wanted, run = self._wanted[y], None
        for x, (cell, shown) in enumerate(zip(wanted, self._shown[y], strict=True)):
            if not cell or not cell[0] or cell == shown:
                continue
            if longer := run and run.to(x, wanted):
                run = longer
                continue
            if run:
                yield run
            run = _Run(x, y, *cell, blank=cell[0] == " ", alone=len(cell[0]) == 1 == cell_len(cell[0]))
        if run:
            yield run
        self._shown[y] = wanted.copy()

    def _passed(self, text: str) -> str:
        """Return a sequence that is not understood unchanged, after all pending changes."""
        before = self._changes() + self._hand.take(self._pen)
        if self._place:
            before += self._hand.move(self._place)
        before, self._held = self._held + before, ""
        self._place = None
        self._forget()
        return before + text


class _Hand:
    """The terminal's own cursor and pen, which lag behind those of the text that is fed."""

    def __init__(self, *, erases: bool) -> None:
        """Begin with both unknown."""
        self._erases = erases
        self.place: Place | None = None
        self.pen: Pen | None = None

    def move(self, to: Place) -> str:
        """Go to a place by the shortest way."""
        start, self.place = self.place, to
        return _way(start, to)

    def take(self, pen: Pen) -> str:
        """Take another pen."""
        old, self.pen = self.pen, pen
        return "" if old == pen else _change(old, pen)

    def write(self, run: "_Run") -> str:
        """Go to a run of cells and write it. How far a terminal goes on wide and joined characters is unknown."""
        sent = self.move((run.x, run.y)) + self.take(_for_blank(self.pen, run.pen) if run.blank else run.pen)
        text = run.text.rstrip(" ") if self._erases and not self._marks_blanks else run.text
        erased = len(run.text) - len(text)
        if erased < _ERASED:
            text, erased = run.text, 0
        self.place = (run.x + len(text), run.y) if run.alone else None
        return sent + text + (f"\x1b[{erased}X" if erased else "")

    @property
    def _marks_blanks(self) -> bool:
        """Whether the pen shows more of a blank than its background, as far as is known."""
        instructions = _set_by(self.pen)
        return instructions is None or bool(instructions.keys() & _SEEN_ON_BLANKS)


class _Run(NamedTuple):
    """Cells side by side that are written with one pen."""

    x: int
    y: int
    text: str
    pen: Pen
    blank: bool
    """Whether there are only blanks, so that the colour of the pen does not matter."""

    alone: bool
    """Whether each character takes a cell, so that it is known where a terminal is after it."""

    def to(self, x: int, row: list[Cell | None]) -> "_Run | None":
        """Return the run with the cells up to a changed one; None if it needs another run or is longer to send."""
        end = self.x + len(self.text)
        if not self.alone or x - end > _BRIDGE:
            return None
        run, between = self, ""
        for cell in row[end : x + 1]:
            pen = cell and _suited(run, cell)
            if not cell or pen is None or len(cell[0]) != 1 or cell_len(cell[0]) != 1:
                return None
            between += cell[0]
            run = run._replace(text=run.text + cell[0], pen=pen, blank=run.blank and cell[0] == " ")
        return run if len(between[:-1].encode()) <= _BRIDGE else None


_BRIDGE = 4
"""The bytes of a step over cells that are as before; those in between are written once more if that is shorter."""
_ERASED = 5
"""The blanks from which on it is shorter to erase them."""
_MANY = 48
"""The runs from which on their order is that of the screen: to look for a shorter one would take too long."""


def _suited(run: _Run, cell: Cell) -> Pen | None:
    """Return the pen that writes both the run and the cell, if there is one."""
    text, pen = cell
    if text == " ":
        return run.pen if pen == (run.pen if run.blank else _on_blanks(run.pen)) else None
    return pen if run.pen == (_on_blanks(pen) if run.blank else pen) else None


def _shortest(hand: _Hand, runs: list[_Run]) -> str:
    """Return what writes the runs: in their order, or each time the one that takes the fewest bytes next."""
    start = hand.place, hand.pen
    in_order = "".join(map(hand.write, runs))
    if not 2 < len(runs) < _MANY:
        return in_order
    end = hand.place, hand.pen
    hand.place, hand.pen = start
    left, sent = list(runs), []
    while left:
        run = min(left, key=lambda one: _cost(hand.place, hand.pen, one))
        left.remove(run)
        sent.append(hand.write(run))
    by_cost = "".join(sent)
    if len(by_cost) < len(in_order):
        return by_cost
    hand.place, hand.pen = end
    return in_order


def _cost(place: Place | None, pen: Pen | None, run: _Run) -> int:
    """Return how many bytes it takes to begin a run from a place with a pen."""
    wanted = _for_blank(pen, run.pen) if run.blank else run.pen
    return len(_way(place, (run.x, run.y))) + (len(_change(pen, wanted)) if pen != wanted else 0)


def _way(start: Place | None, to: Place) -> str:
    """Return the shortest way from a place to another."""
    if start == to:
        return ""
    column, row = to
    ways = [f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"]
    if start and start[1] == row and start[0] < column:
        steps = column - start[0]
        ways.append(f"\x1b[{steps}C" if steps > 1 else "\x1b[C")
    return min(ways, key=len)


def _is_half(cell: Cell | None) -> bool:
    """Whether this is the second half of a wide character."""
    return cell is not None and not cell[0]


def _cells(text: str, pen: Pen) -> list[Cell]:
    """Part text into cells; none when it begins with something that joins the cell before."""
    if _SIMPLE.fullmatch(text):
        blank = (" ", _on_blanks(pen))
        return [blank if character == " " else (character, pen) for character in text]
    cells: list[Cell] = []
    for start, end, width in split_graphemes(text)[0]:
        if not width:
            return []
        piece = text[start:end]
        cells += [(piece, _on_blanks(pen) if piece == " " else pen), ("", pen)][:width]
    return cells


@lru_cache(maxsize=512)
def _on_blanks(pen: Pen) -> Pen:
    """Return what blanks show of a pen: of a plain one only the background."""
    instructions = _set_by(pen)
    if instructions is None or instructions.keys() & _SEEN_ON_BLANKS:
        return pen
    return (instructions["bg"],) if "bg" in instructions else ()


@lru_cache(maxsize=512)
def _for_blank(old: Pen | None, new: Pen) -> Pen:
    """Return a pen that shows a blank as the new one does, and text in the colour of the old one.

    Text of that colour often follows.
    """
    before, after = _set_by(old), _set_by(new)
    if before is None or after is None or after.keys() & _SEEN_ON_BLANKS:
        return new
    kept = (part for what, part in before.items() if what not in {"bg", *_SEEN_ON_BLANKS})
    return (*kept, *_on_blanks(new))


@lru_cache(maxsize=512)
def _dipped(pen: Pen, parameters: str) -> Pen:
    """Change a pen by the parameters of an SGR sequence."""
    for instruction in _INSTRUCTION.findall(";".join(number or "0" for number in parameters.split(";"))):
        pen = (*pen, instruction) if instruction.strip("0") else ()
    return pen


@lru_cache(maxsize=1024)
def _change(old: Pen | None, new: Pen) -> str:
    """Return the shortest sequence that makes one pen of another."""
    whole = f"\x1b[{';'.join(('0', *new))}m" if new else "\x1b[m"
    before, after = _set_by(old), _set_by(new)
    if before is None or after is None:
        return whole
    undone = [_OFF[what] for what in before if what not in after]
    done = [part for what, part in after.items() if before.get(what) != part]
    return min(f"\x1b[{';'.join(undone + done)}m", whole, key=len) if undone or done else ""


def _set_by(pen: Pen | None) -> dict[str, str] | None:
    """Return what a pen sets, by the names of _OFF; None for an unknown pen or instruction.

    Unknown to us is also what shares the instruction that undoes it, as dim does with bold.
    """
    if pen is None:
        return None
    instructions = {_what(instruction): instruction for instruction in pen}
    return instructions if instructions.keys() <= _OFF.keys() else None


def _what(instruction: str) -> str:
    number = instruction.partition(";")[0]
    match number[:-1]:
        case "3" | "9":
            return "fg"
        case "4" | "10":
            return "bg"
        case _:
            return number
