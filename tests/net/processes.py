"""A server in a process of its own, which can be measured and killed, and its operator.

`bgterm admin` runs in this process, which is faster than in another.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from threading import Timer

from bgterm.cli.main import main
from tests.waiting import HANG

ROOT = Path(__file__).parents[2]
_LONG = 12 * HANG
"""Seconds after which a server under test is killed, long enough for a load."""


def cpu(pid: int) -> float:
    """Return the seconds of processor time that the threads of a process have used."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


class ServerProcess:
    """A server in a process of its own, which listens."""

    def __init__(self, command: Sequence[str | Path], home: Path, ignored: Sequence[int] = ()) -> None:
        self.folder = home
        """The data folder, and the home of the process."""
        env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        with _ignoring(ignored):
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, umask=0o022
            )
        self._deadline = Timer(_LONG, self._process.kill)
        self._deadline.daemon = True
        self._deadline.start()
        assert self._process.stdout
        self.said = self._process.stdout.readline()
        """The first line that the server has written, which names the port."""
        found = re.search(r"port (\d+)", self.said)
        assert found, self.said
        self.port = int(found[1])

    def rest(self, lines: int) -> str:
        """Return the next `lines` lines that the server has written."""
        assert self._process.stdout
        return "".join(self._process.stdout.readline() for _ in range(lines))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def memory(self) -> int:
        """The bytes of memory that the process has now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return 1024 * int(found[1])

    @property
    def cpu(self) -> float:
        """The seconds of processor time that the threads of the process have used."""
        return cpu(self._process.pid)

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait for the end of the process, and return its exit status."""
        self._deadline.cancel()
        if self._process.stdout and not self._process.stdout.closed:
            self._process.communicate(timeout=HANG)
        return self._process.returncode


@contextmanager
def _ignoring(numbers: Sequence[int]) -> Iterator[None]:
    """Make processes that are started in the block ignore these signals, but no other one that ends a server."""
    before = {
        number: signal.signal(number, signal.SIG_IGN if number in numbers else _none)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _none(_number: int, _frame: object) -> None:
    """Do nothing. Children ignore a signal that their parent ignores, but do not inherit its handlers."""


@contextmanager
def small_server(folder: Path) -> Iterator[ServerProcess]:
    """Run a server of small screens until the end of the block."""
    with running((sys.executable, "-m", "tests.net.small_screen", folder), folder) as server:
        yield server


@contextmanager
def bare_server(folder: Path) -> Iterator[ServerProcess]:
    """Run a server of the simplest app until the end of the block."""
    with running((sys.executable, "-m", "tools.bare_server"), folder) as server:
        yield server


@contextmanager
def bgterm_server(folder: Path, *options: str, ignored: Sequence[int] = ()) -> Iterator[ServerProcess]:
    """Run bgterm's server until the end of the block."""
    command: Sequence[str | Path] = (
        sys.executable,
        "-m",
        "bgterm",
        "serve",
        "--port",
        "0",
        "--data",
        folder,
        *options,
    )
    with running(command, folder, ignored) as server:
        yield server


@contextmanager
def running(command: Sequence[str | Path], home: Path, ignored: Sequence[int] = ()) -> Iterator[ServerProcess]:
    """Run a server by this command until the end of the block."""
    server = ServerProcess(command, home, ignored)
    try:
        yield server
    finally:
        if server.runs:
            server.signal(signal.SIGKILL)
        server.wait()


async def admin(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run `bgterm admin` with these arguments; return its exit status, output and error output."""
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = await asyncio.to_thread(main, ["admin", "--data", str(folder), *words])
    return status, out.getvalue(), errors.getvalue()


async def operate(folder: Path, *words: str) -> str:
    """Run `bgterm admin`, assert that it succeeds, and return its output."""
    status, out, errors = await admin(folder, *words)
    assert status == 0, errors
    return out
