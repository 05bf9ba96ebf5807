"""The characters the board is drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

_SIGNS = {
    "plain": (" ", " "),
    "left": ("-", " "),
    "arrived": ("+", " "),
    "source": ("·", "·"),
    "target": ("[", "]"),
    "picked": ("<", ">"),
    "cursor": (">", "<"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The characters that a board is drawn with, each one cell wide; every theme names one set of them.

    The defaults fit a board made of blocks of colour.
    """

    marks: tuple[str, str]
    """White's and Black's checker in a line of text, and of one row on the board where it is not a block."""

    discs: tuple[str, str] = ("", "")
    """White's and Black's checker of several rows: nine pieces in reading order; the middle ones repeat."""

    guides: tuple[str, str] = (" ", " ")
    """The characters of empty points of both shades, where points are not triangles."""

    line: str = " "
    """The character of the frame."""

    die: str = ""
    """The eight pieces of the outline of a die or cube, in reading order; a played die has none."""

    solid: bool = False
    """Whether points, checkers and dice are blocks of colour."""

    pip: str = "●"
    """A pip of a large die."""

    signs: Mapping[str, tuple[str, str]] = field(default_factory=_SIGNS.copy)
    """The characters to the left and right of a point's number, by the name of its mark."""

    halves: bool = False
    """Whether blocks are cut only at halves of a cell."""


CHIPS = Glyphs(marks=("●", "●"), solid=True)
"""Checkers as solid blocks that only colour tells apart, on triangles."""

HALVES = replace(CHIPS, halves=True)
"""Checkers as solid blocks, cut only at halves of a cell for fonts that draw eighths badly."""

SHAPES = Glyphs(
    discs=("▗▄▖▐█▌▝▀▘", "╭─╮│ │╰─╯"),
    marks=("●", "○"),
    guides=("┊", "·"),
    line="│",
    die="┌─┐││└─┘",
)
"""Checkers that differ by shape, on columns of dots, for a dark screen: White's filled disc is bright."""

SHAPES_ON_LIGHT = replace(SHAPES, discs=SHAPES.discs[::-1], marks=SHAPES.marks[::-1])
"""Checkers that differ by shape, for a light screen, where a filled disc is dark."""

CONSOLE = replace(SHAPES, guides=(":", "·"))
"""Checkers that differ by shape, for the fonts of text consoles, which have few characters."""

ASCII = Glyphs(
    discs=("/-\\| |\\-/", "/#\\###\\#/"),
    marks=("O", "X"),
    guides=(":", "."),
    line="|",
    die="+-+||+-+",
    pip="o",
    signs=_SIGNS | {"source": (".", ".")},
)
"""Checkers of ASCII characters only."""
