"""The way of the cursor over the board by the arrow keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import BAR, OFF, Player
from bgterm.tui.board.pointing import Way, step
from bgterm.tui.board.scene import Perspective

WHITE, BLACK = Player
USUAL = Perspective(WHITE, WHITE, home_right=True)
MIRRORED = Perspective(WHITE, WHITE, home_right=False)
OPPOSITE = Perspective(BLACK, WHITE, home_right=True)

perspectives = st.builds(Perspective, st.sampled_from(Player), st.sampled_from(Player), st.booleans())
some_stops = st.frozensets(st.integers(OFF, BAR), min_size=1)


@pytest.mark.parametrize(
    ("perspective", "start", "way", "stop"),
    [
        (USUAL, 13, Way.RIGHT, 24),
        (USUAL, 24, Way.LEFT, 13),
        (USUAL, 24, Way.RIGHT, 8),
        (USUAL, 8, Way.RIGHT, 6),
        (USUAL, 6, Way.RIGHT, 13),
        (USUAL, 13, Way.DOWN, 8),
        (USUAL, 24, Way.DOWN, 6),
        (USUAL, 6, Way.UP, 24),
        (USUAL, 6, Way.DOWN, 6),
        (USUAL, 13, Way.UP, 13),
        (MIRRORED, 24, Way.RIGHT, 13),
        (MIRRORED, 13, Way.LEFT, 24),
        (OPPOSITE, 24, Way.LEFT, 13),
        (OPPOSITE, 24, Way.UP, 6),
    ],
)
def test_arrows_go_to_the_next_stop_as_the_board_lies(perspective, start, way, stop):
    assert step(perspective, {24, 13, 8, 6}, start, way) == stop


@pytest.mark.parametrize(
    ("start", "way", "stop"),
    [(20, Way.DOWN, BAR), (BAR, Way.RIGHT, 5), (5, Way.RIGHT, OFF), (OFF, Way.LEFT, 5), (BAR, Way.UP, 20)],
)
def test_bar_and_tray_lie_on_the_side_of_the_mover(start, way, stop):
    stops = {20, BAR, 5, OFF} - ({5, OFF} if way is Way.DOWN else set())
    assert step(USUAL, stops, start, way) == stop


def test_the_cursor_starts_on_the_rearmost_checker():
    assert step(USUAL, {24, 13, 8}, None, Way.LEFT) == 24
    assert step(USUAL, {BAR}, None, Way.UP) == BAR


def test_where_nothing_can_be_chosen_the_cursor_goes_nowhere():
    assert step(USUAL, (), None, Way.LEFT) is None
    assert step(USUAL, (), None, Way.RIGHT) is None
    assert step(USUAL, (), 6, Way.RIGHT) is None


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
