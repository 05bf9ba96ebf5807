"""Matches that are copied between files and a database."""

import asyncio
import os

import pytest

from bgterm.formats.sharing_notes import Sharing
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import SaveError
from bgterm.storage.library import FileLibrary
from bgterm.storage.store import copy_all
from tests.storage.stores import bases
from tests.tables import begin_table, resume_table

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "seed:7", "2026-11-20T19:30", seats=("a", "b"))
LONG_AGO = 1_700_000_000.25


async def played(folder, header=HEADER, *, over=False):
    table = begin_table(folder, header, notes=[Sharing("K7Q2M").note])
    if header.dice != "verifiable":
        await table.apply(OpeningThrown(3, 1))
        await table.note(Note("chat", {"from": "Jürgen", "text": 'a "♥"\u2028\x00'}))
    else:
        await table.exchange(VerifiableDice.contribute, WHITE, "lucky seven")
    if over:
        await table.apply(ResignationOffered(WHITE, Win.SINGLE))
        await table.apply(ResignationAccepted(BLACK))
    await asyncio.wrap_future(table.close())
    os.utime(table.path, (LONG_AGO, LONG_AGO))
    return table.name


async def copied(source, target):
    return dict(await asyncio.to_thread(lambda: [*copy_all(source, target)]))


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".jsonl", ".secret")}


@pytest.fixture
async def store(database_url):
    async with bases(database_url) as opened:
        yield opened.store


async def test_copies_there_and_back_have_the_same_bytes(tmp_path, store):
    names = [await played(tmp_path / "matches"), await played(tmp_path / "matches", over=True)]
    names.append(await played(tmp_path / "matches", HEADER._replace(dice="verifiable")))
    there = FileLibrary(tmp_path / "matches")
    assert await copied(there, store) == dict.fromkeys(names, True)
    assert await copied(store, FileLibrary(tmp_path / "back")) == dict.fromkeys(names, True)
    assert contents(tmp_path / "back") == contents(tmp_path / "matches")
    assert len(contents(tmp_path / "back")) == 4
    for name in names:
        path = tmp_path / "back" / f"{name}.jsonl"
        assert (path.stat().st_mtime, path.stat().st_mode & 0o777) == (LONG_AGO, 0o600)


async def test_copies_are_found_and_played_on(tmp_path, store):
    name = await played(tmp_path / "matches")
    secret = await played(tmp_path / "matches", HEADER._replace(dice="verifiable"))
    over = await played(tmp_path / "matches", over=True)
    await copied(FileLibrary(tmp_path / "matches"), store)
    assert {found for found, _ in await asyncio.to_thread(lambda: [*store.seated()])} == {name, secret}
    (entry,) = await asyncio.to_thread(store.finished, seat="b")
    assert (entry.name, entry.winner, entry.modified) == (over, BLACK, int(LONG_AGO * 1e9))
    table = await asyncio.to_thread(Table.open, store, secret)
    await table.exchange(VerifiableDice.add_nothing, BLACK)
    await table.roll(WHITE)
    await asyncio.wrap_future(table.close())


async def test_second_copy_changes_nothing(tmp_path, store):
    name = await played(tmp_path / "matches")
    files = FileLibrary(tmp_path / "matches")
    assert await copied(files, store) == {name: True}
    assert await copied(files, store) == {name: False}
    assert await copied(store, files) == {name: False}


@pytest.mark.parametrize("to_files", [True, False])
async def test_match_that_was_played_on_there_is_not_replaced(tmp_path, store, to_files):
    name = await played(tmp_path / "matches")
    files = FileLibrary(tmp_path / "matches")
    await copied(files, store)
    table = await asyncio.to_thread(Table.open, store, name)
    await table.note(Note("chat", {}))
    await asyncio.wrap_future(table.close())
    before = contents(tmp_path / "matches")
    result = await copied(store, files) if to_files else await copied(files, store)
    assert str(result[name]) == f"{name} is there already, and has other lines: not copied"
    assert contents(tmp_path / "matches") == before
    assert (await asyncio.to_thread(store.load, name)).items[-1] == Note("chat", {})


async def test_damaged_match_is_refused_and_the_others_are_copied(tmp_path, store):
    damaged, whole = await played(tmp_path / "matches"), await played(tmp_path / "matches")
    with (tmp_path / "matches" / f"{damaged}.jsonl").open("ab") as file:
        file.write(b'{"event":"moved"')
    result = await copied(FileLibrary(tmp_path / "matches"), store)
    assert str(result[damaged]).startswith(f"{damaged} is damaged: line 5: ")
    assert result[whole] is True
    assert await asyncio.to_thread(store.names) == [whole]


async def test_match_that_is_being_played_is_refused(tmp_path, store):
    name = await played(tmp_path / "matches")
    resume_table(tmp_path / "matches" / f"{name}.jsonl")
    result = await copied(FileLibrary(tmp_path / "matches"), store)
    assert isinstance(result[name], SaveError)
    assert "is being played by another" in str(result[name])
