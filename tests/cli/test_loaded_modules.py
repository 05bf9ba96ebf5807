"""A start loads only what its first screen needs, and a command that shows no board loads no screen.

The imports of each package are checked by `lint-imports`.
"""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import rest_long
from tools.terminal import Terminal

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests/data/modules"
"""The lists of modules that are loaded for each first screen, one file a screen.

A line more is a decision; a renamed one is not.
"""
LOADED = "import json, sys; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
STARTS = {"menu": ((), "New match"), "board": (("play", "--names", "Ann,Bob"), "Roll one die each")}


@pytest.mark.pty
@pytest.mark.parametrize("picture", STARTS)
def test_only_listed_modules_are_loaded_before_the_first_picture(picture, home, tmp_path):
    arguments, ready = STARTS[picture]
    loaded = tmp_path / "loaded"
    program = (sys.executable, "-m", "tests.cli.loaded_modules", *arguments)
    with Terminal(program, env={**home, "LOADED": str(loaded)}, cwd=ROOT) as terminal:
        terminal.wait_for(ready)
        terminal.settle()
        terminal.signal(signal.SIGUSR1)
        terminal.settle()
    assert loaded.read_text(encoding="utf-8") == (LISTS / picture).read_text(encoding="utf-8")


HELP = ("--help", "--version", "play --help", "play --plain")
OTHERS = ("resume --plain", "serve --help", "plays", "verify no.jsonl", "show no.mat", "convert no.mat no.sgf")


@pytest.mark.parametrize("command", rest_long(4, (*HELP, *OTHERS)))
def test_commands_that_show_no_board_load_no_screen(command):
    arguments = command.split()
    program = f"from bgterm.cli.main import main\ntry: main({arguments!r})\nexcept SystemExit: pass\n{LOADED}"
    run = subprocess.run([sys.executable, "-c", program], input="", capture_output=True, text=True, check=True)
    assert not {"asyncssh", "rich", "textual"} & set(json.loads(run.stdout.splitlines()[-1]))
