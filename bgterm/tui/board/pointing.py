"""Pointing at the board: the part of it under the mouse, and the moves of the cursor between its stops."""

from collections.abc import Collection
from enum import Enum, auto

from textual.geometry import Offset, Region

from bgterm.rules.board import BAR, OFF, POINTS
from bgterm.tui.board.layout import Plan
from bgterm.tui.board.scene import Perspective


class Spot(Enum):
    """A place on the board that can be clicked and has no number, unlike points, bar and tray."""

    DICE = auto()
    """The middle of the board, where the dice are rolled."""
    CUBE = auto()
    """The cube beside the board."""


def spot_at(plan: Plan, perspective: Perspective, at: Offset) -> int | Spot | None:
    """Return what lies at the cell `at` of the board: a number, a `Spot`, or None where nothing can be clicked.

    A number is a point as the mover counts, 25 for the bar, or 0 for the mover's tray.
    """
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


_BAR_COLUMN = 5.5
_TRAY_BESIDE = 12.0


class Way(Enum):
    """The direction of an arrow key. Its value is a step in columns to the right and rows down."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


def step(perspective: Perspective, stops: Collection[int], start: int | None, way: Way) -> int | None:
    """Return the number of the stop that an arrow key moves the cursor to from `start`; numbers are the mover's.

    `stops` are the points, the bar and the tray where the cursor may be. Left and right continue at the end of a
    row in the other row; up and down lead to the nearest stop of the other row, or stay at `start` if that has
    none. Without a start the rearmost stop is returned. None when there are no stops.
    """
    if start is None:
        return max(stops, default=None)  # the rearmost
    row, column = _place(perspective, start)
    across, down = way.value
    if down:
        rows = [stop for stop in stops if _place(perspective, stop)[0] == (1 if down > 0 else 0) != row]
        return min(rows, key=lambda stop: abs(_place(perspective, stop)[1] - column), default=start)
    ring = sorted({*stops, start}, key=lambda stop: _place(perspective, stop))
    at = ring.index(start)
    around = (ring[(at + across * count) % len(ring)] for count in range(1, len(ring) + 1))
    return next((stop for stop in around if stop in stops), None)


def _place(perspective: Perspective, stop: int) -> tuple[int, float]:
    """Return the row (0 above, 1 below) and the column of a stop, which is a number of the mover."""
    if stop in (BAR, OFF):
        row = 0 if perspective.is_top(perspective.mover) else 1
        tray = _TRAY_BESIDE if perspective.home_right else -1.0
        return row, _BAR_COLUMN if stop == BAR else tray
    place = perspective.place(stop)
    return (0 if place.top else 1), float(place.column)
