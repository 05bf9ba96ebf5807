"""The board as a picture of parts, each a region of rows of coloured text."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from bgterm.catalog import _
from bgterm.rules.board import BAR, OFF, POINTS, Movement, Player
from bgterm.tui.board import blocks, characters
from bgterm.tui.board.dice_painter import cube_beside, middle_rows
from bgterm.tui.board.layout import CHECKERS, FULL, HALF, Plan
from bgterm.tui.board.scene import Mark, Perspective, Place, Scene, Stack
from bgterm.tui.board.styled_rows import FACE, RIM, Ink, Row, number_row, row
from bgterm.tui.look.glyphs import Glyphs

LABEL = Ink("board-label", "board-rail")
"""The ink of the points' labels."""
ON_BAR = Ink("board-note", "board-tray")
"""The ground of checkers on the bar, and the ink of their number."""
UNDER_CURSOR = Ink("board-cursor", "board-rail", "bold reverse")
"""The ink of the label under the cursor."""

_LABELS = {
    Mark.CURSOR: UNDER_CURSOR,
    Mark.PICKED: Ink("board-cursor", "board-rail", "bold"),
    Mark.TARGET: Ink("board-cursor", "board-rail", "bold"),
    Mark.LEFT: Ink("board-arrived", "board-rail"),
    Mark.ARRIVED: Ink("board-arrived", "board-rail"),
}
"""The inks of labels with a mark."""

Number = tuple[int, Mark, Player | None]
"""The number of a point, its mark, and the player whose head it is."""


class Part(NamedTuple):
    """A region of the board, such as one point or one die field, that overlaps no other part.

    It is redrawn only when its `facts` change.
    """

    region: Region
    draw: Callable[..., Sequence[Row]]
    """Draws its rows from top to bottom."""
    facts: tuple[Hashable, ...]
    """The arguments of `draw`, its only input."""


class _Layout(NamedTuple):
    """The regions of the parts."""

    points: Sequence[tuple[int, Place, Region]]
    """The mover's number, the place and the region of each point."""
    labels: Sequence[tuple[Region, Sequence[int]]]
    """The region of each row of labels, and its numbers from left to right."""
    ends: Mapping[bool, Sequence[Region]]
    """The regions of an end of the bar, its label and a tray, by whether they are at the top."""


@lru_cache(maxsize=64)
def _layout(plan: Plan, perspective: Perspective) -> _Layout:
    home_right = perspective.home_right
    places = {perspective.place(point): point for point in POINTS}
    points = [(point, place, plan.point_region(*place, home_right)) for place, point in places.items()]
    labels = [
        (
            plan.label_region(top, right, home_right),
            [places[Place(top, column)] for column in range(HALF * right, HALF * (1 + right))],
        )
        for top in (True, False)
        for right in (False, True)
    ]
    regions = plan.bar_region, plan.bar_label_region, plan.tray_region
    ends = {top: [region(top, home_right) for region in regions] for top in (True, False)}
    return _Layout(points, labels, ends)


def picture(plan: Plan, glyphs: Glyphs, scene: Scene) -> Sequence[Part]:
    """Return all parts of the board that shows `scene`. No part covers the frame, which `frame_row` draws."""
    layout, marks, home_right = _layout(plan, scene.perspective), scene.marks, scene.home_right
    parts = _points(plan, glyphs, scene, layout, marks)
    for player in Player:
        top, stack, mine = player is not scene.bottom, scene.on_bar(player), marks if player is scene.mover else {}
        on_bar, label, off = layout.ends[top]
        parts.append(Part(on_bar, _bar, (plan, glyphs, top, stack)))
        mark = mine.get(BAR, Mark.PLAIN)
        name = _bar_name(plan, scene, top, stack.height, mark)
        parts.append(Part(label, _bar_label, (plan, glyphs, name, stack.height, mark)))
        borne_off, mark = scene.board.counts(player)[OFF], mine.get(OFF, Mark.PLAIN)
        parts.append(Part(off, _tray, (plan, glyphs, player, top, borne_off, mark)))
    for right in (False, True):
        facts = (plan, glyphs, scene.lying(left=not right), scene.note_in(left=not right))
        parts.append(Part(plan.middle_region(right, home_right), middle_rows, facts))
    parts.append(Part(plan.cube_region(home_right), cube_beside, (plan, glyphs, *scene.cube_beside)))
    return parts


