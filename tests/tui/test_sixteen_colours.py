"""Sixteen colours: what is written can be read whatever the terminal's own foreground and background are."""

import pytest

from bgterm.rules.events import OpeningThrown
from bgterm.tui.screens.menu import MenuScreen
from tests.tui.screen_cells import strips
from tests.tui.seat import at_table, seated, workspace_in


def mixed(app):
    """Return the texts of which one colour is the terminal's own and the other one of the theme."""
    pieces = [piece for strip in strips(app) for piece in strip if piece.text.strip() and piece.style]
    own = {None, "default"}
    return [
        piece.text.strip()
        for piece in pieces
        if ((piece.style.color and piece.style.color.name) in own)
        is not ((piece.style.bgcolor and piece.style.bgcolor.name) in own)
    ]


@pytest.mark.parametrize("keys", [(), ("n",), ("o",), ("b",), ("e",), ("h",), ("question_mark",)], ids=" ".join)
async def test_no_page_mixes_colours_with_the_terminals_own(tmp_path, keys):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        seat.app.theme = "terminal"
        await seat.press(*keys)
        assert mixed(seat.app) == []


@pytest.mark.parametrize(
    "keys", [(), ("question_mark",), ("m",), ("x",), ("tab",), ("o",), ("s",), ("i",)], ids=" ".join
)
async def test_no_match_mixes_colours_with_the_terminals_own(tmp_path, keys):
    async with at_table(tmp_path, past=[OpeningThrown(3, 1)]) as (seat, _):
        seat.app.theme = "terminal"
        await seat.press(*keys)
        assert mixed(seat.app) == []


async def test_the_request_to_enlarge_the_window_mixes_none_either(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        seat.app.theme = "terminal"
        await seat.resize(30, 10)
        assert seat.shows("Nothing is lost.")
        assert mixed(seat.app) == []
