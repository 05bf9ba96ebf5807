"""A fixture for all tests of the list of matches."""

import asyncio

import pytest

from bgterm.tui.screens.library.match_list import MatchListScreen


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each match as soon as the cursor is on it, so that no test waits for the clock."""
    monkeypatch.setattr(MatchListScreen, "rest", lambda _view: asyncio.sleep(0))
