"""Where the cards of a practice come from."""

from contextlib import asynccontextmanager

import pytest

from bgterm.lobby.errors import LobbyError
from bgterm.practice.journal import ReviewJournal
from bgterm.practice.place import PracticePlace
from bgterm.profile.practising import DUE, find_practice
from bgterm.storage.shared_lines import LinesFile
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
    journal = ReviewJournal(LinesFile(tmp_path / "reviews.jsonl"))
    workspace.practice = PracticePlace(journal, matches, lambda _record: (), work=refused)
    with pytest.raises(LobbyError):
        await find_practice(workspace, DUE)
    assert not read
