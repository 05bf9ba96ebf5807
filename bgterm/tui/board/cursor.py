"""The moves of the board's cursor between points where it can stop."""

from collections.abc import Collection
from enum import Enum

from bgterm.rules.board import BAR, OFF
from bgterm.tui.board.scene import Perspective

_BAR_COLUMN = 5.5
_TRAY_BESIDE = 12.0


class Way(Enum):
    """The direction of an arrow key: columns to the right, rows down."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


def step(perspective: Perspective, stops: Collection[int], start: int | None, way: Way) -> int | None:
    """Return the next stop from `start` in a direction, as the mover counts; None when there are no stops.

    Left and right continue at the end of a row with the other row; up and down go to the nearest stop of the other
    row.
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
