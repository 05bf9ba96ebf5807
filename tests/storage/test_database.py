"""The connections to a database: its tables, errors, restarts and notifications."""

import asyncio
import signal
import sys

import asyncpg
import pytest

from bgterm.storage.errors import DatabaseAway, DatabaseError, DatabaseTooNew
from bgterm.storage.postgres.database import Database, migrations
from tests.postgres import name_in
from tests.waiting import HANG

any_end = pytest.mark.parametrize(
    "how",
    [signal.SIGKILL, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGINT, signal.SIGQUIT))],
)
"""Three ways in which the database ends: killed, or shut down in two ways."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


@pytest.fixture
async def opened():
    """Yield a function that opens databases, and close them after the test."""
    databases = list[Database]()

    async def open_one(url: str, **options: float) -> Database:
        databases.append(await Database.open(url, **options))
        return databases[-1]

    yield open_one
    for database in databases:
        await database.close()


async def one(database: Database, statement: str, *arguments: object) -> object:
    ((value,),) = await database.fetch(statement, *arguments)
    return value


async def test_servers_that_start_at_once_make_the_tables_once(opened, empty_database):
    first, *_ = await asyncio.gather(*(opened(empty_database) for _ in range(8)))
    made = {name for (name,) in await first.fetch(TABLES)}
    assert {"migration", "match", "event", "secret"} <= made
    await first.fetch("INSERT INTO match (name) VALUES ('ann-bob')")
    later = await opened(empty_database)
    assert await one(later, "SELECT name FROM match") == "ann-bob"
    assert await one(later, "SELECT count(*) FROM migration") == len(migrations())
    assert [migration.number for migration in migrations()] == [*range(1, len(migrations()) + 1)]


# Tables


async def test_tables_of_a_newer_version_are_left_alone(opened, database_url):
    newest = migrations()[-1].number
    await (await opened(database_url)).fetch("INSERT INTO migration (number) VALUES ($1)", newest + 1)
    with pytest.raises(DatabaseTooNew) as refused:
        await opened(database_url)
    assert f"have version {newest + 1}, but this bgterm knows {newest}: install a newer one" in str(refused.value)


async def test_commits_wait_for_the_disk_and_faults_are_not_retried(opened, database_url):
    database = await opened(database_url)
    await database.fetch(f"ALTER DATABASE {name_in(database_url)} SET synchronous_commit = off")
    assert await one(await opened(database_url), "SHOW synchronous_commit") == "on"
    with pytest.raises(asyncpg.UndefinedTableError):
        await database.fetch("SELECT * FROM nothing")


async def test_missing_driver_is_named_with_its_extra(opened):
    with pytest.raises(DatabaseError, match="--database needs another package") as refused:
        await opened("postgresql://localhost/club")
    assert str(refused.value).endswith(f": install it with {sys.executable} -m pip install asyncpg")


# A database that goes away


@pytest.mark.long
async def test_two_who_wait_for_each_other_both_go_on(opened, database_url):
    database = await opened(database_url)
    await database.fetch("INSERT INTO match (name) VALUES ('ann'), ('bob')")
    both = asyncio.Barrier(2)

    async def end(first: str, second: str) -> None:
        waits = True

        async def work(connection) -> None:
            nonlocal waits
            async with connection.transaction():
                await connection.execute("UPDATE match SET code = code || 'x' WHERE name = $1", first)
                if waits:
                    waits = False
                    await both.wait()
                await connection.execute("UPDATE match SET code = code || 'x' WHERE name = $1", second)

        await database.run(work)

    await asyncio.gather(end("ann", "bob"), end("bob", "ann"))
    assert [row["code"] for row in await database.fetch("SELECT code FROM match")] == ["xx", "xx"]


@pytest.mark.long
@any_end
async def test_restart_is_not_noticed(opened, own_postgres, how):
    database = await opened(own_postgres.create_database(), patience=float("inf"))
    own_postgres.stop(how)
    number = asyncio.create_task(one(database, "SELECT 7"))
    await asyncio.to_thread(own_postgres.start)
    assert await number == 7


async def test_work_is_refused_while_the_database_is_away(opened, own_postgres):
    database = await opened(own_postgres.create_database(), patience=0.0)
    own_postgres.stop()
    with pytest.raises(DatabaseAway) as refused:
        await database.fetch("SELECT 7")
    assert str(refused.value) == "the database does not answer: try again in a moment"
    own_postgres.start()
    assert await one(database, "SELECT 7") == 7


@any_end
async def test_cancelled_work_ends_when_its_connection_is_lost(opened, own_postgres, how):
    database = await opened(own_postgres.create_database(), patience=float("inf"))
    begun = asyncio.Event()

    async def work(connection) -> None:
        async with connection.transaction():
            begun.set()
            await connection.execute("SELECT pg_sleep(3600)")

    working = asyncio.create_task(database.run(work))
    await begun.wait()
    own_postgres.stop(how)
    working.cancel()
    async with asyncio.timeout(HANG):
        with pytest.raises(asyncio.CancelledError):
            await working


async def test_threads_wait_for_the_database(opened, database_url):
    database = await opened(database_url)
    assert await asyncio.to_thread(lambda: database.wait(one(database, "SELECT 7"))) == 7
    await database.close()
    with pytest.raises(DatabaseAway):
        await asyncio.to_thread(lambda: database.wait(one(database, "SELECT 7")))


# Notifications


def heard_by(database: Database, topic: str) -> asyncio.Queue[str]:
    heard = asyncio.Queue[str]()
    database.notifications.listen(topic, heard.put_nowait, lambda: heard.put_nowait("look"))
    return heard


async def told(heard: asyncio.Queue[str], text: str) -> None:
    """Wait until a text is heard, perhaps after others."""
    while await heard.get() != text:
        pass


async def test_every_process_hears_in_order_what_one_sends(opened, database_url):
    here, there = await opened(database_url), await opened(database_url)
    for database in (here, there):
        await database.notifications.listening.wait()
    queues = [heard_by(database, "event") for database in (here, there)]
    other = heard_by(there, "chat")
    texts = [f"17 {number}" for number in range(2_500)]
    for text in texts:
        here.notifications.send("event", text)
    here.notifications.send("chat", "that's it")
    await told(other, "that's it")
    for heard in queues:
        for text in texts:
            await told(heard, text)


@pytest.mark.long
async def test_listener_looks_again_after_a_restart(opened, own_postgres):
    database = await opened(own_postgres.create_database(), reread=float("inf"), patience=float("inf"))
    heard = heard_by(database, "event")
    await told(heard, "look")
    own_postgres.stop(signal.SIGKILL)
    await asyncio.to_thread(own_postgres.start)
    await told(heard, "look")
    database.notifications.send("event", "1 2")
    await told(heard, "1 2")


async def test_listener_looks_every_few_seconds_until_it_stops(opened, database_url):
    database = await opened(database_url, reread=0.0)
    first, second = asyncio.Queue[str](), heard_by(database, "event")
    stop = database.notifications.listen("event", first.put_nowait, lambda: None)
    for _ in range(3):
        await told(second, "look")
    stop()
    database.notifications.send("event", "1 2")
    await told(second, "1 2")
    assert first.empty()


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("club", ""),
        ("mysql://localhost/club", "mysql://localhost/club ("),
        ("postgresql://[", ""),
        ("postgresql://x:99999/y", "postgresql://x:99999/y ("),
        ("postgresql://bgterm:pssst@/club?host=/nowhere", "postgresql:///club ("),
    ],
)
async def test_database_that_cannot_be_used_is_named_without_password(opened, address, named):
    with pytest.raises(DatabaseError) as refused:
        await opened(address)
    assert str(refused.value).startswith(f"cannot use the database {named}")
    assert "pssst" not in str(refused.value)
