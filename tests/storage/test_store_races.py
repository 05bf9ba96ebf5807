"""Matches in a database that is killed, that loses its answers, and that processes race for."""

import asyncio
import signal
import sys
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bgterm.lobby.tables.table_parts import TableOpener
from bgterm.notation.json_codec import Note, write_line
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.events import ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.storage.errors import DatabaseAway, SaveError
from tests.builders import FIRST_TURN, header
from tests.storage.stores import assert_kept_in_order, bases, begun, close, load, play_on, talk, writing
from tests.waiting import until

WHITE, BLACK = Player
HEADER, (OPENING, FIVE_POINT) = header(length=7), FIRST_TURN


@pytest.mark.long
async def test_writers_of_several_processes_lose_and_double_nothing(database_url):
    async with bases(database_url) as opened:
        name = await begun(opened.store, HEADER)
        command = [sys.executable, "-m", "tests.storage.stores", database_url, name, "4", "60"]
        begin = partial(asyncio.create_subprocess_exec, *command, stdout=asyncio.subprocess.PIPE)
        writers = [await begin() for _ in range(4)]
        done = [int((await writer.communicate())[0]) for writer in writers]
        record = await load(opened, name)
    assert record.damage is None
    assert sum(done) == len(record.events) >= 60


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGKILL])
async def test_database_that_is_killed_loses_and_doubles_nothing(own_postgres, how):
    async with bases(own_postgres.create_database()) as opened:
        async with writing(opened, HEADER, 16) as tables:
            players = [asyncio.create_task(play_on(table, 60)) for table in tables]
            talkers = [asyncio.create_task(talk(table, number, 5)) for number, table in enumerate(tables)]
            for reached in (20, 40):
                await until(lambda reached=reached: len(tables[0].history) >= reached)
                own_postgres.stop(how)
                await asyncio.to_thread(own_postgres.start)
            done = await asyncio.gather(*players)
            await asyncio.gather(*talkers)
        record = await load(opened, tables[0].name)
    assert record.damage is None
    # An act whose answer was lost may be told as that of another: what counts is on the board.
    assert sum(done) <= len(record.events)
    assert {*(len(table.history) for table in tables)} <= {*range(60, len(record.events) + 1)}
    assert_kept_in_order(record, 16, 5)


# A proxy before PostgreSQL that loses answers

_ADDED = b"INSERT 0 1\0"
"""PostgreSQL's answer when a line is committed; it comes together with the report that it is ready."""


