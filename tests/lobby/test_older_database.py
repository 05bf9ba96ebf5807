"""A database whose tables an older bgterm has made, with names as lines and bans in a table of their own."""

from datetime import date

import asyncpg
import pytest

from bgterm.lobby.bans import Ban, BansTable
from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.storage.errors import DatabaseError
from bgterm.storage.postgres.database import Database, migrate, migrations

LINES = (
    '{"key":"SHA256:ann","name":"Ann","seen":"2026-11-22"}',
    '{"key":"SHA256:bob","name":"Bob","seen":"2026-11-22"}',
    '{"key":"SHA256:phone","of":"SHA256:bob"}',
    '{"key":"SHA256:laptop","of":"SHA256:ann"}',
    "not a line",
    '{"key":"SHA256:ann","name":"Anna","seen":"2126-12-24","was":"Ann","renamed":"2126-12-24"}',
    '{"key":"SHA256:bob","name":"","seen":"2026-12-24"}',
    '{"key":"SHA256:cleo","name":"Cleo","seen":"2026-12-24"}',
    '{"key":"SHA256:clone","name":"C1eo","seen":"2026-12-24"}',
)
LIVING = "INSERT INTO worker (name, lease) VALUES ('old:1', now() + interval '1 hour')"
SESSION = """INSERT INTO shared_row (kind, key, worker, data)
    SELECT 'presence', '1.1', id, '{"user":{"key":"guest:1"},"player":"WHITE"}' FROM worker"""


@pytest.fixture
async def older(empty_database):
    """A connection to a database with the tables of the version before the shared rows."""
    connection = await asyncpg.connect(empty_database)
    await migrate(connection, migrations()[:3], "")
    lines = [(number, line) for number, line in enumerate(LINES, 1)]
    await connection.executemany("INSERT INTO name_line VALUES ($1, gen_random_uuid(), $2)", lines)
    await connection.execute("INSERT INTO ban VALUES ('203.0.113.7')")
    yield connection
    await connection.close()


async def test_tables_that_an_older_server_uses_are_left_alone(older, empty_database):
    await older.execute(LIVING)
    with pytest.raises(DatabaseError, match="an older bgterm serves with the tables of"):
        await Database.open(empty_database)
    assert await older.fetchval("SELECT count(*) FROM ban") == 1


async def test_sessions_in_an_older_form_are_never_read(empty_database):
    connection = await asyncpg.connect(empty_database)
    await migrate(connection, migrations()[:5], "")
    await connection.execute(LIVING)
    await connection.execute(SESSION)
    with pytest.raises(DatabaseError, match="an older bgterm serves with the tables of"):
        await Database.open(empty_database)
    await connection.execute("UPDATE worker SET lease = now()")
    await (await Database.open(empty_database)).close()
    assert await connection.fetchval("SELECT count(*) FROM shared_row") == 0
    await connection.close()


async def test_names_and_bans_of_an_older_version_are_read(older, empty_database):
    assert await older.fetchval("SELECT count(*) FROM name_line") == len(LINES)
    for _ in range(2):
        database = await Database.open(empty_database)
        registry, bans = UserRegistry(await SharedNames.open(database)), BansTable(database)
        await bans.read()
        await database.close()
        keys = ("ann", "laptop", "bob", "phone", "cleo", "clone")
        assert [registry.name_of(f"SHA256:{key}") for key in keys] == ["Anna", "Anna", "", "", "Cleo", "C1eo"]
        assert (registry.former_name("SHA256:ann"), registry.faults) == ("Ann", ())
        assert [*bans] == [Ban("203.0.113.7")]
    assert await older.fetchval("SELECT count(*) FROM name_line") == 0


async def test_name_and_visit_of_a_player_of_old_can_be_changed(older, empty_database):
    database = await Database.open(empty_database)
    names = await SharedNames.open(database)
    registry = UserRegistry(names, today=lambda: date(2027, 3, 1))
    clone = User("SHA256:clone", "C1eo")
    registry.came(clone)
    await names.tasks.until_idle()
    seen = "SELECT data->>'seen' FROM shared_row WHERE key = 'SHA256:clone'"
    assert await older.fetchval(seen) == "2027-03-01"
    assert (await registry.rename(clone, "Dora")).name == "Dora"
    assert UserRegistry(await SharedNames.open(database)).name_of(clone.key) == "Dora"
    assert await older.fetchval("SELECT count(*) FROM name_look WHERE look = 'dora'") == 1
    await database.close()
