"""The 256 colours of xterm by number, because Rich picks a neighbour of the lighter greys."""

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import color
from textual.filter import LineFilter

_LEVELS = (0, 95, 135, 175, 215, 255)
_GREYS = range(8, 239, 10)


def number(red: int, green: int, blue: int) -> int | None:
    """Return the number of an xterm colour: a cube of six levels from 16, and greys from 232; None for others."""
    if {red, green, blue} <= set(_LEVELS):
        return 16 + 36 * _LEVELS.index(red) + 6 * _LEVELS.index(green) + _LEVELS.index(blue)
    if red == green == blue and red in _GREYS:
        return 232 + _GREYS.index(red)
    return None


def numbered(colour: Color | None) -> Color | None:
    """Return a colour by its number if it is one of the 256."""
    found = number(*colour.triplet) if colour and colour.triplet else None
    return colour if found is None else Color.from_ansi(found)


class NumberedColours(LineFilter):
    """Replaces colours by their numbers among a terminal's 256."""

    def apply(self, segments: list[Segment], background: color.Color) -> list[Segment]:
        """Return the segments with colours by number where possible."""
        return [Segment(text, style and _numbered_style(style), control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def _numbered_style(style: Style) -> Style:
    colours = [(colour, numbered(colour)) for colour in (style.color, style.bgcolor)]
    if all(old is new for old, new in colours):
        return style
    return style.without_color + Style(color=colours[0][1], bgcolor=colours[1][1])
