"""Matches in every kind of store: in files, or in a database that several processes share, and copied."""

import asyncio
import os

import pytest

from bgterm.formats.record import SESSION_CLOSED
from bgterm.formats.sharing_notes import Sharing
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.storage.errors import SaveError
from bgterm.storage.library import FileLibrary
from bgterm.storage.store import copy_all
from tests.builders import header
from tests.storage.stores import Files, assert_kept_in_order, bases, begun, close, load, play_on, talk, writing
from tests.tables import begin_table, resume_table
from tests.waiting import until

WHITE, BLACK = Player
several = pytest.mark.parametrize("writers", [4, pytest.param(16, marks=pytest.mark.long)])
SEATS = ("SHA256:ann", "SHA256:bob")
HEADER = header(length=3, seats=SEATS)
SHARED = Sharing("K7Q2M").note


@pytest.fixture(params=["files", pytest.param("database", marks=pytest.mark.postgres)])
async def kept(request, tmp_path):
    """Each of the two stores in turn."""
    if request.param == "files":
        yield Files(tmp_path / "matches")
    else:
        async with bases(request.getfixturevalue("database_url")) as opened:
            yield opened


async def finished(kept, agreed=HEADER, *notes):
    """Play a match that Black wins at once, and return its name."""
    async with writing(kept, agreed, 1, *notes) as (table,):
        await table.apply(OpeningThrown(3, 1))
        for _ in range(3 if agreed.ruleset.length else 1):
            while table.match.game.on_roll is None:
                await table.roll(WHITE)
            await table.apply(ResignationOffered(WHITE, Win.SINGLE))
            await table.apply(ResignationAccepted(BLACK))
        if not agreed.ruleset.length:
            await table.close_session()
    return table.name


# One match


async def test_match_is_read_as_it_was_played(kept):
    said = Note("chat", {"from": "Bob", "text": 'a "good" start\n\x00 ♥'})
    async with writing(kept, HEADER, 1, SHARED) as (table,):
        assert table.name == "2026-11-20-ann-bob"
        await table.apply(OpeningThrown(3, 1))
        table.post(said)
    record = await load(kept, table.name)
    assert (record.header, record.damage) == (HEADER, None)
    assert record.items == table.record.items == (SHARED, OpeningThrown(3, 1), said)


async def test_nothing_is_kept_before_the_first_event(kept):
    table = await asyncio.to_thread(lambda: Table.create(kept.store, HEADER, lazily=True, notes=[SHARED]))
    said, mistyped = Note("chat", {"text": "hello"}), Note("cocked")
    table.post(said)
    await table.note(mistyped)
    assert (table.saved, await asyncio.to_thread(lambda: [*kept.store.seated()])) == (False, [])
    await table.apply(OpeningThrown(3, 1))
    await close([table])
    assert table.saved
    assert (await load(kept, table.name)).items == (SHARED, said, mistyped, OpeningThrown(3, 1))


async def test_missing_and_removed_matches_are_named(kept):
    name = await begun(kept.store, HEADER)
    await asyncio.to_thread(kept.store.remove, name)
    for gone in (name, "ann-cleo"):
        with pytest.raises(SaveError, match="no saved match is called") as refused:
            await load(kept, gone)
        assert str(refused.value) == f"no saved match is called {gone}"
    assert await asyncio.to_thread(lambda: [*kept.store.seated()]) == []


@several
async def test_names_that_are_taken_get_a_number(kept, writers):
    names = await asyncio.gather(*(begun(kept.store, HEADER) for _ in range(writers)))
    wanted = {"2026-11-20-ann-bob", *(f"2026-11-20-ann-bob-{number}" for number in range(2, writers + 1))}
    assert {*names} == wanted


# Lists


async def test_unfinished_matches_are_found_the_last_one_first(kept):
    async with writing(kept, HEADER) as (table,):
        second = await begun(kept.store, HEADER, SHARED)
        await finished(kept)
        await begun(kept.store, HEADER._replace(seats=("", "")))
        await table.apply(OpeningThrown(3, 1))
    first = table.name
    found = await asyncio.to_thread(lambda: [*kept.store.seated()])
    assert [name for name, _ in found] == [first, second]
    assert [record.is_outline for _, record in found] == [True, False]
    later = await asyncio.to_thread(lambda: [*kept.store.seated(unplayed_since=2e10)])
    assert [name for name, _ in later] == [first]


async def test_finished_matches_are_listed_for_their_players_or_codes(kept):
    other = header(length=0, names=("Cleo", "Bob"), date="2026-11-21T19:30", seats=("c", SEATS[1]))
    won = await finished(kept, HEADER, SHARED)
    closed = await finished(kept, other, Sharing("A2B3C").note)
    await begun(kept.store, HEADER, Sharing("9ZZZZ").note)
    mine = await asyncio.to_thread(kept.store.finished, seat=SEATS[0])
    assert [(entry.name, entry.score, entry.winner, entry.code) for entry in mine] == [
        (won, (0, 3), BLACK, "K7Q2M")
    ]
    both = await asyncio.to_thread(kept.store.finished, seat=SEATS[1])
    assert [(entry.name, entry.closed) for entry in both] == [(closed, True), (won, False)]
    last = await asyncio.to_thread(kept.store.finished, most=1)
    assert [entry.name for entry in last] == [closed]
    assert await asyncio.to_thread(kept.store.codes) == {"K7Q2M", "A2B3C", "9ZZZZ"}
    assert await asyncio.to_thread(kept.store.finished, code="K7Q2M") == mine
    assert await asyncio.to_thread(kept.store.finished, code="9ZZZZ") == []
    assert (await load(kept, closed)).items[-1] == SESSION_CLOSED


