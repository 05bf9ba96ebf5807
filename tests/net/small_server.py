"""A server of small screens, for `test_abuse`: `python -m tests.net.small_server FOLDER`."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net.connection import ServerState
from bgterm.net.limits import Limits
from bgterm.net.server import ServerConfig, prepare_data_folder, serve
from tests.net.small_screen import Party

if __name__ == "__main__":
    prepare_data_folder(Path(sys.argv[1]))
    config = ServerConfig(Path(sys.argv[1]), port=0, limits=Limits(per_address=50), guests=True)
    registry = UserRegistry(NamesFile(config.folder / "people.jsonl"))
    state = ServerState(config.limits, config.folder, Lobby(config.folder / "matches", registry))
    state.first_screen = Party().screen  # type: ignore[method-assign, assignment]

    @asynccontextmanager
    async def opened() -> AsyncIterator[ServerState]:
        yield state

    sys.exit(serve(config, opened, partial(print, flush=True), print))
