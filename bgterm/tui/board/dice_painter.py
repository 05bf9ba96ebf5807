"""Dice and cube as blocks that can be read from across a room."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Offset

from bgterm.rules.board import Player
from bgterm.tui.board.layout import GAP, Plan
from bgterm.tui.board.scene import Lying, Scene
from bgterm.tui.board.styled_rows import FACE, ON_FACE, RIM, Ink, Row, blank, cells, centred, row
from bgterm.tui.look.glyphs import Glyphs
from bgterm.tui.look.large_digits import large_number

if TYPE_CHECKING:
    from bgterm.text.events import LastEvent

_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
_LARGE = (10, 5)
"""The columns and rows of the face of a large die."""
_WIDEST = 4
"""The most digits of a cube's value; a larger value is written as a power of two."""


def cube_beside(plan: Plan, glyphs: Glyphs, value: int, top: bool | None) -> list[Row]:
    """Draw the column of the tray's width between the trays; return its rows from top to bottom.

    The cube lies at its owner's end, the upper one if `top`, or in the middle if `top` is None. A `value` of 0
    leaves the column empty.
    """
    height = plan.cube_region(home_right=True).height
    empty = blank(plan.tray, "board-rail")
    if not value:
        return [empty] * height
    block = [_padded(line, plan.tray, "board-rail") for line in cube_rows(glyphs, value, cube_size(plan))]
    space, above = height - len(block), _above_cube(height - len(block), top)
    return [*[empty] * above, *block, *[empty] * (space - above)]


