"""Where the board is pointed at: the way of the cursor by the arrow keys, and the spot that a click hits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Offset, Size

from bgterm.rules.board import BAR, OFF, POINTS, Player
from bgterm.tui.board.layout import NORMAL, plan_for
from bgterm.tui.board.pointing import Spot, Way, spot_at, step
from bgterm.tui.board.scene import Perspective

WHITE, BLACK = Player
USUAL = Perspective(WHITE, WHITE, home_right=True)
MIRRORED = Perspective(WHITE, WHITE, home_right=False)
OPPOSITE = Perspective(BLACK, WHITE, home_right=True)

perspectives = st.builds(Perspective, st.sampled_from(Player), st.sampled_from(Player), st.booleans())
some_stops = st.frozensets(st.integers(OFF, BAR), min_size=1)


FOUR, ENDS = (24, 13, 8, 6), (20, BAR, 5, OFF)


@pytest.mark.parametrize(
    ("perspective", "stops", "start", "way", "stop"),
    [
        (USUAL, FOUR, 13, Way.RIGHT, 24),
        (USUAL, FOUR, 24, Way.LEFT, 13),
        (USUAL, FOUR, 24, Way.RIGHT, 8),
        (USUAL, FOUR, 8, Way.RIGHT, 6),
        (USUAL, FOUR, 6, Way.RIGHT, 13),
        (USUAL, FOUR, 13, Way.DOWN, 8),
        (USUAL, FOUR, 24, Way.DOWN, 6),
        (USUAL, FOUR, 6, Way.UP, 24),
        (USUAL, FOUR, 6, Way.DOWN, 6),
        (USUAL, FOUR, 13, Way.UP, 13),
        (MIRRORED, FOUR, 24, Way.RIGHT, 13),
        (MIRRORED, FOUR, 13, Way.LEFT, 24),
        (OPPOSITE, FOUR, 24, Way.LEFT, 13),
        (OPPOSITE, FOUR, 24, Way.UP, 6),
        pytest.param(USUAL, ENDS[:2], 20, Way.DOWN, BAR, id="the bar is on the mover's side"),
        (USUAL, ENDS, BAR, Way.RIGHT, 5),
        (USUAL, ENDS, BAR, Way.UP, 20),
        pytest.param(USUAL, ENDS, 5, Way.RIGHT, OFF, id="the tray is on the mover's side"),
        (USUAL, ENDS, OFF, Way.LEFT, 5),
        pytest.param(USUAL, FOUR[:3], None, Way.LEFT, 24, id="it starts on the rearmost checker"),
        pytest.param(USUAL, [BAR], None, Way.UP, BAR, id="it starts on the bar"),
        pytest.param(USUAL, (), None, Way.LEFT, None, id="left of no stop"),
        pytest.param(USUAL, (), None, Way.RIGHT, None, id="right of no stop"),
        pytest.param(USUAL, (), 6, Way.RIGHT, None, id="from a point where there is no stop"),
    ],
)
def test_arrows_go_to_the_next_stop_as_the_board_lies(perspective, stops, start, way, stop):
    assert step(perspective, stops, start, way) == stop


@given(perspectives, some_stops, st.data())
def test_one_arrow_alone_comes_by_every_stop(perspective, stops, data):
    way = data.draw(st.sampled_from((Way.LEFT, Way.RIGHT)))
    at = start = data.draw(st.sampled_from(sorted(stops)))
    seen = [start]
    while (at := step(perspective, stops, at, way)) != start:
        seen.append(at)
    assert sorted(seen) == sorted(stops)


@given(perspectives, some_stops, st.integers(OFF, BAR), st.sampled_from(Way))
def test_from_anywhere_an_arrow_leads_to_a_stop_or_stays(perspective, stops, start, way):
    assert step(perspective, stops, start, way) in {*stops, start}


@given(perspectives, some_stops, st.data())
def test_left_takes_right_back(perspective, stops, data):
    start = data.draw(st.sampled_from(sorted(stops)))
    assert step(perspective, stops, step(perspective, stops, start, Way.RIGHT), Way.LEFT) == start


SIZES = [Size(44, 15), Size(62, 18), Size(100, 34), Size(140, 45)]


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
        return spot_at(NORMAL, USUAL, Offset(region.x + region.width // 2, region.y + region.height // 2))

    assert {hit(NORMAL.bar_region(top, home_right=True)) for top in (True, False)} == {BAR}
    assert {hit(NORMAL.middle_region(right, home_right=True)) for right in (True, False)} == {Spot.DICE}
    assert hit(NORMAL.tray_region(top=False, home_right=True)) == OFF
    assert hit(NORMAL.tray_region(top=True, home_right=True)) is None  # the opponent's
    assert hit(NORMAL.cube_region(home_right=True)) is Spot.CUBE


def test_frame_and_what_is_outside_are_nothing():
    for place in ((0, 0), (0, 5), (-1, 5), (5, -1), (NORMAL.width, 5), (5, NORMAL.height)):
        assert spot_at(NORMAL, USUAL, Offset(*place)) is None
