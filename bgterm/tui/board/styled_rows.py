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
    """The colours of a cell as theme variables, and attributes such as "bold reverse"; empty for none."""

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
    """Return a row with neighbouring spans of one ink joined, which takes fewer bytes to send."""
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
    """Return a row of `width` blanks on the background that the theme variable `bg` names."""
    return ((" " * width, Ink(bg=bg)),)


def centred(text: str, width: int, ink: Ink) -> Row:
    """Return a row with a text, of one cell a character, in its middle."""
    return row([(text.center(width), ink)])


def number_row(width: int, count: int, ink: Ink) -> Row:
    """Return a row of `width` cells with a number in its middle, such as that of a stack; a blank row for 0."""
    text = (" " * ((width - 1) // 2) + str(count or "")).ljust(width)
    return row([(text, ink._replace(attributes="bold"))])


def strip(content: Row, variables: Mapping[str, str], width: int | None = None) -> Strip:
    """Return the row, of `width` cells if that is known, in the colours of a theme's variables."""
    segments = []
    for text, (fg, bg, attributes) in content:
        style = _style(variables[fg] if fg else "", variables[bg] if bg else "", attributes)
        segments.append(Segment(text, style))
    return Strip(segments, width)


def cells(content: Row) -> int:
    """Return how many cells a row takes."""
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
