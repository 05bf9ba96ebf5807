"""The matches in a database, which several processes may play at once, and lists of them."""

from collections.abc import Container, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from json import loads
from uuid import UUID, uuid4

from bgterm.formats.record import GameRecord
from bgterm.formats.sharing_notes import sharing
from bgterm.rules.match import Header
from bgterm.storage.errors import SaveError, no_such_save, other_match, save_damaged
from bgterm.storage.index import Entry, entry_of_row
from bgterm.storage.journal import save_name
from bgterm.storage.postgres.database import Connection, Database, Row
from bgterm.storage.postgres.lines import DatabaseMatch, MatchLines, ending, record_of
from bgterm.storage.store import MOST_FINISHED, Copy

_BATCH = 1000
"""The number of matches that one statement reads."""
_UNFINISHED = """
    SELECT id, name, played FROM match,
    LATERAL (SELECT written AS played FROM event WHERE match = match.id ORDER BY seq DESC LIMIT 1) AS last
    WHERE ended IS NULL AND (white_seat <> '' OR black_seat <> '') ORDER BY played DESC
"""
_NOT_ENDED = "SELECT FROM match WHERE id = $1 AND ended IS NULL"
_SEATED = "(white_seat <> '' OR black_seat <> '')"
_FINISHED = "SELECT entry FROM match WHERE ended IS NOT NULL AND entry IS NOT NULL"
_NEWEST = "ORDER BY ended DESC LIMIT $1"
_BEGUN = "SELECT id, name FROM match WHERE id > $1 AND ended IS NULL ORDER BY id"
_PUT = """
    INSERT INTO match (name, code, white_seat, black_seat, ended, entry) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (name) DO NOTHING RETURNING id
"""
_PUT_LINES = """
    INSERT INTO event (match, seq, token, line, written)
    SELECT $1, place - 1, $2, line, $4 FROM unnest($3::text[]) WITH ORDINALITY AS copied (line, place)
"""
_COPIED = """
    SELECT string_agg(line, E'\\n' ORDER BY seq) AS lines, max(written) AS played,
        (SELECT data FROM secret WHERE match = match.id) AS secret,
        (SELECT token FROM event WHERE match = match.id AND seq = 0) AS token
    FROM match JOIN event ON match = match.id WHERE name = $1 GROUP BY match.id
"""


