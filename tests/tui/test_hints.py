"""Hints and the tutor at a match: the engine's recommendations, which delay nobody."""

import re
import sys
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bgterm.engine.engines import Engines
from bgterm.engine.pool import EnginePool
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, Measure, Probabilities, QuestionKind, RankedPlay
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Dropped, Moved, Rolled, Taken
from tests.builders import FIRST_TURN, ROLLED_31, play
from tests.cases import rest_long
from tests.engine.fake import Fake
from tests.engine.test_pool import EASY, is_running
from tests.fake_engine import FakePool, fails, sensible
from tests.tui.seat import HEADER, at_table

WHITE, BLACK = Player
CHANCES = Probabilities(0.553, 0.152, 0.01, 0.124, 0.01)
PLAYS = (
    RankedPlay(play("8/5 6/5"), 0.16, CHANCES, 2),
    RankedPlay(play("24/23 13/10"), -0.014, CHANCES._replace(win=0.501), 2),
)
DOUBLED = (*FIRST_TURN, Doubled(BLACK))
LONG_NAMES = ("W" * 24, "M" * 24)
TUTORED = Settings(engine="gnubg", tutor=True).changed(white="Ann", black="Bob")


async def answers(question):
    """Answer with the two plays of the opening 3-1, and with a proper pass for a double."""
    answer = EngineAnswer(question.id, question.position, "gnubg", "1", Measure.CUBEFUL)
    match question.kind:
        case QuestionKind.PLAYS:
            return replace(answer, plays=PLAYS, recommended=PLAYS[0].play)
        case QuestionKind.CUBE:
            return replace(answer, cube=CubeAnswer(0.4, 0.3, 1.0, CHANCES, Act.NO_DOUBLE))
        case QuestionKind.TAKE:
            return replace(answer, cube=CubeAnswer(0.9, 1.2, 1.0, CHANCES, Act.PASS))
        case _:
            return await sensible(question)


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """Make an engine appear installed, wherever the tests run."""
    monkeypatch.setattr("bgterm.engine.adapter.engine_for", lambda _variant, _name: "gnubg")


@asynccontextmanager
async def sitting(folder, past, ask=answers, settings=None, **more):
    """Yield a seat at a table with an engine for hints."""
    async with at_table(folder, past=past, settings=settings, **more) as (seat, table):
        pool = FakePool(ask)
        seat.workspace.engines = Engines(lambda _name: pool)
        yield seat, table, pool


async def test_a_hint_is_a_table_from_which_a_play_is_chosen(tmp_path):
    async with sitting(tmp_path, ROLLED_31) as (seat, _table, pool):
        await seat.press(*"13/10", "enter", "space", "H")
        assert seat.shows("1 of 2: 8/5 6/5, worth +0.160, win 55.3%, gammon 15.2%, lose gammon 12.4%")
        assert seat.shows("> 8/5 6/5 _")
        assert seat.shows("H again: the whole hint as a table.")
        await seat.press("H")
        assert seat.shows("Hint: GNU Backgammon 1, 2 plies")
        assert seat.shows("#  play         equity  diff    win    gammon  bg    lose g  lose bg  plies")
        assert seat.shows("1  8/5 6/5      +0.160          55.3%  15.2%   1.0%  12.4%   1.0%     2")
        await seat.resize(44, 20)
        assert seat.shows("#  play         equity  diff    win ..")
        assert seat.shows("1  8/5 6/5      +0.160          55.3%")
        assert seat.shows("2  24/23 13/10  -0.014  -0.174  50.1%")
        assert not seat.shows("15.2%")
        assert not seat.shows("lose bg")
        await seat.resize(80, 24)
        await seat.press("down", "enter")
        assert seat.shows("2 of 2: 24/23 13/10, 0.174 worse, win 50.1%, gammon 15.2%, lose gammon 12.4%")
        assert seat.shows("> 24/23 13/10 _")
        assert pool.asked == 1


