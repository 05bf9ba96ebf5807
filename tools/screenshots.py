"""The pictures of the documents and the file of all screens: `python -m tools.screenshots [FOLDER]` makes them.

They are the same every time, so that `git status` tells whether a screen has changed.
"""

import asyncio
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from bgterm.tui.look.themes import THEMES
from tools.animation import Frame, animated
from tools.cells import Rows, svg_of, write_screens
from tools.screens import BOARDS, SHOTS, SIZES, TURN, USUAL, board_name, draw, draw_plain

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "screenshots"
_SECONDS = {"enter": 3.0, "right": 1.1, "space": 1.6}
_CAPTIONS = {"space": "Space", "right": "→", "enter": "Enter"}


def names_of_pictures() -> set[str]:
    """Return the names of the pictures that documents show, of a board in each theme, and of one in each size."""
    documents = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    shown = (re.findall(r"screenshots/([\w-]+)\.svg", path.read_text(encoding="utf-8")) for path in documents)
    themes = {board_name(theme, USUAL) for theme in THEMES}
    sizes = {board_name(next(iter(THEMES)), size) for size in SIZES}
    return {*themes, *sizes}.union(*shown)


def pictures(screens: Mapping[str, Rows]) -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each picture."""
    for name in sorted(names_of_pictures()):
        yield name, _turn(screens) if name == "turn" else svg_of(screens[name])


def _turn(screens: Mapping[str, Rows]) -> str:
    """Return the turn as an animated SVG, each key named while its screen is shown."""
    frames = []
    for look in TURN.looks:
        key = next(iter(look.keys), "")
        title = f"bgterm   [ {_CAPTIONS[key]} ]" if key else "bgterm"
        frames.append(Frame(svg_of(screens[look.name], title), _SECONDS.get(key, 2.5)))
    return animated(frames)


async def main(folder: Path = FOLDER) -> None:
    """Draw and keep every screen, and write the pictures into the folder, where all other pictures are deleted."""
    screens: dict[str, Rows] = {"plain": await draw_plain()}
    for shot in (*SHOTS, *BOARDS, TURN):
        screens |= await draw(shot)
    write_screens(screens)
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        if path.stem not in names_of_pictures():
            path.unlink()
    for name, svg in pictures(screens):
        path = folder / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:2])))
