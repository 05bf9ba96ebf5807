"""Questions, their answers, and cards for other programs: the text that Anki imports, and game trees of SGF."""

from dataclasses import replace
from random import Random

import pytest

from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act, CubeAnswer, Probabilities, RankedPlay
from bgterm.formats import sgf
from bgterm.notation.json_codec import read_fields, write_fields
from bgterm.practice.drills import drill_cards
from bgterm.practice.export import anki, trees
from bgterm.practice.question import Choice, Grade, Number, Question, proposed_grade, question_of
from bgterm.rules.board import Move, Player
from bgterm.rules.match import Phase
from tests.practice.questions import BEST, BUILDER, SPLIT, THREE_ONE, TO_DOUBLE, TO_TAKE, card


def test_play_is_judged_by_where_it_leads():
    other_order = (Move(6, 5), Move(8, 5))
    assert THREE_ONE.judged(Act.PLAY, other_order).cost == 0
    assert THREE_ONE.judged(Act.PLAY, SPLIT).cost == 0.164


def test_play_that_was_not_judged_has_the_least_cost():
    made = THREE_ONE.judged(Act.PLAY, (Move(13, 9),))
    assert (made.cost, made.is_least) == (0.164, True)
    assert proposed_grade(THREE_ONE, replace(made, cost=0.0), 0.05) is Grade.HARD


def test_action_with_the_cube_is_judged():
    assert TO_DOUBLE.judged(Act.DOUBLE).cost == 0.4
    assert TO_TAKE.judged(Act.PASS).cost == 1.33
    assert TO_TAKE.player is Player.WHITE


def test_number_is_judged_by_its_error():
    pips = Question(
        THREE_ONE.variant, THREE_ONE.ruleset, THREE_ONE.start, number_kind=Number.PIPS, number=167, limits=(0, 3)
    )
    answer = pips.judged_number(165)
    assert answer.cost == 2
    assert proposed_grade(pips, answer, 0.05) is Grade.HARD
    assert proposed_grade(pips, pips.judged_number(167), 0.05) is Grade.GOOD
    assert pips.key != THREE_ONE.key


@pytest.mark.parametrize(("cost", "grade"), [(0.010, 3), (0.011, 2), (0.050, 2), (0.051, 1)])
def test_grade_follows_from_the_cost(cost, grade):
    assert proposed_grade(THREE_ONE, Choice(Act.PLAY, cost), 0.050) == grade


def test_key_is_that_of_what_is_asked():
    other_names = Question(THREE_ONE.variant, THREE_ONE.ruleset, THREE_ONE.start, names=("Eve", "Max"))
    assert other_names.key == THREE_ONE.key
    assert TO_DOUBLE.key != THREE_ONE.key


@pytest.mark.parametrize("question", [THREE_ONE, TO_DOUBLE, TO_TAKE])
def test_question_is_written_and_read(question):
    assert read_fields(Question, write_fields(question)) == question


def ranked(play, equity, plies=2):
    return RankedPlay(play, equity, Probabilities(), plies)


def test_question_of_a_play_has_the_plays_of_the_analysis():
    plays = (
        ranked(BEST, 0.160),
        ranked((Move(13, 9),), 0.15, plies=0),
        ranked(BUILDER, 0.1),
        ranked(SPLIT, -0.004),
    )
    decision = Decision(2, 1, Player.WHITE, Act.PLAY, "24/23 13/10", "8/5 6/5", 0.164, True, 0.160, 2, plays)
    question = question_of(THREE_ONE.match, decision)
    assert [choice.play for choice in question.choices] == [BEST, (Move(13, 9),), BUILDER, SPLIT]
    assert [round(choice.cost, 3) for choice in question.choices] == [0, 0.010, 0.060, 0.164]
    assert [choice.is_least for choice in question.choices] == [False, True, False, False]
    assert question.least == 0.16 - 0.1
    assert question.match.game.phase is Phase.TO_MOVE


def test_question_of_a_double_not_offered_is_before_the_roll():
    cube = CubeAnswer(0.5, 0.7, 1.0, Probabilities(), Act.DOUBLE, 2)
    decision = Decision(2, 1, Player.WHITE, Act.NO_DOUBLE, "no double", "double", 0.2, True, 0.7, 2, cube=cube)
    question = question_of(THREE_ONE.match, decision)
    assert question.match.game.phase is Phase.TO_ROLL
    assert [(choice.act, round(choice.cost, 3)) for choice in question.choices] == [
        (Act.DOUBLE, 0),
        (Act.NO_DOUBLE, 0.2),
    ]


def test_forced_play_is_no_question():
    decision = Decision(2, 1, Player.WHITE, Act.PLAY, "24/18", "24/18", 0.0, False, 0.0, 0)
    assert question_of(THREE_ONE.match, decision) is None


# Cards for other programs

HEAD = ["#separator:tab", "#html:true", "#guid column:1", "#tags column:4"]


def fields(*cards):
    """Return the columns of each card in the text for Anki."""
    lines = anki(cards).splitlines()
    assert lines[:4] == HEAD
    return [line.split("\t") for line in lines[4:]]


def test_card_is_a_line_with_key_question_answer_and_tags():
    one, other = card(), card(4, 2)
    first, second = fields(one, other)
    assert [first[0], second[0]] == [one.key, other.key]
    assert len(first) == len(second) == 4
    assert first[1].startswith("Ann to move 3-1<pre>XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10<br>")
    assert "| X           O    |   | O              X |<br>" in first[1]
    assert first[2].startswith(
        "Best: 8/5 6/5, equity +0.160.<br>In the match: 24/23 13/10, costs 0.164.<br>Next best, and their costs: "
    )
    assert first[3] == "bgterm backgammon"


def test_names_and_tabs_cannot_break_the_line():
    names = ("A<b>\t", "B&\n")
    ((_key, question, _answer, _tags),) = fields(replace(card(), question=replace(card().question, names=names)))
    assert "A&lt;b&gt;" in question
    assert "<b>" not in question


def test_question_for_pips_does_not_show_them():
    (one,) = drill_cards("pips", 1, Random(1))
    ((_key, question, answer, _tags),) = fields(one)
    assert "Pips:" not in question
    assert answer.startswith(f"Right: {one.question.number:g}.<br>A checker counts the number of its point")


def test_tree_has_the_position_and_the_answer():
    text = trees([card(), card(4, 2)])
    first, second = text.splitlines()
    assert sgf.read(first).header.start == card().question.start
    assert sgf.read(second).header.start == card(4, 2).question.start
    assert "C[Ann to move 3-1 Best: 8/5 6/5, equity +0.160." in first