@pytest.mark.parametrize("names", [("Ann", "Bob"), LONG_NAMES])
async def test_a_hint_for_the_cube_has_its_whole_window(tmp_path, names):
    async def losers(question):
        answer = await answers(question)
        return replace(answer, cube=replace(answer.cube, market_losers=0.25))

    header = HEADER._replace(names=names)
    async with sitting(tmp_path, FIRST_TURN, losers, header=header) as (seat, _table, _pool):
        await seat.press("H", "H")
        assert seat.shows("1  no double  +0.400")
        assert seat.shows("2  double     +0.300  -0.100")
        said = " ".join(seat.shown.replace("│", " ").split())
        assert re.search(rf"Take point of {names[0]}: \d\d\.\d%, or \d\d\.\d% with a live cube\.", said)
        assert re.search(rf"A gammon is worth 0\.\d\d more to {names[1]}, 0\.\d\d to {names[0]}\.", said)
        assert "Market losers: 9 of 36 rolls." in said


async def pass_wins(question):
    """Answer that a double is right, and a pass of it."""
    cube = CubeAnswer(0.801, 1.532, 1.0, CHANCES, Act.DOUBLE)
    return replace(await answers(question), cube=cube)


@pytest.mark.parametrize(
    ("past", "ask", "names", "said"),
    [
        (FIRST_TURN, answers, None, "Do not double. For Bob: no double +0.400, take +0.300, pass +1.000."),
        (DOUBLED, answers, None, "Pass. For Bob: no double +0.900, take +1.200, pass +1.000."),
        (FIRST_TURN, pass_wins, ("Ann", "Built-in bot"), "Double, pass. For Built-in bot: no double +0.801,"),
        (FIRST_TURN, pass_wins, LONG_NAMES, "no double +0.801, take +1.532, pass +1.000."),
    ],
    ids=["before a roll", "after a double", "to double", "with long names"],
)
async def test_a_hint_for_the_cube_names_the_proper_action(tmp_path, past, ask, names, said):
    header = HEADER._replace(names=names or HEADER.names)
    async with sitting(tmp_path, past, ask, header=header) as (seat, _table, _pool):
        await seat.press("H")
        assert seat.shows(said)


async def test_an_engine_that_thinks_ends_with_the_program(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, _table):
        pool = EnginePool("fake", adapter=Fake(), command=[sys.executable, "-m", "tests.engine.fake", "hang"])
        seat.workspace.engines = Engines(lambda _name: pool)
        child = int((await pool.ask(EASY)).version)
        await seat.press("H")
        assert seat.shows("The engine is thinking; go on as you like.")
        await seat.resize(44, 20)
        assert seat.shows("The engine is thinking; go on as you like.")
        assert is_running(child)
    assert not is_running(child)
    assert not pool.children


async def test_keys_work_while_the_engine_thinks(tmp_path):
    async with sitting(tmp_path, ROLLED_31) as (seat, table, pool):
        pool.may_answer.clear()
        await seat.press("H")
        assert seat.shows("The engine is thinking; go on as you like.")
        await seat.press(*"24/23 13/10", "enter", "enter")
        assert table.match.to_act is BLACK
        pool.may_answer.set()
        await seat.settle()
        assert "1 of 2" not in seat.shown


async def test_a_failing_engine_gives_its_reason_and_costs_nothing(tmp_path):
    async with sitting(tmp_path, ROLLED_31, fails) as (seat, _table, _pool):
        await seat.press("H")
        assert seat.shows("GNU Backgammon failed (it was killed).")
        await seat.write("8/5 6/5")
        assert seat.shows("> 8/5 6/5")


@pytest.mark.parametrize(
    ("keys", "settings"), rest_long(1, [(["H"], None), ([*"8/5 6/5", "enter", "enter"], TUTORED)], tuples=True)
)
async def test_fault_of_a_hint_ends_the_program(tmp_path, keys, settings):
    async def breaks(_question):
        raise ZeroDivisionError("a fault")

    with pytest.raises(ZeroDivisionError, match="a fault"):
        async with sitting(tmp_path, ROLLED_31, breaks, settings=settings) as (seat, _table, _pool):
            await seat.press(*keys)


