"""The preview of a theme beside the form where it is chosen: the board itself, by the values of the form."""

import re

import pytest

from bgterm.profile.settings import Settings
from bgterm.tui.board.widget import Board
from bgterm.tui.look.themes import THEMES, Colours, theme_for
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.widgets.look_preview import LookPreview
from tests.tui.forms import at, marked, values
from tests.tui.seat import Seat, seated, workspace_in
from tests.tui.test_setup import choose, walk_to

LABELS = "<6> [5]  4  >3< [2]  1"
"""The text of the home points' numbers with a checker in hand."""


@pytest.fixture
def workspace(tmp_path):
    return workspace_in(tmp_path, Settings(theme="walnut"))


def colours(seat: Seat) -> set[str]:
    """Return the background colours of the preview."""
    board = seat.app.screen.query_one(LookPreview).query_one(Board)
    strips = map(board.render_line, range(board.size.height))
    styles = [part.style for strip in strips for part in strip if part.style and part.style.bgcolor]
    return {style.bgcolor.get_truecolor().hex for style in styles if style.bgcolor}


def is_shown(seat: Seat) -> bool:
    """Return whether the preview is on the screen."""
    return " ".join(LABELS.split()) in " ".join(seat.shown.split())


async def test_the_theme_under_the_cursor_is_previewed_in_its_shapes(menu):
    await menu.press("o")
    for theme in ("midnight", "paper", "contrast"):
        before = colours(menu)
        await choose(menu, "theme", theme)
        chosen = theme_for(theme, Colours.FULL).variables
        assert is_shown(menu)
        assert {chosen["board-felt"], chosen["board-rail"]} <= colours(menu) != before
        assert menu.shows(THEMES[theme].description)
        assert menu.app.theme == "walnut"
    await choose(menu, "theme", "mono")
    assert is_shown(menu)
    assert {"●", "○"} <= set(menu.shown)
    await menu.press("escape")
    assert menu.app.theme == "walnut"


async def test_the_preview_turns_with_the_board_and_ends_with_the_look(menu):
    await menu.press("o", "down")
    assert at(menu) == "home_right"
    for order in (("[5]", ">3<", "off"), ("off", ">3<", "[5]")):
        (numbers,) = [line for line in menu.shown.splitlines() if "[5]" in line]
        assert re.findall(r"off|>3<|\[5\]", numbers) == [*order]
        await menu.press("right")
    await walk_to(menu, "motion")
    assert not is_shown(menu)
    assert menu.shows("Checkers slide, dice tumble, the cube turns; any key ends it. auto: not over SSH")


async def test_the_setup_previews_the_look_too(menu):
    await menu.press("n")
    assert not is_shown(menu)
    await walk_to(menu, "theme")
    assert is_shown(menu)
    await menu.press("right")
    assert theme_for("midnight", Colours.FULL).variables["board-felt"] in colours(menu)


async def test_a_narrow_window_has_no_preview(menu):
    await menu.press("o")
    for size in ((44, 20), (70, 24)):
        await menu.resize(*size)
        assert not is_shown(menu)
        assert marked(menu).split() == [">", "Theme", "<", "walnut", ">"]
        assert menu.shows("green felt in a walnut case")
    await menu.resize(80, 24)
    assert is_shown(menu)


async def test_half_blocks_are_explained_where_no_block_is_drawn(tmp_path):
    workspace = workspace_in(tmp_path, Settings(theme="mono"))
    async with seated(MenuScreen(workspace), workspace, (80, 30)) as seat:
        await seat.press("o", "down", "down")
        assert at(seat) == "half_blocks"
        assert seat.shows("Half blocks: only where the theme draws blocks.")
        await seat.press("right")
        assert values(seat)["half_blocks"] is False
        await choose(seat, "theme", "walnut")
        await seat.press("down", "down", "right")
        assert values(seat)["half_blocks"] is True
