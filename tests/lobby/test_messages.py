"""The sentences of the lobby."""

import pytest

from bgterm.lobby import messages
from bgterm.lobby.tables.attendance import Attendance
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.games import start
from bgterm.rules.match import Header
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from bgterm.tui.screens.lobby.view import RowKind

WHITE, BLACK = Player
NAMES = ("Ann", "Bob")
MATCH = start(Header(BACKGAMMON, Ruleset(length=5), NAMES))


@pytest.mark.parametrize(
    ("variant", "ruleset", "dice", "said"),
    [
        (BACKGAMMON, Ruleset(length=5), "random", "Backgammon, match to 5"),
        (BACKGAMMON, Ruleset(), "verifiable", "Backgammon, money session, verifiable dice"),
        (BACKGAMMON, Ruleset(jacoby=True), "random", "Backgammon, money session, Jacoby rule"),
        (LONG, Ruleset(length=3, cube=False), "random", "Long backgammon, match to 3, Doubling cube: no"),
        (BACKGAMMON, Ruleset(length=3, jacoby=True), "random", "Backgammon, match to 3"),
    ],
)
def test_what_is_to_be_played(variant, ruleset, dice, said):
    assert messages.agreement(MatchOffer(variant=variant, ruleset=ruleset, dice=dice)) == said


def test_where_ones_own_match_and_that_of_others_stand():
    began = apply(MATCH._replace(game=MATCH.game._replace(score=(2, 1))), OpeningThrown(3, 1))
    assert messages.own_match(MATCH, BLACK) == "your turn, 0-0, match to 5, game 1"
    assert messages.own_match(began, WHITE) == "your turn, 2-1, match to 5, game 1"
    assert messages.own_match(began, BLACK) == "Ann's turn, 1-2, match to 5, game 1"
    assert messages.others_match(MATCH) == "Backgammon, match to 5, 0-0"


def test_who_is_at_the_table_and_who_is_not():
    assert messages.at_table(opponent=False, oneself=False) == ""
    assert messages.at_table(opponent=True, oneself=False) == "at the table"
    assert messages.at_table(opponent=True, oneself=True) == "open elsewhere"
    assert messages.away(NAMES, Attendance()) == ""
    assert (
        messages.away(NAMES, Attendance(dropped=(WHITE,), left=(BLACK,)))
        == "Ann has lost the connection, Bob has left"
    )
    assert messages.away(NAMES, Attendance(elsewhere=(WHITE,))) == "Ann is in the lobby and has been called"
    assert messages.away(NAMES, Attendance(gone=(BLACK,))) == "Bob has gone"
    assert messages.audience(Attendance()) == ""
    assert messages.audience(Attendance(watchers=2)) == "2 spectators"
    assert messages.audience(Attendance(watchable=False)) == "no spectators allowed"


@pytest.mark.parametrize(("port", "said"), [(2222, "ssh -p 2222 K7Q2M@"), (22, "with ssh K7Q2M@")])
def test_a_friend_is_told_the_port_too(port, said):
    hint = RowKind.OWN.value.format(command=messages.ssh(port, "K7Q2M"))
    assert said in hint
    assert len(hint) <= 78
