"""The page of the moves so far: a score sheet of all games, or a list in a narrow window."""

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    Rolled,
)
from bgterm.rules.match import MatchState
from tests.builders import play
from tests.tui.seat import Seat, at_table, played_until

WHITE, BLACK = Player
PAST = (
    OpeningThrown(3, 1),
    Moved(WHITE, play("8/5 6/5")),
    Rolled(BLACK, Dice(6, 4)),
    Moved(BLACK, play("24/18 18/14")),
    Doubled(WHITE),
    Dropped(BLACK),
    OpeningThrown(2, 6),
    Moved(BLACK, play("24/18 13/11")),
    Rolled(WHITE, Dice(5, 2)),
)


def rows(seat: Seat) -> list[str]:
    """Return the rows of the page, without its frame and the discs that mark the players."""
    texts = (line.strip("│ ").replace("▆▆", "") for line in seat.shown.splitlines())
    return [" ".join(text.split()) for text in texts]


async def test_plays_stand_side_by_side_below_the_names(tmp_path):
    async with at_table(tmp_path, past=PAST) as (seat, _):
        await seat.press("m")
        for size in ((80, 24), (60, 20), (160, 50)):
            await seat.resize(*size)
            shown = rows(seat)
            first = shown.index("Ann Bob")
            assert shown[first + 1].startswith("Game 1, ")
            assert shown[first + 2 : first + 9] == [
                "Ann rolls 3, Bob 1: Ann starts",
                "1 31 8/5 6/5 64 24/14",
                "2 doubles to 2 passes",
                "Game 2, Ann leads 1-0",
                "Ann rolls 2, Bob 6: Bob starts",
                "1 62 24/18 13/11",
                "Ann rolled 5-2",
            ]
            lines = seat.shown.splitlines()
            (names,) = [line for line in lines if "Ann " in line and line.rstrip("│ ").endswith("Bob")]
            (turn,) = [line for line in lines if "8/5 6/5" in line]
            assert (names.index("Ann"), names.index("Bob")) == (turn.index("8/5"), turn.index("24/14"))


def fourth_game(match: MatchState) -> bool:
    return match.game.number == 4


async def test_the_names_stay_above_a_long_sheet(tmp_path):
    async with at_table(tmp_path, past=played_until(fourth_game)) as (seat, _):
        await seat.press("m")
        assert not seat.shows("Game 1, 0-0")
        assert "Ann Bob" in rows(seat)
        await seat.press("home")
        assert seat.shows("Game 1, 0-0")
        assert "Ann Bob" in rows(seat)


async def test_a_narrow_window_lists_the_moves_in_sentences(tmp_path):
    async with at_table(tmp_path, past=PAST, size=(44, 20)) as (seat, _):
        await seat.press("m")
        assert seat.shows("Ann 3-1: 8/5 6/5")
        assert seat.shows("Bob passes")
        assert "Ann Bob" not in rows(seat)
        await seat.resize(80, 24)
        assert "1 31 8/5 6/5 64 24/14" in rows(seat)
