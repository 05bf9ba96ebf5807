"""The colour depth of one terminal among many.

Rich caches the escape codes of a style for the first terminal that shows it, and styles are shared. So all
consoles are truecolor, and a line filter reduces the colours to those of the terminal.
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
"""The colour system of a terminal by its default theme; any other has no colours."""


def colours_over_ssh(default_theme: str) -> Colours:
    """Return the colours of a terminal with this default theme; whether it shows more than 256 is not asked."""
    return {"walnut": Colours.XTERM, "terminal": Colours.SIXTEEN}.get(default_theme, Colours.NO_COLOUR)


@cache
def colour_filter(default_theme: str) -> "ColourDepthFilter":
    """Return the filter for this default theme, always the same one: Textual caches lines by their filters."""
    return ColourDepthFilter(default_theme)


class ColourDepthFilter(LineFilter):
    """Replaces each colour that a terminal lacks with the nearest one it has."""

    def __init__(self, default_theme: str) -> None:
        """Make the filter for a terminal of this default theme."""
        super().__init__()
        self._system = SYSTEMS.get(default_theme)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in colours of the terminal."""
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
