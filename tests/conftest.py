"""What holds for all tests."""

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from bgterm.storage.journal import Journal
from tests.postgres import database_url, own_postgres, postgres
from tests.waiting import written

__all__ = ["database_url", "own_postgres", "postgres"]  # fixtures
_SLOW = [HealthCheck.too_slow]
settings.register_profile("few", deadline=None, max_examples=50, suppress_health_check=_SLOW)  # on a busy machine
settings.register_profile("soak", deadline=None, max_examples=1_000, suppress_health_check=_SLOW)
_KEPT = ("PATH", "TMPDIR", "PYTEST_", "HYPOTHESIS_", "COV_", "COVERAGE_")
"""What tests take over from the environment they are run in: names, and how names begin."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests as well")


def pytest_configure(config: pytest.Config) -> None:
    """Run many examples under `make soak` and few otherwise, and every test in an environment of its own."""
    settings.load_profile("soak" if config.getoption("--soak") else "few")
    if not hasattr(config, "workerinput"):  # a worker has that of the program that has started it
        surroundings = _plain_surroundings()
        home = surroundings.__enter__()
        config.add_cleanup(lambda: surroundings.__exit__(None, None, None))
        config.stash[_HOME] = home
    os.umask(0o022)


_HOME = pytest.StashKey[Path]()


@contextmanager
def _plain_surroundings() -> Iterator[Path]:
    """Hide the developer's locale, terminal and settings; yield a home folder that must stay empty."""
    before = dict(os.environ)
    kept = {name: value for name, value in before.items() if name.startswith(_KEPT)}
    with TemporaryDirectory(prefix="bgterm-home-") as home:
        os.environ.clear()
        os.environ.update(kept, HOME=home, LANG="C.UTF-8", TERM="xterm-256color")
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # with bgterm on it
        yield Path(home)
        os.environ.clear()
        os.environ.update(before)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail when a test has left something in the home folder."""
    home = session.config.stash.get(_HOME, None)
    if home and (left := sorted(str(path.relative_to(home)) for path in home.iterdir())):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.stash[_LEFT] = left


_LEFT = pytest.StashKey[list[str]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[object]:
    """Close the journals that a test has left open: a process may have no more than a thousand files."""
    opened: list[Journal] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "__init__", _remembered(Journal.__init__, opened))
        done = yield
    written()
    for journal in opened:
        journal.close()
    return done


def _remembered(init: Callable[..., None], opened: list[Journal]) -> Callable[..., None]:
    def remember(journal: Journal, *args: object, **options: object) -> None:
        init(journal, *args, **options)
        opened.append(journal)

    return remember


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to `make soak`, and those out for which a program is not there."""
    path = f"{os.environ['PATH']}:/usr/games"
    there = {
        "ssh": shutil.which("ssh", path=path),
        "gnubg": shutil.which("gnubg", path=path),
        "bgsage": find_spec("bgsage"),
        "ipv6": has_ipv6(),
    }
    for name in (name for name, found in there.items() if not found):
        for item in items:
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.skip(reason=f"this machine has no {name}"))
    if config.getoption("--soak"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Report the order of the tests that failed, and the files they left in the home folder."""
    if left := terminalreporter.config.stash.get(_LEFT, []):
        terminalreporter.write_line(f"left in the home folder: {', '.join(left)}", red=True)
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
