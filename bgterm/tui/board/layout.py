"""The three sizes of the board, with the place of each part."""

from dataclasses import dataclass

from textual.geometry import Region, Size

FULL = 5
"""The most checkers drawn on a point; a number counts more."""
HALF = 6
"""The points in a quarter of the board."""
CHECKERS = 15
"""The most checkers a tray must hold."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The measures of a board, in cells."""

    name: str
    point: int
    """The width of a point."""
    tall: int
    """The rows of a checker."""
    counts: bool
    """Whether the numbers above five have a row of their own; else they stand on the last checker."""
    middle: int
    """The rows between the upper and the lower points."""
    bar: int
    """The width of the bar."""
    tray: int
    """The width of the tray."""
    outer: int
    """The width of the frame at the outside."""
    hinge: int
    """The width of the frame at each side of the bar."""
    rail: int
    """The width of the frame between points and tray."""
    die: tuple[int, int]
    """The width and height of a die."""
    gap: int
    """The columns between dice."""
    edges: int
    """The borne-off checkers side by side in a tray."""
    taper: tuple[str, ...]
    """A point from its base to its tip, a row for each row of checkers."""

    @property
    def stack(self) -> int:
        """The rows of a point, without its label."""
        return FULL * self.tall + self.counts

    @property
    def half(self) -> int:
        """The width of six points."""
        return HALF * self.point

    @property
    def width(self) -> int:
        """The width of the board."""
        return 2 * (self.outer + self.half + self.hinge) + self.bar + self.rail + self.tray

    @property
    def height(self) -> int:
        """The height of the board."""
        return 2 * (1 + self.stack) + self.middle

    @property
    def tray_height(self) -> int:
        """The rows of one side's tray: label, checkers, number."""
        return 1 + self.tray_rows + self.counts

    @property
    def tray_rows(self) -> int:
        """The rows of checkers in a full tray."""
        return -(-CHECKERS // self.edges)

    def halves(self, home_right: bool) -> tuple[int, int]:
        """Return where the left and the right half begin."""
        left = self.outer + (0 if home_right else self.tray + self.rail)
        return left, left + self.half + self.hinge + self.bar + self.hinge

    def bar_left(self, home_right: bool) -> int:
        """Return where the bar begins."""
        return self.halves(home_right)[0] + self.half + self.hinge

    def tray_left(self, home_right: bool) -> int:
        """Return where the tray begins."""
        return self.width - self.outer - self.tray if home_right else self.outer

    def frames(self, home_right: bool) -> tuple[int, ...]:
        """Return the columns of the frame."""
        free: set[int] = set()
        for left, width in (
            *((left, self.half) for left in self.halves(home_right)),
            (self.bar_left(home_right), self.bar),
            (self.tray_left(home_right), self.tray),
        ):
            free.update(range(left, left + width))
        return tuple(column for column in range(self.width) if column not in free)

    def point_region(self, top: bool, column: int, home_right: bool) -> Region:
        """Return where a point's checkers are drawn."""
        side, index = divmod(column, HALF)
        y = 1 if top else self.height - 1 - self.stack
        return Region(self.halves(home_right)[side] + index * self.point, y, self.point, self.stack)

    def label_region(self, top: bool, right: bool, home_right: bool) -> Region:
        """Return where the numbers of six points are written."""
        return Region(self.halves(home_right)[right], 0 if top else self.height - 1, self.half, 1)

    def bar_region(self, top: bool, home_right: bool) -> Region:
        """Return where one end of the bar is drawn, with its label."""
        y = 0 if top else self.height - 1 - self.stack
        return Region(self.bar_left(home_right), y, self.bar, 1 + self.stack)

    def tray_region(self, top: bool, home_right: bool) -> Region:
        """Return where one side's tray is drawn, with its label."""
        y = 0 if top else self.height - self.tray_height
        return Region(self.tray_left(home_right), y, self.tray, self.tray_height)

    def cube_region(self, home_right: bool) -> Region:
        """Return where the cube lies: at an end with its owner, else halfway."""
        height = self.height - 2 * self.tray_height
        return Region(self.tray_left(home_right), self.tray_height, self.tray, height)

    def middle_region(self, right: bool, home_right: bool) -> Region:
        """Return where dice and note of one half lie."""
        return Region(self.halves(home_right)[right], 1 + self.stack, self.half, self.middle)


COMPACT = Plan(
    name="compact",
    point=3,
    tall=1,
    counts=False,
    middle=3,
    bar=3,
    tray=4,
    outer=0,
    hinge=0,
    rail=1,
    die=(4, 3),
    gap=0,
    edges=4,
    taper=(" ██", " ██", " ██", " ▐▌", " ▐▌"),
)
NORMAL = Plan(
    name="normal",
    point=4,
    tall=1,
    counts=True,
    middle=3,
    bar=3,
    tray=5,
    outer=1,
    hinge=1,
    rail=1,
    die=(5, 3),
    gap=1,
    edges=5,
    taper=("████", "▐██▌", "▐██▌", " ██ ", " ▐▌ "),
)
BIG = Plan(
    name="big",
    point=7,
    tall=2,
    counts=True,
    middle=9,
    bar=7,
    tray=7,
    outer=1,
    hinge=1,
    rail=1,
    die=(9, 5),
    gap=1,
    edges=5,
    taper=(
        *("███████",) * 2,
        *("▐█████▌",) * 2,
        *(" █████ ",) * 2,
        *(" ▐███▌ ",) * 2,
        *("  ███  ",) * 2,
    ),
)

PLANS = (BIG, NORMAL, COMPACT)
"""Every plan, the largest first."""


def plan_for(size: Size) -> Plan:
    """Return the largest plan that fits, or the smallest there is."""
    return next((plan for plan in PLANS if plan.width <= size.width and plan.height <= size.height), COMPACT)
