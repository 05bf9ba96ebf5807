"""The page of the ledger: the winner of each game, in the columns that there are."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.pages import ledger_page
from tests.states import states
from tests.tui.seat import HEADER

WHITE, BLACK = Player


def lines(names, ruleset, win, width=80):
    header = HEADER._replace(names=names, ruleset=ruleset)
    *_, match = states(header, [OpeningThrown(3, 1), ResignationOffered(WHITE, win), ResignationAccepted(BLACK)])
    return str(ledger_page(match, "", width)._text).splitlines()  # noqa: SLF001 - as it is before lines are broken


@pytest.mark.parametrize(
    ("names", "ruleset", "game"),
    [
        (("Ann", "Bob"), Ruleset(), "1  Bob     resigned backgammon      3     1      +3    0    3"),
        (("Wilhelmina", "Beatrix"), Ruleset(jacoby=True), "1  Beatrix  backgammon  1 Jacoby     1      +1"),
        (("Wilhelmina", "Maximiliana"), Ruleset(gammons=False), "1  Maximi..  backgammon  1 no gammons     1"),
    ],
)
def test_each_game_has_its_winner_in_76_columns(names, ruleset, game):
    head, played, *_ = rows = lines(names, replace(ruleset, length=0), Win.BACKGAMMON)
    assert head.split()[:3] == ["game", "winner", "won"]
    assert game in played
    assert max(map(len, rows)) <= 76


def test_small_window_has_the_points_and_the_sums():
    assert lines(("Ann", "Bob"), Ruleset(length=0), Win.GAMMON, 44)[:2] == [
        "game  points  Ann  Bob",
        "   1      +2    0    2",
    ]
