"""The names of players in a database: the lines of `names_file`, which several processes add to.

A line has the next number after all that its writer has read, so that a name is judged by all names there are.
"""

from collections.abc import Callable, Iterable
from logging import ERROR
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from bgterm.background import BackgroundTasks
from bgterm.lobby.errors import name_not_kept
from bgterm.lobby.users.names_file import Fact, read_facts, write_facts
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_READ = "SELECT seq, line FROM name_line WHERE seq > $1 ORDER BY seq"
_ADD = "INSERT INTO name_line (seq, token, line) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING seq"
_ADD_LAST = """
INSERT INTO name_line (seq, token, line) SELECT coalesce(max(seq), 0) + 1, $1, $2 FROM name_line
ON CONFLICT DO NOTHING RETURNING seq
"""
_MINE = "SELECT token = $2 FROM name_line WHERE seq = $1"


class NamesOvertaken(Exception):
    """Another process has added lines that have to be read first."""


class NamesTable:
    """The lines in the database."""

    path = "the database"

    def __init__(self, database: Database, lines: list[tuple[int, object]], changed: Callable[[], None]) -> None:
        """Take the lines that there are; `changed` is called after each that is added. Made by `read_from`."""
        self._database, self._lines, self._changed = database, lines, changed
        self._last = lines[-1][0] if lines else 0
        self._tasks = BackgroundTasks("name not kept")

    @classmethod
    async def read_from(cls, database: Database, changed: Callable[[], None]) -> "NamesTable":
        """Read all lines. Raises SaveError."""
        rows = await database.fetch(_READ, 0)
        return cls(database, [(row["seq"], read_facts(row["line"])) for row in rows], changed)

    def close(self) -> None:
        """Do nothing: the database is closed by its owner."""

    def read(self) -> Iterable[tuple[int, object]]:
        """Return the facts of each line with its number, as they were read at first."""
        return self._lines

    async def read_on(self) -> Iterable[tuple[int, object]]:
        """Return the lines that were added since. Raises SaveError."""
        rows = await self._database.fetch(_READ, self._last)
        self._last = rows[-1]["seq"] if rows else self._last
        return [(row["seq"], read_facts(row["line"])) for row in rows]

    async def keep(self, key: str, **facts: Fact) -> None:
        """Add a line about the key, and wait until it is safe. Raises LobbyError, NamesOvertaken."""
        number, token, line = self._last + 1, uuid4(), write_facts(key, facts)
        try:
            kept = await self._database.run(lambda connection: _added(connection, number, token, line))
        except DatabaseAway as error:
            raise name_not_kept(str(error)) from error
        if not kept:
            raise NamesOvertaken
        self._last = number
        self._changed()

    def post(self, key: str, **facts: Fact) -> None:
        """Add a line about the key after all others, without waiting; a failure is only logged."""
        self._tasks.start(self._add_last(write_facts(key, facts)))

    async def _add_last(self, line: str) -> None:
        try:
            while not await self._database.fetch(_ADD_LAST, uuid4(), line):
                pass  # somebody else was first
        except DatabaseAway as error:
            log("name not kept", ERROR, reason=error)
        self._changed()


async def _added(connection: "PoolConnectionProxy[Record]", number: int, token: UUID, line: str) -> bool:
    """Add a line; return whether it has this number, also when the answer to the first try was lost."""
    if await connection.fetchval(_ADD, number, token, line):
        return True
    return bool(await connection.fetchval(_MINE, number, token))
