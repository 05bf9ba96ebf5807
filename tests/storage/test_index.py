"""The library of a folder: the contents of the index, when saves are read again, and that nothing is lost."""

import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from bgterm.analysis.head_to_head import Tally, head_to_head, unfinished_note
from bgterm.formats.record import SESSION_CLOSED
from bgterm.notation.json_codec import write_line
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Win
from bgterm.storage import library as library_module
from bgterm.storage.errors import SaveBusy, SaveError
from bgterm.storage.index import Query, Show, Sort
from bgterm.storage.journal import load
from bgterm.storage.library import FileLibrary, Library, find_save, last_unfinished
from tests.builders import header
from tests.counting import calls_of
from tests.sealed import decline
from tests.tables import begin_table, resign, resume_table
from tests.waiting import wait

SAVE_FAILED = "{reason}: nothing changed. Try again"
SAVE_NAME_TAKEN = "there is another match called {name}: choose another name"

WHITE, BLACK = Player
MONEY, TO_ONE, TO_FIVE = (header(length) for length in (0, 1, 5))


def keep(folder, header, *, minutes=0, won=(), closed=False):
    """Keep a match in which games are resigned, with a last play `minutes` minutes after 1970 began.

    `won` names the winner of each game, and how it was won.
    """
    table = begin_table(folder, header)
    for winner, win in won:
        resign(table, win, winner.opponent)
    if closed:
        wait(table.close_session())
    table.close().result()
    os.utime(table.path, (0, minutes * 60))
    return table.name


def library_of(folder):
    library = Library(folder)
    library.read(library.left)
    return library


def names(library, query=None):
    return [entry.name for entry in library.page(query or Query(), 0, 100)]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "matches"


@pytest.fixture
def read(monkeypatch):
    """The names of the saves in the order in which they were read."""
    found = []
    monkeypatch.setattr(library_module, "load", lambda path, *how: found.append(path.stem) or load(path, *how))
    return found


def test_missing_folder_is_an_empty_library_and_not_created(folder):
    with library_of(folder) as library:
        assert (library.left, library.count(Query()), names(library), last_unfinished(folder)) == (0, 0, [], None)
    assert [*folder.parent.iterdir()] == []


def test_an_entry_tells_what_a_list_shows(folder):
    name = keep(folder, MONEY._replace(stake="0.50 euro", seats=("SHA256:a", "")), won=[(BLACK, Win.GAMMON)] * 2)
    with library_of(folder) as library:
        (entry,) = library.page(Query(), 0, 9)
    assert (entry.name, entry.names, entry.score, entry.date) == (name, ("Ann", "Bob"), (0, 4), "2026-11-20T19:30")
    assert (entry.variant, entry.length, entry.stake, entry.game) == ("backgammon", 0, "0.50 euro", 3)
    assert (entry.white_games, entry.black_games, entry.white_points, entry.black_points) == (0, 2, 0, 4)
    assert (entry.finished, entry.winner, entry.fault, entry.seated) == (False, None, "", True)
    assert entry.size == find_save(folder, name).stat().st_size


def test_nothing_is_read_twice_until_its_time_or_size_changes(folder, read):
    name = keep(folder, TO_FIVE, minutes=5)
    library_of(folder).close()
    library_of(folder).close()
    assert read == [name]
    with find_save(folder, name).open("a") as file:
        file.write('{"note":"chat"}\n')
    os.utime(find_save(folder, name), (0, 300))
    library_of(folder).close()
    assert read == [name] * 2
    table = resume_table(find_save(folder, name))
    wait(table.apply(OpeningThrown(3, 1)))
    table.close().result()
    with library_of(folder) as library:
        assert (read, names(library)) == ([name] * 3, [name])
    find_save(folder, name).unlink()
    with library_of(folder) as library:
        assert names(library) == []


