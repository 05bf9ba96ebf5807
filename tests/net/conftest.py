"""The tests of the server run in its event loop."""

import asyncio

import pytest

from bgterm.net.fair_loop import FairLoop


class _Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> FairLoop:
        return FairLoop()


@pytest.fixture
def event_loop_policy() -> _Policy:
    return _Policy()
