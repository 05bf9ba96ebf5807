"""The page with the ids of the position, and what it gives to the terminal's clipboard."""

from bgterm.rules.board import Board, Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Game
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.pages import PositionIdsScreen
from tests.tui.seat import HEADER, SIZE, at_table

POSITION = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


async def test_ids_and_diagram_are_shown_whole_and_copied_by_digits(tmp_path):
    async with at_table(tmp_path, past=[OpeningThrown(1, 3)]) as (seat, _):
        await seat.press(*"24/20", "enter", "i")
        assert isinstance(seat.app.screen, PositionIdsScreen)
        assert seat.shows("Pips: X 167, O 167")
        assert seat.key_bar == "Esc back  ↑↓ scroll  1-4 copy"
        for shown in (POSITION, f"{POSITION}:", XGID, "X: Bob   O: Ann", "The position before the turn"):
            assert shown in seat.shown
        copied = []
        for digit in "1234":
            await seat.press(digit)
            copied.append(seat.app.clipboard)
        assert seat.shows("4 Diagram")
        assert seat.shows("Diagram copied, if this terminal lets programs copy (OSC 52).")
        assert (copied[0], copied[2]) == (POSITION, XGID)
        assert copied[1].startswith(f"{POSITION}:")
        assert copied[3].splitlines()[1] == " Score: X 0, O 0, match to 5"
        for size in (SIZE, (44, 20)):
            await seat.resize(*size)
            assert "+13-14-15-16-17-18------19-20-21-22-23-24-+" in seat.shown
        await seat.press("i")
        assert isinstance(seat.app.screen, MatchScreen)


async def test_the_end_of_a_race_has_effective_pips(tmp_path):
    side = {0: 14, 1: 1}
    header = HEADER._replace(start=Game(Board.of(side, side), Player.WHITE))
    async with at_table(tmp_path, header=header) as (seat, _):
        await seat.press("i")
        assert seat.shows("Effective pips: Ann 8.2, Bob 8.2.")


async def test_position_without_an_id_says_why_and_copies_nothing(tmp_path):
    begun = Game(LONG.board, Player.WHITE)
    header = HEADER._replace(variant=LONG, ruleset=Ruleset(length=3, cube=False), start=begun)
    async with at_table(tmp_path, header=header) as (seat, _):
        await seat.press("i", "1", "3")
        assert seat.shows("no XGID can express Long backgammon")
        assert seat.shows("There is no XGID of this position.")
        assert seat.app.clipboard != ""
        assert "XGID" not in seat.app.clipboard
