"""Points and checkers of any size, drawn with block characters of two colours a cell.

A point is a triangle whose edges lie at eighths of a cell. A checker is a disc whose edge lies at the quarters of
a cell: it is measured in half cells across and half rows down. Where more than two colours meet in a cell, these
rules decide which two are shown:

1. A checker hides what lies under it: of felt and point the one is shown that covers more of what is left.
2. The outline of a checker is exact: beside the ground only one of its two shades is shown, that of its edge.

A hollow checker is an outline: a point to which a checker can move or from which one has come. All that is filled
is a checker.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bgterm.rules.board import Player
from bgterm.tui.board.layout import CHIP, FULL, Plan
from bgterm.tui.board.scene import Mark, Stack
from bgterm.tui.board.styled_rows import FACE, ON_FACE, RIM, Ink, Row, Span
from bgterm.tui.look.glyphs import Glyphs

_EIGHTHS = " ▏▎▍▌▋▊▉█"
"""Blocks that fill so many eighths of a cell from the left."""
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Blocks by the quarters they fill: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
_ALL = 0b1111
_LOW, _SMALL = 3, 4
"""The half rows of a checker with a rim below only, and of one that is drawn fuller than an ellipse."""
_FULLER = 2.6
"""The exponent of the outline of such a fuller checker; that of an ellipse is 2."""


class Checker(NamedTuple):
    """One checker as it is drawn: theme variables for the colours of its parts, and the text on it."""

    face: str
    """The theme variable of its face; empty for a hollow checker."""
    rim: str
    """The theme variable of its lower rim, which separates stacked checkers, or of a hollow checker's outline."""
    gap: str = ""
    """The theme variable of the gap above a chip; empty for the ground."""
    number: str = ""
    """The text on the checker."""
    on_face: str = ""
    """The theme variable of the text on the checker."""


class Column(NamedTuple):
    """The measures and colours of a column that holds checkers: a point's triangle, or an end of the bar."""

    width: int
    rows: int
    """The rows of the column, as many as the triangle has."""
    disc: tuple[int, int]
    """The size of a checker: cells across, half rows down."""
    ground: str
    """The theme variable of what surrounds the triangle."""
    shade: str = ""
    """The theme variable of the triangle; empty for none."""
    halves: bool = False
    """Whether the edges of the triangle lie at halves of a cell instead of eighths."""


class _Slice(NamedTuple):
    """A half row of a checker."""

    outer: int
    """The half cells missing at each side."""
    inner: int
    """The half cells at each side that are missing or show the rim; a hollow checker has nothing inside of it."""
    checker: Checker

    def colour(self, at: int, width: int) -> str:
        """Return the colour of the half cell `at`, in a column of `width` half cells; empty beside the checker."""
        inside = min(at, width - 1 - at)
        return "" if inside < self.outer else self.checker.rim if inside < self.inner else self.checker.face


class _Cell(NamedTuple):
    """A character, its two colours, and the character that looks the same with the colours exchanged."""

    text: str
    fg: str
    bg: str
    inverse: str = ""


def draw_stack(plan: Plan, glyphs: Glyphs, stack: Stack, ground: Ink, shade: int | None, top: bool) -> list[Row]:
    """Draw a stack of checkers as blocks of colour; return its rows of cells from top to bottom.

    The rows are those of a whole point or end of the bar. `ground` has the colour around the stack; `shade` is 0
    or 1 for the colour of its point, None on the bar; `top` is whether the point's base is at the upper edge of
    the board.
    """
    width = plan.bar if shade is None else plan.point
    triangle = "" if shade is None else f"board-point-{shade}"
    odd = plan.disc[1] == CHIP and (width - plan.disc[0]) % 2
    column = Column(width - odd, plan.rows, plan.disc, ground.bg, triangle, glyphs.halves)
    rows = draw_column(column, _checkers(plan, stack), top=top)
    return [_beside_ground(line, width, ground) for line in rows] if odd else rows


@lru_cache(maxsize=512)
def _beside_ground(line: Row, width: int, ground: Ink) -> Row:
    """Return a row of a column of this width, widened by a cell of ground so that chips are under its number."""
    cell = (" ", Ink(bg=ground.bg))
    return (cell, *line) if width < LABELLED else (*line, cell)


