"""Hints at a table of a server: against a person only when both agree, against a bot at once."""

import asyncio

import pytest

from bgterm.engine.engines import Engines
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users import UserRegistry
from bgterm.profile.settings import Settings
from bgterm.tui.screens.match.online import OnlineMatchScreen
from tests.lobby.visitors import ANN, BOB, CLEO, lobby_in
from tests.tui.company import company_in
from tests.tui.test_hints import Pool, answers
from tests.tui.test_shared import STARTED, laid

BEST = "1 of 2: 8/5 6/5, worth +0.160, win 55.3%, gammon 15.2%, lose gammon 12.4%"


@pytest.fixture
def lobby(tmp_path):
    """A lobby with a bot, whose engine answers as in the tests of hints."""
    bots = Bots([Bot("builtin")], Engines(lambda _name: Pool(answers)), lambda: asyncio.sleep(0))
    return Lobby(tmp_path / "matches", UserRegistry(tmp_path / "names.jsonl"), bots=bots)


async def test_players_have_hints_when_both_agree(tmp_path, lobby):
    table = laid(lobby, STARTED)
    async with company_in(tmp_path, lobby) as company:
        ann, bob = await company.come(ANN), await company.come(BOB)
        cleo = await company.come(CLEO, table.code)
        await company.press(ann, "H")
        assert ann.shows("You would like hints for both: Bob is asked.")
        assert bob.shows("Ann would like hints for both: H agrees.")
        assert cleo.shows("Ann would like hints for both.")
        assert "hint" not in ann.keys | cleo.keys
        await company.press(bob, "H")
        for seat in (ann, bob, cleo):
            assert seat.shows("Both players have hints.")
        assert "hint" in ann.keys
        assert "hint" not in bob.keys | cleo.keys
        await company.press(ann, "H")
        assert ann.shows(BEST)
        assert ann.shows("played 8/5 6/5")


async def test_without_engines_nobody_asks_for_hints(tmp_path):
    lobby = lobby_in(tmp_path)
    laid(lobby, STARTED)
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN)
        await company.come(BOB)
        await company.press(ann, "H")
        assert "hint" not in ann.keys


async def test_hints_against_a_bot_need_no_agreement(tmp_path, lobby):
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN)
        table = await lobby.matchmaking.open_table(ANN, Settings(), invited="Bot bgterm")
        match = lobby.match_at(table.code)
        await company.settle()
        assert isinstance(ann.app.screen, OnlineMatchScreen)
        await match.table.apply(STARTED)
        await company.settle()
        await company.press(ann, "H")
        assert ann.shows(BEST)
