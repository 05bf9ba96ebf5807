"""The sizes of the board, and that its parts fill it without overlapping."""

import pytest
from textual.geometry import Size

from bgterm.tui.board.layout import BIG, COMPACT, NORMAL, PLANS, plan_for


@pytest.mark.parametrize(
    ("plan", "width", "height"),
    [(BIG, 103, 33), (NORMAL, 61, 17), (COMPACT, 44, 15)],
    ids=lambda value: str(value)[:20],
)
def test_sizes(plan, width, height):
    assert (plan.width, plan.height) == (width, height)


@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_the_parts_lie_inside_the_board_and_none_on_another(plan, home_right):
    regions = [plan.point_region(top, column, home_right) for top in (True, False) for column in range(12)]
    regions += [plan.label_region(top, right, home_right) for top in (True, False) for right in (True, False)]
    regions += [plan.bar_region(top, home_right) for top in (True, False)]
    regions += [plan.tray_region(top, home_right) for top in (True, False)]
    regions += [plan.middle_region(right, home_right) for right in (True, False)]
    regions += [plan.cube_region(home_right)]
    cells = [(x, y) for region in regions for x in region.column_range for y in region.line_range]
    assert len(cells) == len(set(cells))
    assert all(0 <= x < plan.width and 0 <= y < plan.height for x, y in cells)
    assert not {x for x, _ in cells} & set(plan.frames(home_right))


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_a_point_tapers_in_its_own_width(plan):
    assert {len(row) for row in plan.taper} == {plan.point}
    assert len(plan.taper) == 5 * plan.tall


@pytest.mark.parametrize(
    ("size", "plan"),
    [
        ((103, 33), BIG),
        ((102, 33), NORMAL),
        ((61, 17), NORMAL),
        ((60, 17), COMPACT),
        ((200, 16), COMPACT),
        ((9, 9), COMPACT),
    ],
    ids=str,
)
def test_the_largest_plan_that_fits_is_taken(size, plan):
    assert plan_for(Size(*size)) is plan
