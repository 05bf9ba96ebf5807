"""The sizes of the board, and that its parts fill it without overlapping."""

from dataclasses import replace
from itertools import pairwise

import pytest
from textual.geometry import Size

from bgterm.tui.board.layout import COMPACT, GAP, NORMAL, plan_for

ROOM = {
    "44x20": (44, 15),
    "80x24": (63, 17),
    "100x30": (83, 23),
    "120x40": (103, 33),
    "160x50": (143, 43),
    "200x60": (183, 53),
}
"""The columns and rows for the board in windows of each size."""


def plans():
    return [
        pytest.param(plan_for(Size(*room), solid=solid), id=f"{name}-{'blocks' if solid else 'characters'}")
        for name, room in ROOM.items()
        for solid in (True, False)
    ]


@pytest.mark.parametrize(("plan", "width", "height"), [(NORMAL, 62, 17), (COMPACT, 44, 15)])
def test_the_smallest_sizes(plan, width, height):
    assert (plan.width, plan.height) == (width, height)


@pytest.mark.rule("A-03")
@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("plan", plans())
def test_the_parts_lie_inside_the_board_side_by_side(plan, home_right):
    regions = [plan.point_region(top, column, home_right) for top in (True, False) for column in range(12)]
    regions += [plan.label_region(top, right, home_right) for top in (True, False) for right in (True, False)]
    regions += [plan.bar_region(top, home_right) for top in (True, False)]
    labels = [plan.bar_label_region(top, home_right) for top in (True, False)]
    regions += [plan.tray_region(top, home_right) for top in (True, False)]
    regions += [plan.middle_region(right, home_right) for right in (True, False)]
    regions += [plan.cube_region(home_right)]
    cells = [(x, y) for region in regions for x in region.column_range for y in region.line_range]
    assert len(cells) == len(set(cells))
    assert all(0 <= x < plan.width and 0 <= y < plan.height for x, y in cells)
    assert not {x for x, _ in cells} & set(plan.frames(home_right))
    assert not set(cells) & {(x, y) for label in labels for x in label.column_range for y in label.line_range}


@pytest.mark.parametrize("solid", [True, False])
def test_a_larger_room_has_a_larger_board_that_fits_and_fills_it(solid):
    boards = [plan_for(Size(*room), solid=solid) for room in ROOM.values()]
    sizes = [(plan.width, plan.height) for plan in boards]
    assert all(smaller < larger for smaller, larger in pairwise(sizes))
    left = {name: (room[0] - x, room[1] - y) for (name, room), (x, y) in zip(ROOM.items(), sizes, strict=True)}
    assert {name: (x, y) for name, (x, y) in left.items() if not (0 <= x < 15 and 0 <= y <= 1)} == {}


@pytest.mark.parametrize("plan", plans())
def test_five_checkers_and_four_dice_find_room(plan):
    across, down = plan.disc
    assert 5 * down <= 2 * plan.rows
    assert across <= plan.point
    assert 4 * plan.die[0] + 3 * GAP <= plan.half
    assert plan.die[1] <= plan.middle


@pytest.mark.parametrize(
    ("name", "die"),
    [("44x20", (3, 3)), ("80x24", (5, 3)), ("120x40", (7, 4)), ("160x50", (10, 6)), ("200x60", (10, 6))],
)
def test_dice_grow_with_the_window(name, die):
    plan = plan_for(Size(*ROOM[name]))
    assert plan.die == die
    assert plan.middle - plan.die[1] >= (3 if die[1] > 4 else 0)


@pytest.mark.parametrize(
    ("size", "point", "middle"), [((60, 17), 4, 5), ((55, 15), 3, 3), ((200, 16), 5, 4), ((9, 9), 3, 3)], ids=str
)
def test_the_smallest_board_uses_the_room_where_no_other_fits(size, point, middle):
    plan = plan_for(Size(*size))
    assert (plan.point, plan.middle) == (point, middle)
    assert replace(plan, point=3, middle=3, die=COMPACT.die) == COMPACT


@pytest.mark.parametrize(("columns", "across"), [(75, 4), (89, 5), (103, 4)])
def test_smallest_discs_leave_half_a_cell_at_each_side(columns, across):
    plan = plan_for(Size(columns, 24))
    assert plan.disc == (across, 3)
    assert (plan.point - across) % 2 == 1
