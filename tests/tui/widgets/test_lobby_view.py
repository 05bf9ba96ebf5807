"""The widgets of the lobby: the list draws only lines that look different, and cut text stays in ASCII."""

import pytest
from textual.geometry import Region

from bgterm.tui.screens.lobby.view import ListRow, LobbySide, RowKind, TitleLine, draw_row
from bgterm.tui.widgets.text_line import RowList
from tests.tui.idle import until_idle
from tests.tui.screen_cells import picture
from tests.tui.themed_app import ThemedApp

HEADING = ListRow(None, "Here")
ANN, BOB, CLEO, DAN = (ListRow((RowKind.PERSON, name), name) for name in ("Ann", "Bob", "Cleo", "Dan"))


class Counted(RowList):
    """A list that keeps which of its lines are drawn."""

    def __init__(self):
        super().__init__(draw_row, key=lambda row: row.key)
        self.drawn = []

    def render_line(self, y):
        self.drawn.append(y)
        return super().render_line(y)


class Shown(ThemedApp):
    def __init__(self, widget):
        super().__init__()
        self._widget = widget

    def compose(self):
        yield self._widget


@pytest.fixture
async def listing():
    app = Shown(Counted())
    async with app.run_test(size=(40, 6)):
        listing = app.query_one(Counted)
        listing.fill([HEADING, ANN, BOB, CLEO])
        await until_idle(app)
        listing.drawn.clear()
        yield listing


async def drawn(listing):
    await until_idle(listing.app)
    return sorted(listing.drawn)


@pytest.mark.drawn
@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        pytest.param([HEADING, ANN, BOB, CLEO], [], id="the same rows"),
        pytest.param([HEADING, ANN, ListRow(BOB.key, "Bob", "plays"), CLEO], [2], id="another row of one key"),
        pytest.param([HEADING, ANN, DAN, BOB, CLEO], [2, 3, 4], id="a row that comes moves those below"),
        pytest.param([HEADING, ANN, BOB], [3], id="a row that goes is wiped out"),
    ],
)
async def test_only_lines_that_look_different_are_drawn(listing, rows, lines):
    listing.fill(rows)
    assert await drawn(listing) == lines
    assert any("Cleo" in listing.render_line(y).text for y in range(6)) is (CLEO in rows)


@pytest.mark.drawn
async def test_of_a_step_two_lines_are_drawn(listing):
    listing.action_walk(1)
    assert await drawn(listing) == [1, 2]


async def test_only_a_row_that_is_gone_loses_the_mark(listing):
    assert listing.marked == ANN
    assert not listing.fill([HEADING, BOB, ANN])
    assert listing.fill([HEADING, BOB])
    assert listing.fill([])
    assert not listing.fill([])


async def test_steps_go_round_and_pages_stop_at_the_ends(listing):
    listing.action_walk(-1)
    assert listing.marked == CLEO
    listing.action_turn(1)
    assert listing.marked == CLEO
    listing.action_to(0)
    assert listing.marked == ANN
    listing.action_to(-1)
    assert listing.marked == CLEO


async def test_the_mark_is_known_before_the_first_picture():
    app = ThemedApp()
    async with app.run_test(size=(40, 6)):
        listing = Counted()
        mounted = app.mount(listing)
        listing.fill([HEADING, ANN, BOB])
        assert listing.marked == ANN
        await mounted


async def test_arrows_mark_rows_above_and_below(listing):
    def arrows():
        strips = listing.render_lines(Region(0, 0, *listing.outer_size))
        return strips[0].text[-2], strips[-1].text[-2]  # beside the padding

    listing.fill([ListRow((RowKind.PERSON, str(number)), f"Person {number}") for number in range(60)])
    assert arrows() == (" ", "↓")
    listing.action_to(30)
    assert arrows() == ("↑", "↓")
    listing.action_to(59)
    assert arrows() == ("↑", " ")


def side():
    widget = LobbySide()
    widget.tell([("Wilhelmina beats Beatrix 5-3", "12 min ago")], [], False)
    return widget


def title():
    widget = TitleLine()
    widget.tell("lobby, Wilhelmina", "12 people here, 3 matches in play")
    return widget


@pytest.mark.parametrize("widget", [side, title])
async def test_text_that_is_cut_stays_in_ascii(widget):
    app = Shown(widget())
    app.add_class("-ascii")
    async with app.run_test(size=(30, 8)):
        await until_idle(app)
        text = "\n".join("".join(row) for row in picture(app))
    assert text.isascii()
    assert ".." in text
