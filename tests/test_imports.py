"""The modules that commands load: those for scripts need neither a screen nor a server.

The imports of each package are checked by `lint-imports`.
"""

import json
import pkgutil
import subprocess
import sys

import pytest

from bgterm import tui
from tests.cases import rest_long

SCREENS = {"asyncssh", "rich", "textual"}
LOADED = "import json, sys; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"


def loaded_by(program: str, given: str = "") -> set[str]:
    """Return the top-level packages that a fresh interpreter has loaded after running the program."""
    command = [sys.executable, "-c", f"{program}\n{LOADED}"]
    run = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    rest_long(
        4,
        [
            ["--help"],
            ["--version"],
            ["play", "--help"],
            ["play", "--plain"],
            ["resume", "--plain"],
            ["serve", "--help"],
            ["plays"],
            ["verify", "no.jsonl"],
            ["show", "no.mat"],
            ["convert", "no.mat", "no.sgf"],
        ],
    ),
)
def test_commands_that_show_no_board_load_no_screen(arguments, tmp_path, monkeypatch):
    for folder in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    program = f"from bgterm.cli.main import main\ntry: main({arguments!r})\nexcept SystemExit: pass"
    assert not SCREENS & loaded_by(program)


@pytest.mark.long
def test_the_server_is_loaded_where_it_runs_not_by_the_screens():
    screens = ", ".join(module.name for module in pkgutil.walk_packages(tui.__path__, "bgterm.tui."))
    assert SCREENS & loaded_by(f"import {screens}") == SCREENS - {"asyncssh"}
    assert loaded_by("import bgterm.net.server") >= SCREENS
