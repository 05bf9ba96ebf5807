"""Pages of the record: the moves as a score sheet or a list, and the ledger with the winner of each game."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
)
from bgterm.rules.match import MatchState, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.pages import ledger_page
from tests.builders import play
from tests.states import states
from tests.tui.seat import HEADER, Seat, at_table, played_until

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


async def test_plays_stand_side_by_side_or_in_a_narrow_window_below(tmp_path):
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
        await seat.resize(44, 20)
        assert seat.shows("Ann 3-1: 8/5 6/5")
        assert seat.shows("Bob passes")
        assert "Ann Bob" not in rows(seat)


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


def ledger(names, ruleset, win, width=80):
    header = HEADER._replace(names=names, ruleset=ruleset)
    *_, match = states(header, [OpeningThrown(3, 1), ResignationOffered(WHITE, win), ResignationAccepted(BLACK)])
    return str(ledger_page(match, "", width)._text_for(width)).splitlines()  # noqa: SLF001 - as it is before lines are broken


@pytest.mark.parametrize(
    ("names", "ruleset", "game"),
    [
        (("Ann", "Bob"), Ruleset(), "1  Bob     resigned backgammon      3     1      +3    0    3"),
        (("Wilhelmina", "Beatrix"), Ruleset(jacoby=True), "1  Beatrix  backgammon  1 Jacoby     1      +1"),
        (("Wilhelmina", "Maximiliana"), Ruleset(gammons=False), "1  Maximi..  backgammon  1 no gammons     1"),
    ],
)
def test_each_game_has_its_winner_in_76_columns(names, ruleset, game):
    head, played, *_ = rows = ledger(names, replace(ruleset, length=0), Win.BACKGAMMON)
    assert head.split()[:3] == ["game", "winner", "won"]
    assert game in played
    assert max(map(len, rows)) <= 76


def test_small_window_has_the_points_and_the_sums():
    assert ledger(("Ann", "Bob"), Ruleset(length=0), Win.GAMMON, 44)[:2] == [
        "game  points  Ann  Bob",
        "   1      +2    0    2",
    ]
