"""The clocks at the table: shown beside the names, by the second when it matters, and a flag that is claimed."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.events import FlagClaimed
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from bgterm.text.clock import flag_down
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.match.screen import MatchScreen
from tests.builders import FIRST_TURN, ROLLED_31, Time
from tests.counting import calls_of
from tests.tui.seat import HEADER, at_table
from tests.tui.ticker import ticker_of

WHITE, BLACK = Player
TIMED = HEADER._replace(ruleset=Ruleset(length=3, clock=Clock.DELAY))


@pytest.fixture(autouse=True)
def ticker(monkeypatch):
    return ticker_of(MatchScreen, monkeypatch)


def times(shown: str) -> list[str]:
    """Return the times on the players' cards, the upper one's first."""
    return [line.partition("time ")[2].strip() for line in shown.splitlines() if "time " in line]


async def test_one_clock_runs_beside_the_board_and_is_kept_at_the_end(tmp_path, ticker):
    time = Time()
    async with at_table(tmp_path, header=TIMED, past=ROLLED_31, now=time) as (seat, table):
        assert times(seat.shown) == ["6 min", "6 min"]
        assert (ticker.running, ticker.pace) == (True, 1)
        time.passes(12 + 200)
        ticker.tick()
        assert times(seat.shown) == ["6 min", "3 min"]
        with calls_of(Board.show) as calls:
            time.passes(50)
            ticker.tick()
        assert (times(seat.shown), calls[Board.show.__name__]) == (["6 min", "1:50"], 0)
        await seat.resize(44, 20)
        assert seat.shows("Ann 0/3 1:50")
        assert seat.shows("Bob 0/3 6 min")
        await seat.resize(80, 24)
        await seat.press(*"8/5 6/5", "enter", "enter")
        assert table.match.game.to_act is BLACK
        assert times(seat.shown) == ["6 min", "1:50"]
        time.passes(12 + 60)
        await seat.press("q")
    note = load(find_save(tmp_path / "matches", table.name)).items[-1]
    assert (note.name, note.facts) == ("clock", {"white": 110.0, "black": 300.0, "turn": "black", "spent": 12.0})


@pytest.mark.parametrize(("past", "fallen"), [(ROLLED_31, WHITE), (FIRST_TURN, BLACK)])
async def test_a_flag_is_claimed_by_a_key_once_it_is_down(tmp_path, ticker, past, fallen):
    time = Time()
    async with at_table(tmp_path, header=TIMED, past=past, now=time) as (seat, table):
        time.passes(12 + 359)
        ticker.tick()
        await seat.press("g")
        assert (table.history, "claim-flag" in seat.keys) == (past, False)
        time.passes(1)
        ticker.tick()
        assert seat.shows(flag_down(("Ann", "Bob"), fallen.opponent))
        assert "claim-flag" in seat.keys
        await seat.press("g")
        assert table.history[-1] == FlagClaimed(fallen.opponent)
        assert (table.match.winner, seat.asked) == (fallen.opponent, "over")
        assert not seat.shows(flag_down(("Ann", "Bob"), fallen.opponent))


async def test_a_fallen_flag_is_told_and_no_typed_letter_claims_it(tmp_path):
    time = Time()
    async with at_table(tmp_path, header=TIMED, past=ROLLED_31, now=time) as (seat, table):
        time.passes(1000)
        await seat.press("8", "g")
        assert table.match.winner is None
        await seat.press(*"/5 6/5", "enter", "enter")
        assert len(table.history) == 2
        assert seat.shows(flag_down(("Ann", "Bob"), BLACK))


async def test_without_a_clock_no_time_is_shown_and_none_is_claimed(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await seat.press("g")
        assert times(seat.shown) == []
        assert (table.history, "claim-flag" in seat.keys) == (ROLLED_31, False)