def test_saves_are_read_a_few_at_a_time_the_newest_first(folder, read):
    old, new, middle = (keep(folder, TO_FIVE, minutes=minutes) for minutes in (1, 3, 2))
    with Library(folder) as library, Library(folder) as of_another_program:
        assert (library.left, names(library)) == (3, [])
        library.read(2)
        assert (library.left, read, names(library)) == (1, [new, middle], [new, middle])
        of_another_program.read(1)
        library.read(2)
        assert (library.left, names(library)) == (0, [new, middle, old])
        of_another_program.read(2)
        assert names(of_another_program) == [new, middle, old]


def test_saves_read_before_an_interrupt_are_not_read_again(folder, monkeypatch):
    kept = [keep(folder, TO_FIVE, minutes=minutes) for minutes in (3, 2, 1)]
    records = [load(find_save(folder, name)) for name in kept[:2]]
    monkeypatch.setattr(library_module, "_BATCH", 2)
    monkeypatch.setattr(library_module, "load", Mock(side_effect=[*records, KeyboardInterrupt]))
    with Library(folder) as library, pytest.raises(KeyboardInterrupt):
        library.read(library.left)
    with Library(folder) as library:
        assert (library.left, names(library)) == (1, kept[:2])


def make_newer(index):
    """Replace the tables of an index by those of another version."""
    with closing(sqlite3.connect(index)) as base:
        base.executescript("DROP TABLE saves; CREATE TABLE saves (name); PRAGMA user_version = 99")


def tear(index):
    whole = index.read_bytes()
    index.write_bytes(whole[:4096] + os.urandom(4096) + whole[8192:])


