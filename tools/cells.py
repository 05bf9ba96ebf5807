"""The cells of a screen, as text with styles: how they are kept in a file, compared, and drawn as SVG."""
# ruff: noqa: SLF001 - Textual has no public way to its picture

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from itertools import groupby, zip_longest
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App

from tests.tui.screen_cells import cells
from tools.vector import XTERM, redrawn

SCREENS = Path(__file__).parents[1] / "tests" / "data" / "screens.json.xz"
"""The file of all screens."""


class Run(NamedTuple):
    """Cells of a row that follow each other and have one style."""

    style: str
    """The style as text of Rich: `bold #f8f1e0 on #1c1612`."""
    text: str


Rows = list[list[Run]]
"""A screen from its first row to its last."""
_NO_ROW: list[Run] = []


def rows_of(app: App[str]) -> Rows:
    """Return the cells of the app's screen, without the metadata of their styles."""
    with app._context():
        visible_screen_stack.set(app._background_screens)
        return [_joined(strip) for strip in app.screen._compositor.render_strips()]


def _joined(segments: Iterable[Segment]) -> list[Run]:
    """Return the runs of a row; neighbouring segments of one style are one run."""
    pieces = ((str(segment.style or Style.null()), segment.text) for segment in segments if segment.text)
    return [
        Run(style, "".join(text for _, text in run)) for style, run in groupby(pieces, key=lambda piece: piece[0])
    ]


# The file


def read_screens(path: Path = SCREENS) -> dict[str, Rows]:
    """Return the screens of the file by their names."""
    screens = json.loads(lzma.decompress(path.read_bytes()))
    return {name: [[Run(*run) for run in row] for row in rows] for name, rows in screens.items()}


def write_screens(screens: Mapping[str, Rows], path: Path = SCREENS) -> None:
    """Write the file, unless it already contains these screens: another version of xz may compress differently."""
    if not path.exists() or read_screens(path) != screens:
        text = json.dumps(screens, ensure_ascii=False, separators=(",", ":"))
        path.write_bytes(lzma.compress(text.encode(), preset=lzma.PRESET_EXTREME))


# Comparing


def differences(before: Rows, after: Rows) -> Iterator[str]:
    """Yield a line for each part of a row that differs: its place, and its cells with styles before and after."""
    for y, (old, new) in enumerate(zip_longest(before, after, fillvalue=_NO_ROW), 1):
        pairs = enumerate(zip_longest(_spread(old), _spread(new)), 1)
        for differ, group in groupby(pairs, key=lambda pair: pair[1][0] != pair[1][1]):
            if differ:
                columns, changed = zip(*group, strict=True)
                was, now = (_format(cell for cell in side if cell) for side in zip(*changed, strict=True))
                yield f"row {y}, columns {columns[0]} to {columns[-1]}: was {was}, is {now}"


def _spread(row: Iterable[Run]) -> list[Run]:
    """Return a run for each cell of a row; the second cell of a wide character is empty."""
    return [Run(style, cell) for style, text in row for cell in cells(text)]


def _format(part: Iterable[Run]) -> str:
    """Format cells with their styles: `'13' (bold on red) '  ' (on red)`."""
    runs = groupby(part, key=lambda cell: cell.style)
    return " ".join(f"{''.join(cell.text for cell in run)!r} ({style})" for style, run in runs) or "nothing"


# Drawing


def svg_of(rows: Rows, title: str = "bgterm") -> str:
    """Return the screen as SVG, with a title above it."""
    console = Console(
        width=sum(len(cells(run.text)) for run in rows[0]),
        height=len(rows),
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    console.print(Segments(_segments(rows)))
    return redrawn(console.export_svg(title=title, theme=XTERM))


def _segments(rows: Rows) -> Iterator[Segment]:
    """Yield the segments of all rows for Rich, with a line break between two rows."""
    for number, row in enumerate(rows):
        if number:
            yield Segment.line()
        yield from (Segment(run.text, Style.parse(run.style)) for run in row)
