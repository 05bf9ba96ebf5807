"""A terminal of 256 colours is sent exactly those of the theme, while Rich makes light greys darker."""

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import color

from bgterm.tui.look.themes import NumberedColours


@pytest.mark.parametrize(
    ("value", "number"),
    [("#e4e4e4", 254), ("#eeeeee", 255), ("#dadada", 253), ("#303030", 236), ("#ffffff", 231), ("#af875f", 137)],
)
def test_a_colour_of_the_256_is_named_by_its_number(value, number):
    style = Style(color=Color.parse(value), bgcolor=Color.parse(value), bold=True)
    ((_, named, _),) = NumberedColours().apply([Segment("text", style)], color.Color(0, 0, 0))
    assert (named.color, named.bgcolor, named.bold) == (*[Color.from_ansi(number)] * 2, True)


@pytest.mark.parametrize("colour", ["#123456", "red", "default"])
def test_other_colours_stay_as_they_are(colour):
    segments = [Segment("text", Style(color=Color.parse(colour))), Segment("plain")]
    assert NumberedColours().apply(segments, color.Color(0, 0, 0)) == segments
