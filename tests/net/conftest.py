"""The event loop in which the tests of the server run."""

from collections.abc import Callable, Mapping

from bgterm.net.fair_loop import FairLoop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], FairLoop]]:
    """Return the only event loop factory of these tests."""
    return {"fair": FairLoop}