DAMAGES = {
    "empty": partial(Path.write_bytes, data=b""),
    "no database": partial(Path.write_bytes, data=b"no database"),
    "zeros": partial(Path.write_bytes, data=b"SQLite format 3\0" + bytes(5000)),
    "torn": tear,
    "of another version": make_newer,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_index_is_made_again_and_is_private(damage, folder):
    kept = [keep(folder, TO_FIVE, minutes=minutes) for minutes in range(40)]
    library_of(folder).close()
    (index,) = (path for path in folder.parent.iterdir() if path != folder)
    assert index.stat().st_mode & 0o077 == 0
    damage(index)
    with library_of(folder) as library:
        assert sorted(names(library)) == sorted(kept)
    with Library(folder) as library:
        assert library.left == 0


def test_library_opens_without_an_index_or_with_one_that_fails(folder):
    name, index = keep(folder, TO_FIVE), folder.parent / "matches.index"
    index.mkdir()
    with library_of(folder) as library:
        assert names(library) == [name]
    index.rmdir()
    with library_of(folder) as library:
        index.write_bytes(os.urandom(9000))
        names(library)
        library.look()
        library.read(library.left)
        assert names(library) == [name]


# What is wanted


def test_saves_can_be_filtered_by_their_state(folder):
    won = keep(folder, TO_ONE, minutes=6, won=[(BLACK, Win.SINGLE)])
    begun = keep(folder, TO_FIVE, minutes=5, won=[(BLACK, Win.SINGLE)])
    money = keep(folder, MONEY, minutes=4, won=[(WHITE, Win.SINGLE)])
    closed = keep(folder, MONEY, minutes=3, won=[(WHITE, Win.SINGLE)], closed=True)
    torn = keep(folder, TO_FIVE._replace(names=("Cid", "Dee")), minutes=2)
    with find_save(folder, torn).open("a") as file:
        file.write("hello\n")
    (folder / "odd.jsonl").write_text("hello\n")
    for name, minutes in ((torn, 2), ("odd", 0)):
        os.utime(folder / f"{name}.jsonl", (0, minutes * 60))
    with library_of(folder) as library:
        assert names(library) == [won, begun, money, closed, torn, "odd"]
        assert names(library, Query(show=Show.FINISHED)) == [won, closed]
        assert names(library, Query(show=Show.UNFINISHED)) == [begun, money, torn]
        half, none = library.page(Query(show=Show.DAMAGED), 0, 9)
    assert [(half.name, half.readable), (none.name, none.readable)] == [(torn, True), ("odd", False)]
    assert half.names == ("Cid", "Dee")
    assert "line 2" in half.fault
    assert "line 1" in none.fault


def test_saves_are_found_by_names_and_come_in_the_order_wanted(folder):
    late = keep(folder, TO_FIVE._replace(names=("zoe", "Ann"), date="2026-03-01T10:00"), minutes=1)
    early = keep(folder, TO_FIVE._replace(names=("Zed", "Ömer"), date="2026-01-01T10:00"), minutes=3)
    other = keep(folder, TO_FIVE._replace(names=("bea", "Ann"), date="2026-02-01T10:00"), minutes=2)
    with library_of(folder) as library:
        found = [names(library, Query(text)) for text in ("ZOE", "ANN", "ömer")]
        assert found == [[late], [other, late], [early]]
        assert library.count(Query("%")) == library.count(Query("'; DROP")) == library.count(Query("\udcff")) == 0
        assert names(library, Query(sort=Sort.PLAYED)) == [early, other, late]
        assert names(library, Query(sort=Sort.BEGUN)) == [late, other, early]
        assert names(library, Query(sort=Sort.NAMES)) == [other, early, late]
        assert [entry.name for entry in library.page(Query(), 1, 1)] == [other]
        assert library.count(Query()) == 3


# What goes on


def test_what_goes_on_is_found_by_reading_no_more_than_allowed(folder, read):
    for minutes in (9, 8, 7):
        keep(folder, TO_ONE, minutes=minutes, won=[(WHITE, Win.SINGLE)])
    wanted = keep(folder, TO_FIVE, minutes=6)
    keep(folder, TO_FIVE, minutes=5)
    assert last_unfinished(folder, 2) is None
    assert len(read) == 2
    with calls_of(Library.change) as calls:
        assert last_unfinished(folder, 2).name == wanted
    assert (len(read), calls["change"]) == (4, 1)
    assert last_unfinished(folder).name == wanted
    assert len(read) == 4


def test_server_reads_seated_matches_as_outlines_unless_damaged(folder, read):
    keep(folder, TO_FIVE, minutes=2)
    header = TO_FIVE._replace(seats=("SHA256:a", "SHA256:b"))
    kept = keep(folder, header, minutes=1, won=[(WHITE, Win.SINGLE)])
    events = load(folder / f"{kept}.jsonl").events
    ((name, outline),) = FileLibrary(folder).seated()
    assert (name, outline.header, outline.is_outline, outline.events) == (kept, header, True, ())
    assert read.count(kept) == 2
    with (folder / f"{kept}.jsonl").open("a") as file:
        file.write(f"no event\n{write_line(SESSION_CLOSED)}\n")
    for _ in range(2):
        ((_, damaged),) = FileLibrary(folder).seated()
        assert (damaged.events, damaged.over) == (events, False)


# Renaming and deleting


def test_a_save_gets_another_name_with_all_that_is_beside_it(folder):
    name = keep(folder, TO_FIVE._replace(dice="verifiable"))
    (secret,) = folder.glob("*.secret")
    said = secret.read_bytes()
    with library_of(folder) as library:
        assert library.rename(name, " The Final! ") == "the-final"
        assert names(library) == ["the-final"]
    assert sorted(path.name for path in folder.iterdir()) == ["the-final.jsonl", "the-final.secret"]
    assert (folder / "the-final.secret").read_bytes() == said
    table = resume_table(find_save(folder, "the-final"))
    decline(table)
    wait(table.roll(WHITE))


def test_no_save_takes_the_place_of_another(folder):
    one, other = keep(folder, TO_FIVE), keep(folder, MONEY)
    text = find_save(folder, other).read_bytes()
    with library_of(folder) as library:
        with pytest.raises(SaveError) as caught:
            library.rename(one, other)
        assert (caught.value.msgid, vars(caught.value)) == (SAVE_NAME_TAKEN, {"name": other})
        with pytest.raises(SaveError, match='" cannot be a name: write letters or digits') as caught:
            library.rename(one, " ?! ")
        assert library.rename(one, one) == one
        assert sorted(names(library)) == sorted([one, other])
    assert find_save(folder, other).read_bytes() == text


def test_what_is_no_save_is_left_out(folder):
    name = keep(folder, TO_FIVE)
    (folder / "odd.jsonl").write_text("hello\n")
    (folder / "empty.jsonl").touch()
    (folder / "folder.jsonl").mkdir()
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "notes.txt").write_text("buy milk\n")
    with library_of(folder) as library:
        assert names(library, Query(show=Show.UNFINISHED)) == [name]
    assert [*FileLibrary(folder).seated()] == []