@pytest.mark.parametrize(
    ("keys", "made"),
    [("1", "24/23 13/10"), (("escape", "escape", *"8/5 6/5", "enter", "enter"), "8/5 6/5")],
    ids=["made", "changed"],
)
async def test_a_losing_play_is_asked_about_and_then_made_or_changed(tmp_path, keys, made):
    async with sitting(tmp_path, ROLLED_31, settings=TUTORED) as (seat, table, _pool):
        await seat.press(*"24/23 13/10", "enter", "enter", "H")
        assert seat.shows("This loses 0.174: 8/5 6/5 is better.")
        assert seat.shows("8/5 6/5, worth +0.160")
        assert table.history == ROLLED_31
        await seat.press(*keys)
        assert table.history[-1] == Moved(WHITE, play(made))


async def test_the_tutor_says_nothing_of_a_play_that_was_changed(tmp_path):
    async with sitting(tmp_path, ROLLED_31, settings=TUTORED) as (seat, table, pool):
        pool.may_answer.clear()
        await seat.press(*"24/23 13/10", "enter", "enter")
        assert seat.shows("The tutor is checking your decision.")
        await seat.press("u")
        pool.may_answer.set()
        await seat.settle()
        assert not seat.shows("The tutor is checking your decision.")
        assert table.history == ROLLED_31


async def test_the_tutor_asks_one_question_for_one_draft(tmp_path):
    async with sitting(tmp_path, ROLLED_31, settings=TUTORED) as (seat, table, pool):
        pool.may_answer.clear()
        await seat.write("8/5 6/5")
        for _ in range(4):
            await seat.press("enter")
            await seat.settle()
        assert pool.asked == 1
        assert seat.shows("The tutor is checking your decision.")
        pool.may_answer.set()
        await seat.settle()
        assert table.history == FIRST_TURN
        assert seat.shows("Space roll")


async def test_a_tutor_that_fails_tells_once_and_is_off(tmp_path):
    async with sitting(tmp_path, ROLLED_31, fails, settings=TUTORED, dice=[(3, 1)]) as (seat, table, pool):
        await seat.press(*"24/23 13/10", "enter", "enter")
        assert seat.shows("GNU Backgammon failed (it was killed). The tutor is off for this match.")
        await seat.press("1")
        assert table.history[-1] == Moved(WHITE, play("24/23 13/10"))
        await seat.press("space")
        await seat.press(*"8/5 6/5", "enter", "enter")
        assert table.history[-1] == Moved(BLACK, play("8/5 6/5"))
        assert pool.asked == 1


async def doubtful_cube(question):
    """Answer that a double is right, and that a pass of it is wrong."""
    answer = EngineAnswer(question.id, question.position, "gnubg", "1", Measure.CUBEFUL)
    action = Act.DOUBLE if question.kind is QuestionKind.CUBE else Act.TAKE
    return replace(answer, cube=CubeAnswer(0.5, 0.614, 1.0, CHANCES, action))


@pytest.mark.parametrize(
    ("past", "key", "question", "end"),
    [
        (FIRST_TURN, "space", "This loses 0.114: double is better.", Rolled(BLACK, Dice(5, 2))),
        (DOUBLED, "p", "This loses 0.386: take is better.", Dropped(WHITE)),
    ],
)
async def test_the_tutor_asks_about_the_cube(tmp_path, past, key, question, end):
    async with sitting(tmp_path, past, doubtful_cube, settings=TUTORED, dice=[(5, 2)]) as (seat, table, _pool):
        await seat.press(key)
        assert seat.shows(question)
        assert table.history == past
        await seat.press("1")
        assert table.history == (*past, end)


@pytest.mark.parametrize(
    ("limit", "keys", "made"),
    [
        pytest.param("0.08", "dt", (Doubled(BLACK), Taken(WHITE)), id="of what is right"),
        pytest.param("0.16", "r", (Rolled(BLACK, Dice(5, 2)),), id="of a loss below the chosen limit"),
    ],
)
async def test_the_tutor_says_nothing(tmp_path, limit, keys, made):
    settings = TUTORED.changed(tutor_limit=limit)
    async with sitting(tmp_path, FIRST_TURN, doubtful_cube, settings=settings, dice=[(5, 2)]) as (seat, table, _):
        await seat.press(*keys)
        assert table.history == (*FIRST_TURN, *made)