LABELLED = 4
"""The width from which a number of two digits has a blank before it."""


def _checkers(plan: Plan, stack: Stack) -> Sequence[Checker]:
    """Return the checkers of a stack from its base on, with hollow ones for checkers that left or may land."""
    player = stack.player
    checker = Checker(FACE[player], RIM[player])
    checkers = [checker] * min(stack.height, FULL)
    for index in range(max(len(checkers) - stack.arrived, 0), len(checkers)):
        checkers[index] = checker._replace(rim="board-arrived", gap="board-arrived")
    if stack.picked and checkers:
        checkers[-1] = Checker("board-picked", "board-picked-rim", on_face="board-on-picked")
    if stack.height > FULL and not plan.counts:
        on_face = checkers[-1].on_face or ON_FACE[player]
        checkers[-1] = checkers[-1]._replace(number=str(stack.height), on_face=on_face)
    if stack.landing and stack.height < FULL:
        slot, hovering = Checker("", "board-target"), Checker(FACE[stack.absent], RIM[stack.absent])
        checkers.append(slot if stack.landing is Mark.TARGET else hovering)
    elif stack.left and stack.height < FULL:
        left = "board-arrived" if plan.disc[1] == CHIP else FACE[stack.absent]  # a chip's outline is like a chip
        checkers += [Checker("", left)] * min(stack.left, FULL - stack.height)
    return tuple(checkers)


