"""The calls of a program are counted from a key to the last byte of output."""

import os

import pytest

from tools.walks import KEYS, PLAY, Key, Walk, walk

pytestmark = [pytest.mark.long, pytest.mark.pty]

MAIN = """
from bgterm.numbers.doubling import double

def sum_up(count):
    total = 0
    for number in range(count):
        total += double(number)
    return total

print("ready", flush=True)
while True:
    print("sum", sum_up(int(input())), flush=True)
"""
DOUBLING = """
def double(number):
    return add(number, number)

def add(one, other):
    return one + other
"""


@pytest.fixture
def package(tmp_path):
    """A package called bgterm, whose line 3 calls one function once and two others three times each."""
    package = tmp_path / "bgterm"
    (package / "numbers").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(MAIN)
    (package / "numbers" / "doubling.py").write_text(DOUBLING)
    return package


def test_calls_of_one_key_are_counted_by_file_and_package(package):
    counted = walk(("-m", "bgterm"), Key("sums up", ["5\n"], "3\n"), "ready", package)
    assert counted == Walk(files=2, functions=3, calls=7, across=3, packages={"numbers": 6, ".": 1})
    assert counted.outside_painting == 7


def test_key_that_calls_nothing_costs_nothing(package):
    assert walk(("-m", "bgterm"), Key("is not read yet", [], "3"), "ready", package).calls == 0


def test_other_customization_of_python_is_loaded_as_well(package, tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "sitecustomize.py").write_text("import os; os.environ['READY'] = 'customized'")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "own"), os.environ["PYTHONPATH"]]))
    (package / "__main__.py").write_text("import os; input(os.environ['READY'])")
    assert walk(("-m", "bgterm"), Key("is not read yet", [], "3"), "customized", package).calls == 0


def test_painting_is_told_apart():
    assert Walk(3, 9, 60, 20, {"terminal": 30, "tui/board": 20, "tui": 10}).outside_painting == 10


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.does)
def test_key_is_drawn_on_the_board_and_written_to_the_terminal(key):
    packages = walk(PLAY, key).packages
    assert packages.keys() >= {"terminal", "tui/board", "tui/screens"}
