"""A start loads only what its first screen needs: each module delays the screen by a millisecond."""

import signal
import sys
from pathlib import Path

import pytest

from tools.terminal import Terminal

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests/data/modules"
"""The lists of modules that are loaded for each first screen, one file a screen.

A line more is a decision; a renamed one is not.
"""
STARTS = {"menu": ((), "New match"), "board": (("play", "--names", "Ann,Bob"), "Roll one die each")}


@pytest.mark.pty
@pytest.mark.parametrize("picture", STARTS)
def test_only_listed_modules_are_loaded_before_the_first_picture(picture, tmp_path):
    arguments, ready = STARTS[picture]
    loaded = tmp_path / "loaded"
    home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    program = (sys.executable, "-m", "tests.cli.loaded_modules", *arguments)
    with Terminal(program, env={**home, "LOADED": str(loaded)}, cwd=ROOT) as terminal:
        terminal.wait_for(ready)
        terminal.settle()
        terminal.signal(signal.SIGUSR1)
        terminal.settle()
    assert loaded.read_text(encoding="utf-8") == (LISTS / picture).read_text(encoding="utf-8")
