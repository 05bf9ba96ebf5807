"""`bgterm analyse` of a file that another program has analysed."""

import json
import re
from pathlib import Path

import pytest

from bgterm.play.analysing import kept_analysis
from bgterm.profile.settings import state_folder
from bgterm.storage.match_files import read_file
from tests.cli.command import bgterm
from tests.reference import DATA

XG = DATA / "gammonview" / "B4_SrGcsKAQmoTyHlgJCbM.xg"


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_the_analysis_in_a_file_is_shown_without_an_engine():
    status, told, complaint = bgterm("analyse", XG)
    assert (status, complaint) == (0, "")
    engine, *rows = told.splitlines()
    assert engine.startswith("eXtreme Gammon, 2-ply, 3-ply, ")
    assert "plays, with a choice  28, 24           27, 26" in rows
    assert any(re.search(r"game 1 +Fox +6-2 .* \?\? 0\.404 +best: 15/9 11/9 +Rollout$", row) for row in rows)


@pytest.mark.long
def test_an_engine_that_is_named_analyses_such_a_file():
    found = json.loads(bgterm("analyse", XG, "--json")[1])
    assert (found["engine"], found["plies"]) == ("eXtreme Gammon", -1)
    status, told, complaint = bgterm("analyse", XG, "--sgf", "x.sgf")
    assert (status, told) == (2, "")
    assert "the analysis is already there, by another program: choose an engine with --engine" in complaint


@pytest.mark.long
def test_an_import_keeps_the_analysis_of_the_file():
    assert bgterm("import", XG)[0] == 0
    (record,) = (state_folder() / "matches").glob("*.jsonl")
    assert bgterm("analyse", record) == bgterm("analyse", XG)
    kept, remark = kept_analysis(read_file(record), record, record.parent)
    assert remark == ""
    assert kept is not None
    assert kept.is_complete
    assert kept.engine_line.startswith("eXtreme Gammon, ")
