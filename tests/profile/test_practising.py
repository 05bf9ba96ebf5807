"""Where the cards of a practice come from."""

from contextlib import asynccontextmanager

import pytest

from bgterm.lobby.errors import LobbyError
from bgterm.practice.cards import PracticePlace
from bgterm.practice.drills import DRILLS
from bgterm.practice.journal import own_journal
from bgterm.profile.practising import DUE, Wanted, find_practice
from tests.tui.seat import workspace_in


async def test_nothing_is_read_for_a_player_who_is_refused(tmp_path):
    read = []

    async def matches():
        read.append("matches")
        return ()

    @asynccontextmanager
    async def refused():
        raise LobbyError("too many")
        yield

    workspace = workspace_in(tmp_path)
    journal = own_journal(tmp_path / "reviews.jsonl")
    workspace.practice = PracticePlace(journal, matches, lambda _record: (), work=refused)
    with pytest.raises(LobbyError):
        await find_practice(workspace, DUE)
    assert not read


async def test_drill_without_a_clear_question_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(DRILLS, "pips", DRILLS["pips"]._replace(make=lambda _random: None))
    practice = await find_practice(workspace_in(tmp_path), Wanted(drill="pips"))
    assert practice.notice == "The drill found no question with a clear answer: try again."
