"""A step of the cursor draws the numbers of points, and nothing else is worked out again."""

import pytest
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget

from bgterm.tui.widgets.table_view import TableView


class Drawn:
    """Keeps which lines of which widgets are drawn."""

    def __init__(self, screen):
        self.lines = []
        for widget in screen.query(Widget):
            self._watch(widget)

    def _watch(self, widget):
        render_line = widget.render_line

        def noting(y):
            self.lines.append((type(widget).__name__, y))
            return render_line(y)

        widget.render_line = noting


@pytest.mark.drawn
async def test_a_step_draws_numbers_of_points_only(seat):
    await seat.press("right")
    drawn = Drawn(seat.app.screen)
    await seat.press("right")
    assert {name for name, _ in drawn.lines} == {"Board"}
    assert 0 < len(drawn.lines) <= 2


async def test_a_step_works_out_the_board_only(seat):
    await seat.press("right")
    area, view = seat.app.screen.area, seat.app.screen.query_one(TableView)
    worked_out = []

    def note(widget, name):
        work = getattr(widget, name)
        widget.__dict__[name] = lambda *args: worked_out.append(name) or work(*args)

    note(area, "show")
    note(view, "_show_players")
    note(view.board, "show")
    await seat.press("right")
    assert worked_out == ["show"]


@pytest.mark.drawn
async def test_a_step_asks_no_widget_beside_the_board(seat, monkeypatch):
    await seat.press("right")
    asked, lines = [], Widget.render_lines
    monkeypatch.setattr(Widget, "render_lines", lambda *args: asked.append(type(args[0]).__name__) or lines(*args))
    await seat.press("right")
    assert set(asked) == {"Board"}


async def test_a_step_is_no_message_to_the_screen(seat, monkeypatch):
    forwarded = []
    monkeypatch.setattr(Screen, "_forward_event", lambda _, event: forwarded.append(event))
    await seat.press("right")
    assert forwarded == []


async def test_a_key_does_not_overtake_one_on_its_way(seat, monkeypatch):
    frees = [False, True, True]
    monkeypatch.setattr(type(seat.app.screen), "is_free", property(lambda _: frees.pop(0)))
    for character in "8/5":
        seat.app.post_message(Key(character, character))
    await seat.settle()
    assert seat.app.screen.here.drafted.text == "8/5"
