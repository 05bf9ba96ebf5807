"""What holds for all tests."""

import os
import shutil
import socket

import pytest
from hypothesis import settings

settings.register_profile("few", deadline=None, max_examples=50)  # a busy machine is not a failure
settings.register_profile("soak", deadline=None, max_examples=1_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests as well")


def pytest_configure(config: pytest.Config) -> None:
    """Let `make soak` try many examples of what others try a few of."""
    settings.load_profile("soak" if config.getoption("--soak") else "few")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to `make soak`, and those out for which a program is not there."""
    for program in ("ssh", "gnubg"):
        if not shutil.which(program, path=f"{os.environ['PATH']}:/usr/games"):
            for item in items:
                if item.get_closest_marker(program):
                    item.add_marker(pytest.mark.skip(reason=f"no {program} is installed"))
    if not has_ipv6():
        for item in items:
            if item.get_closest_marker("ipv6"):
                item.add_marker(pytest.mark.skip(reason="this machine has no IPv6"))
    if config.getoption("--soak"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Say in which order the tests failed."""
    if exitstatus:
        seed = terminalreporter.config.getoption("randomly_seed", None)
        terminalreporter.write_line(f"run again in this order: pytest --randomly-seed={seed}")


def has_ipv6() -> bool:
    """Whether one can talk to oneself by IPv6."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
