"""The command for bgterm in sentences works in the user's shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bgterm.terminal.program import program, started_as
from tests.cases import rest_long

BIN = Path(sys.executable).parent
SAMPLE = Path(__file__).parents[1] / "data" / "matches" / "s10_match3_unfinished.mat"


def imported(command, folder, path=""):
    """Return the sentence about an import in a program that was called by `command`, with this PATH."""
    env = {**os.environ, "PATH": path, "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(
        [*command, "import", SAMPLE], cwd=folder, env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def clone(tmp_path):
    """A folder with a virtual environment in it, as `make play` makes one."""
    (tmp_path / ".venv").symlink_to(BIN.parent)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "path", "said"),
    rest_long(
        2,
        [
            ([".venv/bin/bgterm"], "", ".venv/bin/bgterm resume"),
            ([".venv/bin/bgterm"], str(BIN), "bgterm resume"),
            ([".venv/bin/python", "-m", "bgterm"], "", ".venv/bin/python -m bgterm resume"),
            ([".venv/bin/python", "-m", "bgterm"], str(BIN), "bgterm resume"),
        ],
        tuples=True,
    ),
)
def test_named_command_is_the_one_that_was_started(clone, command, path, said):
    assert f"Continue it with {said} " in imported(command, clone, path)


def test_command_elsewhere_is_named_by_its_whole_path(tmp_path):
    assert f"Continue it with {BIN}/bgterm resume " in imported([BIN / "bgterm"], tmp_path)


def test_command_in_the_current_folder_is_one_that_a_shell_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert started_as(Path("bgterm"), sys.executable) == "./bgterm"
    assert started_as(tmp_path / "a b" / "bgterm", sys.executable) == "'a b/bgterm'"


def test_python_on_the_path_is_named_without_its_folder(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: {"python3": "/usr/bin/python3"}.get(name))
    assert started_as(Path("/src/bgterm/__main__.py"), "/usr/bin/python3") == "python3 -m bgterm"


def test_program_of_another_name_is_called_bgterm(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert program() == "bgterm"
