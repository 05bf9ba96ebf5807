"""`make stress` reports every run, and fails when one of them fails."""

import re

import pytest

from tools.stress import busy, stress

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
