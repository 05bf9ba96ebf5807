"""Sixteen colours: text can be read whatever the terminal's own foreground and background are."""

import pytest

from bgterm.rules.events import OpeningThrown
from bgterm.tui.screens.position_editor import PositionEditorScreen
from tests.tui.screen_cells import strips
from tests.tui.seat import at_table


def mixed(app):
    """Return the texts with one colour of the terminal's own and the other of the theme."""
    pieces = [piece for strip in strips(app) for piece in strip if piece.text.strip() and piece.style]
    own = {None, "default"}
    return [
        piece.text.strip()
        for piece in pieces
        if ((piece.style.color and piece.style.color.name) in own)
        is not ((piece.style.bgcolor and piece.style.bgcolor.name) in own)
    ]


async def check_each(seat, keys):
    """Check the screen at first and after each key, which Escape undoes."""
    seat.app.theme = "terminal"
    await seat.settle()
    assert mixed(seat.app) == []
    before = seat.shown
    for key in keys:
        await seat.press(key)
        assert (key, seat.shown != before, mixed(seat.app)) == (key, True, [])
        await seat.press("escape")
        assert (key, seat.shown) == (key, before)


@pytest.mark.long
async def test_no_page_mixes_colours_with_the_terminals_own(menu):
    await check_each(menu, ["n", "o", "b", "h", "question_mark"])
    await menu.press("e")
    assert isinstance(menu.app.screen, PositionEditorScreen)
    assert mixed(menu.app) == []
    await menu.resize(30, 10)
    assert menu.shows("Nothing is lost.")
    assert mixed(menu.app) == []


async def test_no_match_mixes_colours_with_the_terminals_own(tmp_path):
    async with at_table(tmp_path, past=[OpeningThrown(3, 1)]) as (seat, _):
        await check_each(seat, ["question_mark", "m", "x", "tab", "o", "s", "i"])
