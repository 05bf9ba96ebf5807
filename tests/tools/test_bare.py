"""`make bare`: what its environment contains, and how the game ends on its pseudo-terminal."""

import os
import sys
from pathlib import Path

import pytest

from tools.bare import bare_environment, play


@pytest.fixture
def environment(tmp_path, monkeypatch):
    for name in ("PIP_INDEX_URL", "SSL_CERT_FILE", "https_proxy", "VIRTUAL_ENV", "BGTERM_UBGI"):
        monkeypatch.setenv(name, "outer")
    return bare_environment(tmp_path)


def test_environment_has_what_pip_needs_and_no_more(environment):
    for_pip = {"PIP_INDEX_URL", "SSL_CERT_FILE", "https_proxy"}
    assert {name for name, value in environment.items() if value == "outer"} == for_pip
    assert set(environment) == for_pip | {"BGTERM_GNUBG", "HOME", "LANG", "PATH"}
    assert not list(Path(environment["HOME"]).iterdir())


def test_path_has_the_interpreter_and_utilities_only(environment):
    programs = {path.name for path in Path(environment["PATH"]).iterdir()}
    assert {"python3", "sh"} <= programs
    assert not programs & {"bgterm", "git", "gnubg", "ssh"}
    assert not (Path(environment["PATH"]) / "python3").readlink().is_symlink()


GAME = "import sys, tty; tty.setraw(0); print('New \\033[1mmatch', flush=True); key = sys.stdin.read(1);"


@pytest.mark.pty
@pytest.mark.parametrize(
    ("program", "status"),
    [
        (f"{GAME} sys.exit(key != 'q')", 0),
        (f"{GAME} sys.exit(3)", 3),
        ("raise SystemExit(2)", 2),
        ("raise SystemExit(0)", 1),
    ],
    ids=["the menu is left", "the game fails", "the installation fails", "no menu"],
)
def test_game_must_show_its_menu_and_end_well(environment, tmp_path, program, status):
    make = Path(environment["PATH"]) / "make"
    make.unlink(missing_ok=True)
    make.write_text(f"#!{sys.executable}\n{program}\n")
    make.chmod(0o755)
    assert play(tmp_path, environment | {"PYTHONPATH": os.environ["PYTHONPATH"]}) == status