@several
async def test_race_of_many_writers_loses_and_doubles_nothing(kept, writers):
    """Every event and note is kept once, and every watcher is told of each event once, in order."""
    async with writing(kept, HEADER, writers) as tables:
        told = [list[object]() for _ in tables]
        for table, events in zip(tables, told, strict=True):
            table.event_watchers.add(lambda _, event, events=events: events.append(event))
        talking = asyncio.gather(*(talk(table, number, 12) for number, table in enumerate(tables)))
        done = await asyncio.gather(*(play_on(table, 60) for table in tables))
        await talking
        record = await load(kept, tables[0].name)
        for table, events in zip(tables, told, strict=True):
            await until(lambda events=events: len(events) >= len(record.events))
            assert (tuple(events), table.history, table.match) == (record.events, record.events, record.match)
    assert record.damage is None
    assert sum(done) == len(record.events) >= 60
    assert_kept_in_order(record, writers, 12)


async def test_players_at_two_places_agree_on_the_dice(kept):
    async with writing(kept, header(dice="verifiable", seats=SEATS), 2) as (here, there):
        await asyncio.gather(
            here.exchange(VerifiableDice.contribute, WHITE, "lucky seven"),
            there.exchange(VerifiableDice.contribute, BLACK, "double six, please"),
        )
        await until(lambda: here.evidence.decided)
        while here.match.game.on_roll is None:
            await here.roll(WHITE)
        await until(lambda: there.history == here.history)
        await there.apply(ResignationOffered(WHITE, Win.SINGLE))
        await until(lambda: there.history == here.history)
        await here.apply(ResignationAccepted(BLACK))
    proof = evidence((await load(kept, here.name)).items)
    assert [one.text for one in proof.contributions] == ["lucky seven", "double six, please"]
    assert proof.secret
    match, _ = await asyncio.to_thread(kept.store.open, here.name)
    assert await asyncio.to_thread(match.read_secret) == b""
    match.close()


# Matches that are copied between files and a database


COPIED = header(seats=("a", "b"))
LONG_AGO = 1_700_000_000.25


async def played(folder, agreed=COPIED, *, over=False):
    table = begin_table(folder, agreed, notes=[Sharing("K7Q2M").note])
    if agreed.dice != "verifiable":
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


async def test_copies_have_the_same_bytes_and_are_played_on(tmp_path, store):
    names = name, over, secret = [
        await played(tmp_path / "matches"),
        await played(tmp_path / "matches", over=True),
        await played(tmp_path / "matches", COPIED._replace(dice="verifiable")),
    ]
    there = FileLibrary(tmp_path / "matches")
    assert await copied(there, store) == dict.fromkeys(names, True)
    assert await copied(there, store) == await copied(store, there) == dict.fromkeys(names, False)
    assert await copied(store, FileLibrary(tmp_path / "back")) == dict.fromkeys(names, True)
    assert contents(tmp_path / "back") == contents(tmp_path / "matches")
    assert len(contents(tmp_path / "back")) == 4
    for path in (tmp_path / "back").glob("*.jsonl"):
        assert (path.stat().st_mtime, path.stat().st_mode & 0o777) == (LONG_AGO, 0o600)
    assert {found for found, _ in await asyncio.to_thread(lambda: [*store.seated()])} == {name, secret}
    (entry,) = await asyncio.to_thread(store.finished, seat="b")
    assert (entry.name, entry.winner, entry.modified) == (over, BLACK, int(LONG_AGO * 1e9))
    table = await asyncio.to_thread(Table.open, store, secret)
    await table.exchange(VerifiableDice.add_nothing, BLACK)
    await table.roll(WHITE)
    await asyncio.wrap_future(table.close())


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


async def test_damaged_and_open_matches_are_refused_and_others_copied(tmp_path, store):
    damaged, whole, being_played = [await played(tmp_path / "matches") for _ in range(3)]
    resume_table(tmp_path / "matches" / f"{being_played}.jsonl")
    with (tmp_path / "matches" / f"{damaged}.jsonl").open("ab") as file:
        file.write(b'{"event":"moved"')
    result = await copied(FileLibrary(tmp_path / "matches"), store)
    assert str(result[damaged]).startswith(f"{damaged} is damaged: line 5: ")
    assert isinstance(result[being_played], SaveError)
    assert "is being played by another" in str(result[being_played])
    assert result[whole] is True
    assert await asyncio.to_thread(store.names) == [whole]
