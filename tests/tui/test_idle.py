"""Nothing is done without need: a program that waits has no timer, and a step of the cursor draws two lines."""

import pytest
from textual._compositor import Compositor
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget

from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.widgets.table_view import TableView
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
    drawn = noted(Compositor, "render_update", monkeypatch)
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace):
        assert len(drawn) == 1
    async with at_table(tmp_path):
        assert len(drawn) == 2


def noted(owner, name, monkeypatch):
    """Return a list of the arguments of each further call of the method with that name."""
    calls, method = [], getattr(owner, name)

    def noting(*args, **named):
        calls.append(args)
        return method(*args, **named)

    monkeypatch.setattr(owner, name, noting)
    return calls


@pytest.mark.drawn
async def test_a_step_of_the_cursor_draws_numbers_of_points_only(seat, monkeypatch):
    screen, view = seat.app.screen, seat.app.screen.query_one(TableView)
    await seat.press("right")
    asked, lines = noted(Widget, "render_lines", monkeypatch), noted(view.board, "render_line", monkeypatch)
    scenes = noted(view.board, "show", monkeypatch)
    forwarded = noted(Screen, "_forward_event", monkeypatch)
    elsewhere = noted(screen.area, "show", monkeypatch), noted(view, "_show_players", monkeypatch)
    await seat.press("right")
    assert {widget for widget, *_ in asked} == {view.board}
    assert 0 < len(lines) <= 2
    assert (len(scenes), elsewhere) == (1, ([], []))
    assert forwarded == [], "the step is sent to the screen as a message"


async def test_a_key_does_not_overtake_one_on_its_way(seat, monkeypatch):
    frees = [False, True, True]
    monkeypatch.setattr(type(seat.app.screen), "is_free", property(lambda _: frees.pop(0)))
    for character in "8/5":
        seat.app.post_message(Key(character, character))
    await seat.settle()
    assert seat.app.screen.here.drafted.text == "8/5"
