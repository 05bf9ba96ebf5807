"""The tables of the database, made by numbered SQL files: `migrations/0001_matches.sql` and so on.

Each file is applied once, in the order of the numbers, all new ones in one transaction. An advisory lock lets one
process at a time apply them. A released file is never changed; a later file changes its tables instead.
"""

from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from bgterm.catalog import N_
from bgterm.storage.errors import DatabaseError
from bgterm.storage.log import log

if TYPE_CHECKING:
    from asyncpg import Connection, Record

_LOCK = 0x62677465726D
"""The number of the advisory lock: `bgterm` in ASCII."""
_LOBBY = 2
"""The number of the migration that makes the table of the workers."""
_SERVERS = "SELECT count(*) FROM worker WHERE lease > now()"
_VERSIONS = "CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, applied timestamptz DEFAULT now())"


class Migration(NamedTuple):
    """A numbered file of SQL statements."""

    number: int
    name: str
    statements: str


def migrations() -> list[Migration]:
    """Return the migrations of this version of bgterm, in the order of their numbers."""
    folder = files("bgterm.storage.postgres").joinpath("migrations")
    found = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    return sorted(Migration(int(one.name.partition("_")[0]), one.name, one.read_text("utf-8")) for one in found)


async def migrate(connection: "Connection[Record]", known: list[Migration], address: str) -> int:
    """Apply those of the `known` migrations that the database lacks; return the latest number it had before.

    Nothing is applied when the database has an unknown migration. Raises DatabaseError when servers of an older
    version use the database, which would fail after that.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute(_VERSIONS)
        applied = {row["number"] for row in await connection.fetch("SELECT number FROM migration")}
        latest = max(applied, default=0)
        missing = [migration for migration in known if migration.number not in applied]
        if applied <= {migration.number for migration in known} and missing:
            if latest >= _LOBBY and await connection.fetchval(_SERVERS):
                raise DatabaseError(
                    N_("an older bgterm serves with the tables of {address}: stop it first"), address=address
                )
            for migration in missing:
                await connection.execute(migration.statements)
                await connection.execute("INSERT INTO migration (number) VALUES ($1)", migration.number)
                log("migrated", name=migration.name)
        return latest
