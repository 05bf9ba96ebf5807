"""The animation between two scenes: checkers move from point to point, dice tumble, the cube turns over.

Each picture is a scene and what floats above it, and depends only on the two scenes and the time that has passed.
A key ends an animation at once, and no animation changes what the key does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Offset

from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.tui.board.blocks import LABELLED, pixels, with_pixels
from bgterm.tui.board.dice_painter import cube_offset, cube_rows, cube_size
from bgterm.tui.board.layout import CHIP, FULL, Plan
from bgterm.tui.board.scene import Perspective, Scene
from bgterm.tui.board.styled_rows import FACE, Ink, Row, Span, blank, cells, row
from bgterm.tui.look.glyphs import Glyphs

FRAME = 1 / 30
"""Seconds between two pictures."""
HOP = 0.24
"""Seconds for which a checker moves."""
FLASH = 0.1
"""Seconds for which a hit checker lights up before it moves to the bar."""
TURN = 0.4
"""Seconds for which the cube moves."""
FACES = ((3, 5), (6, 2), (1, 4), (5, 6), (2, 3), (4, 1))
"""The faces of both dice, pair after pair, before tumbling dice come to rest. [RULES A-07]"""
FACE_SHOWN = 0.06
"""Seconds for which tumbling dice show each face."""
_THROW = FACE_SHOWN * len(FACES)
_MOST_HOPS = 4
"""The most checkers that a side moves in a turn; when more have moved, nothing is animated."""


class Hop(NamedTuple):
    """The animated move of one checker: a checker that is played, or one that was hit and moves to the bar."""

    player: Player
    src: int
    dst: int
    """The end of the way, in the player's own numbers like `src`; 25 is the bar, 0 the tray."""

    @property
    def flash(self) -> float:
        """The seconds for which the checker lights up before it moves: more than 0 only for a hit checker."""
        return FLASH if self.dst == BAR else 0.0


Patch = Mapping[Offset, Sequence[str] | Span]
"""Cells above the board: each with the colours of its covered quarters, or a whole cell."""


class Frame(NamedTuple):
    """One picture of an animation: a scene to draw, and the cells of moving checkers or the cube that cover it."""

    scene: Scene
    above: Patch


