"""The folder of saves: which are found in it, and in what order."""

import os

import pytest

from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import SaveError
from bgterm.storage.index import Query, Show
from bgterm.storage.journal import load
from bgterm.storage.library import FileLibrary, Library, find_save
from tests.waiting import wait

NO_SUCH_SAVE = "no saved match is called {name}"

MATCH = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30")
MONEY = MATCH._replace(ruleset=Ruleset(), names=("Cid", "Dee"))


def begin(folder, header, minutes, *, resigned=False):
    """Keep a match with a last play `minutes` minutes after 1970 began; White may have resigned its first game."""
    table = Table.begin(folder, header)
    if resigned:
        wait(table.apply(OpeningThrown(3, 1)))
        wait(table.apply(ResignationOffered(Player.WHITE, Win.SINGLE)))
        wait(table.apply(ResignationAccepted(Player.BLACK)))
    table.close().result()
    os.utime(find_save(folder, table.name), (0, minutes * 60))
    return table.name


def resumable(folder):
    """Return the names of the matches that can be continued."""
    with Library(folder) as library:
        library.read(library.left)
        return [entry.name for entry in library.page(Query(show=Show.UNFINISHED), 0, -1)]


def test_the_save_played_last_comes_first(tmp_path):
    older, newest, oldest = (begin(tmp_path, MATCH, minutes) for minutes in (20, 30, 10))
    assert resumable(tmp_path) == [newest, older, oldest]


def test_a_folder_that_is_not_there_has_no_saves(tmp_path):
    assert resumable(tmp_path / "none") == []


def test_what_is_no_save_is_left_out(tmp_path):
    name = begin(tmp_path, MATCH, 10)
    (tmp_path / "odd.jsonl").write_text("hello\n")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "notes.txt").write_text("buy milk\n")
    assert resumable(tmp_path) == [name]
    assert [*FileLibrary(tmp_path).seated()] == []


def test_only_unfinished_matches_and_money_sessions_can_resume(tmp_path):
    begin(tmp_path, MATCH, 30, resigned=True)
    money = begin(tmp_path, MONEY, 20, resigned=True)
    started = begin(tmp_path, MATCH, 10)
    assert resumable(tmp_path) == [money, started]


def test_a_damaged_save_can_be_continued_from_where_it_is_sound(tmp_path):
    name = begin(tmp_path, MONEY, 10, resigned=True)
    path = find_save(tmp_path, name)
    with path.open("a") as file:
        file.write("hello\n")
    assert resumable(tmp_path) == [name]
    record = load(path)
    assert (record.damage.line, record.match.score) == (5, (0, 1))


def test_a_save_is_found_by_its_name(tmp_path):
    first, second = (begin(tmp_path, MATCH, minutes) for minutes in (10, 20))
    assert (first, second) == ("2026-11-20-ann-bob", "2026-11-20-ann-bob-2")
    for name in (first, second):
        assert find_save(tmp_path, name) == find_save(tmp_path, f"{name}.jsonl") == tmp_path / f"{name}.jsonl"


@pytest.mark.parametrize("name", ["", "ann", "../x", "*", "2026-11-20-ann-bob/"])
def test_a_name_that_no_save_has_is_told(name, tmp_path):
    begin(tmp_path, MATCH, 10)
    with pytest.raises(SaveError) as caught:
        find_save(tmp_path, name)
    assert (caught.value.msgid, vars(caught.value)) == (NO_SUCH_SAVE, {"name": name})
