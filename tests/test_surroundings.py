"""Tests and the processes that they start see nothing of the machine that they do not ask for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHILD = """
import json
import socket
import sys
from importlib.util import find_spec

from bgterm.engine.adapters import gnubg

gnubg._FOLDERS = (sys.argv[1],)
if gnubg.find_program():
    print("gnubg")
if find_spec("bgsage"):
    print("bgsage")
try:
    socket.socket(socket.AF_INET6).close()
    print("ipv6")
except OSError:
    pass
"""
"""The source of a program that prints which optional things it finds, with GNU Backgammon off its PATH."""
SAMPLE = """
import os
import socket
import subprocess
import sys
from importlib import import_module

import pytest

from bgterm.engine.adapters import gnubg


@pytest.fixture(autouse=True)
def folders(monkeypatch):
    monkeypatch.setattr(gnubg, "_FOLDERS", ({games!r},))


def seen(**environment):
    command = [sys.executable, "-c", {child!r}, {games!r}]
    done = subprocess.run(command, env=environment or None, capture_output=True, text=True, check=True)
    return done.stdout.split()


OPTIONAL = {{
    "gnubg": lambda: subprocess.run(["gnubg"], capture_output=True, check=True).stdout == b"outer",
    "folders": gnubg.find_program,
    "package": lambda: import_module("asyncpg"),
    "ipv6": lambda: socket.socket(socket.AF_INET6),
    "pty": lambda: os.openpty(),
    "environment": lambda: seen(PATH="/usr/bin"),
}}


@pytest.mark.parametrize("thing", OPTIONAL)
def test_unmarked(thing):
    assert OPTIONAL[thing]()


def test_child():
    assert seen() == []


@pytest.mark.gnubg
def test_gnubg():
    assert OPTIONAL["gnubg"]()
    assert gnubg.find_program()
    assert seen() == ["gnubg"]


@pytest.mark.postgres
def test_package():
    import_module("asyncpg")
"""


@pytest.fixture
def program(tmp_path):
    """Return a function that installs a program in a folder, which prints a word."""

    def install(folder: str, word: str) -> Path:
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "gnubg"
        path.write_text(f"#!/bin/sh\nprintf {word}\n")
        path.chmod(0o755)
        return path.parent

    return install


def outcomes(folder: Path, **environment: str) -> tuple[dict[str, str], str]:
    """Run the sample's tests in a pytest of their own; return the outcome of each, and all output."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-vv", "-n0"]
    done = subprocess.run(
        [*command, "-c", ROOT / "pyproject.toml", folder / "test_sample.py"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return dict(re.findall(r"::test_([\w[\]]+) (PASSED|FAILED|SKIPPED)", done.stdout)), done.stdout


@pytest.fixture
def sample(tmp_path, program):
    games = program("games", "games")
    text = SAMPLE.format(games=str(games), child=CHILD)
    (tmp_path / "test_sample.py").write_text(text)
    return tmp_path


@pytest.mark.long
@pytest.mark.postgres
def test_what_is_installed_is_seen_with_its_marker_only(sample, program):
    outer = program("outer", "outer")
    ended, output = outcomes(sample, PATH=f"{outer}{os.pathsep}{os.environ['PATH']}")
    unmarked = [f"unmarked[{thing}]" for thing in ("gnubg", "folders", "package", "ipv6", "pty", "environment")]
    marked = ["child", "gnubg", "package"]
    assert ended == dict.fromkeys(unmarked, "FAILED") | dict.fromkeys(marked, "PASSED")
    assert "starts a process without its PYTHONPATH" in output


@pytest.mark.long
@pytest.mark.parametrize(
    ("ci", "excused", "named"), [("", "", set()), ("true", "ssh", {"gnubg"}), ("true", "ssh gnubg", set())]
)
def test_tests_of_a_missing_program_are_skipped_but_not_in_ci(sample, ci, excused, named):
    ended, output = outcomes(sample, CI=ci, NOT_TESTED_HERE=excused)
    assert ended["gnubg"] == "SKIPPED"
    assert "not tested here: 1 tests (this machine has no gnubg)" in output
    assert set(re.findall("not installed: (.*)", output)) == named
