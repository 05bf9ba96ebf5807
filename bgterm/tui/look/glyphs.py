"""The characters the board is drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """A set of characters. Each is one cell wide."""

    chips: tuple[str, str]
    """White's checker and Black's where it has one row; empty where it is a block."""
    discs: tuple[str, str]
    """The same where it has more: nine pieces, from the upper left as one reads; the middle ones repeat."""
    ghost: str
    """The mark of a target for a checker."""
    marks: tuple[str, str]
    """White's checker and Black's in a line of text."""
    guides: tuple[str, str]
    """The character of empty points of either shade, where they are not triangles."""
    line: str
    """The frame."""
    edges: tuple[str, str]
    """A borne-off checker of White and of Black, seen from the edge."""
    die: str
    """The eight pieces of a die's outline, from the upper left as one reads."""
    spent: str
    """The same of a die that is played."""
    solid: bool
    """Whether points, checkers and dice are blocks of colour."""
    pip: str
    """A pip of a large die."""
    signs: Mapping[str, tuple[str, str]]
    """The characters around the number of a point, by the name of its mark."""
    halves: bool = False
    """Whether blocks are cut at halves of a cell only."""


_SIGNS = {
    "plain": (" ", " "),
    "left": ("-", " "),
    "arrived": ("+", " "),
    "source": ("·", "·"),
    "target": ("[", "]"),
    "picked": ("<", ">"),
    "cursor": (">", "<"),
}

CHIPS = Glyphs(
    chips=("", ""),
    discs=("", ""),
    ghost="",
    marks=("●", "●"),
    guides=(" ", " "),
    line=" ",
    edges=("▌", "▌"),
    die="▗▄▖▐▌▝▀▘",
    spent="╭─╮││╰─╯",
    solid=True,
    pip="●",
    signs=_SIGNS,
)
"""Checkers as solid blocks that only colour tells apart, on triangles."""

HALVES = replace(CHIPS, halves=True)
"""The same, cut at halves of a cell only, for fonts that draw eighths badly."""

SHAPES = Glyphs(
    chips=("●", "○"),
    discs=("▗▄▖▐█▌▝▀▘", "╭─╮│ │╰─╯"),
    ghost="+",
    marks=("●", "○"),
    guides=("┊", "·"),
    line="│",
    edges=("●", "○"),
    die="┌─┐││└─┘",
    spent="        ",
    solid=False,
    pip="●",
    signs=_SIGNS,
)
"""Checkers that differ by shape, on columns of dots: on a dark screen a filled disc is bright, and so is White."""

SHAPES_ON_LIGHT = replace(
    SHAPES,
    chips=SHAPES.chips[::-1],
    discs=SHAPES.discs[::-1],
    marks=SHAPES.marks[::-1],
    edges=SHAPES.edges[::-1],
)
"""The same on a light screen, where what is filled is dark."""

CONSOLE = replace(SHAPES, guides=(":", "·"))
"""The same for the fonts of text consoles, which have few characters."""

ASCII = Glyphs(
    chips=("O", "X"),
    discs=("/-\\| |\\-/", "/#\\###\\#/"),
    ghost="+",
    marks=("O", "X"),
    guides=(":", "."),
    line="|",
    edges=("O", "X"),
    die="+-+||+-+",
    spent="        ",
    solid=False,
    pip="o",
    signs=_SIGNS | {"source": (".", ".")},
)
"""Nothing outside ASCII."""
