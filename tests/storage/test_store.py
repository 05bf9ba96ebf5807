"""Matches in every kind of store: in files, or in a database that several processes share."""

import asyncio

import pytest

from bgterm.formats.record import SESSION_CLOSED
from bgterm.formats.sharing_notes import Sharing
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import SaveError
from tests.storage.stores import Files, bases, begun, close, play_on, talk

WHITE, BLACK = Player
several = pytest.mark.parametrize("writers", [4, pytest.param(16, marks=pytest.mark.long)])
SEATS = ("SHA256:ann", "SHA256:bob")
HEADER = Header(BACKGAMMON, Ruleset(length=3), ("Ann", "Bob"), "seed:7", "2026-11-20T19:30", seats=SEATS)
SHARED = Sharing("K7Q2M").note


@pytest.fixture(params=["files", pytest.param("database", marks=pytest.mark.postgres)])
async def kept(request, tmp_path):
    """Each of the two stores in turn."""
    if request.param == "files":
        yield Files(tmp_path / "matches")
    else:
        async with bases(request.getfixturevalue("database_url")) as opened:
            yield opened


async def read(kept, name):
    return await asyncio.to_thread(kept.store.load, name)


async def finished(kept, header=HEADER, *notes):
    """Play a match that Black wins at once, and return its name."""
    name = await begun(kept.store, header, *notes)
    (table,) = await kept.tables(name, 1)
    await table.apply(OpeningThrown(3, 1))
    for _ in range(3 if header.ruleset.length else 1):
        while table.match.game.on_roll is None:
            await table.roll(WHITE)
        await table.apply(ResignationOffered(WHITE, Win.SINGLE))
        await table.apply(ResignationAccepted(BLACK))
    if not header.ruleset.length:
        await table.close_session()
    await close([table])
    return name


# One match


async def test_match_is_read_as_it_was_played(kept):
    name = await begun(kept.store, HEADER, SHARED)
    assert name == "2026-11-20-ann-bob"
    (table,) = await kept.tables(name, 1)
    await table.apply(OpeningThrown(3, 1))
    said = Note("chat", {"from": "Bob", "text": 'a "good" start\n\x00 ♥'})
    table.post(said)
    await close([table])
    record = await read(kept, name)
    assert (record.header, record.damage) == (HEADER, None)
    assert record.items == (
        SHARED,
        OpeningThrown(3, 1),
        Note("chat", {"from": "Bob", "text": 'a "good" start\n\x00 ♥'}),
    )
    assert table.record.items == record.items


async def test_match_is_resumed_where_it_stood(kept):
    name = await begun(kept.store, HEADER)
    for _ in range(3):
        (table,) = await kept.tables(name, 1)
        await play_on(table, len(table.history) + 5)
        await close([table])
    record = await read(kept, name)
    assert (record.match, record.events) == (table.match, table.history)
    assert len(record.events) == 15


async def test_nothing_is_kept_before_the_first_event(kept):
    table = await asyncio.to_thread(lambda: Table.create(kept.store, HEADER, lazily=True, notes=[SHARED]))
    assert (table.saved, await asyncio.to_thread(lambda: [*kept.store.seated()])) == (False, [])
    said, mistyped = Note("chat", {"text": "hello"}), Note("cocked")
    table.post(said)
    await table.note(mistyped)
    assert (table.saved, await asyncio.to_thread(lambda: [*kept.store.seated()])) == (False, [])
    await table.apply(OpeningThrown(3, 1))
    await close([table])
    assert table.saved
    assert (await read(kept, table.name)).items == (SHARED, said, mistyped, OpeningThrown(3, 1))


@several
async def test_names_that_are_taken_get_a_number(kept, writers):
    names = await asyncio.gather(*(begun(kept.store, HEADER) for _ in range(writers)))
    wanted = {"2026-11-20-ann-bob", *(f"2026-11-20-ann-bob-{number}" for number in range(2, writers + 1))}
    assert {*names} == wanted


async def test_match_that_is_not_there_is_named(kept):
    with pytest.raises(SaveError, match="no saved match is called") as refused:
        await read(kept, "ann-cleo")
    assert str(refused.value) == "no saved match is called ann-cleo"


async def test_removed_match_is_gone(kept):
    name = await begun(kept.store, HEADER)
    await asyncio.to_thread(kept.store.remove, name)
    with pytest.raises(SaveError, match="no saved match is called"):
        await read(kept, name)
    assert await asyncio.to_thread(lambda: [*kept.store.seated()]) == []


# Lists


