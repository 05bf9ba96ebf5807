"""A program that waits for a key does nothing: it has no running timer, so it can write nothing."""

import pytest
from textual._compositor import Compositor

from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.tui.screens.menu import MenuScreen
from tests.tui.idle import scheduled
from tests.tui.moments import contact, doubled, game_over, resignation, to_roll
from tests.tui.seat import HEADER, at_table, played_until, seated, workspace_in

MOMENTS = [contact, to_roll, doubled, resignation, game_over]


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
async def test_table_that_waits_has_nothing_scheduled(tmp_path, moment):
    async with at_table(tmp_path, past=played_until(moment)) as (seat, _):
        assert scheduled(seat.app) == []


async def test_menu_that_waits_has_nothing_scheduled(menu):
    assert scheduled(menu.app) == []
    await menu.press("h")
    assert scheduled(menu.app) == []


async def test_only_a_clock_is_scheduled(tmp_path):
    timed = HEADER._replace(ruleset=Ruleset(length=5, clock=Clock.DELAY))
    async with at_table(tmp_path, header=timed, past=played_until(contact, timed)) as (seat, _):
        assert len(scheduled(seat.app)) == 1


@pytest.mark.drawn
async def test_the_first_picture_is_drawn_once(tmp_path, monkeypatch):
    drawn, draw = [], Compositor.render_update
    monkeypatch.setattr(
        Compositor, "render_update", lambda *args, **kwargs: drawn.append(args) or draw(*args, **kwargs)
    )
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace):
        assert len(drawn) == 1
    async with at_table(tmp_path):
        assert len(drawn) == 2
