"""The characters the board is drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

Disc = tuple[str, ...]
"""A checker: a string for each of its rows."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters. Each is one cell wide."""

    discs: Mapping[str, tuple[Disc, Disc]]
    """White's checker and Black's, for each plan by its name."""
    ghosts: Mapping[str, Disc]
    """The mark of a target for a checker, for each layout."""
    marks: tuple[str, str]
    """White's checker and Black's in a line of text."""
    guides: tuple[str, str] | None
    """The character of empty points of either shade; None for points drawn as triangles."""
    line: str
    """The frame."""
    edges: tuple[str, str]
    """A borne-off checker of White and of Black, seen from the edge."""
    die: str
    """The eight pieces of a die's outline, from the upper left as one reads."""
    spent: str
    """The same of a die that is played."""
    solid: bool
    """Whether a die is filled with its player's colour."""
    pip: str
    """A pip of a large die."""
    source: tuple[str, str]
    """The characters around the number of a point from which a checker can be picked up."""
    target: tuple[str, str]
    """The same where it can be put down."""
    picked: tuple[str, str]
    """The same where it was picked up."""
    cursor: tuple[str, str]
    """The same where the cursor is."""


CHIPS = Glyphs(
    discs={
        "compact": ((" ▆▆",), (" ▆▆",)),
        "normal": (("▆▆",), ("▆▆",)),
        "big": (("▗▄▄▄▖", "▝▀▀▀▘"), ("▗▄▄▄▖", "▝▀▀▀▘")),
    },
    ghosts={"compact": (" ▂▂",), "normal": ("▂▂",), "big": ("╭───╮", "╰───╯")},
    marks=("●", "●"),
    guides=None,
    line=" ",
    edges=("▌", "▌"),
    die="▗▄▖▐▌▝▀▘",
    spent="╭─╮││╰─╯",
    solid=True,
    pip="●",
    source=("·", "·"),
    target=("[", "]"),
    picked=("<", ">"),
    cursor=(">", "<"),
)
"""Checkers as solid blocks that only colour tells apart, on triangles."""

_ROUND = {
    "compact": (("○",), ("●",)),
    "normal": (("○",), ("●",)),
    "big": (("╭───╮", "╰───╯"), ("▗▄▄▄▖", "▝▀▀▀▘")),
}

SHAPES = Glyphs(
    discs=_ROUND,
    ghosts={"compact": ("+",), "normal": ("+",), "big": ("  +  ", "     ")},
    marks=("○", "●"),
    guides=("┊", "·"),
    line="│",
    edges=("○", "●"),
    die="┌─┐││└─┘",
    spent="        ",
    solid=False,
    pip="●",
    source=("·", "·"),
    target=("[", "]"),
    picked=("<", ">"),
    cursor=(">", "<"),
)
"""Checkers that differ by shape, on columns of dots."""

CONSOLE = replace(SHAPES, guides=(":", "·"))
"""The same for the fonts of text consoles, which have few characters."""

TRIANGLES = replace(SHAPES, guides=None, line=" ")
"""Checkers that differ by shape, on triangles."""

ASCII = Glyphs(
    discs={
        "compact": (("O",), ("X",)),
        "normal": (("O",), ("X",)),
        "big": (("/---\\", "\\---/"), ("/###\\", "\\###/")),
    },
    ghosts={"compact": ("+",), "normal": ("+",), "big": ("  +  ", "     ")},
    marks=("O", "X"),
    guides=(":", "."),
    line="|",
    edges=("O", "X"),
    die="+-+||+-+",
    spent="        ",
    solid=False,
    pip="o",
    source=(".", "."),
    target=("[", "]"),
    picked=("<", ">"),
    cursor=(">", "<"),
)
"""Nothing outside ASCII."""
