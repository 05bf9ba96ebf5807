"""The ledger of a money session: every sum here is worked out by hand."""

import pytest

from bgterm.analysis.ledger import ledger, ledger_table, settlement
from bgterm.rules.board import Player
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Taken,
    Unrecorded,
)
from bgterm.rules.games import position_in
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import play
from tests.states import states

WHITE, BLACK = Player
MONEY = Header(BACKGAMMON, Ruleset(jacoby=True), ("Ann", "Bob"), stake="0.50 euro")
BEGIN = (OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))


def resigned(winner, win):
    return [OpeningThrown(3, 1), ResignationOffered(winner.opponent, win), ResignationAccepted(winner)]


SESSION = [
    *resigned(WHITE, Win.GAMMON),  # Jacoby: nobody doubled, so 1 for Ann
    *BEGIN,
    Doubled(BLACK),
    Taken(WHITE),
    ResignationOffered(WHITE, Win.GAMMON),
    ResignationAccepted(BLACK),  # 2 x cube 2: 4 for Bob
    *BEGIN,
    Doubled(BLACK),
    Dropped(WHITE),  # 1 for Bob
    Unrecorded(WHITE, 8),  # 8 for Ann
    Unrecorded(None, 0),
]


def after(header, events):
    *_, match = states(header, events)
    return match


def test_each_game_is_told_with_the_sum_after_it():
    match = after(MONEY, SESSION)
    assert ledger_table(match) == [
        ("game", "winner", "won as", "times", "cube", "points", "Ann", "Bob"),
        ("1", "Ann", "resigned gammon", "1 Jacoby", "1", "+1", "1", "0"),
        ("2", "Bob", "resigned gammon", "2", "2", "+4", "1", "4"),
        ("3", "Bob", "double passed", "1", "1", "+1", "1", "5"),
        ("4", "Ann", "not recorded", "1", "8", "+8", "9", "5"),
        ("5", "nobody", "not recorded", "1", "1", "+0", "9", "5"),
    ]
    assert match.score == (9, 5)


def test_the_game_that_goes_on_is_not_told():
    assert [*ledger(after(MONEY, []))] == []
    assert len([*ledger(after(MONEY, [*SESSION, *BEGIN]))]) == 5


def test_session_begun_midway_keeps_its_sums_and_numbers():
    before = after(MONEY, SESSION[:3])
    found = MONEY._replace(start=position_in(before.game))
    (line,) = ledger(after(found, resigned(BLACK, Win.SINGLE)))
    assert (line.number, line.score) == (2, (1, 1))


def test_wins_that_count_one_say_why():
    header = MONEY._replace(ruleset=Ruleset(gammons=False))
    row = ledger_table(after(header, resigned(WHITE, Win.BACKGAMMON)))[1]
    assert row[2:6] == ("resigned backgammon", "1 no gammons", "1", "+1")


def test_wins_in_long_have_their_own_names():
    header = Header(LONG, Ruleset(cube=False))
    events = [OpeningThrown(3, 1), ResignationOffered(BLACK, Win.GAMMON), ResignationAccepted(WHITE)]
    assert ledger_table(after(header, events))[1][2] == "resigned mars"


@pytest.mark.parametrize(
    ("score", "stake", "said"),
    [
        ((9, 5), "0.50 euro", "Bob owes Ann 2.00 euro: 4 points of 0.50 euro."),
        ((5, 9), "0.50 euro", "Ann owes Bob 2.00 euro: 4 points of 0.50 euro."),
        ((1, 0), "2 €", "Bob owes Ann 2 €: 1 point of 2 €."),
        ((7, 4), "1 pint of bitter", "Bob owes Ann 3 pint of bitter: 3 points of 1 pint of bitter."),
        ((12, 0), "0.333", "Bob owes Ann 3.996: 12 points of 0.333."),
        ((3, 3), "5 euro", "Nobody owes anything: 3-3."),
        ((0, 2), "", "Ann owes Bob 2 points."),
        ((0, 1), "my old hat", "Ann owes Bob 1 point of my old hat."),
    ],
)
def test_who_owes_whom_is_said(score, stake, said):
    assert settlement(("Ann", "Bob"), score, stake) == said
