"""Dice and cube as blocks that can be read from across a room."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from rich.cells import cell_len, chop_cells

from bgterm.rules.board import Player
from bgterm.tui.board.layout import Plan
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import Ink, Row, blank, cells, centred, row
from bgterm.tui.glyphs import Glyphs

FACE = {Player.WHITE: "board-white", Player.BLACK: "board-black"}
"""The theme variable of each side's checkers and dice."""
ON_FACE = {Player.WHITE: "board-on-white", Player.BLACK: "board-on-black"}
"""The theme variable of what is written on them."""

_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
_WIDEST = 4
"""The most digits of a cube's value; beyond it is told as a power of two."""


class Lying(NamedTuple):
    """The contents of a half of the middle of the board."""

    player: Player
    """Before whom."""
    dice: tuple[tuple[int, bool], ...] = ()
    """The number on each die, and whether it is played."""
    cube: int = 0
    """The value of a cube that is offered; 0 for none."""


def lying(scene: Scene, left: bool) -> Lying:
    """Return what lies in the left or the right half."""
    player = next(player for player in Player if scene.perspective.is_left(player) is left)
    if scene.offered is player and scene.cube is not None:
        return Lying(player, cube=scene.cube.offered)
    return Lying(player, tuple(_thrown(scene, player)))


def note_in(scene: Scene, left: bool) -> str | None:
    """Return the note where it is written, in the left half unless only the right one is free; else None."""
    busy = [_lies(scene, player) for player in sorted(Player, key=scene.perspective.is_left)]
    return scene.note if (busy == [False, True]) is not left else None


def cube_beside(plan: Plan, glyphs: Glyphs, value: int, top: bool | None) -> list[Row]:
    """Draw the column beside the board where the cube lies: with its owner, or halfway while nobody has it."""
    height = plan.cube_region(home_right=True).height
    empty = blank(plan.tray, "board-rail")
    if not value:
        return [empty] * height
    block = cube_rows(glyphs, value, plan.tray)
    space = height - len(block)
    above = space // 2 if top is None else 0 if top else space
    return [*[empty] * above, *block, *[empty] * (space - above)]


def middle_rows(plan: Plan, glyphs: Glyphs, lies: Lying, note: str | None) -> list[Row]:
    """Draw a half of the middle of the board, with a note if that is written there."""
    block = _block(plan, glyphs, lies)
    if note is None:
        return _on_felt(block, plan.half, plan.middle)
    if not block:
        return _on_felt(_note(note, plan.half - 2, plan.middle), plan.half, plan.middle)
    width = cells(block[0]) + 2
    text = _on_felt(_note(note, plan.half - width - 1, plan.middle), plan.half - width, plan.middle)
    beside = _on_felt(block, width, plan.middle)
    return [row([*line, *die]) for line, die in zip(text, beside, strict=True)]


def die_rows(plan: Plan, glyphs: Glyphs, value: int, spent: bool, player: Player) -> list[Row]:
    """Draw a die; a spent one is only an outline."""
    width, height = plan.die
    solid = glyphs.solid and not spent
    line = Ink("board-faint" if spent else FACE[player], "board-felt", "" if spent or solid else "bold")
    face = Ink(ON_FACE[player], FACE[player], "bold") if solid else line
    lines = _face(glyphs, value, width - 2, height - 2)
    return _boxed(glyphs.spent if spent else glyphs.die, lines, line, face, width - 2)


def cube_rows(glyphs: Glyphs, value: int, width: int, felt: str = "board-rail") -> list[Row]:
    """Draw the doubling cube, three rows high."""
    text = str(value) if len(str(value)) <= _WIDEST else f"2^{value.bit_length() - 1}"
    line = Ink("board-cube", felt, "" if glyphs.solid else "bold")
    face = Ink("board-on-cube", "board-cube", "bold") if glyphs.solid else line
    if len(text) > width - 2:
        top, bottom = _boxed(glyphs.die, [], line, face, width - 2)
        return [top, centred(text, width, face), bottom]
    return _boxed(glyphs.die, [text], line, face, width - 2)


def _face(glyphs: Glyphs, value: int, width: int, height: int) -> list[str]:
    if height == 1:
        return [str(value)]
    return ["".join(f" {glyphs.pip if dot == 'o' else ' '}" for dot in line).ljust(width) for line in _PIPS[value]]


def _boxed(outline: str, lines: Sequence[str], line: Ink, face: Ink, width: int) -> list[Row]:
    """Draw an outline of eight pieces around lines of text, each as wide as given."""
    top_left, top, top_right, left, right, bottom_left, bottom, bottom_right = tuple(outline)
    return [
        row([(top_left + top * width + top_right, line)]),
        *(row([(left, line), (text.center(width), face), (right, line)]) for text in lines),
        row([(bottom_left + bottom * width + bottom_right, line)]),
    ]


def _thrown(scene: Scene, player: Player) -> list[tuple[int, bool]]:
    """Return the dice in front of a player: what each shows, and whether it is played."""
    if scene.opening:
        return [(scene.opening[player.index], False)]
    if scene.roller is not player:
        return []
    spent, dice = list(scene.used), []
    for value in scene.dice:
        dice.append((value, value in spent))
        if value in spent:
            spent.remove(value)
    return dice


def _lies(scene: Scene, player: Player) -> bool:
    """Whether dice or a cube lie in front of a player."""
    return scene.offered is player or bool(_thrown(scene, player))


def _block(plan: Plan, glyphs: Glyphs, lies: Lying) -> list[Row]:
    """Draw dice or a cube."""
    if lies.cube:
        return cube_rows(glyphs, lies.cube, plan.die[0], "board-felt")
    return _side_by_side(plan, [die_rows(plan, glyphs, *die, lies.player) for die in lies.dice])


def _side_by_side(plan: Plan, blocks: Sequence[Sequence[Row]]) -> list[Row]:
    gap: Row = ((" " * plan.gap, Ink(bg="board-felt")),)
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


def _padded(line: Row, width: int) -> Row:
    space = width - cells(line)
    felt = Ink(bg="board-felt")
    return row([(" " * (space // 2), felt), *line, (" " * (space - space // 2), felt)])


def _note(text: str, width: int, rows: int) -> list[Row]:
    """Write as much of a text as there is room for."""
    lines = islice(_wrapped(text, width), rows)
    return [row([(line, Ink("board-note", "board-felt"))]) for line in lines]


def _wrapped(text: str, width: int) -> Iterable[str]:
    """Break text between words, and a word that is too long anywhere, by the cells it takes."""
    line = ""
    for word in text.split():
        for piece in chop_cells(word, width):
            if line and cell_len(line) + 1 + cell_len(piece) > width:
                yield line
                line = ""
            line = f"{line} {piece}" if line else piece
    if line:
        yield line
