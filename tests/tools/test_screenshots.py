"""The pictures show the program as it is; `make screenshots` draws them again when it has changed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.screenshots import FOLDER, SHOTS, TURN, draw, draw_turn

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
async def test_picture_is_what_the_program_draws(shot):
    assert (FOLDER / f"{shot.name}.svg").read_text(encoding="utf-8") == await draw(shot)


async def test_the_animated_turn_is_what_the_program_draws():
    assert (FOLDER / "turn.svg").read_text(encoding="utf-8") == await draw_turn()


def test_the_folder_holds_the_pictures_and_nothing_else():
    assert {path.name for path in FOLDER.iterdir()} == {f"{shot.name}.svg" for shot in (*SHOTS, TURN)}


def test_another_process_draws_the_same_bytes():
    code = "import asyncio; from tests.tools.screenshots import *; print(asyncio.run(draw(SHOTS[1])), end='')"
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


@pytest.mark.parametrize("shot", [*SHOTS, TURN], ids=lambda shot: shot.name)
def test_pictures_fetch_nothing(shot):
    drawn = (FOLDER / f"{shot.name}.svg").read_text(encoding="utf-8")
    assert not re.search(r"url\((?!#)|@import|<image|href=", drawn)
