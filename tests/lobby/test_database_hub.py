"""Several processes that serve one lobby by way of a real database, here in one event loop."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.lobby.cluster.questions import Questions
from bgterm.lobby.errors import LobbyError, NoTable
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.matchmaking import Matchmaking
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.notation.json_codec import write_fields
from bgterm.rules.board import Player
from bgterm.storage.errors import database_away, save_failed
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import OpenTableRows, SharedRows, WorkerLease
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, Worker, end_lease, running_worker
from tests.waiting import HANG, until

WHITE, BLACK = Player
NAME_TAKEN = "{name} is somebody else here: pick another name."


@pytest.fixture
async def start(database_url, tmp_path):
    """Yield a function that starts a worker."""
    async with AsyncExitStack() as stack:

        async def started(name: str, **options: float) -> Worker:
            return await stack.enter_async_context(running_worker(database_url, tmp_path / name, name, **options))

        yield started


@pytest.fixture
async def one(start):
    """A worker with Ann in its lobby."""
    one = await start("1")
    one.enter(ANN)
    return one


@pytest.fixture
async def two(start):
    """Another worker, with Bob in its lobby."""
    two = await start("2")
    two.enter(BOB)
    return two


async def until_rows(worker: Worker, kind: str, count: int = 0) -> None:
    """Wait until the database has so many shared rows of a kind."""
    async with asyncio.timeout(HANG):
        while len(await worker.database.fetch("SELECT FROM shared_row WHERE kind LIKE $1", kind)) != count:
            pass


def fails_once(monkeypatch, kind: type, name: str, error: Exception, when=lambda _self: True) -> asyncio.Event:
    """Make a method raise the error at its first call that `when` allows; return the event of that call."""
    method, failed = getattr(kind, name), asyncio.Event()

    async def call(self, *arguments, **options):
        if when(self) and not failed.is_set():
            failed.set()
            raise error
        return await method(self, *arguments, **options)

    monkeypatch.setattr(kind, name, call)
    return failed


async def test_a_process_that_comes_later_knows_all_and_others_know_it(one, start):
    table = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    two = await start("2")
    session = two.enter(BOB)
    await two.until(lambda: two.lobby.sessions.users == (BOB, ANN))
    (found,) = two.lobby.open_tables.seen_by(BOB)
    assert found._replace(since=0) == table._replace(since=0)
    assert two.lobby.now() >= found.since
    await one.until(lambda: one.lobby.sessions.users == (ANN, BOB))
    assert one.lobby.is_connected(BOB.key)
    two.lobby.leave(session)
    await one.until(lambda: one.lobby.sessions.users == (ANN,))


async def test_notes_about_sharing_reach_other_processes(start):
    one, two, three = await start("1"), await start("2"), await start("3")
    ann, bob = one.enter(ANN), two.enter(BOB)
    three.enter(CLEO)
    code = (await one.lobby.matchmaking.open_table(ANN, TO_THREE)).code
    await two.until(lambda: two.lobby.open_tables.seen_by(BOB))
    await two.lobby.matchmaking.join(BOB, code)
    for worker in (one, three):
        await worker.until(lambda worker=worker: worker.lobby.matches.at(code))
    hers, his = await one.lobby.go(ann, code), await two.lobby.go(bob, code)
    for player, place in ((WHITE, hers), (BLACK, his)):
        place.at.set_hints(player, wanted=True)
    watched = three.lobby.matches.find(code)
    await three.until(lambda: watched.attendance.hints == (WHITE, BLACK))
    await two.until(lambda: his.at.attendance.hints == (WHITE, BLACK))
    await hers.at.let_watch(hers, False)
    await three.until(lambda: not watched.watchable)
    hers.leave()
    await three.until(lambda: watched.attendance.left == (WHITE,))
    his.leave()
    for worker in (one, two, three):
        await worker.until(lambda worker=worker: worker.lobby.matches.at(code) is None)


async def test_a_lost_notification_is_made_up_for_when_a_player_comes(one, start):
    hers = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    played = await one.lobby.matchmaking.join(BOB, hers.code)
    two = await start("2")
    one.database.notifications.send = lambda *_lost: None
    await played.set_aside(ANN)
    (found,) = two.lobby.matches
    two.enter(ANN)
    await two.until(lambda: not found.is_listed(ANN))


async def test_only_one_of_two_joins_an_open_table(one, two, start):
    three = await start("3")
    three.enter(CLEO)
    table = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    await two.until(lambda: two.lobby.open_tables.seen_by(BOB))
    await three.until(lambda: three.lobby.open_tables.seen_by(CLEO))
    joins = (two.lobby.matchmaking.join(BOB, table.code), three.lobby.matchmaking.join(CLEO, table.code))
    ends = await asyncio.gather(*joins, return_exceptions=True)
    assert {type(end) for end in ends} == {SharedTable, NoTable}
    (refused,) = (end for end in ends if isinstance(end, NoTable))
    assert str(refused) == f"There is no table {table.code} any more."
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))


async def test_a_host_begins_only_one_of_two_matches_at_once(one, two):
    two.enter(CLEO)
    hers = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    his = await two.lobby.matchmaking.open_table(BOB, TO_THREE)
    await two.until(lambda: hers.code in {table.code for table in two.lobby.open_tables.seen_by(CLEO)})
    joins = (one.lobby.matchmaking.join(ANN, his.code), two.lobby.matchmaking.join(CLEO, hers.code))
    ends = await asyncio.gather(*joins, return_exceptions=True)
    assert {type(end) for end in ends} == {SharedTable, NoTable}


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_host_whose_table_was_joined_begins_no_other_match(start, elsewhere):
    one = await start("1")
    two = await start("2") if elsewhere else one
    for worker, user in ((one, ANN), (two, BOB), (two, CLEO)):
        worker.enter(user)
    hers = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    his = await two.lobby.matchmaking.open_table(BOB, TO_THREE)
    await two.until(lambda: hers.code in {table.code for table in two.lobby.open_tables.seen_by(CLEO)})
    await one.until(lambda: his.code in {table.code for table in one.lobby.open_tables.seen_by(ANN)})
    if elsewhere:
        await two.lobby.matchmaking.join(CLEO, hers.code)
        one.lobby.open_tables.replace([hers, his])  # it is not known yet that hers has gone
        with pytest.raises(NoTable):
            await one.lobby.matchmaking.join(ANN, his.code)
        await one.until(lambda: his.code in {table.code for table in one.lobby.open_tables.seen_by(ANN)})
    else:
        joins = one.lobby.matchmaking.join(CLEO, hers.code), one.lobby.matchmaking.join(ANN, his.code)
        ends = await asyncio.gather(*joins, return_exceptions=True)
        assert [type(end) for end in ends] == [SharedTable, LobbyError]


async def test_no_table_of_the_players_of_a_match_stays(one, two):
    table = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    await two.until(lambda: two.lobby.open_tables.seen_by(BOB))
    ((number,),) = await one.database.fetch("SELECT id FROM worker WHERE name = '1'")
    await OpenTableRows(one.database, "table").add(number, "K7Q2M", write_fields(table))
    await two.lobby.matchmaking.join(BOB, table.code)
    await until_rows(one, "table")


async def test_no_table_stays_held_back_when_a_join_is_cancelled(one, two, monkeypatch):
    async def cancelled(*_arguments, **_options):
        raise asyncio.CancelledError

    code = (await one.lobby.matchmaking.open_table(ANN, TO_THREE)).code
    await two.until(lambda: two.lobby.open_tables.seen_by(BOB))
    monkeypatch.setattr(Matchmaking, "begin", cancelled)
    with pytest.raises(asyncio.CancelledError):
        await two.lobby.matchmaking.join(BOB, code)
    await until_rows(two, "table")


async def test_a_lost_answer_takes_an_open_table_no_less(one, start):
    two = await start("2")
    table = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    assert [await two.hub.take([table], BOB) for _ in range(2)] == [True, True]
    assert not await one.hub.take([table], CLEO)
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))
    two.hub.release(table, BOB)
    await one.until(lambda: one.lobby.open_tables.seen_by(ANN))


async def test_two_who_would_play_anybody_at_once_meet(one, two):
    found = await asyncio.gather(one.lobby.matchmaking.play_anybody(ANN), two.lobby.matchmaking.play_anybody(BOB))
    (waits,) = (table for table in found if isinstance(table, OpenTable))
    (begun,) = (table for table in found if isinstance(table, SharedTable))
    assert begun.code == waits.code
    assert sorted(begun.header.names) == ["Ann", "Bob"]
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))
    await two.until(lambda: not two.lobby.open_tables.seen_by(BOB))


async def test_a_challenge_reaches_another_process(one, two):
    await one.until(lambda: BOB in one.lobby.sessions.users)
    await one.lobby.matchmaking.open_table(ANN, TO_THREE, invited="Bob")
    await two.until(lambda: two.said)
    assert two.said == ["Ann challenges you: see the lobby."]
    await two.until(lambda: two.lobby.open_tables.seen_by(BOB))
    two.lobby.matchmaking.withdraw(BOB, two.lobby.open_tables.seen_by(BOB)[0].code)
    await one.until(lambda: one.said == ["Bob would rather not play now."])
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))


@pytest.mark.parametrize("text", ["Tea?", "[]", '{"from":0,"kind":"Sung"}', '{"from":0,"kind":"ChatLine"}'])
async def test_a_message_that_cannot_be_parsed_is_reported_once(one, two, caplog, text):
    heard = asyncio.Queue()
    for worker in (one, two):
        worker.database.notifications.listen("lobby", heard.put_nowait, lambda: None)
    one.database.notifications.send("lobby", text)
    async with asyncio.timeout(HANG):
        assert [await heard.get(), await heard.get()] == [text, text]
    assert caplog.messages == ["notification not read topic=lobby"] * 2  # by each worker
    two.lobby.say(BOB, "Tea?")
    await one.until(lambda: one.lobby.chat.lines)
    for worker in (one, two):
        assert [(line.name, line.text) for line in worker.lobby.chat.lines] == [("Bob", "Tea?")]


async def test_what_is_said_while_a_process_starts_is_heard(start, database_url, tmp_path):
    one, database = await start("1"), await Database.open(database_url)
    hub = await DatabaseHub.enter(database, "2")
    lobby, heard = Lobby(tmp_path / "2", UserRegistry(NamesFile(tmp_path / "names")), hub=hub), asyncio.Event()
    await database.notifications.listening.wait()
    database.notifications.listen("lobby", lambda text: "Tea?" in text and heard.set(), lambda: None)
    one.lobby.say(ANN, "Tea?")
    await heard.wait()
    await hub.start(lobby, {})
    assert [line.text for line in lobby.chat.lines] == ["Tea?"]
    await hub.leave()
    await database.close()


async def test_the_sessions_of_a_dead_process_go_even_after_a_fault(one, two, monkeypatch):
    await two.lobby.matchmaking.open_table(BOB, TO_THREE)
    await one.until(lambda: BOB in one.lobby.sessions.users and one.lobby.open_tables.seen_by(ANN))
    failed = fails_once(monkeypatch, SharedRows, "read", database_away(), lambda _: not one.hub.lease.others)
    await end_lease(two)
    await one.until(lambda: one.lobby.sessions.users == (ANN,))
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))
    assert failed.is_set()


async def test_no_process_removes_another_after_a_pause_for_both(database_url):
    database = await Database.open(database_url)
    leases = [WorkerLease(database, name) for name in ("1", "2")]
    for lease in leases:
        await lease.enter({})
    await database.fetch("UPDATE worker SET lease = now() - interval '1 hour'")
    for lease in (leases[0], *leases):  # the first renews its lease twice before the other does
        assert await lease.renew({}) == Counter()
        assert len(lease.others) == 1
    await database.close()


async def test_a_message_waits_for_the_database(one, two, monkeypatch):
    fails_once(monkeypatch, Lobby, "hear", database_away())
    two.lobby.say(BOB, "Tea?")
    await one.until(lambda: [line.text for line in one.lobby.chat.lines] == ["Tea?"])


async def test_a_match_that_cannot_be_read_hides_no_other(start, monkeypatch):
    one, begun = await start("1", reread=0.01), asyncio.Queue()

    async def hear(_lobby, message):
        begun.put_nowait(message.name)
        if message.name == "damaged":
            raise save_failed(name="damaged", reason="damaged")

    monkeypatch.setattr(Lobby, "hear", hear)
    await one.database.fetch("INSERT INTO match (name) VALUES ('damaged'), ('whole')")
    async with asyncio.timeout(HANG):
        assert [await begun.get(), await begun.get()] == ["damaged", "whole"]


async def test_the_lease_is_renewed_again_after_a_fault(start):
    one, calls = await start("1"), asyncio.Queue()

    async def broken(_origins):
        calls.put_nowait("called")
        raise ValueError

    one.hub.lease.renew = broken
    async with asyncio.timeout(HANG):
        assert [await calls.get(), await calls.get()] == ["called", "called"]


async def test_sessions_are_written_again_after_a_fault(one, start, monkeypatch):
    two = await start("2")
    fails_once(monkeypatch, SharedRows, "write", ValueError())
    two.enter(BOB)
    await one.until(lambda: one.lobby.sessions.users == (ANN, BOB))


async def test_two_workers_of_one_name_are_reported_once(start, database_url, tmp_path, caplog):
    await start("1")
    async with running_worker(database_url, tmp_path / "other", "1"):
        line = "lease lost often: is there another worker of this name? worker=1"
        await until(lambda: line in caplog.messages)
    assert caplog.messages.count("lease lost worker=1") <= 6


async def test_sessions_and_open_tables_outlive_a_lease_that_has_ended(one, two):
    code = (await two.lobby.matchmaking.open_table(BOB, TO_THREE)).code
    await one.until(lambda: one.lobby.open_tables.seen_by(ANN))
    await one.database.fetch("DELETE FROM worker WHERE name = '2'")
    await until_rows(one, "table", 1)
    await until_rows(one, "presence", 2)
    await one.until(lambda: BOB in one.lobby.sessions.users and one.lobby.open_tables.seen_by(ANN))
    assert (await one.lobby.matchmaking.join(ANN, code)).code == code


async def test_a_lease_that_ends_twice_stops_no_open_table(one):
    one.enter(BOB)
    first = await one.lobby.matchmaking.open_table(ANN, TO_THREE)
    enter = one.hub.lease.enter

    async def end_again(tables):
        await enter(tables)
        one.hub.lease.enter = enter
        await one.database.fetch("DELETE FROM worker")

    one.hub.lease.enter = end_again
    await one.database.fetch("DELETE FROM worker")
    second = await one.lobby.matchmaking.open_table(BOB, TO_THREE)
    await until_rows(one, "table", 2)
    await one.until(lambda: {table.code for table in one.lobby.open_tables} == {first.code, second.code})


async def test_a_table_whose_match_has_begun_is_not_restored(one):
    code = (await one.lobby.matchmaking.open_table(ANN, TO_THREE)).code
    await one.database.fetch("INSERT INTO match (name, code) VALUES ('ann-bob', $1)", code)
    await one.database.fetch("DELETE FROM worker")
    await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))


async def test_names_picked_at_once_are_all_kept_and_none_twice(one, two, start):
    names = [*(f"Player{number}" for number in range(8)), "Dora", "Dora"]
    users = [User(f"SHA256:{number}", "") for number in range(len(names))]
    picks = (
        (one, two)[number % 2].lobby.registration.pick(user, name)
        for number, (user, name) in enumerate(zip(users, names, strict=True))
    )
    *_, dora, other = await asyncio.gather(*picks, return_exceptions=True)
    assert {getattr(each, "msgid", type(each)) for each in (dora, other)} == {User, NAME_TAKEN}
    registry = (await start("3")).lobby.registry
    assert [registry.name_of(user.key) for user in users[:8]] == names[:8]
    assert len(registry.keys_of("Dora")) == 1


async def test_renamed_and_deleted_players_are_so_everywhere(one, two, start):
    dora = await one.lobby.registration.pick(User("SHA256:new", ""), "Dora")
    session = two.enter(dora)
    one.enter(BOB)  # hears of each change
    await one.until(lambda: dora in one.lobby.sessions.users)
    renamed = await one.lobby.rename(dora, "Dorothy")
    await two.until(lambda: session.user.name == "Dorothy")
    await one.lobby.delete(renamed)
    await two.until(lambda: not two.lobby.registry.name_of(dora.key))
    three = await start("3")
    assert not three.lobby.registry.keys_of("Dorothy")
    cleo = await three.lobby.registration.pick(User("SHA256:other", ""), "Dora")
    assert cleo.name == "Dora"


@pytest.mark.parametrize("leaves", [False, True], ids=["too late", "after the worker has left"])
async def test_an_answer_that_nobody_waits_for_leaves_no_row(one, two, leaves):
    replies, may_answer = asyncio.Queue(), asyncio.Event()

    async def answer(_question):
        replies.put_nowait(asyncio.current_task())
        await may_answer.wait()
        return {"count": 1}

    Questions(two.hub, answer, seconds=HANG)
    async with asyncio.timeout(HANG):
        assert await Questions(one.hub, answer, seconds=0).ask({"command": "stats"}) == []
        reply = await replies.get()
        if leaves:
            await one.hub.leave()
        may_answer.set()
        await reply
    await until_rows(two, "answer %")


async def test_a_worker_that_has_left_hears_no_question(one, two):
    heard, received = [], asyncio.Event()

    async def answer(question):
        heard.append(question)
        return {}

    Questions(two.hub, answer)
    await two.hub.leave()
    two.database.notifications.listen("question", lambda _text: received.set(), lambda: None)
    one.database.notifications.send("question", '{"from":0,"number":"7","question":{}}')
    async with asyncio.timeout(HANG):
        await received.wait()
    await asyncio.sleep(0)
    assert not heard