def _points(plan: Plan, glyphs: Glyphs, scene: Scene, layout: _Layout, marks: Mapping[int, Mark]) -> list[Part]:
    """Return the parts for points and their labels."""
    stacks, heads = scene.stacks, scene.heads
    parts = [Part(region, _point, (plan, glyphs, place, stacks[at])) for at, place, region in layout.points]
    last = {} if glyphs.solid else {point: stack.last_mark for point, stack in stacks.items()}
    for region, points in layout.labels:
        numbers = [(at, marks.get(at) or last.get(at, Mark.PLAIN), heads.get(at)) for at in points]
        parts.append(Part(region, _numbers, (plan, glyphs, tuple(numbers))))
    return parts


@lru_cache(maxsize=64)
def frame_row(plan: Plan, glyphs: Glyphs, home_right: bool) -> Row:
    """Draw a row of the frame as wide as the board. It is the same for all rows, and parts cover it."""
    frames = plan.frames(home_right)
    return tuple((glyphs.line if column in frames else " ", LABEL) for column in range(plan.width))


def _point(plan: Plan, glyphs: Glyphs, place: Place, stack: Stack) -> list[Row]:
    """Draw the checkers on a point."""
    ground = Ink(f"board-point-{place.shade}", "board-felt")
    return _counted_stack(plan, glyphs, stack, ground, place.shade, place.top)


def _counted_stack(
    plan: Plan, glyphs: Glyphs, stack: Stack, ground: Ink, shade: int | None, top: bool
) -> list[Row]:
    """Draw a stack from its base on, then its number if that has a row of its own."""
    draw_stack = blocks.draw_stack if glyphs.solid else characters.draw_stack
    rows = [_joined(line) for line in draw_stack(plan, glyphs, stack, ground, shade, top)]
    if not plan.counts:
        return rows
    ink = ground if shade is None else ground._replace(fg="board-note")
    width, count = plan.bar if shade is None else plan.point, stack.height if stack.height > FULL else 0
    number = number_row(width, count, ink)
    return [*rows, number] if top else [number, *rows]


@lru_cache(maxsize=2048)
def _joined(line: Row) -> Row:
    """Return a row with neighbouring cells of one ink joined."""
    return row(line)


def _numbers(plan: Plan, glyphs: Glyphs, numbers: Sequence[Number]) -> list[Row]:
    """Draw the labels of six points from left to right, with their marks."""
    return [row([span for number in numbers for span in _number_of(plan, glyphs, *number)])]


@lru_cache(maxsize=512)
def _number_of(plan: Plan, glyphs: Glyphs, point: int, mark: Mark, owner: Player | None) -> Row:
    """Draw a point's number and mark, after the checker of the player whose head it is if there is room."""
    label = _label(plan.point, glyphs, str(point), mark)
    if owner is None or mark not in (Mark.PLAIN, Mark.SOURCE):
        return label
    ((text, paint),) = label
    before, _, after = text.partition(str(point))
    head = glyphs.marks[owner.index], Ink(FACE[owner], LABEL.bg, "bold")
    return (before[:-1], paint), head, (f"{point}{after}", paint)


