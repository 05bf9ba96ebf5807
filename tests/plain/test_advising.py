"""Hints and the tutor in plain mode: an engine's recommendations in words."""

import asyncio

import pytest

from bgterm.engine.errors import engine_failed
from bgterm.plain.session import PlainSession
from bgterm.play.venue import Venue
from bgterm.rules.board import Player
from tests.plain.seats import HEADER, Talk
from tests.tables import begin_table
from tests.tui.test_hints import ROLLED_31, TUTORED, answers

BEST = "1 of 2: 8/5 6/5, worth +0.160, win 55.3%, gammon 15.2%, lose gammon 12.4%."
TUTOR = ["This loses 0.174: 8/5 6/5 is better. Type a number.", "1: go ahead anyway", "2: think again"]


@pytest.fixture
def talk(tmp_path):
    return Talk(tmp_path, [(2, 1)], past=ROLLED_31, settings=TUTORED, advise=answers)


def test_hint_is_the_best_play_or_the_next_beside_an_open_list(talk):
    listed = talk("plays").splitlines()
    assert talk("hint") == BEST
    assert talk("hint").startswith("2 of 2: 24/23 13/10, 0.174 worse")
    assert talk("hint") == BEST
    assert talk("1").startswith(listed[1].removeprefix("1: "))


def test_tutor_asks_before_a_play_that_loses_much(talk):
    talk("24/23 13/10")
    assert talk("done").splitlines() == TUTOR
    assert talk("").splitlines() == TUTOR
    assert talk("2").endswith("Type done, or undo.")
    assert talk("undo all") == "Your move."
    assert talk("done 24/23 13/10").splitlines()[-3:] == TUTOR
    assert talk("1").splitlines()[0] == "Ann played 3 1: 24/23 13/10."


def test_a_hint_about_the_cube_has_the_take_point(talk):
    talk("done 8/5 6/5")
    advice, take_point, gammons = talk("hint").splitlines()
    assert advice == "Do not double. For Bob: no double +0.400, take +0.300, pass +1.000."
    assert take_point.startswith("Take point of Ann: ")
    assert gammons == "A gammon is worth 0.66 more to Bob, 0.66 to Ann."


def test_tutor_looks_at_a_double_and_at_rolling(talk):
    talk("done 8/5 6/5")
    assert talk("double").splitlines()[0].startswith("This loses 0.100: no double is better.")
    assert talk("1").startswith("Bob doubles to 2")


def test_engine_that_fails_is_reported_once(tmp_path):
    async def fail(_question):
        raise engine_failed("GNU Backgammon", "out of order")

    talk = Talk(tmp_path, past=ROLLED_31, settings=TUTORED, advise=fail)
    talk("8/5 6/5")
    asked, *ways = talk("done").splitlines()
    assert asked.endswith("The tutor is off for this match. Type a number.")
    assert ways == TUTOR[1:]
    assert "out of order" in talk("hint")


async def test_server_takes_other_lines_while_an_engine_thinks(tmp_path):
    may_answer, queue, asked = asyncio.Event(), asyncio.Queue(), []

    async def slowly(question):
        asked.append(question)
        await may_answer.wait()
        return await answers(question)

    table = begin_table(tmp_path, HEADER)
    for event in ROLLED_31:
        await table.apply(event)
    heard = []
    venue = Venue(table, None, slowly)
    venue.seats = (Player.WHITE,)
    seat = PlainSession(venue, heard.append, TUTORED, later=queue.put_nowait)
    for line in ("24/23 13/10", "done", "done"):
        await seat.take(line)
    assert heard[-2:] == ["The tutor is checking your decision."] * 2
    await seat.take("pips")
    assert heard[-1].startswith("Ann 163, Bob 167")
    may_answer.set()
    await (await queue.get())()
    assert heard[-3:] == TUTOR
    assert len(asked) == 1
    seat.stop()
