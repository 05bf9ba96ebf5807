"""`make stress`: every run is told of, and one that failed makes all of it fail."""

import re

import pytest

from tests.tools.stress import busy, stress


@pytest.fixture
def tests_in(tmp_path, monkeypatch):
    """Return what writes a file of tests, and gives the options to run it alone."""
    monkeypatch.setattr("tests.tools.stress.ROOT", tmp_path)

    def write(text: str) -> list[str]:
        (tmp_path / "test_it.py").write_text(text, encoding="utf-8")
        return ["-n", "0", "-p", "no:cacheprovider", "test_it.py"]

    return write


def test_runs_that_pass_are_counted_with_their_seeds(tmp_path, tests_in):
    said = list[str]()
    options = tests_in("def test_one(): pass\ndef test_two(): pass\n")
    assert stress((7, 8), options, tmp_path, said.append) == 0
    assert [re.sub(r"\(\d+ s\)", "(N s)", line) for line in said] == [
        "1/2 seed 7: passed (N s)",
        "2/2 seed 8: passed (N s)",
        "2 of 2 runs passed",
    ]


def test_a_run_that_fails_is_named_and_the_next_is_run(tmp_path, tests_in):
    said = list[str]()
    assert stress((7, 8), tests_in("def test_one(): assert False\n"), tmp_path, said.append) == 1
    assert [len(line.splitlines()) for line in said] == [2, 2, 1]
    assert said[0].startswith(f"1/2 seed 7: FAILED with status 1, see {tmp_path / '7.log'}")
    assert "FAILED test_it.py::test_one" in said[1]
    assert said[2] == "0 of 2 runs passed; failed: [7, 8]"


def test_what_keeps_the_machine_busy_ends_with_it():
    with busy(2) as others:
        assert [other.poll() for other in others] == [None, None]
    assert [other.poll() for other in others] == [0, 0]
