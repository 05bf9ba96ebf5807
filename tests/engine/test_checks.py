"""Answers that do not answer the question are refused."""

from dataclasses import replace

import pytest

from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Measure,
    Probabilities,
    QuestionKind,
    RankedPlay,
    ResignAnswer,
)
from bgterm.rules.board import Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import NAMES, Game, MatchState, Resignation, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

EVEN = Probabilities(0.5, 0.1, 0.01, 0.1, 0.01)
SETUP = Game(BACKGAMMON.board, Player.WHITE)
MADE = (Move(8, 5), Move(6, 5))


def asked(kind: QuestionKind, setup: Game = SETUP) -> EngineRequest:
    return EngineRequest.of(MatchState(BACKGAMMON, Ruleset(), NAMES, setup), kind)


PLAYS = asked(QuestionKind.PLAYS, SETUP._replace(dice=Dice(3, 1)))
CUBE, ANALYSE = asked(QuestionKind.CUBE), asked(QuestionKind.ANALYSE)
TAKE = asked(QuestionKind.TAKE, SETUP._replace(doubled=True))
RESIGN = asked(QuestionKind.RESIGN)
ANSWER_RESIGNATION = asked(QuestionKind.RESIGN, SETUP._replace(pending=Resignation(Player.BLACK, Win.SINGLE)))


def answer_to(question: EngineRequest, **parts) -> EngineAnswer:
    return EngineAnswer(0, question.position, "x", "1", Measure.CUBEFUL, **parts)


def cube(action: Act) -> CubeAnswer:
    return CubeAnswer(0.0, -0.3, 1.0, EVEN, action)


RIGHT = {
    "plays": (PLAYS, answer_to(PLAYS, plays=(RankedPlay(MADE, 0.2, EVEN),), recommended=MADE)),
    "cube": (CUBE, answer_to(CUBE, cube=cube(Act.NO_DOUBLE))),
    "take": (TAKE, answer_to(TAKE, cube=cube(Act.TAKE))),
    "nothing to resign": (RESIGN, answer_to(RESIGN, resign=ResignAnswer())),
    "resign": (RESIGN, answer_to(RESIGN, resign=ResignAnswer(Win.GAMMON))),
    "refuse": (ANSWER_RESIGNATION, answer_to(ANSWER_RESIGNATION, resign=ResignAnswer(accept=False))),
    "analyse": (ANALYSE, answer_to(ANALYSE, cube=cube(Act.NO_DOUBLE))),
}


@pytest.mark.parametrize(("question", "answer"), RIGHT.values(), ids=RIGHT)
def test_a_fitting_answer_is_accepted_and_an_empty_one_refused(question, answer):
    check_answer(question, answer)
    with pytest.raises(EngineError, match=r"gave a wrong answer \("):
        check_answer(question, answer_to(question))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"id": 1}, "question 1 instead of 0"),
        ({"position": "4HPwATDgc/ABMA:cAkAAAAAAAAA"}, "answers for 4HPwATDgc/ABMA:cAkAAAAAAAAA"),
        ({"plays": (RankedPlay((Move(8, 2),), 0, EVEN),)}, "8/2 is not legal"),
        ({"recommended": (Move(8, 5),)}, "8/5 is not legal"),
        ({"recommended": None}, "no play"),
        ({"plays": (RankedPlay(MADE, 0, Probabilities(1.5)),)}, "probabilities"),
        ({"plays": (RankedPlay(MADE, 0, Probabilities(0.3, 0.4)),)}, "probabilities"),
        ({"plays": (RankedPlay(MADE, 0, Probabilities(0.9, lose_gammon=0.2)),)}, "probabilities"),
        ({"plays": (RankedPlay(MADE, 0, Probabilities(0.5, lose_gammon=-0.1)),)}, "probabilities"),
    ],
)
def test_a_wrong_answer_is_refused_with_its_fault(change, fault):
    question, right = RIGHT["plays"]
    with pytest.raises(EngineError, match=fault):
        check_answer(question, replace(right, **change))


@pytest.mark.parametrize("equity", [float("nan"), float("inf")])
def test_an_equity_that_is_not_a_number_is_refused(equity):
    right = [answer for _question, answer in RIGHT.values()]
    wrong = [
        (PLAYS, replace(right[0], plays=(RankedPlay(MADE, equity, EVEN),))),
        (CUBE, replace(right[1], cube=replace(cube(Act.NO_DOUBLE), double_take=equity))),
        (ANALYSE, answer_to(ANALYSE, cube=replace(cube(Act.NO_DOUBLE), no_double=equity))),
    ]
    for question, answer in wrong:
        with pytest.raises(EngineError, match="its equities are not numbers"):
            check_answer(question, answer)


def test_an_answer_without_the_play_in_question_is_refused():
    question, right = RIGHT["plays"]
    other = (Move(24, 23), Move(13, 10))
    with pytest.raises(EngineError, match="24/23 13/10 is not among its plays"):
        check_answer(replace(question, including=other), right)
    check_answer(replace(question, including=MADE[::-1]), right)


def test_an_answer_of_another_kind_is_refused():
    wrong = [
        (TAKE, answer_to(TAKE, cube=cube(Act.DOUBLE))),
        (CUBE, answer_to(CUBE, cube=cube(Act.PASS))),
        (RESIGN, answer_to(RESIGN, resign=ResignAnswer(accept=True))),
        (ANSWER_RESIGNATION, answer_to(ANSWER_RESIGNATION, resign=ResignAnswer(Win.SINGLE))),
        (CUBE, answer_to(CUBE, plays=(RankedPlay(MADE, 0, EVEN),), recommended=MADE)),
    ]
    for question, answer in wrong:
        with pytest.raises(EngineError, match=r"gave a wrong answer \("):
            check_answer(question, answer)
