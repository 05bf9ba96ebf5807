"""Open Sage answers about legal positions, and agrees with GNU Backgammon."""

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bgterm.engine.adapters.bgsage import Sage
from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError, EngineFailed
from bgterm.engine.levels import EXPERT, WORLD_CLASS
from bgterm.engine.protocol import Act, EngineAnswer, EngineRequest, QuestionKind
from bgterm.rules.dice import Dice
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset
from tests.builders import play
from tests.engine.positions import COMMON_MATCHES, asked, opening, stands
from tools.agreement import compared


@pytest.fixture
def sage() -> Iterator[Sage]:
    engine = Sage()
    yield engine
    engine.close()


def ask(engine: Sage, match: MatchState, kind: QuestionKind = QuestionKind.PLAYS, **more: object) -> EngineAnswer:
    question = replace(EngineRequest.of(match, kind), **more)
    answer = engine.answer(question)
    check_answer(question, answer)
    return answer


@pytest.mark.long
@pytest.mark.bgsage
@pytest.mark.parametrize("name", COMMON_MATCHES)
def test_every_decision_of_a_match_is_answered(name: str, sage: Sage):
    for kind, match in [*asked(name)][::29]:
        ask(sage, match, kind)


@pytest.mark.long
@pytest.mark.bgsage
def test_three_one_makes_the_five_point(sage: Sage):
    best, second, *_more = ask(sage, opening(Dice(3, 1)), level=WORLD_CLASS).plays
    assert set(best.play) == set(play("8/5 6/5"))
    assert best.equity > second.equity + 0.1
    assert best.plies == 2


@pytest.mark.long
@pytest.mark.bgsage
def test_a_play_is_looked_ahead_that_the_filter_leaves_out(sage: Sage):
    bad = play("8/3 6/4")
    first, second = ask(sage, opening(Dice(5, 2)), level=WORLD_CLASS, count=1, including=bad).plays
    assert (first.plies, set(second.play), second.plies) == (2, set(bad), 2)


@pytest.mark.bgsage
def test_a_roll_that_cannot_be_played_has_an_equity(sage: Sage):
    match = stands("bar:1 6:14 / 6:3 5:2 4:2 3:2 2:2 1:4", dice=Dice(4, 2))
    (passed,) = ask(sage, match).plays
    assert passed.play == ()
    assert passed.equity < 0


@pytest.mark.bgsage
def test_a_hopeless_double_is_beavered_in_a_money_session(sage: Sage):
    rules = Ruleset(0, jacoby=True, beavers=1)
    match = stands("24:2 23:2 13:4 6:3 / 13:3 8:3 6:5 5:2 4:2", rules, doubled=True, double_offered=True)
    answer = ask(sage, match, QuestionKind.TAKE).cube
    assert answer is not None
    assert answer.action is Act.BEAVER
    assert ask(
        sage, stands("24:2 23:2 13:4 6:3 / 13:3 8:3 6:5 5:2 4:2", Ruleset(0), doubled=True), QuestionKind.TAKE
    ).cube


@pytest.mark.bgsage
def test_a_match_it_has_no_equities_for_is_refused(sage: Sage):
    with pytest.raises(EngineFailed, match="it knows matches of up to 25 points"):
        ask(sage, opening(Dice(3, 1), Ruleset(26)))


def test_a_missing_library_is_named_with_how_to_get_it():
    with pytest.raises(
        EngineError, match=rf"Open Sage is not installed: run {sys.executable} -m pip install bgsage"
    ):
        Sage().version()


@pytest.mark.soak
@pytest.mark.gnubg
@pytest.mark.bgsage
def test_the_two_strong_engines_agree_on_most_plays():
    found = [*compared("gnubg", "bgsage", 200, EXPERT.plies + 1)]
    assert sum(pair.equal for pair in found) >= 170
