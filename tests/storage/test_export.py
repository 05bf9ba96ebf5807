"""Exported files: their folder and content, and that no file is ever overwritten."""

import resource
from pathlib import Path

import platformdirs
import pytest

from bgterm.analysis.dice_proof import verify
from bgterm.notation.json_codec import Note
from bgterm.profile import settings
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import FileError
from bgterm.storage.export import export
from bgterm.storage.journal import load
from bgterm.storage.match_files import read_file
from tests.resigning import resign
from tests.tables import begin_table

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "random", "2026-11-20T19:30")
WON = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))


def test_the_folder_is_made_and_every_path_returned(tmp_path):
    folder = tmp_path / "documents" / "bgterm"
    paths = export(folder, HEADER, WON, "final")
    assert paths == [folder / "final.mat", folder / "final.sgf"]
    assert sorted(folder.iterdir()) == paths
    assert {read_file(path).match.winner for path in paths} == {BLACK}


@pytest.mark.parametrize("taken", ["final.mat", "final.sgf"])
def test_no_file_is_overwritten(tmp_path, taken):
    (tmp_path / taken).write_text("somebody's notes")
    paths = export(tmp_path, HEADER, WON, "final")
    assert [path.name for path in paths] == ["final-2.mat", "final-2.sgf"]
    assert (tmp_path / taken).read_text() == "somebody's notes"
    assert len([*tmp_path.iterdir()]) == 3


@pytest.mark.parametrize("room", [1, 2000], ids=["not the first", "not the last"])
def test_where_one_file_cannot_be_written_none_is_left(tmp_path, room):
    chat = Note("chat", {"text": "o" * 4000})  # in bgterm's own record only, the last that is written
    items = (Note("dice_committed", {"sha256": "0" * 64, "scheme": 2}), *WON, chat)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(FileError, match="File too large"):
            export(tmp_path, HEADER, items, "final")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [*tmp_path.iterdir()] == []
    assert [path.suffix for path in export(tmp_path, HEADER, items, "final")] == [".mat", ".sgf", ".jsonl"]


def test_match_that_was_exported_is_not_written_again(tmp_path):
    paths = export(tmp_path, HEADER, WON, "final")
    assert export(tmp_path, HEADER, WON, "final") == paths
    assert sorted(tmp_path.iterdir()) == paths
    export(tmp_path, HEADER, WON[:1], "final")
    assert export(tmp_path, HEADER, WON, "final") == paths
    assert len([*tmp_path.iterdir()]) == 4


def test_verifiable_dice_are_exported_with_their_proof(tmp_path):
    table = begin_table(tmp_path / "matches", HEADER._replace(dice="verifiable"))
    resign(table)
    record = load(table.path)
    *_, proof = export(tmp_path / "exports", record.header, record.items, table.name)
    assert proof.suffix == ".jsonl"
    assert proof.read_bytes() == table.path.read_bytes()
    assert verify(proof.read_bytes()).games == 1


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    folder = tmp_path / "exports"
    folder.write_text("")
    with pytest.raises(FileError) as caught:
        export(folder, HEADER, WON, "final")
    said = f"cannot write to {folder} (File exists); choose another folder with --export-dir"
    assert str(caught.value) == said


def test_the_folder_is_in_the_documents_or_at_home(tmp_path, monkeypatch):
    documents = tmp_path / "Dokumente"
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: documents)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert settings.export_folder() == tmp_path / "bgterm"
    documents.mkdir()
    assert settings.export_folder() == documents / "bgterm"
