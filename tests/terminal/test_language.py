"""Text for a terminal: its language, its lines, and in it the command for bgterm, as the user's shell runs it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bgterm.terminal.language import translations_for
from bgterm.terminal.program import program, started_as
from bgterm.terminal.wrapping import wrapped
from tests.cases import rest_long

ENGLISH = "roll"


@pytest.fixture
def folder(tmp_path):
    for language, text in {"de": "Wurf", "fr_CA": "lancer", "en": "never read", "../de": "elsewhere"}.items():
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "bgterm.mo"
        path.parent.mkdir(parents=True)
        catalog = Catalog(locale="de")
        catalog.add(ENGLISH, text)
        with path.open("wb") as file:
            write_mo(file, catalog)
    return tmp_path / "locale"


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        ({}, ENGLISH),
        ({"LANG": ""}, ENGLISH),
        ({"LANG": "C.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, "Wurf"),
        ({"LANG": "de@euro"}, "Wurf"),
        ({"LANG": "fr_CA.UTF-8"}, "lancer"),
        ({"LANG": "fr_FR.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "lancer"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "C"}, ENGLISH),
        ({"LANG": "fr_CA", "LC_ALL": "de_AT"}, "Wurf"),
        ({"LANG": "C", "LANGUAGE": "it:de:fr_CA"}, "Wurf"),
        ({"LANG": "de", "LANGUAGE": "en_GB:de"}, ENGLISH),
        ({"LANG": "../de"}, ENGLISH),
        ({"LANG": "/etc/passwd"}, ENGLISH),
        ({"LANG": "de\0"}, ENGLISH),
        ({"LANG": "x" * 10_000}, ENGLISH),
    ],
)
def test_first_language_with_translations_counts(folder, environment, text):
    assert translations_for(environment, folder).gettext(ENGLISH) == text


WORDS = st.text("ab\u6f22", min_size=1, max_size=9)


@given(st.lists(WORDS), st.integers(1, 12))
def test_rows_fit_and_have_every_word_whole(words, columns):
    rows = [*wrapped(" ".join(words), columns)]
    assert " ".join(rows).split() == words
    assert all(cell_len(row) <= columns or " " not in row for row in rows)
    assert all(rows) or not words


def test_spaces_of_a_drawing_stay():
    assert [*wrapped(" |  X  O |", 10)] == [" |  X  O |"]


# The command for bgterm in sentences

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
