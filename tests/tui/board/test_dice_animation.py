"""The dice animation: a short tumble before the dice land, as an option."""

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, OpeningThrown, Rolled
from bgterm.rules.variants import BACKGAMMON
from bgterm.tui.board import widget
from bgterm.tui.board.dice_animation import tumbling
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.widget import BoardView
from tests.builders import play
from tests.tui.seat import at_table
from tests.tui.ticker import ticker_of

WHITE, BLACK = Player
PAST = (OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))


@pytest.fixture
def shown(monkeypatch):
    """Return the dice of every picture of the board that is drawn."""
    dice, picture = list[tuple[int, ...]](), widget.picture

    def noted(plan, glyphs, scene):
        dice.append(scene.dice)
        return picture(plan, glyphs, scene)

    monkeypatch.setattr(widget, "picture", noted)
    return dice


@pytest.fixture
def ticker(monkeypatch):
    return ticker_of(BoardView, monkeypatch)


async def test_dice_lie_at_once_for_who_has_not_asked_for_more(tmp_path, shown, ticker):
    async with at_table(tmp_path, [(6, 5)], past=PAST) as (seat, _):
        await seat.press("space")
        assert (set(shown), ticker.running) == ({(), (6, 5)}, False)


async def test_dice_tumble_and_then_lie_as_they_fell(tmp_path, shown, ticker):
    async with at_table(tmp_path, [(6, 5)], past=PAST, settings=Settings(throw_animation=True)) as (seat, table):
        await seat.press("space")
        assert table.history[-1] == Rolled(BLACK, Dice(6, 5))
        while ticker.running:
            assert shown[-1] != (6, 5)
            ticker.tick()
            await seat.settle()
        assert shown[-1] == (6, 5)
        assert len(set(shown)) > 4


async def test_a_key_ends_it_and_does_what_it_does(tmp_path, shown, ticker):
    async with at_table(tmp_path, [(6, 5)], past=PAST, settings=Settings(throw_animation=True)) as (seat, _):
        await seat.press("space")
        assert (shown[-1] != (6, 5), ticker.running) == (True, True)
        await seat.write("24/18")
        assert (shown[-1], ticker.running) == ((6, 5), False)
        assert "= 24/18" in seat.shown


def test_the_dice_for_the_opening_tumble_too():
    empty = Scene(board=BACKGAMMON.board, mover=WHITE, bottom=WHITE)
    assert list(tumbling(empty)) == []
    opening = Scene(board=BACKGAMMON.board, mover=WHITE, bottom=WHITE, opening=(2, 2))
    assert {len(frame.opening or ()) for frame in tumbling(opening)} == {2}
