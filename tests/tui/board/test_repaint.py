"""Rows of coloured text, and pictures in parts of which only those are drawn whose facts have changed."""

import pytest
from rich.color import ColorType
from textual.geometry import Region

from bgterm.tui.board.painter import Part
from bgterm.tui.board.styled_rows import Ink, blank, cells, row, strip
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


@pytest.mark.parametrize(
    ("facts", "drawn", "changed"),
    [(("one", "two"), [], []), (("one", "six"), [("one", "six")], [Region(3, 1, 3, 1)])],
    ids=["the same facts", "other facts"],
)
def test_a_part_is_drawn_alone_when_its_facts_change(painting, brush, facts, drawn, changed):
    assert painting.paint([Part(LEFT, brush, ("six", "ten")), Part(RIGHT, brush, facts)]) == changed
    assert brush.drawn == drawn
    assert painting.rows[RIGHT] == [((word, INK),) for word in facts]


def test_what_draws_a_part_may_change_too(painting, brush):
    other = Brush()
    assert painting.paint([Part(LEFT, other, ("six", "ten")), Part(RIGHT, brush, ("one", "two"))]) == []
    assert (other.drawn, brush.drawn) == ([("six", "ten")], [])


def test_a_part_that_is_gone_is_forgotten(painting, brush):
    painting.paint([Part(LEFT, brush, ("six", "ten"))])
    assert [*painting.rows] == [LEFT]


RED, BLUE = Ink("red", "ground"), Ink("blue", "ground")
VARIABLES = {"red": "#d75f00", "blue": "#5f5fd7", "grey": "#dadada", "odd": "#123456", "ground": "#262626"}


def test_what_looks_alike_is_joined():
    assert row([("a", RED), ("b", RED), ("", BLUE), ("c", BLUE)]) == (("ab", RED), ("c", BLUE))


def test_blanks_have_no_foreground_unless_it_is_reversed():
    assert row([(" ", RED), (" ", BLUE)]) == blank(2, "ground")
    assert row([(" ", RED._replace(attributes="reverse"))]) == ((" ", Ink("red", "ground", "reverse")),)


def test_the_width_is_told_in_cells():
    assert cells((("世界", RED), ("a", BLUE))) == 5


@pytest.mark.parametrize(
    ("name", "number"), [("red", 166), ("blue", 62), ("grey", 253), ("ground", 235), ("odd", None)]
)
def test_a_colour_of_the_xterm_palette_is_sent_by_its_number(name, number):
    (segment,) = strip(row([("x", Ink(name))]), VARIABLES)
    assert segment.style.color.number == number
    assert (segment.style.color.type is ColorType.TRUECOLOR) is (number is None)


def test_the_terminals_own_colours_are_not_sent_at_all():
    (segment,) = strip(row([("x", Ink("own", "own", "bold"))]), {"own": "ansi_default"})
    assert (segment.style.color, segment.style.bgcolor, segment.style.bold) == (None, None, True)