class Motion(NamedTuple):
    """The animation from the scene `before` to `after`: moves of checkers, then of the cube, then the dice."""

    before: Scene
    after: Scene
    hops: tuple[Hop, ...] = ()
    throws: bool = False
    """Whether dice are thrown."""
    turns: bool = False
    """Whether the cube moves."""

    @classmethod
    def between(cls, before: Scene, after: Scene, *, dice: bool = True) -> "Motion":
        """Return the animation that leads from one scene to the other.

        Without `dice`, new dice appear without tumbling, as when the player typed the roll.
        """
        return cls(
            before,
            after,
            hops_between(before.board, after.board),
            dice and (bool(after.dice and not before.dice) or after.opening not in (None, before.opening)),
            None not in (before.cube, after.cube)
            and (before.offered is None) is not (after.offered is None)
            and before.home_right is after.home_right,
        )

    @property
    def duration(self) -> float:
        """The seconds of the animation; 0 when nothing moves."""
        return sum(hop.flash + HOP for hop in self.hops) + self.throws * _THROW + self.turns * TURN

    def at(self, seconds: float, plan: Plan, glyphs: Glyphs) -> Frame:
        """Return the picture `seconds` after the start, on a board of this plan with these characters."""
        still, since = self._still, seconds
        for count, hop in enumerate(self.hops):
            if since < hop.flash + HOP:
                return self._hopping(still, count, (since - hop.flash) / HOP, plan, glyphs)
            since -= hop.flash + HOP
        if self.turns and since < TURN:
            return self._turning(still, since / TURN, plan, glyphs)
        face = FACES[min(int((seconds - self.duration + _THROW) / FACE_SHOWN), len(FACES) - 1)]
        thrown = {"opening": face} if self.after.opening else {"dice": face, "used": ()}
        return Frame(self.after._replace(note=self.before.note, **thrown), {})

    @property
    def _still(self) -> Scene:
        """The scene without the moving parts, with the final labels and marks unless the board is flipped."""
        before, after = self.before, self.after._replace(board=self.before.board, last=None)
        if before.perspective != after.perspective:
            nothing = frozenset[int]()
            return before._replace(sources=nothing, targets=nothing, cursor=None, picked=None, last=None)
        if self.hops and not after.dice:
            return after._replace(dice=before.dice, used=before.used, roller=before.roller)
        return after

    def _hopping(self, still: Scene, count: int, fraction: float, plan: Plan, glyphs: Glyphs) -> Frame:
        """Return the picture while a checker moves, after the first `count` hops are done.

        `fraction` is the part of its way that is behind it; before 0 it lights up at its start.
        """
        hop, board = self.hops[count], still.board
        for done in self.hops[:count]:
            board = _changed(board, done, arrives=True)
        held = board.counts(hop.player)
        start = _corner(plan, still.perspective, hop.player, hop.src, held[hop.src] - 1)
        end = _corner(plan, still.perspective, hop.player, hop.dst, held[hop.dst])
        scene = still._replace(board=_changed(board, hop, arrives=False))
        corner = _between(start, end, max(fraction, 0))
        return Frame(scene, _disc(plan, glyphs, hop.player, corner, lit=fraction < 0))

    def _turning(self, still: Scene, fraction: float, plan: Plan, glyphs: Glyphs) -> Frame:
        """Return the picture while the cube has moved a `fraction` of its way; an offered cube turns over."""
        goal = self.after._replace(mover=still.mover, bottom=still.bottom)  # a board that turns does so afterwards
        start, end = (cube_offset(plan, scene) for scene in (self.before, goal))
        one, other = (
            scene.cube.offered if scene.offered is not None else scene.cube.value
            for scene in (self.before, self.after)
            if scene.cube
        )
        value, (width, height) = (one if fraction < _HALF else other), cube_size(plan)
        narrow = max(round(width * abs(1 - 2 * fraction)), 1) if one != other else width
        at = _between(start, end, fraction) + Offset((width - narrow) // 2, 0)
        shown = narrow > len(str(value))
        rows = cube_rows(glyphs, value, (narrow, height)) if shown else [blank(narrow, "board-cube")] * height
        return Frame(still._replace(cube=None, offered=None), dict(_placed(rows, at)))


_HALF = 0.5


def hops_between(before: Board, after: Board) -> tuple[Hop, ...]:
    """Return the moves of checkers that lead from one position to another; none when they are not one turn apart.

    The checkers of a side move one after the other, the rearmost first, and a hit checker right after the one that
    hits it.
    """
    sides = {player: _hops_of(before, after, player) for player in Player}
    mover = next((player for player in Player if _moves(sides[player], sides[player.opponent])), None)
    if mover is None or any(len(hops) > _MOST_HOPS for hops in sides.values()):
        return ()
    hit, ordered = sides[mover.opponent], list[Hop]()
    for hop in sides[mover]:
        met = [one for one in hit if after.opponent_point(one.src) == hop.dst]
        ordered += [hop, *met]
        hit = [one for one in hit if one not in met]
    return (*ordered, *hit)


def _moves(mine: Sequence[Hop], theirs: Sequence[Hop]) -> bool:
    """Return whether one side moves, and the other only to the bar, or from it when a hit is undone."""
    forward = all(hop.src > hop.dst for hop in mine)
    return bool(mine) and all((hop.dst if forward else hop.src) == BAR for hop in theirs)


def _hops_of(before: Board, after: Board, player: Player) -> list[Hop]:
    """Return the moves of a side's checkers, which do not pass each other."""
    change = [new - old for old, new in zip(before.counts(player), after.counts(player), strict=True)]
    left = [point for point in range(BAR, OFF - 1, -1) for _ in range(-change[point])]
    arrived = [point for point in range(BAR, OFF - 1, -1) for _ in range(change[point])]
    return [Hop(player, *ends) for ends in zip(left, arrived, strict=True)] if len(left) == len(arrived) else []


def _changed(board: Board, hop: Hop, *, arrives: bool) -> Board:
    """Return the board without the checker at its start, or with it at its end if it `arrives`."""
    mine = bytearray(board.counts(hop.player))
    mine[hop.src] -= 1
    mine[hop.dst] += arrives
    return Board.of_counts(hop.player, bytes(mine), board.counts(hop.player.opponent), board.movement)


def _between(start: Offset, end: Offset, fraction: float) -> Offset:
    """Return a point between two places, moving slowly at the start and the end."""
    eased = fraction * fraction * (3 - 2 * fraction)
    return Offset(round(start.x + (end.x - start.x) * eased), round(start.y + (end.y - start.y) * eased))


def _corner(plan: Plan, perspective: Perspective, player: Player, point: int, index: int) -> Offset:
    """Return the upper left corner of a checker, in half cells and half rows of the board.

    `index` counts checkers from the base of a point; the base of the bar is in the middle of the board.
    """
    (across, down), top, home_right = plan.disc, perspective.is_top(player), perspective.home_right
    if point == OFF:
        tray = plan.tray_region(top, home_right)
        return Offset(2 * tray.x + tray.width - across, 2 * tray.y + tray.height - down)
    if point == BAR:
        region, from_top = plan.bar_region(top, home_right), not top
    else:
        place = perspective.place(
            point if player is perspective.mover else perspective.movement.opponent_point(point)
        )
        region, from_top = plan.point_region(*place, home_right), place.top
    height = min(index, FULL - 1)
    y = 2 * region.y + height * down if from_top else 2 * region.bottom - (height + 1) * down
    beside = (region.width - across) % 2 if down == CHIP else 0  # the cell of ground beside a chip
    shift = beside if region.width < LABELLED else -beside
    return Offset(2 * region.x + region.width - across + shift, y)


def _disc(plan: Plan, glyphs: Glyphs, player: Player, corner: Offset, *, lit: bool) -> Patch:
    """Draw a checker at a corner in half cells, in its own colours or `lit`."""
    if not glyphs.solid:
        text = glyphs.marks[player.index] * plan.disc[0]
        ink = Ink(_LIT, "board-felt", "bold reverse") if lit else Ink(FACE[player], "board-felt", "bold")
        return dict(_placed([row([(text, ink)])], Offset(corner.x // 2, corner.y // 2)))
    quarters: dict[Offset, list[str]] = {}
    for y, line in enumerate(pixels(plan, player), corner.y):
        for x, colour in enumerate(line, corner.x - (len(line) - 2 * plan.disc[0]) // 2):
            shade = _LIT if lit and colour else colour
            quarters.setdefault(Offset(x // 2, y // 2), [""] * 4)[2 * (y % 2) + x % 2] = shade
    return quarters


_LIT = "board-arrived"
"""The theme variable of the face of a hit checker that lights up."""


def _placed(rows: Iterable[Row], at: Offset) -> Iterator[tuple[Offset, Span]]:
    """Yield the cells of rows with their places; `at` is the upper left corner."""
    for y, line in enumerate(rows, at.y):
        yield from ((Offset(x, y), span) for x, span in enumerate(_spread(line), at.x))


def _spread(line: Row) -> list[Span]:
    """Return a row as single cells."""
    return [(character, ink) for text, ink in line for character in text]


def with_patch(line: Row, x: int, y: int, patch: Patch) -> Row:
    """Return a row that begins at (x, y), in cells from the upper left, covered by the cells of `patch` on it."""
    width = cells(line)
    covered = {at.x - x: above for at, above in patch.items() if at.y == y and x <= at.x < x + width}
    spread = _spread(line)
    if not covered or len(spread) != width:  # a name with wide characters
        return line
    for at, above in covered.items():  # in few cells
        match above:
            case (str() as text, Ink() as ink):
                spread[at] = text, ink
            case quarters:
                spread[at] = with_pixels(*spread[at], tuple(map(str, quarters)))
    return row(spread)
