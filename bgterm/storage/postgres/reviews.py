"""The journals of reviews of a server's players in a database, which several processes share."""

from uuid import uuid4

from bgterm.storage.keyed_lines import Added
from bgterm.storage.postgres.database import Connection, Database

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('review' || $1, 0))"
_READ = "SELECT line, token FROM review WHERE player = $1 ORDER BY seq"
_APPEND = """
    INSERT INTO review (player, token, line)
    SELECT $1, $2, line FROM unnest($3::text[]) WITH ORDINALITY AS added (line, place)
    ORDER BY place
"""


class ReviewLines:
    """The implementation of `KeyedLines` for the reviews of players, as rows of a database.

    Calls block, so they are made outside the event loop.
    """

    name = "the database"

    def __init__(self, database: Database) -> None:
        """Use the database; this call must be in its event loop."""
        self._database = database

    def read(self, key: str) -> list[bytes]:
        """Return the lines of the player with this key. Raises SaveError."""
        return [row["line"].encode() for row in self._database.wait(self._database.fetch(_READ, key))]

    def append(self, key: str, added: Added) -> list[bytes]:
        """Call `added` with the player's present lines, append the lines that it returns, and return all lines.

        No other process appends meanwhile; `added` may be called twice. Raises SaveError, and the exceptions of
        `added`.
        """
        token = uuid4()

        async def work(connection: Connection) -> list[bytes]:
            async with connection.transaction():
                await connection.execute(_LOCK, key)
                rows = await connection.fetch(_READ, key)
                there = [row["line"].encode() for row in rows]
                lines = [] if any(row["token"] == token for row in rows) else added(there)
                await connection.execute(_APPEND, key, token, [line.decode(errors="replace") for line in lines])
                return [*there, *lines]

        return self._database.wait(self._database.run(work))

    def players(self) -> list[str]:
        """Return the keys of the players who have lines. Raises SaveError."""
        rows = self._database.wait(self._database.fetch("SELECT DISTINCT player FROM review ORDER BY player"))
        return [row["player"] for row in rows]

    def remove(self, key: str) -> None:
        """Delete the lines of the player with this key. Raises SaveError."""
        self._database.wait(self._database.fetch("DELETE FROM review WHERE player = $1", key))
