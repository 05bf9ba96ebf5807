"""Rows of coloured text: few spans, exact colours, none in monochrome."""

import pytest
from rich.color import ColorType

from bgterm.tui.board.styled_rows import Ink, blank, cells, row, strip

RED, BLUE = Ink("red", "ground"), Ink("blue", "ground")
VARIABLES = {"red": "#d75f00", "blue": "#5f5fd7", "grey": "#dadada", "odd": "#123456", "ground": "#262626"}


def test_what_looks_alike_is_joined():
    assert row([("a", RED), ("b", RED), ("", BLUE), ("c", BLUE)]) == (("ab", RED), ("c", BLUE))


def test_blanks_have_no_foreground_unless_it_is_reversed():
    assert row([(" ", RED), (" ", BLUE)]) == blank(2, "ground")
    assert row([(" ", RED._replace(attributes="reverse"))]) == ((" ", Ink("red", "ground", "reverse")),)


def test_the_width_is_told_in_cells():
    assert cells((("世界", RED), ("a", BLUE))) == 5


@pytest.mark.parametrize(("name", "number"), [("red", 166), ("blue", 62), ("grey", 253), ("ground", 235)])
def test_a_colour_of_the_xterm_palette_is_sent_by_its_number(name, number):
    (segment,) = strip(row([("x", Ink(name))]), VARIABLES)
    assert segment.style.color.number == number


def test_any_other_colour_is_sent_as_it_is():
    (segment,) = strip(row([("x", Ink("odd"))]), VARIABLES)
    assert segment.style.color.type is ColorType.TRUECOLOR


def test_the_terminals_own_colours_are_not_sent_at_all():
    (segment,) = strip(row([("x", Ink("own", "own", "bold"))]), {"own": "ansi_default"})
    assert (segment.style.color, segment.style.bgcolor, segment.style.bold) == (None, None, True)
