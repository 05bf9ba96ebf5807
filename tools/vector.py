"""Makes the SVG of a screen look the same wherever it is seen: no fetched fonts, no gaps between the cells.

A viewer draws text in a font of its own, whose blocks and lines rarely fill a cell: they become rectangles here.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape
from itertools import groupby
from typing import NamedTuple

from rich.terminal_theme import SVG_EXPORT_THEME, TerminalTheme

FONTS = '"DejaVu Sans Mono", "Fira Code", Menlo, Consolas, monospace'
"""The font of the text: the first of these that the viewer has; some viewers only try the first one."""

_WIDTH, _HEIGHT = 12.2, 24.4
_ABOVE_BASE = 18.5
"""How far a cell reaches above the base line of its text, in units of the SVG."""
_BLANK = "\xa0"
_OVER = 0.25
"""How far neighbouring rectangles overlap, so that no viewer shows a seam, in units of the SVG."""
_FETCHED = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_FONT = re.compile(r"font-family: [^;]*;")
_TEXT = re.compile(
    r'<text class="(?P<style>[^"]*)" x="(?P<x>[^"]*)" y="(?P<y>[^"]*)" textLength="[^"]*" '
    r'(?P<clip>clip-path="[^"]*")>(?P<text>[^<]*)</text>'
)


class Box(NamedTuple):
    """A rectangle in a cell, with sides from 0 to 1."""

    left: float
    top: float
    right: float
    bottom: float


_X, _Y = 0.06, 0.03
_UP, _DOWN = Box(0.5 - _X, 0, 0.5 + _X, 0.5 + _Y), Box(0.5 - _X, 0.5 - _Y, 0.5 + _X, 1)
_LEFT, _RIGHT = Box(0, 0.5 - _Y, 0.5 + _X, 0.5 + _Y), Box(0.5 - _X, 0.5 - _Y, 1, 0.5 + _Y)

_UPPER_LEFT, _UPPER_RIGHT = Box(0, 0, 0.5, 0.5), Box(0.5, 0, 1, 0.5)
_LOWER_LEFT, _LOWER_RIGHT = Box(0, 0.5, 0.5, 1), Box(0.5, 0.5, 1, 1)

SHAPES: Mapping[str, tuple[Box, ...]] = {
    "█": (Box(0, 0, 1, 1),),
    **{bar: (Box(0, 1 - eighths / 8, 1, 1),) for eighths, bar in enumerate("▁▂▃▄▅▆▇", 1)},
    "▐": (Box(0.5, 0, 1, 1),),
    "▀": (Box(0, 0, 1, 0.5),),
    **{bar: (Box(0, 0, eighths / 8, 1),) for eighths, bar in enumerate("▏▎▍▌▋▊▉", 1)},
    "▗": (_LOWER_RIGHT,),
    "▖": (_LOWER_LEFT,),
    "▝": (_UPPER_RIGHT,),
    "▘": (_UPPER_LEFT,),
    "▚": (_UPPER_LEFT, _LOWER_RIGHT),
    "▞": (_UPPER_RIGHT, _LOWER_LEFT),
    "▙": (_UPPER_LEFT, Box(0, 0.5, 1, 1)),
    "▟": (_UPPER_RIGHT, Box(0, 0.5, 1, 1)),
    "▛": (Box(0, 0, 1, 0.5), _LOWER_LEFT),
    "▜": (Box(0, 0, 1, 0.5), _LOWER_RIGHT),
    "│": (_UP, _DOWN),
    "─": (_LEFT, _RIGHT),
    **dict.fromkeys("┌╭", (_DOWN, _RIGHT)),
    **dict.fromkeys("┐╮", (_DOWN, _LEFT)),
    **dict.fromkeys("└╰", (_UP, _RIGHT)),
    **dict.fromkeys("┘╯", (_UP, _LEFT)),
    "┊": tuple(Box(0.5 - _X, top, 0.5 + _X, top + 0.12) for top in (0.07, 0.32, 0.57, 0.82)),
}
"""The rectangles of each character that is drawn with them."""

_SIXTEEN = [
    *(
        (0, 0, 0),
        (205, 0, 0),
        (0, 205, 0),
        (205, 205, 0),
        (0, 0, 238),
        (205, 0, 205),
        (0, 205, 205),
        (229, 229, 229),
    ),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255)),
    (255, 255, 255),
]
XTERM = TerminalTheme(SVG_EXPORT_THEME.background_color, _SIXTEEN[7], _SIXTEEN[:8], _SIXTEEN[8:])
"""The sixteen colours of xterm, on a dark background."""


def redrawn(svg: str) -> str:
    """Return the SVG with blocks and lines as rectangles, and without fonts that must be fetched."""
    return _TEXT.sub(_redrawn, _FONT.sub(f"font-family: {FONTS};", _FETCHED.sub("", svg)))


def _redrawn(found: re.Match[str]) -> str:
    """Return the SVG of a matched text: its rectangles, and its other characters, each placed in its own cell."""
    style, text, x, y = found["style"], unescape(found["text"]), float(found["x"]), float(found["y"])
    drawn = "".join(_rectangles(text, x, y - _ABOVE_BASE))
    blocks = f'<path class="{style}" d="{drawn}"/>' if drawn else ""
    words = "".join(" " if character in SHAPES else character for character in text.replace(_BLANK, " "))
    start, end = len(words) - len(words.lstrip()), len(words.rstrip())
    if start >= end:
        return blocks
    cells = " ".join(f"{x + at * _WIDTH:.1f}" for at in range(start, end))
    letters = escape(words[start:end]).replace(" ", "&#160;")
    return f'{blocks}<text class="{style}" x="{cells}" y="{found["y"]}" {found["clip"]}>{letters}</text>'


def _rectangles(text: str, x: float, y: float) -> Iterable[str]:
    """Yield the rectangles of the text's characters as paths; equal neighbours of full width share one."""
    at = 0
    for character, run in groupby(text):
        length = len([*run])
        for box in SHAPES.get(character, ()):
            wide = length if box.left == 0 and box.right == 1 else 1
            for start in range(at, at + length, wide):
                yield _rectangle(box._replace(right=box.right + wide - 1), x + start * _WIDTH, y)
        at += length


def _rectangle(box: Box, x: float, y: float) -> str:
    """Return a box in the cell at `x`, `y` as a path, enlarged by `_OVER` where it touches the cell's sides."""
    left, right = box.left * _WIDTH - _OVER * (box.left == 0), box.right * _WIDTH + _OVER * (box.right % 1 == 0)
    top, bottom = box.top * _HEIGHT - _OVER * (box.top == 0), box.bottom * _HEIGHT + _OVER * (box.bottom == 1)
    width, height = right - left, bottom - top
    return f"M{x + left:.2f} {y + top:.2f}h{width:.2f}v{height:.2f}h{-width:.2f}z"
