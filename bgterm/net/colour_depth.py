"""The depth of colour of one terminal among many.

Rich works a style out for the terminal it is first shown on, and keeps that with the style, which others share. So
all are told that they show every colour, and what a terminal does not have is taken out before.
"""

from functools import cache, lru_cache

from rich.color import Color as TerminalColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from bgterm.tui.themes import Colours

SYSTEMS = {"walnut": ColorSystem.EIGHT_BIT, "terminal": ColorSystem.STANDARD}
"""The colours of a terminal whose default theme is this one; any other has no colour."""


def colours_over_ssh(default_theme: str) -> Colours:
    """Return the colours of a terminal with this default theme; whether it shows more than 256 is not asked."""
    return {"walnut": Colours.XTERM, "terminal": Colours.SIXTEEN}.get(default_theme, Colours.NO_COLOUR)


@cache
def colour_filter(default_theme: str) -> "ColourDepthFilter":
    """Return the depth of a terminal with this default theme: the same one, since lines are cached by it."""
    return ColourDepthFilter(default_theme)


class ColourDepthFilter(LineFilter):
    """Lets pass the colours that a terminal has, and the nearest instead of the others."""

    def __init__(self, default_theme: str) -> None:
        """Take what fits a terminal of this default theme."""
        super().__init__()
        self._system = SYSTEMS.get(default_theme)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in the colours there are."""
        return [
            Segment(text, style and _reduced(style, self._system), control) for text, style, control in segments
        ]


@lru_cache(maxsize=4096)
def _reduced(style: Style, system: ColorSystem | None) -> Style:
    if style.color is None and style.bgcolor is None:
        return style
    return style.without_color + Style(
        color=_nearest(style.color, system), bgcolor=_nearest(style.bgcolor, system)
    )


def _nearest(colour: TerminalColor | None, system: ColorSystem | None) -> TerminalColor | None:
    return colour.downgrade(system) if colour and system else None