def _bar(plan: Plan, glyphs: Glyphs, top: bool, stack: Stack) -> list[Row]:
    """Draw an end of the bar with a player's checkers, from the middle of the board on."""
    rows = _counted_stack(plan, glyphs, stack, LABEL, None, not top)
    shown = min(stack.height + stack.left, FULL)
    if not shown or not (glyphs.solid or plan.hinge):
        return rows
    inside = plan if plan.hinge else replace(plan, bar=plan.bar - 2)
    rail = (" " * ((plan.bar - inside.bar) // 2), LABEL)
    on_felt = [row([rail, *line, rail]) for line in _counted_stack(inside, glyphs, stack, ON_BAR, None, not top)]
    covered = min(-(-shown * plan.disc[1] // 2) + 1, plan.rows)
    return [*rows[:-covered], *on_felt[-covered:]] if top else [*on_felt[:covered], *rows[covered:]]


def _bar_name(plan: Plan, scene: Scene, top: bool, count: int, mark: Mark) -> str:
    """Return the label of the bar; where nobody is ever on it, that of the home beside it. [RULES L2]"""
    if scene.board.movement is not Movement.HITTING:
        left, home = top is scene.home_right, _("home")
        if len(home) < plan.bar + 2 * plan.hinge:
            return f"<{home}" if left else f"{home}>"
        return "<<<" if left else ">>>"
    needed = plan.hinge or mark is not Mark.PLAIN or (count and plan.bar > len(_("bar")))
    return _("bar") if needed else ""


def _bar_label(plan: Plan, glyphs: Glyphs, name: str, count: int, mark: Mark) -> list[Row]:
    """Draw the label of the bar with its number of checkers."""
    width = plan.bar + 2 * plan.hinge
    name = _counted(name, count, width - (not plan.hinge and mark is Mark.PLAIN), mark)
    beside = len(name) + (0 if mark is Mark.PLAIN else 2) <= plan.bar
    label = _label(plan.bar if beside else width, glyphs, name, mark)
    if count and mark is Mark.PLAIN:
        label = tuple((text, _LABELS[Mark.TARGET]) for text, _ink in label)
    frame = (glyphs.line * plan.hinge if beside else "", LABEL)
    return [row([frame, *label, frame])]


def _counted(name: str, count: int, width: int, mark: Mark) -> str:
    """Return a name with a number, if there is one, as far as the width allows beside the mark's signs."""
    room = width - (0 if mark is Mark.PLAIN else 2)
    counted = (f"{name} {count}", f"{name}{count}", name, f"{name[:1]}{count}") if count and name else (name,)
    return next((text for text in counted if len(text) <= room), name)


def _tray(plan: Plan, glyphs: Glyphs, player: Player, top: bool, count: int, mark: Mark) -> list[Row]:
    """Draw the checkers that `player` has borne off, seen from the side, and their number."""
    name = _counted(_("off"), count, plan.tray, mark)
    rows = [row(_label(plan.tray, glyphs, name, mark)), *_edges(plan, glyphs, player, count)]
    return rows if top else rows[::-1]


def _label(width: int, glyphs: Glyphs, name: str, mark: Mark) -> Row:
    """Draw a name between the signs of its mark, in the width of a point, cut at its end.

    The cursor's background reaches equally far to both sides of the name.
    """
    before, after = glyphs.signs[mark.value]
    text = f"{before}{name}{after}"
    if len(text) > width:
        fits = name.isdigit() or mark is Mark.PLAIN
        text = f"{before}{name}"[-width:] if fits else f"{before}{name[: width - 2]}{after}"
    space, ink = width - len(text), _LABELS.get(mark, LABEL)
    beside, odd = " " * (space // 2), " " * (space % 2)
    if odd and mark is Mark.CURSOR:
        return (f"{beside}{text}{beside}", ink), (odd, LABEL)
    return ((f"{beside}{text}{beside}{odd}", ink),)


def _edges(plan: Plan, glyphs: Glyphs, player: Player, count: int) -> list[Row]:
    """Draw borne-off checkers seen from the side: in rows, or one above the other if there is room."""
    if glyphs.solid and 2 * plan.tray_rows >= CHECKERS:
        return _slabs(plan, player, count)
    side_by_side = min(plan.tray, FULL)
    margin, edge = " " * ((plan.tray - side_by_side) // 2), "▌" if glyphs.solid else glyphs.marks[player.index]
    rows = []
    for start in range(0, plan.tray_rows * side_by_side, side_by_side):
        text = edge * max(min(count - start, side_by_side), 0)
        rows.append(row([(f"{margin}{text}".ljust(plan.tray), Ink(FACE[player], "board-tray"))]))
    return rows


def _slabs(plan: Plan, player: Player, count: int) -> list[Row]:
    """Draw borne-off checkers one above the other, in alternating shades."""
    shades = [FACE[player], RIM[player]]
    colours = [shades[number % 2] for number in range(count)] + ["board-tray"] * (2 * plan.tray_rows - count)
    inside, well = plan.tray - 2, Ink(bg="board-tray")
    return [
        row([(" ", well), ((" " if one == two else "▀") * inside, Ink(one, two)), (" ", well)])
        for one, two in zip(colours[::2], colours[1::2], strict=True)
    ]
