"""The event loop in which the tests of the server run, and a server with screens for tests."""

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest

from bgterm.net.fair_loop import FairLoop
from tests.net.client import BOB, Client, shown
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
    async with shown(running.port) as ann:
        yield ann


@pytest.fixture
async def bob(running: Server) -> AsyncIterator[Client]:
    """Yield the client of another player whose screen is shown."""
    async with shown(running.port, BOB) as bob:
        yield bob
