"""Hints at a table of a server: against a person only when both agree, against a bot at once."""

import asyncio

import pytest

from bgterm.engine.engines import Engines
from bgterm.lobby.bots import Bot, Bots
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.tui.screens.match.online import OnlineMatchScreen
from tests.builders import play
from tests.fake_engine import FakePool
from tests.lobby.visitors import ANN, BOB, CLEO, left, lobby_in
from tests.tui.company import company_in
from tests.tui.test_hints import answers
from tests.tui.test_shared import STARTED

BEST = "1 of 2: 8/5 6/5, worth +0.160, win 55.3%, gammon 15.2%, lose gammon 12.4%"


@pytest.fixture
def pool():
    return FakePool(answers)


@pytest.fixture
def lobby(tmp_path, pool):
    """A lobby with a bot, whose engine answers as in the tests of hints."""
    bots = Bots([Bot("builtin")], Engines(lambda _name: pool), lambda: asyncio.sleep(0))
    return lobby_in(tmp_path, bots=bots)


@pytest.fixture
async def table(lobby):
    return left(lobby, STARTED)


async def agree(company, ann, bob):
    for seat in (ann, bob):
        await company.press(seat, "H")


async def test_players_have_hints_until_either_turns_them_off(table, company, ann, bob):
    cleo = await company.come(CLEO, table.code)
    await company.press(ann, "H")
    assert ann.shows("You would like hints for both: Bob is asked.")
    assert bob.shows("Ann would like hints for both: H agrees, N declines.")
    assert cleo.shows("Ann would like hints for both.")
    assert "hint" not in ann.keys | cleo.keys
    await company.press(bob, "H")
    for seat in (ann, bob):
        assert seat.shows("Both players have hints: N turns them off.")
    assert cleo.shows("Both players have hints.")
    assert ["hint" in seat.keys for seat in (ann, bob, cleo)] == [True, False, False]
    await company.press(ann, "H")
    assert ann.shows(BEST)
    assert ann.shows("> 8/5 6/5 _")
    assert "no-hints" not in cleo.keys
    await company.press(bob, "N")
    for seat in (ann, cleo):
        assert seat.shows("Bob wants no hints: they are off for both.")
    assert bob.shows("Hints are off for both of you.")
    assert "no-hints" not in ann.keys | bob.keys


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("one", ["Ann", "Bob"])
async def test_a_wish_for_hints_is_declined_or_withdrawn(company, ann, bob, one):
    await company.press(ann, "H")
    own, other = (ann, bob) if one == "Ann" else (bob, ann)
    await company.press(own, "N")
    assert own.shows("Hints are off for both of you.")
    assert other.shows(f"{one} wants no hints: they are off for both.")
    assert not bob.shows("Ann would like hints for both")
    await company.press(bob, "H")
    assert ann.shows("Bob would like hints for both: H agrees, N declines.")


@pytest.mark.usefixtures("table")
async def test_a_hint_that_comes_after_they_were_turned_off(company, ann, bob, pool):
    await agree(company, ann, bob)
    pool.may_answer.clear()
    await company.press(ann, "H")
    assert ann.shows("The engine is thinking; go on as you like.")
    await company.press(bob, "N")
    pool.may_answer.set()
    await company.settle()
    assert ann.shows("Bob wants no hints: they are off for both.")
    assert not ann.shows("> 8/5 6/5 _")


async def test_the_tutor_is_silent_once_hints_are_off(table, company, bob, pool):
    ann = await company.come(ANN, settings=Settings(tutor=True))
    await agree(company, ann, bob)
    pool.may_answer.clear()
    await company.press(ann, *"24/23 13/10", "enter", "enter")
    assert ann.shows("The tutor is checking your decision.")
    await company.press(bob, "N")
    pool.may_answer.set()
    await company.settle()
    assert table.match.shown_game.last_turn.play == play("24/23 13/10")


async def test_without_engines_nobody_asks_for_hints(tmp_path):
    lobby = lobby_in(tmp_path)
    left(lobby, STARTED)
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN)
        await company.come(BOB)
        await company.press(ann, "H")
        assert "hint" not in ann.keys


async def test_hints_against_a_bot_need_no_agreement(company, lobby, ann):
    table = await lobby.matchmaking.open_table(ANN, MatchOffer(), invited="Bot bgterm")
    match = lobby.matches.at(table.code)
    await company.settle()
    assert isinstance(ann.app.screen, OnlineMatchScreen)
    await match.table.apply(STARTED)
    await company.settle()
    await company.press(ann, "H")
    assert ann.shows(BEST)
