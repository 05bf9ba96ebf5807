"""The figures of a player's own decisions: by kind, and by match."""

from dataclasses import replace

import pytest

from bgterm.engine.builtin.outlook import KINDS, LONG_KINDS
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act
from bgterm.practice.mistakes import Figure, figures, kind, report
from bgterm.rules.board import Board, Player
from bgterm.rules.games import started_here
from bgterm.rules.variants import BACKGAMMON
from tests.practice.questions import THREE_ONE
from tests.practice.test_cards import kept, matches_in, own
from tools.messages import extracted

PLAY = Decision(1, 1, Player.WHITE, Act.PLAY, "", "", 0.1, counts=True, equity=0.0, plies=0)
RACE = Board.of({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5})


@pytest.mark.parametrize(
    ("act", "said"), [(Act.NO_DOUBLE, "double"), (Act.DOUBLE, "double"), (Act.TAKE, "take"), (Act.PASS, "pass")]
)
def test_decision_with_the_cube_is_of_its_action(act, said):
    assert kind(THREE_ONE.match, replace(PLAY, act=act)) == said


@pytest.mark.parametrize(
    ("board", "turns", "said"), [(RACE, 5, "opening"), (RACE, 6, "race"), (BACKGAMMON.board, 20, "contact")]
)
def test_play_is_of_the_opening_or_of_its_position(board, turns, said):
    assert kind(started_here(THREE_ONE.match, board=board, turns=turns), PLAY) == said


def test_ratings_and_interval_are_those_of_the_mean_cost():
    figure = Figure("race", [0.0, 0.0, 0.02, 0.02, 0.06])
    assert (figure.pr, figure.error_rate) == (pytest.approx(10.0), pytest.approx(20.0))
    # Student's t of five values is 2.776
    # the deviation of one cost is the root of 0.0006, that of the mean of five that of 0.00012
    assert figure.uncertainty == pytest.approx(2.776 * 500 * 0.00012**0.5)
    line = "race           5   20.0   10.0 +/- 15.2"
    assert report([figure], [figure]).splitlines()[2:] == [line, "", "The last matches:", line]


def test_chart_has_the_interval_of_each_figure():
    wide, narrow = Figure("race", [0.0, 0.0, 0.02, 0.02, 0.06]), Figure("2026-11-20", [0.01] * 4 + [0.015])
    axis, first, _gap, _title, second = (line[41:] for line in report([wide], [narrow], 68).splitlines()[1:])
    assert axis == "0                     PR 30"
    assert first == "---------o-------------"  # from below 0 to 25.2, at 0.87 columns for 1
    assert second == "    -o-"
    assert not report([wide], [narrow], 58).splitlines()[2][41:]  # no room for it


def test_chart_of_faultless_decisions_ends_at_the_first_step():
    figure = Figure("race", [0.0] * 6)
    axis, line = (line[41:] for line in report([figure], [], 100).splitlines()[1:3])
    assert (axis.split(), line) == (["0", "PR", "5"], "o")


async def test_fewer_than_five_decisions_support_nothing(tmp_path):
    await kept(tmp_path)
    kinds, matches = figures(matches_in(tmp_path), own("Ann"))
    assert all(len(one.costs) >= 5 for one in (*kinds, *matches))
    assert figures(matches_in(tmp_path), own("nobody")) == ([], [])
    assert report([], []) == "No analysed match has five decisions of yours."


@pytest.mark.long
def test_kinds_are_among_the_messages_for_translators():
    known = {str(message.id) for message in extracted()}
    assert {*KINDS, *LONG_KINDS, "opening", "double", "take", "pass"} <= known