def _above_cube(space: int, top: bool | None) -> int:
    """Return how many of the `space` blank rows in the cube's column are above the cube."""
    apart = min(space // 2, 1)
    return space // 2 if top is None else apart if top else space - apart


def cube_offset(plan: Plan, scene: Scene) -> Offset:
    """Return the cell of the board at which the cube's upper left corner is drawn.

    The cube is beside the points, or in front of the player who is being doubled.
    """
    width, height = cube_size(plan)
    if scene.offered is None:
        region = plan.cube_region(scene.home_right)
        above = _above_cube(region.height - height, scene.cube_beside[1])
        return region.offset + Offset((plan.tray - width) // 2, above)
    region = plan.middle_region(not scene.perspective.is_top(scene.offered), scene.home_right)
    return region.offset + Offset((plan.half - width) // 2, (plan.middle - height) // 2)


def middle_rows(plan: Plan, glyphs: Glyphs, lies: Lying, note: "LastEvent | None") -> list[Row]:
    """Draw the left or right half of the middle of the board; return its rows from top to bottom.

    The half shows the dice or the offered cube that `lies` in it, and the text of `note` unless that is None.
    """
    if lies.cube:
        block = cube_rows(glyphs, lies.cube, cube_size(plan), "board-felt")
    else:
        block = _side_by_side([die_rows(plan, glyphs, *die, lies.player) for die in lies.dice])
    if note is None:
        return _on_felt(block, plan.half, plan.middle)
    if not block:
        return _on_felt(_note(note, plan.half - 2, plan.middle), plan.half, plan.middle)
    width = cells(block[0]) + 2
    text = _on_felt(_note(note, plan.half - width - 1, plan.middle), plan.half - width, plan.middle)
    beside = _on_felt(block, width, plan.middle)
    return [row([*line, *die]) for line, die in zip(text, beside, strict=True)]


@lru_cache(maxsize=64)
def die_rows(plan: Plan, glyphs: Glyphs, value: int, spent: bool, player: Player) -> list[Row]:
    """Draw a die with this value in the player's colours; return its rows.

    A `spent` die, already played, is dimmed.
    """
    width, height = plan.die
    if glyphs.solid:
        face = Ink("board-label", "board-faint") if spent else Ink(ON_FACE[player], FACE[player], "bold")
        rim = "board-faint" if spent else RIM[player]
        return _block_of(_face(glyphs, value, width, height - (height > _FLAT)), face, rim, plan.die)
    line = Ink("board-faint" if spent else FACE[player], "board-felt", "" if spent else "bold")
    lines = _face(glyphs, value, width - 2, height - 2)
    return _boxed(" " * len(glyphs.die) if spent else glyphs.die, lines, line, width - 2)


def cube_rows(glyphs: Glyphs, value: int, size: tuple[int, int], felt: str = "board-rail") -> list[Row]:
    """Draw the doubling cube with this value; return its rows.

    `size` is its columns and rows; `felt` is the theme variable of the background.
    """
    width, height = size
    power = value.bit_length() - 1
    told = str(value) if len(str(value)) <= _WIDEST else f"2^{power}"
    text = told if len(told) <= width else f"^{power}"
    if glyphs.solid:
        figures = large_number(value)
        lines = figures if height > _FLAT and len(figures[0]) <= width - 2 else [text]
        above = (height - len(lines)) // 2
        lines = [*[""] * above, *lines, *[""] * (height - len(lines) - above)]
        return _block_of(lines, Ink("board-on-cube", "board-cube", "bold"), "", size)
    line = Ink("board-cube", felt, "bold")
    if len(text) > width - 2:
        top, bottom = _boxed(glyphs.die, [], line, width - 2)
        return [top, centred(text, width, line), bottom]
    return _boxed(glyphs.die, [text], line, width - 2)


_CUBE = 7
"""The columns of a cube that is at most three rows high."""
_FLAT = 3
"""The most rows of a block without a rim at its bottom."""


def _block_of(lines: Sequence[str], face: Ink, rim: str, size: tuple[int, int]) -> list[Row]:
    """Draw a block of colour with lines of text on it, and with half a row of edge below if it is high enough."""
    width, height = size
    edge = [row([("▀" * width, Ink(rim, "board-felt"))])] if height > len(lines) else []
    return [*(centred(line, width, face) for line in lines), *edge]


def _face(glyphs: Glyphs, value: int, width: int, height: int) -> list[str]:
    """Return the face of a die in lines: a digit where pips do not fit."""
    if height < _FLAT or width < 2 * _FLAT - 1:
        return [""] * ((height - 1) // 2) + [str(value)] + [""] * (height // 2)
    if glyphs.solid and (width, height) == _LARGE:
        return _large_face(value)
    apart = " " * max((width - 3) // 4, width > 2 * _FLAT)
    lines = [apart.join(glyphs.pip if dot == "o" else " " for dot in line) for line in _PIPS[value]]
    if height >= 2 * _FLAT - 1:
        lines = [lines[0], "", lines[1], "", lines[2]]
    space = height - len(lines)
    return [*[""] * (space // 2), *lines, *[""] * (space - space // 2)]


def _large_face(value: int) -> list[str]:
    """Return the face of a large die: pips two cells wide and as high, with gaps of half that between."""
    halves = ((0, "▄▄"), (0, "▀▀"), (1, "██"), (2, "▄▄"), (2, "▀▀"))
    return [f" {' '.join(pip if dot == 'o' else '  ' for dot in _PIPS[value][at])} " for at, pip in halves]


def _boxed(outline: str, lines: Sequence[str], line: Ink, width: int) -> list[Row]:
    """Draw a frame of the eight characters in `outline` around lines of text."""
    top_left, top, top_right, left, right, bottom_left, bottom, bottom_right = tuple(outline)
    return [
        row([(top_left + top * width + top_right, line)]),
        *(row([(left + text.center(width) + right, line)]) for text in lines),
        row([(bottom_left + bottom * width + bottom_right, line)]),
    ]


def _side_by_side(blocks: Sequence[Sequence[Row]]) -> list[Row]:
    gap: Row = ((" " * GAP, Ink(bg="board-felt")),)
    lines = []
    for parts in zip(*blocks, strict=True):
        spans = [span for part in parts for span in (*part, *gap)]
        lines.append(row(spans[:-1]))
    return lines


def _on_felt(block: Sequence[Row], width: int, height: int) -> list[Row]:
    """Put a block in the middle of an empty field."""
    above = (height - len(block)) // 2
    empty = blank(width, "board-felt")
    lines = [_padded(line, width) for line in block]
    return [*[empty] * above, *lines, *[empty] * (height - above - len(block))]


def cube_size(plan: Plan) -> tuple[int, int]:
    """Return the columns and rows that the cube takes on a board of this plan."""
    if plan.die[0] == _LARGE[0]:
        width = min(plan.tray, _LARGE[0])
        return width, width // 2
    return plan.tray if plan.tray < _CUBE else min(plan.tray - 2, _CUBE), _FLAT


def _padded(line: Row, width: int, ground: str = "board-felt") -> Row:
    space = width - cells(line)
    felt = Ink(bg=ground)
    return row([(" " * (space // 2), felt), *line, (" " * (space - space // 2), felt)])


def _note(note: "LastEvent", width: int, rows: int) -> list[Row]:
    """Write as much of a note as there is room for, its heading on lines of its own if there is room for all.

    Where there is not even room for all in one piece, the heading is left out and a sentence is short.
    """
    ink = Ink("board-note", "board-felt")
    heading, lines = ([*map(str, Content(part).wrap(width))] for part in (note.heading, note.text))
    if not note.heading or len(heading) + len(lines) > rows:
        whole = f"{note.heading} {note.text}".lstrip()
        cut = Content(whole).wrap(width)
        if len(cut) > rows:
            cut = Content(note.short or note.text).wrap(width)
        return [row([(str(line), ink)]) for line in cut[:rows]]
    below = ink._replace(fg="board-cursor") if note.danced else ink
    bold = ink._replace(attributes="bold")
    return [*(row([(line, bold)]) for line in heading), *(row([(line, below)]) for line in lines)]
