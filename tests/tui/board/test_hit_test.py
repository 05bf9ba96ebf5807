"""The spot of the board that a click hits."""

import pytest
from textual.geometry import Offset, Size

from bgterm.rules.board import BAR, OFF, POINTS, Player
from bgterm.tui.board.layout import NORMAL, plan_for
from bgterm.tui.board.pointing import Spot, spot_at
from bgterm.tui.board.scene import Perspective

WHITE, BLACK = Player
SIZES = [Size(44, 15), Size(62, 18), Size(100, 34), Size(140, 45)]
NOBODY_MOVES = Perspective(WHITE, WHITE, home_right=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("mover", Player)
def test_every_point_is_hit_from_its_number_to_its_tip(size, home_right, mover):
    plan, perspective = plan_for(size), Perspective(mover, WHITE, home_right)
    for point in POINTS:
        place = perspective.place(point)
        region = plan.point_region(*place, home_right)
        label = plan.label_region(place.top, place.column >= 6, home_right)
        cells = [
            Offset(x, y) for x in range(region.x, region.right) for y in (label.y, region.y, region.bottom - 1)
        ]
        assert {spot_at(plan, perspective, cell) for cell in cells} == {point}


def test_bar_tray_dice_and_cube_are_hit():
    def hit(region):
        return spot_at(NORMAL, NOBODY_MOVES, Offset(region.x + region.width // 2, region.y + region.height // 2))

    assert {hit(NORMAL.bar_region(top, home_right=True)) for top in (True, False)} == {BAR}
    assert {hit(NORMAL.middle_region(right, home_right=True)) for right in (True, False)} == {Spot.DICE}
    assert hit(NORMAL.tray_region(top=False, home_right=True)) == OFF
    assert hit(NORMAL.tray_region(top=True, home_right=True)) is None  # the opponent's
    assert hit(NORMAL.cube_region(home_right=True)) is Spot.CUBE


def test_frame_and_what_is_outside_are_nothing():
    for place in ((0, 0), (0, 5), (-1, 5), (5, -1), (NORMAL.width, 5), (5, NORMAL.height)):
        assert spot_at(NORMAL, NOBODY_MOVES, Offset(*place)) is None