class DatabaseLibrary(MatchLines):
    """All matches of a server, in a database, with the lists that the server needs.

    Calls block, so they are made outside the event loop.
    """

    # The store

    def create(self, header: Header) -> DatabaseMatch:
        """Return a new match; its first event saves it under a unique name."""
        return DatabaseMatch(self, save_name(header), unsaved=header)

    def open(self, name: str) -> tuple[DatabaseMatch, GameRecord]:
        """Open a saved match to continue it, which other processes may have open, too. Raises SaveError."""
        number = self.number_of(name)
        match = DatabaseMatch(self, name, number)
        self.follow(number, match.hear)
        try:
            record = self.read(number, name)
            _demand_whole(name, record)
        except BaseException:
            self.unfollow(number, match.hear)
            raise
        match.items.extend(record.items)
        return match, record

    def load(self, name: str) -> GameRecord:
        """Return the record of the match `name`, without opening it.

        Raises SaveError when there is none of this name, or it cannot be read.
        """
        number = self.number_of(name)
        record = self.read(number, name)
        if record.over and self.fetch(name, _NOT_ENDED, number):
            self.finish(number, name, record)
        return record

    def remove(self, name: str) -> None:
        """Delete a match and its secret. Raises SaveError."""
        self.fetch(name, "DELETE FROM match WHERE name = $1", name)

    # Copies

    def names(self) -> list[str]:
        """Return the names of all matches, sorted."""
        return [row["name"] for row in self.fetch("", "SELECT name FROM match ORDER BY name")]

    def take(self, name: str) -> Copy:
        """Return a copy of the match `name`, with its secret; the match stays. Raises SaveError."""
        (row,) = self.fetch(name, _COPIED, name) or (None,)
        if row is None or row["lines"] is None:
            raise no_such_save(name)
        return Copy(name, f"{row['lines']}\n".encode(), row["secret"] or b"", row["played"].timestamp())

    def put(self, copy: Copy) -> bool:
        """Save a match copied from another store under its name; return False if the same match was there already.

        Raises SaveError when the name has another match, or the copy cannot be saved.
        """
        token = uuid4()
        return self.run(copy.name, lambda connection: _put(connection, copy, token))

    # The lists

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the name and the outline of each match of the server that can be resumed, the last played first.

        An outline is a record without events. Matches without an event are omitted when their last change is
        before `unplayed_since`, in seconds since 1970. Raises SaveError.
        """
        rows = self.fetch("", _UNFINISHED)
        for first in range(0, len(rows), _BATCH):
            batch = rows[first : first + _BATCH]
            outlines = self.outlines([row["id"] for row in batch])
            for row in batch:
                with suppress(KeyError, SaveError):
                    outline = outlines[row["id"]]
                    record = record_of(row["name"], outline["lines"])
                    if record.over:
                        self.finish(row["id"], row["name"], self.read(row["id"], row["name"]))
                    elif outline["has_events"] or row["played"].timestamp() >= unplayed_since:
                        yield row["name"], record._replace(is_outline=outline["has_events"])

    def codes(self) -> set[str]:
        """Return the codes of the tables at which all matches, finished or not, are played. Raises SaveError."""
        return {row["code"] for row in self.fetch("", "SELECT DISTINCT code FROM match WHERE code <> ''")}

    def finished(
        self, *, seat: str = "", code: str = "", unfinished: Container[str] = (), most: int = MOST_FINISHED
    ) -> list[Entry]:
        """Return the entries of the server's last finished matches, at most `most`, the last played first.

        With `seat`, only matches of the user with this key; with `code`, only those of the table with this code.
        Matches named in `unfinished` are left out. Raises SaveError.
        """
        condition = "code = $2" if code else "$2 IN (white_seat, black_seat)" if seat else f"$2 = '' AND {_SEATED}"
        rows = self.fetch("", f"{_FINISHED} AND {condition} {_NEWEST}", most, code or seat)
        return [entry for entry in map(_entry, rows) if entry.name not in unfinished]


async def begun_after(database: Database, number: int) -> list[tuple[int, str]]:
    """Return number and name of each unfinished match numbered above `number`, in order. Raises SaveError."""
    return [(row["id"], row["name"]) for row in await database.fetch(_BEGUN, number)]


async def _put(connection: Connection, copy: Copy, token: UUID) -> bool:
    """Save a copy; return False if it was there already. Raises SaveError when another match has its name."""
    record, lines = copy.record, copy.lines.decode().removesuffix("\n").split("\n")
    over = record.over
    ended, entry = ending(copy.name, record, copy.played) if over else (None, None)
    columns = (copy.name, sharing(record.items).code, *record.header.seats, ended, entry)
    async with connection.transaction():
        number = await connection.fetchval(_PUT, *columns)
        if number is None:
            there = await connection.fetch(_COPIED, copy.name)
            if there[0]["lines"] != "\n".join(lines):
                raise other_match(copy.name)
            return bool(there[0]["token"] == token)
        played = datetime.fromtimestamp(copy.played, UTC)
        await connection.execute(_PUT_LINES, number, token, lines, played)
        if copy.secret:
            await connection.execute("INSERT INTO secret VALUES ($1, $2)", number, copy.secret)
    return True


def _demand_whole(name: str, record: GameRecord) -> None:
    """Raise SaveError unless all lines of a match can be read."""
    if record.damage and record.damage.error:
        raise save_damaged(name, record.damage.line, record.damage.error)


def _entry(row: Row) -> Entry:
    return entry_of_row(loads(row["entry"]))