def test_a_save_is_found_by_its_name(folder):
    first, second = (keep(folder, TO_FIVE) for _ in range(2))
    assert (first, second) == ("2026-11-20-ann-bob", "2026-11-20-ann-bob-2")
    for name in (first, second):
        assert find_save(folder, name) == find_save(folder, f"{name}.jsonl") == folder / f"{name}.jsonl"


@pytest.mark.parametrize("name", ["", "ann", "../x", "*", "2026-11-20-ann-bob/"])
def test_a_name_that_no_save_has_is_told(name, folder):
    keep(folder, TO_FIVE)
    with pytest.raises(SaveError) as caught:
        find_save(folder, name)
    assert (caught.value.msgid, vars(caught.value)) == ("no saved match is called {name}", {"name": name})


def test_a_save_is_deleted_with_its_secret_unless_it_is_open(folder):
    name, table = keep(folder, TO_FIVE._replace(dice="verifiable")), begin_table(folder, TO_FIVE)
    with library_of(folder) as library:
        library.delete(name)
        assert names(library) == [table.name]
        with pytest.raises(SaveError) as caught:
            library.delete(name)
        assert caught.value.msgid == SAVE_FAILED
        for action in (lambda: library.rename(table.name, "new"), lambda: library.delete(table.name)):
            with pytest.raises(SaveBusy):
                action()
    table.close().result()
    assert [path.name for path in folder.iterdir()] == [f"{table.name}.jsonl"]


def test_two_players_are_compared_over_the_whole_folder(folder):
    turned = {"names": ("bob", "ANN")}
    keep(folder, TO_ONE, won=[(WHITE, Win.GAMMON)])  # Ann wins 2 points and the match
    keep(folder, TO_ONE._replace(**turned), won=[(WHITE, Win.SINGLE)])  # Bob wins 1 and the match
    keep(folder, TO_FIVE._replace(**turned), won=[(BLACK, Win.BACKGAMMON), (BLACK, Win.SINGLE)])  # Ann leads 4-0
    keep(folder, MONEY, won=[(BLACK, Win.GAMMON), (WHITE, Win.SINGLE)])  # Bob 2, Ann 1
    keep(folder, MONEY._replace(**turned), won=[(WHITE, Win.GAMMON)], closed=True)  # Bob 2
    keep(folder, TO_ONE._replace(names=("Ann", "Cid")), won=[(WHITE, Win.SINGLE)])  # not between the two
    (folder / "odd.jsonl").write_text("hello\n")
    with library_of(folder) as library:
        tally = library.tally(("Ann", "Bob"))
        assert library.tally(("Bob", "Ann")).games == (3, 4)
        assert library.tally(("Ann", "Dee")) == Tally(("Ann", "Dee"))
    assert tally == Tally(("Ann", "Bob"), (1, 1), 1, 2, games=(4, 3), match_points=(6, 1), money_points=(1, 4))
    assert head_to_head(tally) == [
        ("", "Ann", "Bob"),
        ("matches won", "1", "1"),
        ("games won", "4", "3"),
        ("points in matches", "6", "1"),
        ("points for money", "1", "4"),
    ]
    assert unfinished_note(tally) == "1 match is not finished, 2 money sessions"
    rows = head_to_head(Tally(("Ann", "Bob"), (1, 0), games=(1, 0), match_points=(1, 0)))
    assert [row[0] for row in rows] == ["", "matches won", "games won", "points in matches"]
    assert unfinished_note(Tally(("Ann", "Bob"))) == ""
