"""The lines between bgterm and an engine, and answers that do not answer the question."""

import json
import sys
from contextlib import suppress
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import LEVELS, NOVICE
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Failure,
    Measure,
    Probabilities,
    QuestionKind,
    RankedPlay,
    ResignAnswer,
    read_message,
    write_message,
)
from bgterm.rules.board import Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import NAMES, Game, MatchState, Phase, Resignation, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.players import random_match
from tests.states import states
from tests.strategies import headers, in_whole_matches

ASKED = (Phase.TO_ROLL, Phase.DOUBLED, Phase.TO_MOVE)
CHANCES = Probabilities(0.55, 0.15, 0.01, 0.125, 0.005)
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
    return CubeAnswer(0.0, -0.3, 1.0, CHANCES, action)


RIGHT = {
    "plays": (PLAYS, answer_to(PLAYS, plays=(RankedPlay(MADE, 0.2, CHANCES),), recommended=MADE)),
    "cube": (CUBE, answer_to(CUBE, cube=cube(Act.NO_DOUBLE))),
    "take": (TAKE, answer_to(TAKE, cube=cube(Act.TAKE))),
    "nothing to resign": (RESIGN, answer_to(RESIGN, resign=ResignAnswer())),
    "resign": (RESIGN, answer_to(RESIGN, resign=ResignAnswer(Win.GAMMON))),
    "refuse": (ANSWER_RESIGNATION, answer_to(ANSWER_RESIGNATION, resign=ResignAnswer(accept=False))),
    "analyse": (ANALYSE, answer_to(ANALYSE, cube=cube(Act.NO_DOUBLE))),
}