class LossyProxy:
    """Passes on all data but every `every`-th answer to an insertion, which is lost with the connection."""

    def __init__(self, server: Path, every: int) -> None:
        self._server, self._every = server, every
        self._answers = 0
        self.lost = 0
        """The number of answers that were lost."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on the data of a client and the server until one of them ends, or an answer is lost."""
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        ways = (reader, to_server), (from_server, writer)
        tasks = [asyncio.create_task(self._pass(*way)) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for end in (writer, to_server):
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(2**16):
                if _ADDED in data:
                    self._answers += 1
                    if self._answers % self._every == 0:
                        self.lost += 1
                        return
                writer.write(data)
                await writer.drain()


@pytest.fixture
def behind_proxy(tmp_path_factory, own_postgres):
    """Return a function that yields a proxy, the connections through it, and others that lose nothing."""

    @asynccontextmanager
    async def connected(every, patience=float("inf")):
        folder, url, name = tmp_path_factory.mktemp("proxy"), own_postgres.create_database(), ".s.PGSQL.5432"
        proxy = LossyProxy(own_postgres.folder / name, every)
        listener = await asyncio.start_unix_server(proxy.serve, folder / name)
        through = url.replace(str(own_postgres.folder), str(folder))
        async with listener, bases(url) as direct, bases(through, patience) as opened:
            yield proxy, opened, direct

    return connected


@pytest.mark.parametrize("every", [1, pytest.param(3, marks=pytest.mark.long)])
async def test_lost_answers_lose_and_double_nothing(behind_proxy, every):
    async with behind_proxy(every) as (proxy, opened, direct):
        name = await begun(direct.store, HEADER)
        tables = await opened.tables(name, 4)
        done = await asyncio.gather(
            *(play_on(table, 20) for table in tables),
            *(talk(table, number, 5) for number, table in enumerate(tables)),
        )
        await close(tables)
        record = await load(direct, name)
    assert proxy.lost > 10
    assert record.damage is None
    assert sum(done[:4]) == len(record.events) >= 20
    assert_kept_in_order(record, 4, 5)


async def test_match_that_is_begun_twice_is_begun_once(behind_proxy):
    async with behind_proxy(2) as (_, opened, direct):
        names = [await begun(opened.store, HEADER) for _ in range(4)]
        assert len({*names}) == 4
        assert [*map(tuple, await direct.databases[0].fetch("SELECT count(*) FROM match"))] == [(4,)]


async def test_act_whose_answer_never_came_is_seen_and_not_repeated(behind_proxy):
    async with behind_proxy(1, patience=0.0) as (_, opened, direct):
        name = await begun(direct.store, HEADER)
        (table,) = await opened.tables(name, 1)
        told = []
        table.event_watchers.add(lambda _, event: told.append(event))
        with pytest.raises(DatabaseAway):
            await table.apply(OPENING)
        with pytest.raises(IllegalAction, match=ActionRule.OPENING_DECIDED):
            await table.apply(OPENING)
        assert told == [OPENING]
        await close([table])
        assert (await load(direct, name)).events == (OPENING,)


# Two processes at one match


async def test_act_on_an_old_board_is_judged_again_if_a_watcher_fails(database_url, caplog):
    def fails(*_news):
        raise RuntimeError("out of ink")

    async with bases(database_url) as opened, writing(opened, HEADER, 2) as (here, there):
        there.event_watchers.add(fails)
        await opened.databases[-1].notifications.stop()
        await here.apply(OPENING)
        await here.apply(FIVE_POINT)
        assert there.history == ()
        with pytest.raises(IllegalAction, match=ActionRule.OPENING_DECIDED):
            await there.apply(OPENING)
        assert there.history == (OPENING, FIVE_POINT)
    assert "out of ink" in caplog.text


async def test_note_of_another_process_is_told_once(database_url):
    async with bases(database_url) as opened, writing(opened, HEADER, 2) as (here, there):
        notes = [list[Note](), list[Note]()]
        for table, told in zip((here, there), notes, strict=True):
            table.note_watchers.add(told.append)
        said = [Note("chat", {"from": "Ann", "text": str(number)}) for number in range(20)]
        for note in said:
            here.post(note)
            there.post(replace(note, facts={"from": "Bob"}))
        await until(lambda: min(map(len, notes)) >= 20)
        assert (notes[1], {note.facts["from"] for note in notes[0]}) == (said, {"Bob"})
        assert len(here.notes) == len(there.notes) == 40


async def test_note_about_a_match_that_is_removed_meanwhile_is_refused(database_url, monkeypatch):
    async with bases(database_url) as opened:
        name = await begun(opened.store, HEADER)
        here, there = await opened.tables(name, 2)
        await opened.databases[-1].notifications.stop()
        await talk(here, 0, 1)
        fetch = there.journal._fetch  # noqa: SLF001 - nothing else comes between

        def remove_first(*statement):
            opened.store.remove(name)
            return fetch(*statement)

        monkeypatch.setattr(there.journal, "_fetch", remove_first)
        with pytest.raises(SaveError, match="no saved match is called"):
            await talk(there, 1, 1)


async def test_match_whose_end_was_not_noted_is_noted_when_it_is_read(database_url):
    seated = header(seats=("SHA256:ann", "SHA256:bob"))
    async with bases(database_url) as opened, writing(opened, seated) as (table,):
        for event in (OPENING, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK)):
            await table.apply(event)
        await opened.databases[0].fetch("UPDATE match SET ended = NULL, entry = NULL")
        await load(opened, table.name)
        (entry,) = await asyncio.to_thread(opened.store.finished, most=2)
        assert (entry.name, entry.winner) == (table.name, BLACK)


