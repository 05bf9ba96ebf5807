"""The characters the board is drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """A set of characters. Each is one cell wide."""

    chips: tuple[str, str]
    """White's and Black's checker of one row; empty where it is a block."""
    discs: tuple[str, str]
    """White's and Black's checker of several rows: nine pieces in reading order; the middle ones repeat."""
    ghost: str
    """The mark of a target for a checker."""
    marks: tuple[str, str]
    """White's and Black's checker in a line of text."""
    guides: tuple[str, str]
    """The characters of empty points of both shades, where points are not triangles."""
    line: str
    """The character of the frame."""
    edges: tuple[str, str]
    """A borne-off checker of White and of Black, seen from the edge."""
    die: str
    """The eight pieces of a die's outline, in reading order."""
    spent: str
    """The eight pieces of a played die's outline, in reading order."""
    solid: bool
    """Whether points, checkers and dice are blocks of colour."""
    pip: str
    """A pip of a large die."""
    signs: Mapping[str, tuple[str, str]]
    """The characters to the left and right of a point's number, by the name of its mark."""
    halves: bool = False
    """Whether blocks are cut only at halves of a cell."""


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
"""Checkers as solid blocks, cut only at halves of a cell for fonts that draw eighths badly."""

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
"""Checkers that differ by shape, on columns of dots, for a dark screen: White's filled disc is bright."""

SHAPES_ON_LIGHT = replace(
    SHAPES,
    chips=SHAPES.chips[::-1],
    discs=SHAPES.discs[::-1],
    marks=SHAPES.marks[::-1],
    edges=SHAPES.edges[::-1],
)
"""Checkers that differ by shape, for a light screen, where a filled disc is dark."""

CONSOLE = replace(SHAPES, guides=(":", "·"))
"""Checkers that differ by shape, for the fonts of text consoles, which have few characters."""

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
"""Checkers of ASCII characters only."""
