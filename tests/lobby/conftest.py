"""The lobby of a server of one process, for tests."""

from pathlib import Path

import pytest

from bgterm.lobby.lobby import Lobby
from tests.lobby.visitors import lobby_in


@pytest.fixture
def lobby(tmp_path: Path) -> Lobby:
    return lobby_in(tmp_path)
