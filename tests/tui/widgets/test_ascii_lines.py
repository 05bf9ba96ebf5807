"""Text that is cut, on a terminal of ASCII characters."""

import pytest
from textual.widget import Widget

from bgterm.tui.screens.lobby.view import LobbySide, TitleLine
from tests.tui.idle import until_idle
from tests.tui.screen_cells import picture
from tests.tui.themed_app import ThemedApp


class Shown(ThemedApp):
    def __init__(self, widget: Widget):
        super().__init__()
        self._widget = widget
        self.add_class("-ascii")

    def compose(self):
        yield self._widget


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
    async with app.run_test(size=(30, 8)):
        await until_idle(app)
        text = "\n".join("".join(row) for row in picture(app))
    assert text.isascii()
    assert ".." in text
