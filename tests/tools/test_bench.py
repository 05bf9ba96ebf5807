"""`make bench`, `make stress` and `make coverage`: what they measure, run and print."""

import json
import re

import pytest

from tools import bench_engine, bench_keys, bench_screen, bench_stages
from tools.coverage_table import missing, table
from tools.stress import busy, stress


@pytest.mark.long
@pytest.mark.pty
def test_start_is_compared_with_that_of_a_bare_app(tmp_path):
    figures = bench_screen.start_up({"HOME": str(tmp_path)}, runs=1)
    assert all("x a bare Textual app" in figure.measured for figure in figures)


@pytest.mark.long
async def test_hints_are_measured_at_each_depth():
    first, shallow, deep, memory = await bench_engine.hints("builtin", many=1)
    assert (first.what, memory.what) == ("the first answer of Built-in bot", "memory of Built-in bot")
    assert shallow.what == "a hint of Built-in bot, novice to expert"
    assert deep.what == "a hint of Built-in bot, world-class"
    assert int(memory.measured.removesuffix(" MB")) > 5


@pytest.mark.long
def test_each_kind_of_key_is_compared_with_that_of_a_bare_app(monkeypatch):
    monkeypatch.setattr(bench_keys, "PAIRS", 2)
    figures = [*bench_keys.rows()]
    assert {figure.what for figure in figures} > {"key: step", "key: pick up", "key: roll", "key: f"}
    assert all("x a bare app's key" in figure.measured for figure in figures)


def test_the_shares_of_a_profile_are_printed(tmp_path):
    out, stages = tmp_path / "stages.json", {"import": 0.5, "draw": 0.25, "search": 0.001}
    out.write_text(json.dumps({"stages": stages, "all": 1.0, "calls": 1200}), encoding="utf-8")
    told = "import 50%, draw 25%, other 25%; 1,200 calls of our functions"
    assert bench_stages.figure_of("a start", out) == ("a start", told, "")


# Stress

FAILS_WITH_SEED_8 = """
def test_one(pytestconfig):
    assert pytestconfig.getoption("randomly_seed") != 8
"""


@pytest.mark.long  # the machine is kept busy meanwhile
def test_each_run_is_told_with_its_seed_and_what_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.stress.ROOT", tmp_path)
    (tmp_path / "test_it.py").write_text(FAILS_WITH_SEED_8, encoding="utf-8")
    said, options = list[str](), ["-n", "0", "-p", "no:cacheprovider", "test_it.py"]
    assert stress((7, 8), options, tmp_path, said.append) == 1
    assert [re.sub(r" - .*| \(\d+ s\)", "", line) for text in said for line in text.splitlines()] == [
        "1/2 seed 7: passed",
        f"2/2 seed 8: FAILED with status 1, see {tmp_path / '8.log'}",
        "  FAILED test_it.py::test_one",
        "1 of 2 runs passed; failed: [8]",
    ]
    assert stress((), options, tmp_path, said.append) == 0


def test_what_keeps_the_machine_busy_ends_with_it():
    with busy(2) as others:
        assert [other.poll() for other in others] == [None, None]
    assert [other.poll() for other in others] == [0, 0]


# Coverage

REPORT = {
    "files": {
        "bgterm/__main__.py": {
            "summary": {"num_statements": 3, "covered_lines": 3, "num_branches": 0, "covered_branches": 0},
            "missing_lines": [],
            "missing_branches": [],
        },
        "bgterm/rules/board.py": {
            "summary": {"num_statements": 30, "covered_lines": 30, "num_branches": 10, "covered_branches": 10},
            "missing_lines": [],
            "missing_branches": [],
        },
        "bgterm/rules/moves/narde.py": {
            "summary": {"num_statements": 30, "covered_lines": 27, "num_branches": 10, "covered_branches": 6},
            "missing_lines": [7, 8, 9],
            "missing_branches": [[5, 7], [6, 9], [11, -1], [12, 14]],
        },
    }
}


def test_coverage_is_summed_by_package_with_what_is_missing():
    assert [line.split() for line in table(REPORT)] == [
        ["package", "statements", "branches", "run"],
        [".", "3", "0", "100.0", "%"],
        ["rules", "60", "20", "91.2", "%"],  # 73 of 80
        ["all", "63", "20", "91.6", "%"],  # 76 of 83
    ]
    assert missing(REPORT) == [
        "bgterm/rules/moves/narde.py 82.5 %: lines [7, 8, 9], branches [[5, 7], [6, 9], [11, -1], [12, 14]]"
    ]
