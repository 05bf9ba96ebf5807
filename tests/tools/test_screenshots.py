"""Every screen has the same cells as in a file, and pictures show some; `make screenshots` makes both again."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bgterm.tui.look.themes import THEMES
from tools.cells import SCREENS, Run, differences, read_screens
from tools.screens import BOARDS, CHOOSING, SHOTS, SIZES, TURN, USUAL, Look, Shot, board_name, draw, draw_plain
from tools.screenshots import FOLDER, names_of_pictures, pictures

ROOT = Path(__file__).parents[2]
DEFAULT = next(iter(THEMES))
SLOW = {"analysis", "book", "editor", "replay"}
"""The screens in documents that take long: an analysis, an editor, ten matches, thirty steps of a replay."""
MOST = 300_000
"""The largest number of bytes of the file."""


@pytest.fixture(scope="module")
def kept():
    return read_screens()


def check(drawn, kept):
    """Fail with a list of the cells that differ from those in the file."""
    wrong = [f"{name}: {line}" for name, rows in drawn.items() for line in differences(kept[name], rows)]
    assert not wrong, "\n".join(
        ["these cells differ from those in the file, which make screenshots replaces:", *wrong]
    )


def marked(shot):
    """Return the shot as a parameter, marked long unless a document shows it and it is drawn soon."""
    long = not shot.names & names_of_pictures() - SLOW
    return pytest.param(shot, id=shot.looks[0].name, marks=[pytest.mark.long] if long else [])


@pytest.mark.parametrize("shot", [marked(shot) for shot in SHOTS])
async def test_a_screen_has_the_cells_in_the_file(shot, kept):
    check(await draw(shot), kept)


async def test_each_step_of_a_turn_has_the_cells_in_the_file(kept):
    check(await draw(TURN), kept)


async def test_plain_mode_prints_the_lines_in_the_file(kept):
    check({"plain": await draw_plain()}, kept)


@pytest.mark.long
@pytest.mark.parametrize("shot", BOARDS, ids=lambda shot: shot.looks[0].name)
async def test_every_theme_in_every_size_has_the_cells_in_the_file(shot, kept):
    check(await draw(shot), kept)


@pytest.mark.long
async def test_a_new_size_or_theme_shows_what_a_fresh_start_shows(kept):
    sizes = [Look(board_name(DEFAULT, size), size=size) for size in (*SIZES[::-1], USUAL)]
    themes = [Look(board_name(theme, USUAL), theme=theme) for theme in THEMES]
    check(await draw(Shot([Look(board_name(DEFAULT, USUAL), CHOOSING), *sizes, *themes])), kept)


@pytest.mark.parametrize("theme", ["paper", "mono"])
async def test_a_theme_looks_the_same_when_it_was_chosen_before(theme, kept):
    check(await draw(Shot([Look(board_name(theme, USUAL), CHOOSING)], theme=theme)), kept)


@pytest.mark.long
def test_the_pictures_show_the_cells_in_the_file(kept):
    drawn = {f"{name}.svg": svg for name, svg in pictures(kept)}
    assert {path.name for path in FOLDER.iterdir()} == {*drawn}
    stale = [name for name, svg in drawn.items() if (FOLDER / name).read_text(encoding="utf-8") != svg]
    assert not stale, "make screenshots regenerates them"


def test_the_file_contains_every_screen_and_is_small(kept):
    names = [look.name for shot in (*SHOTS, *BOARDS, TURN) for look in shot.looks]
    assert sorted([*names, "plain"]) == sorted(kept)
    assert SCREENS.stat().st_size < MOST


@pytest.mark.long
def test_another_process_on_another_terminal_draws_the_same(kept):
    code = (
        "import asyncio, json; from tools.screens import *;"
        "print(json.dumps(asyncio.run(draw(Shot([Look('walnut-80x24', CHOOSING)])))))"
    )
    env = os.environ | {"PYTHONHASHSEED": "1", "TERM": "dumb"}
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=True).stdout
    check({name: [[Run(*run) for run in row] for row in rows] for name, rows in json.loads(shown).items()}, kept)


def test_pictures_fetch_nothing():
    fetching = re.compile(r"url\((?!#)|@import|<image|href=")
    assert [path.name for path in FOLDER.iterdir() if fetching.search(path.read_text(encoding="utf-8"))] == []


def test_a_fault_is_named_by_its_screen_and_cells():
    with pytest.raises(
        AssertionError, match=re.escape("menu: row 1, columns 2 to 2: was 'b' (bold), is 'x' (bold)")
    ):
        check({"menu": [[Run("bold", "axc")]]}, {"menu": [[Run("bold", "abc")]]})
