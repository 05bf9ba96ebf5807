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


@pytest.mark.parametrize(
    ("question", "answer", "cost", "is_least"),
    [
        (THREE_ONE, (Act.PLAY, (Move(6, 5), Move(8, 5))), 0, False),
        (THREE_ONE, (Act.PLAY, SPLIT), 0.164, False),
        (THREE_ONE, (Act.PLAY, (Move(13, 9),)), 0.164, True),
        (TO_DOUBLE, (Act.DOUBLE,), 0.4, False),
        (TO_TAKE, (Act.PASS,), 1.33, False),
    ],
    ids=["the best play in another order", "another play", "a play not judged", "a double", "a pass"],
)
def test_answer_is_judged_by_what_it_leads_to(question, answer, cost, is_least):
    judged = question.judged(*answer)
    assert (judged.cost, judged.is_least, question.player) == (cost, is_least, Player.WHITE)


def test_number_is_judged_by_its_error_and_has_its_own_key():
    asked = THREE_ONE.variant, THREE_ONE.ruleset, THREE_ONE.start
    pips = Question(*asked, number_kind=Number.PIPS, number=167, limits=(0, 3))
    answer = pips.judged_number(165)
    assert answer.cost == 2
    assert proposed_grade(pips, answer, 0.05) is Grade.HARD
    assert proposed_grade(pips, pips.judged_number(167), 0.05) is Grade.GOOD
    assert pips.key not in {THREE_ONE.key, TO_DOUBLE.key}
    assert Question(*asked, names=("Eve", "Max")).key == THREE_ONE.key != TO_DOUBLE.key


@pytest.mark.parametrize(
    ("cost", "is_least", "grade"),
    [(0.010, False, 3), (0.011, False, 2), (0.050, False, 2), (0.051, False, 1), (0.0, True, 2)],
)
def test_grade_follows_from_the_cost(cost, is_least, grade):
    assert proposed_grade(THREE_ONE, Choice(Act.PLAY, cost, is_least=is_least), 0.050) == grade


@pytest.mark.parametrize("question", [THREE_ONE, TO_DOUBLE, TO_TAKE])
def test_question_is_written_and_read(question):
    assert read_fields(Question, write_fields(question)) == question


def test_question_of_a_play_has_the_plays_of_the_analysis():
    ranked = (BEST, 0.160, 2), ((Move(13, 9),), 0.15, 0), (BUILDER, 0.1, 2), (SPLIT, -0.004, 2)
    plays = tuple(RankedPlay(play, equity, Probabilities(), plies) for play, equity, plies in ranked)
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
    costs = [(choice.act, round(choice.cost, 3)) for choice in question.choices]
    assert costs == [(Act.DOUBLE, 0), (Act.NO_DOUBLE, 0.2)]


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


def test_line_is_broken_by_no_name_and_gives_no_pips_away():
    names = ("A<b>\t", "B&\n")
    ((_key, question, _answer, _tags),) = fields(replace(card(), question=replace(card().question, names=names)))
    assert "A&lt;b&gt;" in question
    assert "<b>" not in question
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
