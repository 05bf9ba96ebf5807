"""Rows of coloured text. Colours are names of theme variables, so that a theme alone decides them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color as TerminalColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from bgterm.rules.board import Player
from bgterm.tui.look.themes import numbered


class Ink(NamedTuple):
    """The foreground and the background of a cell as theme variables, and attributes such as "bold reverse".

    An empty text stands for no colour of its own, or no attributes.
    """

    fg: str = ""
    bg: str = ""
    attributes: str = ""


Span = tuple[str, Ink]
"""Text in one ink."""
Row = tuple[Span, ...]
"""A line of a widget from left to right."""


FACE = {Player.WHITE: "board-white", Player.BLACK: "board-black"}
"""The theme variable of each side's checkers and dice."""
RIM = {Player.WHITE: "board-white-rim", Player.BLACK: "board-black-rim"}
"""The theme variable of the rims of each side's checkers and dice."""
ON_FACE = {Player.WHITE: "board-on-white", Player.BLACK: "board-on-black"}
"""The theme variable of the text on each side's checkers and dice."""


def row(spans: Iterable[Span]) -> Row:
    """Return a row of spans, each a text and its ink; neighbours of one ink are joined to send less."""
    joined = list[Span]()
    for text, ink in spans:
        fg, bg, attributes = needed = ink
        if (fg or attributes) and text.isspace() and "reverse" not in attributes:
            needed = Ink(bg=bg)  # blanks show no foreground, unless it is reversed
        if joined and joined[-1][1] == needed:
            joined[-1] = joined[-1][0] + text, needed
        elif text:
            joined.append((text, needed))
    return tuple(joined)


def blank(width: int, bg: str) -> Row:
    """Return a row of `width` blanks; `bg` is the theme variable of their background."""
    return ((" " * width, Ink(bg=bg)),)


def centred(text: str, width: int, ink: Ink) -> Row:
    """Return a row of `width` cells with a text in the middle, whose characters must take one cell each."""
    return row([(text.center(width), ink)])


def number_row(width: int, count: int, ink: Ink) -> Row:
    """Return a row of `width` cells with the number `count` in the middle; a blank row if it is 0."""
    text = (" " * ((width - 1) // 2) + str(count or "")).ljust(width)
    return row([(text, ink._replace(attributes="bold"))])


def strip(content: Row, variables: Mapping[str, str], width: int | None = None) -> Strip:
    """Return a row as a Textual strip, its inks resolved by `variables`, the theme's colours by name.

    `width` is the width of the row in cells, if known.
    """
    segments = []
    for text, (fg, bg, attributes) in content:
        style = _style(variables[fg] if fg else "", variables[bg] if bg else "", attributes)
        segments.append(Segment(text, style))
    return Strip(segments, width)


def cells(content: Row) -> int:
    """Return the width of a row in terminal cells, of which wide characters take two."""
    return sum(cell_len(text) for text, _ in content)


@lru_cache(maxsize=512)
def _style(fg: str, bg: str, attributes: str) -> Style:
    return Style(color=_colour(fg), bgcolor=_colour(bg)) + Style.parse(attributes)


def _colour(value: str) -> TerminalColor | None:
    """Return a theme's colour, by its number among xterm's 256 if it is one of them, which takes fewer bytes.

    None stands for the terminal's default, so that a monochrome theme sends no colour.
    """
    if value in {"", "ansi_default"}:
        return None
    colour = Color.parse(value)
    return colour.rich_color if colour.ansi is not None else numbered(colour.rich_color)
