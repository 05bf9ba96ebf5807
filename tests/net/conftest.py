"""The event loop in which the tests of the server run, and a server with screens for tests."""

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest

from bgterm.net.fair_loop import FairLoop
from tests.net.client import BOB, Client, player
from tests.net.servers import Server, server


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], FairLoop]]:
    """Return the only event loop factory of these tests."""
    return {"fair": FairLoop}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Server]:
    """Yield a server with screens for tests."""
    async with server(tmp_path) as running:
        yield running


@pytest.fixture
async def ann(running: Server) -> AsyncIterator[Client]:
    """Yield the client of a player whose screen is shown."""
    async with player(running.port) as ann:
        await ann.wait_for("no key yet")
        yield ann


@pytest.fixture
async def bob(running: Server) -> AsyncIterator[Client]:
    """Yield the client of another player whose screen is shown."""
    async with player(running.port, BOB) as bob:
        await bob.wait_for("no key yet")
        yield bob