async def test_match_that_another_process_has_played_is_not_removed(database_url):
    async with bases(database_url) as opened, writing(opened, HEADER) as (table,):
        await table.apply(OPENING)
        opener = TableOpener(opened.store, table.name)
        opener.close(and_remove=True)
        again = await opener.open(lambda _: None)
        assert (again.history, opener.is_removed) == ((OPENING,), False)
        await close([again])


async def test_match_of_an_older_backup_is_not_continued_with_a_gap(database_url):
    async with bases(database_url) as opened, writing(opened, HEADER) as (table,):
        await table.apply(OPENING)
        await opened.databases[0].fetch("DELETE FROM event WHERE seq = 1")
        with pytest.raises(SaveError, match=r": nothing changed\. Try again") as refused:
            await table.apply(FIVE_POINT)
        assert str(refused.value) == "the database has an older copy of this match: nothing changed. Try again"


async def test_second_process_does_not_lose_what_the_first_sealed(database_url):
    async with bases(database_url) as opened:
        async with writing(opened, HEADER._replace(dice="verifiable"), 2) as (here, there):
            await opened.databases[-1].notifications.stop()
            await here.exchange(VerifiableDice.contribute, WHITE, "lucky seven")
            await there.exchange(VerifiableDice.contribute, BLACK, "double six, please")
            await until(lambda: all(one.text for one in here.evidence.contributions))
            words = [one.text for one in here.evidence.contributions]
            assert words == ["lucky seven", "double six, please"]
        (again,) = await opened.tables(here.name, 1)
        await again.roll(WHITE)
        await close([again])


@pytest.mark.parametrize(
    "wrong", ['{"event":"moved","player":"black","play":"24/23"}', "hello", write_line(HEADER)]
)
async def test_line_that_cannot_happen_stops_the_match(database_url, wrong):
    async with bases(database_url) as opened, writing(opened, HEADER) as (table,):
        await table.apply(OPENING)
        told = list[object]()
        table.event_watchers.add(lambda *news: told.append(news))
        await opened.databases[0].fetch(
            "INSERT INTO event SELECT match, 2, token, $1 FROM event WHERE seq = 1", wrong
        )
        for _ in range(2):
            with pytest.raises(SaveError, match="cannot be read: line") as refused:
                await table.apply(FIVE_POINT)
            assert str(refused.value).startswith(f"{table.name} cannot be read: line 3: ")
        assert (table.history, told) == ((OPENING,), [])


@pytest.mark.long
@pytest.mark.parametrize("acts", [True, False], ids=["an act follows", "nothing more is done"])
async def test_notes_are_kept_when_the_database_is_back(own_postgres, acts):
    notes = [Note("chat", {"from": "Ann", "text": str(number)}) for number in range(3)]
    url = own_postgres.create_database()
    async with bases(url, patience=0.0) as opened, writing(opened, HEADER) as (table,):
        own_postgres.stop()
        for note in notes:
            table.post(note)
        with pytest.raises(DatabaseAway):
            await table.apply(OPENING)
        await asyncio.to_thread(own_postgres.start)
        while acts:
            with suppress(DatabaseAway):
                await table.apply(OPENING)
                break
        items = ()
        while len(items) < len(notes):
            with suppress(DatabaseAway):
                items = (await load(opened, table.name)).items
    assert [*items] == [*notes, *[OPENING] * acts]


async def test_note_for_a_match_removed_elsewhere_is_no_error(database_url, caplog):
    async with bases(database_url) as opened, writing(opened, HEADER) as (table,):
        await asyncio.to_thread(opened.store.remove, table.name)
        table.post(Note("chat", {"from": "Ann", "text": "Tea?"}))
    assert [record.getMessage() for record in caplog.records] == []