def draw_column(column: Column, checkers: Sequence[Checker], *, top: bool) -> list[Row]:
    """Draw a column with checkers, which are listed from its base on; return its rows from top to bottom.

    `top` is whether the base of the column is its top row.
    """
    tall = column.disc[1]
    rows = []
    for at in range(column.rows):
        edges = _edges(column.width, column.rows, at, halves=column.halves) if column.shade else None
        if tall == CHIP:
            chip = checkers[at] if at < len(checkers) else None
            rows.append(_chip_row(column, edges, chip, top=top))
        else:
            near, far = (_slice(column, checkers, 2 * at + half, top=top) for half in (0, 1))
            upper, lower = (near, far) if top else (far, near)
            rows.append(_disc_row(column, edges, upper, lower))
    for index, checker in enumerate(checkers):
        if checker.number:
            at = (index * tall + (tall - top) // 2) // 2
            text = checker.number.rjust(column.disc[0]) if tall == CHIP else checker.number
            rows[at] = _numbered(rows[at], column.width, checker._replace(number=text))
    return rows if top else rows[::-1]


@lru_cache(maxsize=64)
def insets(across: int, down: int) -> tuple[int, ...]:
    """Return how many half cells are blank at each side of a disc, for each of its half rows from top to bottom.

    The disc is `across` cells wide and `down` half rows high.

    >>> insets(7, 6)
    (3, 1, 0, 0, 1, 3)
    """
    if down == CHIP:
        return (0,) * down
    places = (abs((2 * at + 1) / down - 1) for at in range(down))
    power = 2 if down > _SMALL else _FULLER
    return tuple(round(across - across * (1 - place**power) ** (1 / power)) for place in places)


@lru_cache(maxsize=256)
def _edges(width: int, rows: int, at: int, *, halves: bool) -> tuple[int, int]:
    """Return the start and end of a triangle in the row `at`, counted from its base, in eighths of a cell.

    `halves` rounds both to half cells.
    """
    base, tip = 4 * width - 1, 4
    along = (at + 0.5) / rows
    half = round(base * (1 - along) + tip * along)
    if halves:
        half = 4 * round(half / 4)
    return 4 * width - half, 4 * width + half


def _slice(column: Column, checkers: Sequence[Checker], at: int, *, top: bool) -> _Slice | None:
    """Return the half row `at`, counted from the base; None where no checker covers it."""
    across, down = column.disc
    index, part = divmod(at, down)
    if index >= len(checkers):
        return None
    from_top = part if top else down - 1 - part
    margin = column.width - across
    missing = insets(across, down)
    if checkers[index].face:
        below = from_top + max(1, round(down / 5))
        inner = max(missing[from_top], missing[below if down > _LOW else from_top]) if below < down else across
    else:
        around = (across, *missing, across)
        inner = max(around[from_top], missing[from_top] + 1, around[from_top + 2])
    return _Slice(margin + missing[from_top], margin + inner, checkers[index])


@lru_cache(maxsize=32)
def pixels(plan: Plan, player: Player) -> Sequence[Sequence[str]]:
    """Return a checker's colours as theme variables, by half row and half cell; empty outside its outline."""
    across, down = plan.disc
    if down == CHIP:
        face, side = [FACE[player]] * (2 * across), [FACE[player]] * (plan.point >= LABELLED)
        blank = [""] * len(side)
        return [[*blank, *face, *blank], [*side, *face, *side]]
    column = Column(across, plan.rows, plan.disc, "")
    slices = (_slice(column, [Checker(FACE[player], RIM[player])], at, top=True) for at in range(down))
    return [[part.colour(at, 2 * across) for at in range(2 * across)] for part in slices if part]


def with_pixels(text: str, ink: Ink, quarters: Sequence[str]) -> Span:
    """Return a cell that shows `text` in the colours of `ink`, with part of a checker over it.

    `quarters` are the theme variables of the checker's colours in the quarters of the cell, row by row, empty
    where the cell stays visible.
    """
    if not any(quarters):
        return text, ink
    mask, over, under = _layers(quarters, RIM.values())
    if not all(quarters):
        left = [shade for at, shade in enumerate(_quarters_of(text, ink)) if not quarters[at]]
        under = max(left, key=left.count)
    return (" ", Ink(bg=over)) if mask == _ALL else (_QUARTERS[mask], Ink(over, under))


def _layers(quarters: Sequence[str], rims: Container[str]) -> tuple[int, str, str]:
    """Return the quarters of a cell with the upper colour as a bit mask, the upper colour, and the lower one.

    Rims lie above faces, and of two rims or two faces the first one in the cell. The lower colour counts where
    checkers cover the whole cell.
    """
    shades = sorted(dict.fromkeys(filter(None, quarters)), key=lambda shade: shade not in rims)
    upper = {shades[0]} if all(quarters) else shades
    return sum(1 << at for at, shade in enumerate(quarters) if shade in upper), shades[0], shades[-1]


def _quarters_of(text: str, ink: Ink) -> Sequence[str]:
    """Return the colours of a cell's four quarters; of letters only the background."""
    if text in _QUARTERS:
        return [ink.fg if _QUARTERS.index(text) >> at & 1 else ink.bg for at in range(4)]
    if text in _EIGHTHS:
        left, right = (_EIGHTHS.index(text) >= least for least in (2, 6))
        return [ink.fg if half else ink.bg for half in (left, right)] * 2
    lower = ink.fg if text in ("▂", "▆") else ink.bg
    return [ink.fg if text == "▆" else ink.bg] * 2 + [lower] * 2


@lru_cache(maxsize=1024)
def _disc_row(column: Column, edges: tuple[int, int] | None, upper: _Slice | None, lower: _Slice | None) -> Row:
    """Draw a row of cells from its upper and lower half row of a checker, if there is one."""
    rims = {part.checker.rim for part in (upper, lower) if part}
    cells = []
    for x in range(column.width):
        quarters = [
            part.colour(half, 2 * column.width) if part else ""
            for part in (upper, lower)
            for half in (2 * x, 2 * x + 1)
        ]
        cells.append(_covered(column, edges, x, quarters, rims) if any(quarters) else _bare(column, edges, x))
    return tuple(_joined(cells))


@lru_cache(maxsize=256)
def _chip_row(column: Column, edges: tuple[int, int] | None, chip: Checker | None, *, top: bool) -> Row:
    """Draw a row with a chip in its middle, if there is one, on the side towards the base.

    A chip is half a cell wider at each side where there is room, and half a row high there, which makes it
    rounder.
    """
    margin = column.width - column.disc[0]
    cells = []
    for x in range(column.width):
        beside = max(margin - 2 * x, 2 * x + 2 - (2 * column.width - margin)) // 2
        if chip and beside <= 0:
            gap = chip.gap or _under(column, edges, x, (0, 8))
            cells.append(_chip_cell(chip, gap, top=top, halves=column.halves))
        elif chip and chip.face and beside == 1 and not column.halves:
            cells.append(_shoulder(column, edges, x, chip.face, top=top))
        else:
            cells.append(_bare(column, edges, x))
    return tuple(_joined(cells))


def _shoulder(column: Column, edges: tuple[int, int] | None, x: int, face: str, *, top: bool) -> _Cell:
    """Return the cell `x` of a column beside a chip: its quarter towards chip and base is the chip's.

    Its colours are in the order that the chip's are in: the fewer changes, the fewer bytes to the terminal.
    """
    left = 2 * x < column.width
    quarter = 1 << 2 * (not top) + left
    under = _under(column, edges, x, (0, 4) if left else (4, 8))
    text, inverse = _QUARTERS[quarter], _QUARTERS[_ALL ^ quarter]
    return _Cell(inverse, under, face, text) if top else _Cell(text, face, under, inverse)


def _chip_cell(chip: Checker, gap: str, *, top: bool, halves: bool) -> _Cell:
    """Return a cell of a chip and of the gap beyond it; a hollow one is as high as the gap of another."""
    if halves:
        if not chip.face:
            return _Cell("_", chip.rim, gap)
        return _Cell("▄", gap, chip.face) if top else _Cell("▄", chip.face, gap)
    if not chip.face:
        return _Cell("▆", gap, chip.rim) if top else _Cell("▂", chip.rim, gap)
    return _Cell("▂", gap, chip.face) if top else _Cell("▆", chip.face, gap)


def _bare(column: Column, edges: tuple[int, int] | None, x: int) -> _Cell:
    """Return the cell `x` of a column without checkers: the triangle between its `edges`, and the ground."""
    start, end = _inside(edges, x)
    if start >= end:
        return _Cell(" ", "", column.ground)
    if start:
        return _Cell(_EIGHTHS[start], column.ground, column.shade)
    return _Cell(_EIGHTHS[end], column.shade, column.ground) if end < len(_EIGHTHS) - 1 else _full(column.shade)


def _covered(
    column: Column, edges: tuple[int, int] | None, x: int, quarters: Sequence[str], rims: Container[str]
) -> _Cell:
    """Return the cell `x` of a column, of which checkers cover some quarters.

    `quarters` are the colours of the checkers, empty where there is none; `rims` are those of them that are rims.
    """
    mask, over, under = _layers(quarters, rims)
    if mask == _ALL:
        return _full(over)
    if not all(quarters):
        left, right = not quarters[0] or not quarters[2], not quarters[1] or not quarters[3]
        under = _under(column, edges, x, (0 if left else 4, 8 if right else 4))
    return _Cell(_QUARTERS[mask], over, under, _QUARTERS[_ALL ^ mask])


def _full(colour: str) -> _Cell:
    return _Cell(" ", "", colour, "█")


def _under(column: Column, edges: tuple[int, int] | None, x: int, between: tuple[int, int]) -> str:
    """Return the colour that covers more of the cell `x` `between` two of its eighths: triangle or ground."""
    start, end = _inside(edges, x)
    covered = min(end, between[1]) - max(start, between[0])
    return column.shade if 2 * covered >= between[1] - between[0] else column.ground


def _inside(edges: tuple[int, int] | None, x: int) -> tuple[int, int]:
    """Return the start and end of a triangle within the cell at column `x`, in eighths."""
    if edges is None:
        return 8, 0
    start, end = (min(max(edge - 8 * x, 0), 8) for edge in edges)
    return start, end


def _joined(cells: Iterable[_Cell]) -> Iterator[Span]:
    """Yield the cells as text and colours, keeping the colours of the cell before where that is possible."""
    pen = Ink()
    for text, fg, bg, inverse in cells:
        if not fg and bg == pen.bg:
            yield text, pen
        elif inverse and bg == pen.fg and fg in ("", pen.bg):
            yield inverse, pen
        else:
            pen = Ink(fg, bg)
            yield text, pen


def _numbered(cells: Row, width: int, checker: Checker) -> Row:
    """Write the number of a checker on a row of it."""
    start = (width - len(checker.number)) // 2
    ink = Ink(checker.on_face, checker.face, "bold")
    return (*_part(cells, 0, start), (checker.number, ink), *_part(cells, start + len(checker.number), width))


def _part(cells: Row, start: int, end: int) -> Iterator[Span]:
    """Yield the cells of a row from column `start` up to `end`."""
    at = 0
    for text, ink in cells:
        yield text[max(start - at, 0) : max(end - at, 0)], ink
        at += len(text)
