"""The server that the tests run PostgreSQL on."""

import signal

import asyncpg
import pytest


async def test_server_answers(empty_database):
    connection = await asyncpg.connect(empty_database)
    assert await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
    await connection.close()


@pytest.mark.long
async def test_committed_row_outlives_a_kill(own_postgres):
    url = own_postgres.create_database()
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE kept (number int)")
    await connection.execute("INSERT INTO kept VALUES (7)")
    own_postgres.stop(signal.SIGKILL)
    own_postgres.start()
    connection.terminate()
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT number FROM kept") == 7
    await connection.close()
