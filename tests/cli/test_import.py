"""`bgterm import` and `bgterm list`, and `bgterm analyse` of a file that another program has analysed."""

import json
import re
from pathlib import Path

import pytest

from bgterm.play.analysing import kept_analysis
from bgterm.storage.journal import load
from bgterm.storage.match_files import read_file
from tests.cli.command import bgterm
from tests.cli.test_match_files import BROKEN, SAMPLE
from tests.reference import DATA

UNFINISHED = DATA / "matches" / "s10_match3_unfinished.mat"
MONEY = DATA / "matches" / "s06_money_nojacoby.mat"
NAME = "2026-11-20-abe-bea"


@pytest.fixture
def folder(tmp_path) -> Path:
    """The folder of saved matches, which is empty."""
    return tmp_path / "bgterm" / "matches"


@pytest.mark.parametrize("suffix", ["mat", "txt", "sgf", "jsonl"])
def test_a_file_becomes_a_kept_match_once(folder, tmp_path, suffix):
    path = tmp_path / f"match.{suffix}"
    assert bgterm("convert", SAMPLE, path) == (0, "", "")
    told = f"{path} imported as {NAME}. Replay it with bgterm replay {NAME}.\n"
    assert bgterm("import", path) == (0, told, "")
    kept, read = load(folder / f"{NAME}.jsonl"), read_file(SAMPLE)
    assert (kept.header.names, kept.header.ruleset) == (read.header.names, read.header.ruleset)
    assert (kept.events, kept.match, kept.damage) == (read.events, read.match, None)
    again = SAMPLE.with_suffix(".sgf")
    assert bgterm("import", again) == (0, f"{again} is saved already, as {NAME}.\n", "")
    assert [file.name for file in folder.iterdir()] == [f"{NAME}.jsonl"]


def test_an_unfinished_match_can_be_continued_but_no_session():
    assert "Replay it" in bgterm("import", MONEY)[1]
    assert "no unfinished match" in bgterm("resume", "--plain")[2]
    status, told, _ = bgterm("import", UNFINISHED)
    assert status == 0
    assert told.endswith("Continue it with bgterm resume 2026-11-20-cleo-dirk.\n")
    status, told, complaint = bgterm("resume", "--plain", "2026-11-20-cleo-dirk", given=b"quit\n")
    assert (status, complaint, "match to 3" in told) == (0, "", True)


def test_what_is_lost_on_the_import_is_told_and_kept(tmp_path):
    path = tmp_path / "broken.mat"
    path.write_text(BROKEN)
    status, told, complaint = bgterm("import", path)
    assert (status, told.count("\n"), complaint.count("\n")) == (1, 1, 1)
    lost = complaint.removeprefix(f"bgterm: {path}: ").removesuffix(".\n")
    assert lost.startswith("game 1, line 31: ")
    assert f"lost when broken.mat was imported: {lost}" in bgterm("show", NAME)[1]


def test_the_other_files_are_imported_though_one_cannot_be(folder):
    status, told, complaint = bgterm("import", "none.mat", SAMPLE)
    assert (status, told.count("\n")) == (1, 1)
    assert complaint == "bgterm: none.mat: No such file or directory.\n"
    assert (folder / f"{NAME}.jsonl").exists()


def test_a_match_in_which_nothing_was_played_is_not_kept(folder, tmp_path):
    path = tmp_path / "empty.mat"
    path.write_text(" 5 point match\n\n Game 1\n Ann : 0    Bob : 0\n")
    told = f"bgterm: {path}: nothing was played in it, so there is nothing to import.\n"
    assert bgterm("import", path) == (1, "", told)
    assert not folder.exists()


def test_a_file_is_imported_from_standard_input():
    status, told, _ = bgterm("import", "-", "--from", "mat", given=SAMPLE.read_bytes())
    assert (status, told.startswith("standard input imported as")) == (0, True)


def test_the_list_of_matches_fits_the_terminal(monkeypatch):
    assert bgterm("import", SAMPLE)[0] == 0
    for columns, last in ((80, "begun"), (60, "players"), (44, "stands"), (10, "name")):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = bgterm("list")[1].splitlines()
        assert lines[0].removesuffix(" ..").split()[-1] == last
        assert lines[0].endswith(" ..") == (last != "begun")
        assert max(map(len, lines)) <= max(columns, len(NAME))


def test_kept_matches_are_listed(folder):
    assert bgterm("list") == (0, "No match is saved yet.\n", "")
    assert bgterm("list", "--json") == (0, "[]\n", "")
    assert bgterm("import", SAMPLE, UNFINISHED)[0] == 0
    (folder / "odd.jsonl").write_text("hello\n")
    status, told, complaint = bgterm("list")
    assert (status, complaint) == (0, "")
    head, *rows = told.splitlines()
    assert head.split() == ["name", "to", "score", "stands", "players", "begun"]
    assert sorted(row.split() for row in rows) == [
        [NAME, "7", "7-3", "finished", "Abe", "-", "Bea", "2026-11-20"],
        ["2026-11-20-cleo-dirk", "3", "0-0", "game", "1", "Cleo", "-", "Dirk", "2026-11-20"],
        ["odd", "damaged"],
    ]
    values = {value["name"]: value for value in json.loads(bgterm("list", "--json")[1])}
    assert values.keys() == {NAME, "2026-11-20-cleo-dirk", "odd"}
    assert (values[NAME]["score"], values[NAME]["winner"], values[NAME]["finished"]) == ([7, 3], 0, True)
    assert "fault" in values["odd"]


ANALYSED = DATA / "gammonview" / "B4_SrGcsKAQmoTyHlgJCbM.xg"


def test_the_analysis_in_a_file_is_shown_without_an_engine():
    status, told, complaint = bgterm("analyse", ANALYSED)
    assert (status, complaint) == (0, "")
    engine, *rows = told.splitlines()
    assert engine.startswith("eXtreme Gammon, 2-ply, 3-ply, ")
    assert "plays, with a choice  28, 24           27, 26" in rows
    assert any(re.search(r"game 1 +Fox +6-2 .* \?\? 0\.404 +best: 15/9 11/9 +Rollout$", row) for row in rows)


@pytest.mark.long
def test_an_engine_that_is_named_analyses_such_a_file():
    found = json.loads(bgterm("analyse", ANALYSED, "--json")[1])
    assert (found["engine"], found["plies"]) == ("eXtreme Gammon", -1)
    status, told, complaint = bgterm("analyse", ANALYSED, "--sgf", "x.sgf")
    assert (status, told) == (2, "")
    assert "the analysis is already there, by another program: choose an engine with --engine" in complaint


@pytest.mark.long
def test_an_import_keeps_the_analysis_of_the_file(folder):
    assert bgterm("import", ANALYSED)[0] == 0
    (record,) = folder.glob("*.jsonl")
    assert bgterm("analyse", record) == bgterm("analyse", ANALYSED)
    kept, remark = kept_analysis(read_file(record), record, record.parent)
    assert remark == ""
    assert kept is not None
    assert kept.is_complete
    assert kept.engine_line.startswith("eXtreme Gammon, ")