async def test_unfinished_matches_are_found_the_last_one_first(kept):
    first, second = await begun(kept.store, HEADER), await begun(kept.store, HEADER, SHARED)
    await finished(kept)
    await begun(kept.store, HEADER._replace(seats=("", "")))
    (table,) = await kept.tables(first, 1)
    await table.apply(OpeningThrown(3, 1))
    await close([table])
    found = await asyncio.to_thread(lambda: [*kept.store.seated()])
    assert [name for name, _ in found] == [first, second]
    assert [record.is_outline for _, record in found] == [True, False]
    later = await asyncio.to_thread(lambda: [*kept.store.seated(unplayed_since=2e10)])
    assert [name for name, _ in later] == [first]


async def test_finished_matches_are_listed_for_their_players(kept):
    other = Header(
        BACKGAMMON, Ruleset(length=0), ("Cleo", "Bob"), "seed:8", "2026-11-21T19:30", seats=("c", SEATS[1])
    )
    won = await finished(kept, HEADER, SHARED)
    closed = await finished(kept, other)
    await begun(kept.store, HEADER)
    mine = await asyncio.to_thread(kept.store.finished, seat=SEATS[0])
    assert [(entry.name, entry.score, entry.winner, entry.code) for entry in mine] == [
        (won, (0, 3), BLACK, "K7Q2M")
    ]
    both = await asyncio.to_thread(kept.store.finished, seat=SEATS[1])
    assert [(entry.name, entry.closed) for entry in both] == [(closed, True), (won, False)]
    last = await asyncio.to_thread(kept.store.finished, most=1)
    assert [entry.name for entry in last] == [closed]
    assert (await read(kept, closed)).items[-1] == SESSION_CLOSED


async def test_finished_match_is_found_by_its_code(kept):
    await finished(kept, HEADER, SHARED)
    await begun(kept.store, HEADER, Sharing("9ZZZZ").note)
    assert await asyncio.to_thread(kept.store.codes) == {"K7Q2M", "9ZZZZ"}
    (entry,) = await asyncio.to_thread(kept.store.finished, code="K7Q2M")
    assert entry.winner is BLACK
    assert await asyncio.to_thread(kept.store.finished, code="9ZZZZ") == []


# Many writers


@several
async def test_notes_of_many_writers_are_all_kept_in_order(kept, writers):
    name = await begun(kept.store, HEADER)
    tables = await kept.tables(name, writers)
    await asyncio.gather(*(talk(table, number, 12) for number, table in enumerate(tables)))
    await close(tables)
    record = await read(kept, name)
    assert record.damage is None
    for writer in range(writers):
        own = [note.facts["text"] for note in record.items if note.facts["from"] == f"writer {writer}"]
        assert own == [str(number) for number in range(12)]
    assert len(record.items) == writers * 12


@several
async def test_race_of_many_players_loses_and_doubles_nothing(kept, writers):
    name = await begun(kept.store, HEADER)
    tables = await kept.tables(name, writers)
    done = await asyncio.gather(*(play_on(table, 60) for table in tables))
    record = await read(kept, name)
    await close(tables)
    assert record.damage is None
    assert sum(done) == len(record.events) >= 60


async def test_watchers_are_told_of_each_event_once_in_order(kept):
    name = await begun(kept.store, HEADER)
    tables = await kept.tables(name, 4)
    told = [list[object]() for _ in tables]
    for table, events in zip(tables, told, strict=True):
        table.watch(lambda _, event, events=events: events.append(event))
    await asyncio.gather(*(play_on(table, 40) for table in tables))
    record = await read(kept, name)
    for table, events in zip(tables, told, strict=True):
        while len(events) < len(record.events):
            await asyncio.sleep(0)
        assert (tuple(events), table.history, table.match) == (record.events, record.events, record.match)
    await close(tables)


# The secret of verifiable dice


async def test_players_at_two_places_agree_on_the_dice(kept):
    header = HEADER._replace(ruleset=Ruleset(length=1), dice="verifiable")
    name = await begun(kept.store, header)
    here, there = await kept.tables(name, 2)
    await asyncio.gather(
        here.exchange.contribute(WHITE, "lucky seven"), there.exchange.contribute(BLACK, "double six, please")
    )
    while not here.exchange.evidence.decided:
        await asyncio.sleep(0)
    while here.match.game.on_roll is None:
        await here.roll(WHITE)
    while there.history != here.history:
        await asyncio.sleep(0)
    await there.apply(ResignationOffered(WHITE, Win.SINGLE))
    while there.history != here.history:
        await asyncio.sleep(0)
    await here.apply(ResignationAccepted(BLACK))
    await close([here, there])
    proof = evidence((await read(kept, name)).items)
    assert [one.text for one in proof.contributions] == ["lucky seven", "double six, please"]
    assert proof.secret
    match, _ = await asyncio.to_thread(kept.store.open, name)
    assert await asyncio.to_thread(match.read_secret) == b""
    match.close()
