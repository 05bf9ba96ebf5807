"""The tables of the database, made by numbered SQL files: `migrations/0001_matches.sql` and so on.

Each file is applied once, in the order of the numbers, all new ones in one transaction. An advisory lock lets one
process at a time do it. A file that is released is never changed: a later one changes what it made.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from bgterm.storage.log import log

if TYPE_CHECKING:
    from asyncpg import Connection, Record

_LOCK = 0x62677465726D
"""The number of the advisory lock: `bgterm` in ASCII."""
_VERSIONS = "CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, applied timestamptz DEFAULT now())"


class Migration(NamedTuple):
    """A file of SQL."""

    number: int
    name: str
    statements: str


def migrations() -> list[Migration]:
    """Return the migrations of this version of bgterm, by their numbers."""
    return sorted(_files())


def _files() -> Iterator[Migration]:
    for file in files("bgterm.storage.postgres").joinpath("migrations").iterdir():
        if file.name.endswith(".sql"):
            yield Migration(int(file.name.partition("_")[0]), file.name, file.read_text(encoding="utf-8"))


async def migrate(connection: "Connection[Record]", known: list[Migration]) -> int:
    """Apply what is missing of the `known` migrations; return the latest number that the database has.

    Nothing is applied when the database has one that is not known.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute(_VERSIONS)
        applied = {row["number"] for row in await connection.fetch("SELECT number FROM migration")}
        latest = max(applied, default=0)
        if applied <= {migration.number for migration in known}:
            for migration in known:
                if migration.number not in applied:
                    await connection.execute(migration.statements)
                    await connection.execute("INSERT INTO migration (number) VALUES ($1)", migration.number)
                    log("migrated", name=migration.name)
        return latest
