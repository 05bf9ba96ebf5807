"""Rows of coloured text. Colours are names of theme variables, so that a theme alone decides them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip


class Ink(NamedTuple):
    """How a cell is coloured: theme variables, and attributes such as "bold reverse"; empty for none."""

    fg: str = ""
    bg: str = ""
    attributes: str = ""


Span = tuple[str, Ink]
"""Text in one ink."""
Row = tuple[Span, ...]
"""A line of a widget from left to right."""


def row(spans: Iterable[Span]) -> Row:
    """Join what looks alike: the fewer spans, the fewer bytes to the terminal."""
    seen = ((text, _needed(text, ink)) for text, ink in spans if text)
    return tuple(
        ("".join(text for text, _ in group), ink) for ink, group in groupby(seen, key=lambda span: span[1])
    )


def blank(width: int, bg: str) -> Row:
    """Give a row of nothing but background."""
    return ((" " * width, Ink(bg=bg)),)


def centred(text: str, width: int, ink: Ink) -> Row:
    """Give a row with the text, of one cell a character, in the middle."""
    return row([(text.center(width), ink)])


def strip(content: Row, variables: Mapping[str, str]) -> Strip:
    """Give the row in the colours of a theme's variables."""
    return Strip([Segment(text, _style(*_values(ink, variables))) for text, ink in content])


def _needed(text: str, ink: Ink) -> Ink:
    """Blanks show no foreground, unless it is reversed."""
    return ink if text.strip() or "reverse" in ink.attributes else Ink(bg=ink.bg)


def _values(ink: Ink, variables: Mapping[str, str]) -> tuple[str, str, str]:
    fg, bg = (variables[name] if name else "" for name in (ink.fg, ink.bg))
    return fg, bg, ink.attributes


@lru_cache(maxsize=512)
def _style(fg: str, bg: str, attributes: str) -> Style:
    colours = Style(
        color=Color.parse(fg).rich_color if _is_colour(fg) else None,
        bgcolor=Color.parse(bg).rich_color if _is_colour(bg) else None,
    )
    return colours + Style.parse(attributes) if attributes else colours


def _is_colour(value: str) -> bool:
    """Whether the terminal must be told: its own default needs no words, so a monochrome theme sends no colour."""
    return value not in {"", "ansi_default"}