MESSAGES = [
    EngineRequest(
        3, QuestionKind.PLAYS, "4HPwATDgc/ABMA:cAkZAAAAAAAA", BACKGAMMON, Ruleset(length=5), 2, NOVICE, 4, 9
    ),
    EngineRequest(4, QuestionKind.TAKE, "AACA/z8AAID/Pw:cAkAAAAAAAAA", LONG, Ruleset(koks=True)),
    Failure(3, "no such position"),
    EngineAnswer(
        3,
        "4HPwATDgc/ABMA:cAkZAAAAAAAA",
        "gnubg",
        "1.08.003",
        Measure.CUBEFUL,
        plays=(RankedPlay((Move(8, 5), Move(6, 5)), 0.16, CHANCES, 2), RankedPlay((), -1, Probabilities())),
        recommended=(Move(25, 20), Move(3, 0)),
    ),
    EngineAnswer(4, "", "x", "", Measure.CUBEFUL, cube=CubeAnswer(0.5, 0.25, 1.0, CHANCES, Act.TAKE, 2)),
    *(answer for _question, answer in RIGHT.values()),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_is_read_as_it_was_written(message):
    line = write_message(message)
    assert "\n" not in line
    assert read_message(line) == message


@given(headers)
@in_whole_matches
def test_a_question_has_the_position_and_the_legal_plays(header):
    events, _ = random_match(1, header, 3)
    for match in (each for each in states(header, events) if each.game.phase in ASKED):
        asked = read_message(write_message(EngineRequest.of(match, QuestionKind.PLAYS)))
        found = asked.match()
        assert found.game.board == match.game.board
        assert (found.game.on_roll, found.game.dice) == (match.game.on_roll, match.game.dice)
        assert (found.game.phase, found.game.cube, found.score) == (match.game.phase, match.game.cube, match.score)
        legal, ours = legal_plays(match), legal_plays(found)
        assert (legal is None) == (ours is None)
        assert legal is None or ours is None or set(legal) == set(ours)


CUBE_LINE = next(line for line in map(write_message, MESSAGES) if '"double_take":0.25' in line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "[]",
        "7",
        '{"message":"nonsense"}',
        '{"message":"answer"}',
        CUBE_LINE.replace("0.25", "NaN"),
        CUBE_LINE.replace("0.25", "Infinity"),
        CUBE_LINE.replace("0.25", "true"),
        CUBE_LINE.replace('"id":4', '"id":1.5'),
        '{"message":"failure","id":1,"reason":"","more":2}',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_not_a_message_is_refused(line):
    with pytest.raises(NotationError):
        read_message(line)


@given(st.text())
def test_text_is_a_message_or_refused(text):
    with pytest.raises(NotationError):
        read_message(text)


@given(st.sampled_from(MESSAGES), st.data())
def test_a_message_with_another_value_is_read_or_refused(message, data):
    found = json.loads(write_message(message))
    field = data.draw(st.sampled_from(sorted(found)))
    found[field] = data.draw(st.none() | st.integers() | st.text() | st.lists(st.integers()) | st.just({}))
    with suppress(NotationError):
        assert read_message(json.dumps(found))


def test_the_example_in_the_documentation_is_a_message():
    text = sys.modules[EngineRequest.__module__].__doc__ or ""
    lines = [line.split("  (all")[0].strip() for line in text.splitlines() if line[:4] == "    "]
    examples = "".join(lines).replace('}{"message"', '}\n{"message"').splitlines()
    question, answer = map(read_message, examples)
    assert isinstance(question, EngineRequest)
    assert isinstance(answer, EngineAnswer)
    assert (question.level, question.position) == (LEVELS["expert"], answer.position)


@pytest.mark.parametrize(
    ("equities", "take", "too_good"),
    [((0.6, 0.8), True, False), ((0.6, 1.2), False, False), ((1.1, 1.2), False, True)],
)
def test_cube_equities_say_what_is_proper(equities, take, too_good):
    answer = CubeAnswer(*equities, 1.0, CHANCES, Act.DOUBLE)
    assert (answer.take, answer.too_good) == (take, too_good)


# The checks of an answer


@pytest.mark.parametrize(("question", "answer"), RIGHT.values(), ids=RIGHT)
def test_a_fitting_answer_is_accepted_and_an_empty_one_refused(question, answer):
    check_answer(question, answer)
    with pytest.raises(EngineError, match=r"gave a wrong answer \("):
        check_answer(question, answer_to(question))


def ranked(equity: float = 0.0, chances: Probabilities = CHANCES, play: Play = MADE) -> dict[str, object]:
    return {"plays": (RankedPlay(play, equity, chances),)}


NO_NUMBER = "its equities are not numbers"
OTHER_KIND = r"gave a wrong answer \("


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("plays", {"id": 1}, "question 1 instead of 0"),
        ("plays", {"position": "\x1b[2J"}, "answers for instead of"),
        ("plays", {"position": "4HPwATDgc/ABMA:cAkAAAAAAAAA"}, "answers for 4HPwATDgc/ABMA:cAkAAAAAAAAA"),
        ("plays", ranked(play=(Move(8, 2),)), "8/2 is not legal"),
        ("plays", {"recommended": (Move(8, 5),)}, "8/5 is not legal"),
        ("plays", {"recommended": None}, "no play"),
        ("plays", ranked(chances=Probabilities(1.5)), "probabilities"),
        ("plays", ranked(chances=Probabilities(0.3, 0.4)), "probabilities"),
        ("plays", ranked(chances=Probabilities(0.9, lose_gammon=0.2)), "probabilities"),
        ("plays", ranked(chances=Probabilities(0.5, lose_gammon=-0.1)), "probabilities"),
        ("plays", ranked(nan), NO_NUMBER),
        ("plays", ranked(inf), NO_NUMBER),
        ("cube", {"cube": replace(cube(Act.NO_DOUBLE), double_take=nan)}, NO_NUMBER),
        ("cube", {"cube": replace(cube(Act.NO_DOUBLE), double_take=inf)}, NO_NUMBER),
        ("analyse", {"cube": replace(cube(Act.NO_DOUBLE), no_double=nan)}, NO_NUMBER),
        ("analyse", {"cube": replace(cube(Act.NO_DOUBLE), no_double=inf)}, NO_NUMBER),
        ("take", {"cube": cube(Act.DOUBLE)}, OTHER_KIND),
        ("cube", {"cube": cube(Act.PASS)}, OTHER_KIND),
        ("cube", {"cube": None, **ranked(), "recommended": MADE}, OTHER_KIND),
        ("resign", {"resign": ResignAnswer(accept=True)}, OTHER_KIND),
        ("refuse", {"resign": ResignAnswer(Win.SINGLE)}, OTHER_KIND),
    ],
)
def test_a_wrong_answer_is_refused_with_its_fault(name, change, fault):
    question, right = RIGHT[name]
    with pytest.raises(EngineError, match=fault) as refused:
        check_answer(question, replace(right, **change))
    assert str(refused.value).isprintable()


def test_an_answer_without_the_play_in_question_is_refused():
    question, right = RIGHT["plays"]
    other = (Move(24, 23), Move(13, 10))
    with pytest.raises(EngineError, match="24/23 13/10 is not among its plays"):
        check_answer(replace(question, including=other), right)
    check_answer(replace(question, including=MADE[::-1]), right)
