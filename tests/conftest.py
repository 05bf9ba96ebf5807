"""Settings and hooks for all tests."""

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bgterm.formats.record import GameRecord
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.journal import load
from tests import hiding
from tests.postgres import database_url, empty_database, own_postgres, postgres
from tests.surroundings import OPTIONAL, missing, plain_surroundings, seen_with
from tests.waiting import written

__all__ = ["database_url", "empty_database", "own_postgres", "postgres"]  # fixtures
_SLOW = [HealthCheck.too_slow]
_EXAMPLES = {"few": 12, "many": 100, "soak": 1_000}
"""The number of Hypothesis examples in the profiles of `make test`, `make check` and `make soak`."""
for _name, _number in _EXAMPLES.items():
    settings.register_profile(_name, deadline=None, max_examples=_number, suppress_health_check=_SLOW)
settings.load_profile("few")
_SWITCH = 0.0001
"""Seconds after which Python switches threads, while a test asks again and again whether all is done."""
_HOME = pytest.StashKey[Path]()
_EXPECTED = pytest.StashKey[set[str]]()
_FAULTS = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Run the tests with a home, an environment and a PATH of their own."""
    if not hasattr(config, "workerinput"):  # a worker has those of the program that has started it
        config.stash[_EXPECTED] = _expected()
        surroundings = ExitStack()
        config.stash[_HOME] = surroundings.enter_context(plain_surroundings())
        config.add_cleanup(surroundings.close)
        hiding.guard()
    sys.setswitchinterval(_SWITCH)
    for package in hiding.hidden_packages():  # hidden in a worker from its start, and here from each test
        sys.modules.pop(package, None)


def pytest_xdist_auto_num_workers() -> int:
    """Return one more than the number of processors, since many tests wait for another process."""
    return (os.cpu_count() or 1) + 1


def _expected() -> set[str]:
    """Return the programs that CI must have: all but those that .ci/run failed to install. Elsewhere none."""
    expected = {"gnubg", "ssh"} if os.environ.get("CI") == "true" else set()
    return expected - set(os.environ.get("NOT_TESTED_HERE", "").split())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests whose markers ask for something that this machine does not have."""
    for item in items:
        if {"postgres", "own_postgres"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("postgres")
        for marker in sorted(_markers(item) & missing()):
            item.add_marker(pytest.mark.skip(reason=f"this machine has no {marker}"))


def _markers(item: pytest.Item) -> set[str]:
    """Return the test's markers that ask for something optional."""
    return {marker.name for marker in item.iter_markers()} & set(OPTIONAL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Hide what the test's markers do not ask for, and close the files that it has left locked.

    A process may have no more than a thousand files. Each test begins with the usual umask: a server that runs in
    this process restricts it.
    """
    os.umask(0o022)
    opened: list[AppendOnlyFile] = []
    with seen_with(_markers(item) - missing()), pytest.MonkeyPatch.context() as patch:
        patch.setattr(AppendOnlyFile, "__init__", _remembered(AppendOnlyFile.__init__, opened))
        done = yield
    written()
    for file in opened:
        file.close()
    return done


def _remembered(init: Callable[..., None], opened: list[AppendOnlyFile]) -> Callable[..., None]:
    def remember(file: AppendOnlyFile, *args: object, **options: object) -> None:
        init(file, *args, **options)
        opened.append(file)

    return remember


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of programs that share one home."""
    return dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(tmp_path))


@pytest.fixture
def record(tmp_path: Path) -> Callable[[], GameRecord]:
    """Return a function that reads the record of the only match in that home."""

    def read() -> GameRecord:
        (path,) = (tmp_path / "bgterm" / "matches").glob("*.jsonl")
        return load(path)

    return read


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail when a test has left something in the home folder, or a program is missing that must be there."""
    home = session.config.stash.get(_HOME, None)
    if home is None:
        return
    left = sorted(str(path.relative_to(home)) for path in home.iterdir())
    faults = [f"left in the home folder: {name}" for name in left]
    expected: set[str] = session.config.stash[_EXPECTED]
    faults += [f"not installed: {program}" for program in sorted(expected & missing())]
    if faults:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.stash[_FAULTS] = faults


def pytest_collection_finish() -> None:
    """Exclude the modules and the tests, which are kept to the end, from all garbage collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Print the skipped tests with their reasons, other faults, and the order of the tests if one failed."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"not tested here: {count} tests ({reason.removeprefix('Skipped: ')})")
    for fault in terminalreporter.config.stash.get(_FAULTS, []):
        terminalreporter.write_line(fault, red=True)
    if exitstatus:
        seed = terminalreporter.config.getoption("randomly_seed", None)
        terminalreporter.write_line(f"run again in this order: pytest --randomly-seed={seed}")
