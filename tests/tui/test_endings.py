"""The end of a game, of a match and of a money session: what is shown there, and what can be done."""

import re
from dataclasses import replace

import pytest

from bgterm.notation import book_words
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.match import Win
from bgterm.rules.variants import Ruleset
from bgterm.tui.screens.game import GameScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.widgets.prompts import RollPrompt
from tests.builders import play
from tests.tui.seat import HEADER, at_table, desk_in, seated

WHITE, BLACK = Player
SIZES = [(44, 20), (80, 24), (120, 40)]
GAMMON_ON_2 = (
    OpeningThrown(3, 1),
    Moved(WHITE, play("8/5 6/5")),
    Doubled(BLACK),
    Taken(WHITE),
    ResignationOffered(BLACK, Win.GAMMON),
    ResignationAccepted(WHITE),
)
"""Ann wins a gammon with the cube at 2: 4 points."""


@pytest.mark.parametrize("size", SIZES)
async def test_the_score_is_never_more_than_the_match(tmp_path, size):
    header = replace(HEADER, ruleset=Ruleset(length=3))
    async with at_table(tmp_path, header=header, past=GAMMON_ON_2, size=size) as (seat, _):
        assert seat.shows("Ann wins the match 4-0, match to 3")
        assert not re.search(r"\d of \d", seat.shown)


async def test_a_match_left_before_its_first_roll_is_nowhere(tmp_path):
    desk = desk_in(tmp_path)
    async with seated(MenuScreen(desk), desk) as seat:
        await seat.press("n", "enter")
        assert seat.asked is RollPrompt
        await seat.press("q")
        assert "Continue" not in seat.shown
        await seat.press("b")
        assert seat.shows(book_words.EMPTY)
    assert not desk.saves.exists()


# Money sessions

MONEY = replace(HEADER, ruleset=Ruleset(), stake="2 euro")


@pytest.mark.parametrize("size", SIZES)
async def test_a_money_session_ends_only_after_a_yes(tmp_path, size):
    async with at_table(tmp_path, header=MONEY, past=GAMMON_ON_2, size=size) as (seat, table):
        assert "Q end session" in seat.shown.splitlines()[-1]
        await seat.press("Q")
        assert seat.shows("End the session for good? Bob owes Ann 8 euro: 4 points of 2 euro.")
        for key in ("enter", "space", "Q", "q", "n"):
            await seat.press(key)
            assert (table.session_closed, seat.app.is_running) == (False, True)
        await seat.press("E")
        assert (table.session_closed, type(seat.app.screen)) == (False, GameScreen)
        await seat.press("Q", "y")
        assert table.session_closed


async def test_a_money_session_without_a_game_is_not_ended(tmp_path):
    async with at_table(tmp_path, header=MONEY) as (seat, _):
        await seat.press("Q")
        assert ("end-session" in seat.keys, type(seat.app.screen)) == (False, GameScreen)
