"""The pictures show the program as it is; `make screenshots` draws them again when it has changed."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.screenshots import FOLDER, NAMES_OF_PICTURES, SCREENS, SIZES, draw, draw_themes, draw_turn

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("shot", SCREENS, ids=lambda shot: shot.name)
async def test_picture_is_what_the_program_draws(shot):
    assert (FOLDER / f"{shot.name}.svg").read_text(encoding="utf-8") == await draw(shot)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_theme_is_drawn_as_its_picture(size):
    async for name, svg in draw_themes(size):
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == svg, name


@pytest.mark.parametrize("theme", ["paper", "mono"])
async def test_a_theme_looks_the_same_when_it_was_chosen_before(theme):
    shot = replace(SCREENS[1], theme=theme, size=(120, 40))
    assert (FOLDER / f"{theme}-120x40.svg").read_text(encoding="utf-8") == await draw(shot)


async def test_the_animated_turn_is_what_the_program_draws():
    assert (FOLDER / "turn.svg").read_text(encoding="utf-8") == await draw_turn()


def test_the_folder_holds_the_pictures_and_nothing_else():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.svg" for name in NAMES_OF_PICTURES}


def test_another_process_draws_the_same_bytes():
    code = "import asyncio; from tests.tools.screenshots import *; print(asyncio.run(draw(SCREENS[1])), end='')"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "TERM": term},
            capture_output=True,
            check=True,
        ).stdout
        for seed, term in (("1", "xterm"), ("2", "dumb"))
    ]
    assert runs[0] == runs[1] != b""


@pytest.mark.parametrize("name", NAMES_OF_PICTURES)
def test_pictures_fetch_nothing(name):
    drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert not re.search(r"url\((?!#)|@import|<image|href=", drawn)
