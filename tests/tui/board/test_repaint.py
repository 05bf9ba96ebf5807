"""Pictures in parts: only those are drawn whose facts have changed."""

import pytest
from textual.geometry import Region

from bgterm.tui.board.painter import Part
from bgterm.tui.board.styled_rows import Ink
from bgterm.tui.board.widget import Painting

LEFT, RIGHT = Region(0, 0, 3, 2), Region(3, 0, 3, 2)
INK = Ink()


class Brush:
    """Draws two words one below the other, and counts its calls."""

    def __init__(self):
        self.drawn = []

    def __call__(self, upper, lower):
        self.drawn.append((upper, lower))
        return [((upper, INK),), ((lower, INK),)]


@pytest.fixture
def brush():
    return Brush()


@pytest.fixture
def painting(brush):
    painting = Painting()
    painting.paint([Part(RIGHT, brush, ("one", "two")), Part(LEFT, brush, ("six", "ten"))])
    brush.drawn.clear()
    return painting


def test_parts_are_kept_from_left_to_right(painting):
    assert [(region, rows[0][0][0]) for region, rows in painting.rows.items()] == [(LEFT, "six"), (RIGHT, "one")]


def test_a_part_with_the_same_facts_is_not_drawn(painting, brush):
    assert painting.paint([Part(LEFT, brush, ("six", "ten")), Part(RIGHT, brush, ("one", "two"))]) == []
    assert brush.drawn == []


def test_a_part_with_other_facts_is_drawn_alone(painting, brush):
    changed = painting.paint([Part(LEFT, brush, ("six", "ten")), Part(RIGHT, brush, ("one", "six"))])
    assert brush.drawn == [("one", "six")]
    assert changed == [Region(3, 1, 3, 1)]
    assert painting.rows[RIGHT] == [(("one", INK),), (("six", INK),)]


def test_what_draws_a_part_may_change_too(painting, brush):
    other = Brush()
    assert painting.paint([Part(LEFT, other, ("six", "ten")), Part(RIGHT, brush, ("one", "two"))]) == []
    assert (other.drawn, brush.drawn) == ([("six", "ten")], [])


def test_a_part_that_is_gone_is_forgotten(painting, brush):
    painting.paint([Part(LEFT, brush, ("six", "ten"))])
    assert [*painting.rows] == [LEFT]
