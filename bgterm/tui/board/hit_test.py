"""The part of the board at a cell, for mouse clicks."""

from enum import Enum, auto

from textual.geometry import Offset, Region

from bgterm.rules.board import BAR, OFF, POINTS
from bgterm.tui.board.layout import Plan
from bgterm.tui.board.scene import Perspective


class Spot(Enum):
    """A place of the board that is not a point."""

    DICE = auto()
    """The middle of the board, where the dice are rolled."""
    CUBE = auto()
    """The cube beside the board."""


def spot_at(plan: Plan, perspective: Perspective, at: Offset) -> int | Spot | None:
    """Return what is at a cell: the mover's number of a point, bar or tray, or a `Spot`; None elsewhere."""
    home_right, mine = perspective.home_right, perspective.is_top(perspective.mover)
    upper, lower = (plan.bar_region(top, home_right) for top in (True, False))
    spots: list[tuple[int | Spot, Region]] = [
        (BAR, upper.union(lower).grow((1, 0, 1, 0))),
        (OFF, plan.tray_region(mine, home_right)),
        (Spot.CUBE, plan.cube_region(home_right)),
        *((Spot.DICE, plan.middle_region(right, home_right)) for right in (False, True)),
    ]
    for point in POINTS:
        place = perspective.place(point)
        with_label = (int(place.top), 0, int(not place.top), 0)
        spots.append((point, plan.point_region(*place, home_right).grow(with_label)))
    return next((spot for spot, region in spots if region.contains_point(at)), None)
