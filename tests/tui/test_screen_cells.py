"""The reading of the screen by tests: every cell of it, and whole sentences."""

import pytest
from rich.segment import Segment
from textual.app import App
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tests.tui.idle import until_idle
from tests.tui.screen_cells import cells, cut_off, picture, stands_on


class Columns(App[str]):
    CSS = """
    #left, #right { width: 12; height: auto; }
    #narrow { width: 10; }
    #box { border: solid white; width: 20; height: 3; }
    VerticalScroll { height: 2; }
    """

    def compose(self):
        with Horizontal():
            yield Static("no notice of any", id="left")
            yield Static("legal move at all", id="right")
        yield Static("two  columns\n     of words")
        box = Static("李小龍 plays", id="box")
        box.border_title = "A title"
        yield box
        with Vertical():
            yield Static("first half")
            yield Static("second half")
        yield Static("see /home/ann/matches.jsonl", id="narrow")
        with VerticalScroll(can_focus=False):
            yield Static("seen\nseen too\nhidden")


@pytest.fixture
async def app():
    app = Columns()
    async with app.run_test(size=(40, 20)):
        await until_idle(app)
        yield app


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("no notice of any", True),
        ("legal  move\nat all", True),
        ("columns of words", True),
        ("李小龍 plays", True),
        ("first half second half", True),
        ("seen seen too", True),
        ("see /home/ann/matches.jsonl", True),
        ("see /home/ann/match", False),
        ("no legal move", False),
        ("notice of legal", False),
        ("legal mov", False),
        ("小龍", False),
        ("second half first half", False),
        ("seen too hidden", False),
    ],
)
async def test_a_sentence_is_shown_in_one_place_or_not_at_all(app, sentence, shown):
    assert stands_on(app, sentence) is shown


async def test_a_wide_character_takes_two_cells(app):
    row = next(row for row in picture(app) if "李" in row)
    assert row[:10] == ["│", "李", "", "小", "", "龍", "", " ", "p", "l"]
    assert cells("e\u0301a") == ["e\u0301", "a"]


async def test_what_is_drawn_beyond_a_widget_is_an_error():
    class Long(Widget):
        def render_line(self, y):
            return Strip([Segment(str(y % 10) * 41)])

    class TooLong(App[str]):
        def compose(self):
            yield Long()

    app = TooLong()
    async with app.run_test(size=(40, 20)):
        await until_idle(app)
        with pytest.raises(AssertionError, match="40 cells wide and draws"):
            picture(app)


async def test_a_widget_without_room_is_named():
    class Tall(App[str]):
        CSS = "#tall { height: 30; } VerticalScroll { height: 10; } #page { height: 30; }"

        def compose(self):
            with VerticalScroll(can_focus=False):
                yield Static("page", id="page")
            yield Static("tall", id="tall")

    app = Tall()
    async with app.run_test(size=(40, 20)):
        await until_idle(app)
        assert [name for name in cut_off(app) if "tall" in name] == cut_off(app) != []


def test_a_control_character_is_an_error():
    with pytest.raises(AssertionError, match="control character"):
        cells("a\x1b[7m")
