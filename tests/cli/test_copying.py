"""`bgterm admin copy`, between a data folder and a database."""

import asyncio

import pytest

from bgterm.rules.events import OpeningThrown
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import WorkerLease
from tests.builders import header
from tests.cli.command import bgterm
from tests.tables import begin_table
from tests.waiting import wait

HEADER = header(seats=("a", "b"))
NAMES = """\
{"key":"SHA256:a","name":"Ann","seen":"2026-11-22"}
{"key":"SHA256:b","name":"Jo\u2028é","seen":"2026-11-22"}
"""


@pytest.fixture
def folder(tmp_path):
    """The data folder of a server with two matches and two players."""
    folder = tmp_path / "data"
    for _ in range(2):
        table = begin_table(folder / "matches", HEADER)
        wait(table.apply(OpeningThrown(3, 1)))
        table.close().result()
    (folder / "people.jsonl").write_text(NAMES, encoding="utf-8")
    (folder / "reviews").mkdir()
    (folder / "reviews" / "a_b+c.jsonl").write_text('{"practice":1}\n{"card":{}}\n')
    return folder


def copy(source, target):
    """Return the status of `bgterm admin copy`, its output and its error output."""
    return bgterm("admin", "copy", source, target)


async def ask(url, statement):
    database = await Database.open(url)
    await database.fetch(statement)
    await database.close()


def test_folder_is_copied_to_a_database_and_back(folder, tmp_path, database_url):
    said = "2 matches copied.\nThe reviews of 1 player are copied.\nThe names of the players are copied.\n"
    assert copy(folder, database_url) == (0, said, "")
    assert copy(folder, database_url) == (0, "0 matches copied.\n2 matches were there already.\n", "")
    assert copy(database_url, tmp_path / "back")[0] == 0
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.jsonl")}
    back = tmp_path / "back"
    assert {path.relative_to(back): path.read_bytes() for path in back.rglob("*.jsonl")} == files
    assert len(files) == 4


def test_match_that_cannot_be_copied_is_named(folder, database_url):
    with (folder / "matches" / "2026-11-20-ann-bob.jsonl").open("ab") as file:
        file.write(b"{}\n")
    status, out, err = copy(folder, database_url)
    assert (status, out.startswith("1 match copied.\n")) == (1, True)
    assert err.startswith("bgterm: 2026-11-20-ann-bob is damaged: line 3: ")


def test_names_that_are_there_already_stay(folder, database_url):
    line = 'INSERT INTO name_line VALUES (1, gen_random_uuid(), \'{"key":"SHA256:cleo","name":"Cleo"}\')'
    asyncio.run(ask(database_url, line))
    status, out, _ = copy(folder, database_url)
    assert (status, out.startswith("2 matches copied.\n")) == (0, True)
    assert out.endswith("The names of the players are not copied: there are others already.\n")


def test_nothing_is_copied_while_a_server_runs(folder, database_url):
    with AppendOnlyFile.open(folder / "people.jsonl"):
        assert copy(folder, database_url) == (1, "", f"bgterm: a server uses {folder}: stop it first.\n")


async def renewed(lease):
    """Renew a lease until the task is cancelled, as a server does."""
    while True:
        await lease.renew({})


async def test_database_that_a_server_uses_is_not_copied(folder, database_url):
    database = await Database.open(database_url)
    lease = WorkerLease(database, "w")
    await lease.enter({})
    renewing = asyncio.create_task(renewed(lease))
    status, _, err = await asyncio.to_thread(copy, folder, database_url)
    assert status != 0
    assert err.startswith("bgterm: a server uses postgresql://")
    assert err.endswith(": stop it first.\n")
    renewing.cancel()
    await lease.end()
    assert (await asyncio.to_thread(copy, folder, database_url))[0] == 0
    await database.close()


def test_lease_that_a_backup_has_restored_is_waited_for(folder, database_url):
    asyncio.run(ask(database_url, "INSERT INTO worker (name, lease) VALUES ('w', now() + interval '0.3 s')"))
    assert copy(folder, database_url)[0] == 0


@pytest.mark.parametrize(
    "source", ["nowhere", pytest.param("postgresql:///nowhere?host=/nowhere", marks=pytest.mark.postgres)]
)
def test_place_that_is_not_there_is_named(tmp_path, source):
    source = source if "://" in source else tmp_path / source
    status, _, err = copy(source, tmp_path / "target")
    assert (bool(status), "nowhere" in err) == (True, True)


def test_place_is_not_copied_to_itself(folder):
    said = "bgterm: name two different places, each a data folder or postgresql://HOST/DATABASE.\n"
    assert copy(folder, folder) == (1, "", said)
