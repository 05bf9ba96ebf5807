"""The part of the board at a cell, for mouse clicks."""

from enum import Enum, auto

from textual.geometry import Offset

from bgterm.rules.board import BAR, OFF, POINTS
from bgterm.tui.board.layout import HALF, Plan
from bgterm.tui.board.scene import Perspective, Place


class Spot(Enum):
    """A place of the board that is not a point."""

    DICE = auto()
    """The middle of the board, where the dice are rolled."""
    CUBE = auto()
    """The cube beside the board."""


def spot_at(plan: Plan, perspective: Perspective, at: Offset) -> int | Spot | None:
    """Return what is at a cell: the mover's number of a point, bar or tray, or a `Spot`; None elsewhere."""
    home_right, column = perspective.home_right, at.x
    if not 0 <= at.y < plan.height:
        return None
    if 0 <= column - plan.bar_left(home_right) < plan.bar:
        return BAR
    if 0 <= column - plan.tray_left(home_right) < plan.tray:
        tray = plan.tray_region(perspective.is_top(perspective.mover), home_right)
        if tray.y <= at.y < tray.bottom:
            return OFF
        cube = plan.cube_region(home_right)
        return Spot.CUBE if cube.y <= at.y < cube.bottom else None
    for side, left in enumerate(plan.halves(home_right)):
        if 0 <= column - left < plan.half:
            return _in_half(plan, perspective, side * HALF + (column - left) // plan.point, at.y)
    return None


def _in_half(plan: Plan, perspective: Perspective, column: int, y: int) -> int | Spot:
    """Return the mover's number of the point in a column, or the dice between upper and lower points."""
    reach = 1 + plan.stack
    if reach <= y < plan.height - reach:
        return Spot.DICE
    place = Place(y < reach, column)
    return next(point for point in POINTS if perspective.place(point) == place)
