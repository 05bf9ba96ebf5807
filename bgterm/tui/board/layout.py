"""The size of the board, computed from the room there is, and where each part of it lies."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from textual.geometry import Region, Size

FULL = 5
"""The most checkers drawn on a point; more are shown as a number."""
HALF = 6
"""The points in a quarter of the board."""
RAIL = 1
"""The width of the frame between points and tray."""

GAP = 1
"""The columns between dice."""

CHECKERS = 15
"""The checkers in a full tray."""


@dataclass(frozen=True)
class Plan:
    """The measures of a board in cells; every part of the board is drawn and clicked by the same plan.

    In its methods `home_right` is whether both home boards and the tray are on the right; `top` is whether the
    upper half is meant, and `right` whether the right half is.
    """

    point: int
    """The width of a point."""
    disc: tuple[int, int]
    """The size of a checker: cells across, half rows down."""
    counts: bool
    """Whether the number of a stack above five has a row of its own; otherwise it is on the last checker."""
    middle: int
    """The rows between the upper and the lower points."""
    bar: int
    """The width of the bar."""
    tray: int
    """The width of the tray."""
    hinge: int
    """The width of the frame at the outside and at each side of the bar."""
    die: tuple[int, int]
    """The width and height of a die."""
    longer: int = 0
    """The rows by which a point is longer than five checkers."""

    @cached_property
    def rows(self) -> int:
        """The rows of a point, from its base to its tip."""
        return -(-FULL * self.disc[1] // 2) + self.longer

    @cached_property
    def stack(self) -> int:
        """The rows of a point, plus the row for the number of a high stack if there is one; without the label."""
        return self.rows + self.counts

    @cached_property
    def half(self) -> int:
        """The width of six points, which lie between the bar and the side of the board."""
        return HALF * self.point

    @cached_property
    def width(self) -> int:
        """The columns of the whole board, including frame, bar and tray."""
        return 4 * self.hinge + 2 * self.half + self.bar + RAIL + self.tray

    @cached_property
    def height(self) -> int:
        """The rows of the whole board, including the labels of the points."""
        return 2 * (1 + self.stack) + self.middle

    @cached_property
    def tray_height(self) -> int:
        """The rows of one side's tray: label and checkers."""
        return 1 + self.tray_rows

    @cached_property
    def tray_rows(self) -> int:
        """The rows of checkers in a full tray."""
        return -(-CHECKERS // min(self.tray, FULL)) if self.disc[1] == CHIP else self.rows

    def halves(self, home_right: bool) -> tuple[int, int]:
        """Return the first columns of the board's left and right six points."""
        left = self.hinge + (0 if home_right else self.tray + RAIL)
        return left, left + self.half + self.hinge + self.bar + self.hinge

    def bar_left(self, home_right: bool) -> int:
        """Return the first column of the bar."""
        return self.halves(home_right)[0] + self.half + self.hinge

    def tray_left(self, home_right: bool) -> int:
        """Return the first column of the tray."""
        return self.width - self.hinge - self.tray if home_right else self.hinge

    def frames(self, home_right: bool) -> tuple[int, ...]:
        """Return the columns, from 0 at the left, of the frame: all without points, bar and tray."""
        free: set[int] = set()
        for left, width in (
            *((left, self.half) for left in self.halves(home_right)),
            (self.bar_left(home_right), self.bar),
            (self.tray_left(home_right), self.tray),
        ):
            free.update(range(left, left + width))
        return tuple(column for column in range(self.width) if column not in free)

    def point_region(self, top: bool, column: int, home_right: bool) -> Region:
        """Return the region of a point's checkers; `column` is 0 to 11 from the left, without bar and tray."""
        side, index = divmod(column, HALF)
        y = 1 if top else self.height - 1 - self.stack
        return Region(self.halves(home_right)[side] + index * self.point, y, self.point, self.stack)

    def label_region(self, top: bool, right: bool, home_right: bool) -> Region:
        """Return the region of the labels of the six points in a quarter of the board."""
        return Region(self.halves(home_right)[right], 0 if top else self.height - 1, self.half, 1)

    def bar_region(self, top: bool, home_right: bool) -> Region:
        """Return the region of one end of the bar."""
        y = 1 if top else self.height - 1 - self.stack
        return Region(self.bar_left(home_right), y, self.bar, self.stack)

    def bar_label_region(self, top: bool, home_right: bool) -> Region:
        """Return the region of the label of one end of the bar, including the frame beside it."""
        left, width = self.bar_left(home_right) - self.hinge, self.bar + 2 * self.hinge
        return Region(left, 0 if top else self.height - 1, width, 1)

    def tray_region(self, top: bool, home_right: bool) -> Region:
        """Return the region of one side's tray, including its label."""
        y = 0 if top else self.height - self.tray_height
        return Region(self.tray_left(home_right), y, self.tray, self.tray_height)

    def cube_region(self, home_right: bool) -> Region:
        """Return the region of the column in which the cube lies, between the two trays."""
        height = self.height - 2 * self.tray_height
        return Region(self.tray_left(home_right), self.tray_height, self.tray, height)

    def middle_region(self, right: bool, home_right: bool) -> Region:
        """Return the region between the points in one half, for the dice and the note."""
        return Region(self.halves(home_right)[right], 1 + self.stack, self.half, self.middle)


CHIP = 2
"""The half rows of the smallest checker, which is not a disc but a chip with a gap above it."""
_SIZES = (9, 8, 7, 6, 5, 4, 3)
"""The half rows of checkers on large boards."""
_SIZES_OF_CHARACTERS = (8, 6, 4)
"""The half rows of checkers of characters on large boards, which take whole rows."""
_LOW, _AIRY, _HIGH = 5, 7, 11
"""The rows between the points of a large board: the fewest, those before points get longer, and the most."""
_ROUND, _HIGHER = 6, 2
"""The half rows of a checker from which dice are larger, and by how many rows."""

COMPACT = Plan(
    point=3,
    disc=(2, CHIP),
    counts=False,
    middle=3,
    bar=4,
    tray=3,
    hinge=0,
    die=(3, 3),
)
NORMAL = replace(COMPACT, point=4, counts=True, tray=5, hinge=1, die=(5, 3))


@lru_cache(maxsize=32)
def plan_for(size: Size, *, solid: bool = True) -> Plan:
    """Return the plan of the largest board that fits into `size`; where none fits, that of the smallest board.

    `solid` is whether checkers are blocks of colour; others are made of characters, which take whole rows.
    """
    sizes = _SIZES if solid else _SIZES_OF_CHARACTERS
    larger = (_large(tall, solid=solid) for tall in sizes)
    plans = (*larger, NORMAL if solid else replace(NORMAL, bar=3))
    least = COMPACT if solid else replace(COMPACT, bar=3, tray=4)
    plan = next((plan for plan in plans if plan.width <= size.width and plan.height <= size.height), None)
    return _stretched(plan or least, size, solid=solid)


def _large(tall: int, *, solid: bool) -> Plan:
    """Return the smallest board whose checkers are discs of so many half rows."""
    point = tall + 2
    return replace(
        NORMAL,
        point=point,
        disc=(tall + 1, tall),
        counts=not solid,
        middle=_LOW + _HIGHER * (tall >= _ROUND),
        bar=point,
        tray=point,
    )


def _stretched(plan: Plan, size: Size, *, solid: bool) -> Plan:
    """Return the board with wider and longer points and a higher middle, as far as there is room."""
    chips = plan.disc[1] == CHIP
    wider = min((size.width - plan.width) // (2 * HALF + (0 if chips else 2)), 2 if chips else 4)
    if wider > 0:
        beside = 0 if chips else wider
        plan = replace(plan, point=plan.point + wider, bar=plan.bar + beside, tray=plan.tray + beside)
        if plan.disc[1] == _SIZES[-1]:  # half a cell is left at each side, so that no cell shows three colours
            plan = replace(plan, disc=(plan.disc[0] + wider % 2, plan.disc[1]))
    spare = max(size.height - plan.height, 0)
    airy = _AIRY + _HIGHER * (plan.disc[1] >= _ROUND)
    first = min(spare, max(airy - plan.middle, 0))
    longer = min((spare - first) // 2, plan.disc[1])
    return _with_dice(
        replace(plan, longer=longer, middle=min(plan.middle + spare - 2 * longer, _HIGH)), solid=solid
    )


def _with_dice(plan: Plan, *, solid: bool) -> Plan:
    """Return the board with the largest dice of which four find room side by side."""
    for width, height in ((10, 6), (7, 4), (5, 3)) if solid else ((9, 5), (5, 3)):
        if 4 * (width + GAP) - GAP <= plan.half and height < plan.middle:
            return replace(plan, die=(width, height))
    return plan
