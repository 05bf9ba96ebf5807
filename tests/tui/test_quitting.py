"""Ctrl+Q says the same as leaving by the screen's own key; Ctrl+C ends nothing and says how to quit."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.events import ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.match.screen import MatchScreen
from tests.builders import FIRST_TURN
from tests.lobby.visitors import ANN, BOB, left
from tests.tui.seat import HEADER, at_table, kept_at, lay_table, screen_of, seated

WHITE, BLACK = Player


@pytest.mark.parametrize(
    ("keys", "size"),
    [
        (["q"], (80, 24)),
        (["ctrl+q"], (80, 24)),
        (["m", "ctrl+c", "ctrl+q"], (80, 24)),
        (["m", "ctrl+c", "ctrl+q"], (40, 10)),
    ],
    ids=["leaving", "quitting", "quitting under a page", "quitting in a window that is too small"],
)
async def test_leaving_a_match_says_how_it_is_resumed(tmp_path, keys, size):
    async with at_table(tmp_path, past=FIRST_TURN, size=size) as (seat, table):
        assert seat.shows("Ctrl+Q quits.") is (size == (40, 10))
        await seat.press(*keys)
        assert not seat.app.is_running
    said = f"Saved: Ann 0, Bob 0, match to 5, game 1. Resume with: bgterm resume {table.name}"
    assert seat.app.return_value == said


async def test_leaving_a_match_that_is_not_kept_is_asked(workspace):
    table = lay_table(workspace.saves, [], past=FIRST_TURN)
    table.journal.kept = False
    async with seated(screen_of(table, workspace), workspace) as seat:
        await seat.press("question_mark")
        assert "q leave the table; asks first if the match is not kept" in " ".join(seat.page.split())
        await seat.press("escape", "q")
        assert seat.shows("This match is not kept: leave it for good?")
        await seat.press("escape")
        assert type(seat.app.screen) is MatchScreen
        await seat.press("q", "y")
        assert not seat.app.is_running
    assert seat.app.return_value == "This match was not kept."


async def test_rematch_of_a_match_that_is_not_kept_is_not_kept(workspace):
    header = HEADER._replace(ruleset=Ruleset(length=1))
    past = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE))
    table = lay_table(workspace.saves, [], header=header, past=past)
    table.journal.kept = False
    async with seated(screen_of(table, workspace), workspace) as seat:
        await seat.press("R", "space")
        assert seat.table.history
        assert (seat.table.journal.kept, len(kept_at(workspace))) == (False, 1)


async def test_player_who_quits_a_shared_table_has_left_it(company, lobby):
    code = left(lobby).code
    ann, bob = await company.come(ANN, code), await company.come(BOB, code)
    await company.press(ann, "ctrl+q")
    assert not ann.app.is_running
    assert ann.app.return_value == "Come again: your matches wait for you."
    assert bob.shows("Ann has left")


async def test_ctrl_c_at_a_table_says_how_to_leave(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("ctrl+c")
        assert seat.shows("Press q to leave or Ctrl+Q to quit; the match is saved.")
        assert not seat.app.screen.query("Toast")
        assert (seat.app.is_running, table.history) == (True, FIRST_TURN)
        await seat.press("m")
        assert "Esc back" in seat.key_bar
        await seat.press("ctrl+c")
        assert "Press Ctrl+Q to quit bgterm." in seat.shown
        await seat.press("down")
        assert "Press Ctrl+Q to quit bgterm." not in seat.shown
        assert "Esc back" in seat.key_bar


@pytest.mark.parametrize("keys", [(), ("n",), ("b",), ("e",), ("o",), ("question_mark",)])
async def test_ctrl_c_says_how_to_quit_on_every_screen(menu, workspace, keys):
    await menu.press(*keys, "ctrl+c")
    assert "Press Ctrl+Q to quit bgterm." in menu.shown
    assert not menu.app.screen.query("Toast")
    assert kept_at(workspace) == []
