"""The lines of matches in a database: appended, read, and followed by several processes at once.

A line has the number that follows on those its writer knows, so that of two writers one finds it taken: that one
reads on first. A token tells a line that is there already, because the answer to a first try was lost, from one of
another process. Other processes are notified once a line is committed.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from json import dumps
from logging import ERROR
from threading import Lock
from time import time
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID, uuid4

from bgterm.catalog import _
from bgterm.formats.record import GameRecord, read_record
from bgterm.formats.sharing_notes import sharing
from bgterm.notation.json_codec import Line, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.match import Header
from bgterm.storage.durable import numbered
from bgterm.storage.errors import (
    SaveError,
    no_such_save,
    overtaken,
    save_damaged,
    save_failed,
)
from bgterm.storage.index import row_of
from bgterm.storage.library import entry_of
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database
from bgterm.storage.store import News

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_T = TypeVar("_T")
EVENT = "event"
"""The topic of the notifications of lines: number of the match, number of the line, news, name of the match."""
_LIKE_NAMED = """
    SELECT name, id, token FROM match JOIN event ON event.match = match.id AND seq = 0
    WHERE name >= $1 AND name < $1 || '.'
"""
_BEGIN = """
    INSERT INTO match (name, code, white_seat, black_seat) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO NOTHING RETURNING id
"""
_APPEND = """
    INSERT INTO event (match, seq, token, line)
    SELECT $1, $2 + place - 1, $3, line FROM unnest($4::text[]) WITH ORDINALITY AS added (line, place)
    WHERE $2 = 0 OR EXISTS (SELECT FROM event WHERE match = $1 AND seq = $2 - 1)
"""
_REPLACE = "UPDATE secret SET data = $2 WHERE match = $1 AND data IN ($3, $2) RETURNING match"
_PROTECT = """
    INSERT INTO secret SELECT $1::bigint, $2::bytea WHERE $3::bytea = ''
    ON CONFLICT (match) DO UPDATE SET data = $2 WHERE secret.data = $2 RETURNING match
"""
_TOKEN = "SELECT token FROM event WHERE match = $1 AND seq = $2"  # noqa: S105 - a statement
_BEHIND = """
    SELECT number, last.seq FROM unnest($1::bigint[]) AS number,
    LATERAL (SELECT seq FROM event WHERE match = number ORDER BY seq DESC LIMIT 1) AS last
"""
_LINES = """
    SELECT match, string_agg(line, E'\\n' ORDER BY seq) AS lines FROM event WHERE match = ANY($1) GROUP BY match
"""


class MatchLines:
    """The lines of the matches of one database. Its calls wait, so they are made in other threads."""

    def __init__(self, database: Database) -> None:
        """Take the database, in its event loop."""
        self._database = database
        self._followers: dict[int, list[Callable[[int], None]]] = {}
        self._lock = Lock()
        self._looking = False
        database.notifications.listen(EVENT, self._heard, self._look)

    def fetch(self, name: str, statement: str, *arguments: object) -> "list[Record]":
        """Return the rows of a statement about the match of that name. Raises SaveError."""
        with _reported(name):
            return self._database.wait(self._database.fetch(statement, *arguments))

    def number_of(self, name: str) -> int:
        """Return the number of a match. Raises SaveError when there is none of that name."""
        rows = self.fetch(name, "SELECT id FROM match WHERE name = $1", name)
        if not rows:
            raise no_such_save(name)
        return int(rows[0]["id"])

    def begin(self, name: str, items: Sequence[Line], secret: bytes) -> tuple[int, str]:
        """Keep a new match; return its number, and its name, to which a number is added if it is taken."""
        token, lines = uuid4(), [*map(write_line, items)]
        header, code = items[0], sharing(item for item in items[1:] if not isinstance(item, Header)).code
        seats = header.seats if isinstance(header, Header) else ("", "")

        async def work(connection: "PoolConnectionProxy[Record]") -> tuple[int, str]:
            while True:
                rows = await connection.fetch(_LIKE_NAMED, name)
                for row in rows:
                    if row["token"] == token:
                        return row["id"], row["name"]
                taken = {row["name"] for row in rows}
                free = next(one for tail in numbered() if (one := f"{name}{tail}") not in taken)
                async with connection.transaction():
                    number = await connection.fetchval(_BEGIN, free, code, *seats)
                    if number is not None:
                        await connection.execute(_APPEND, number, 0, token, lines)
                        if secret:
                            await connection.execute("INSERT INTO secret VALUES ($1, $2)", number, secret)
                        return number, free

        return self.run(name, work)

    def append(
        self,
        number: int,
        name: str,
        after: int,
        items: Sequence[Line],
        token: UUID | None = None,
        news: News = News.NONE,
    ) -> None:
        """Append lines when the match has as many as `after`. Raises Overtaken when it has more, SaveError.

        One `token` at several tries makes sure that they are appended only once. `news` go to other processes.
        """
        token, lines = token or uuid4(), [*map(write_line, items)]

        async def work() -> bool:
            kept = await self._database.run(lambda one: _appended(one, number, after, token, lines))
            self._database.notifications.send(EVENT, f"{number} {after + len(lines) - 1} {news.value} {name}")
            return kept

        with _reported(name):
            kept = self._database.wait(work())
        if not kept:
            self.number_of(name)
            raise save_failed(name, _("the database has an older copy of this match"))

    def count(self, number: int, name: str) -> int:
        """Return how many lines a match has. Raises SaveError."""
        ((last,),) = self.fetch(name, "SELECT max(seq) FROM event WHERE match = $1", number)
        return int(last) + 1

    def read_from(self, number: int, name: str, first: int) -> "list[Record]":
        """Return the lines of a match from this one on, with their numbers. Raises SaveError."""
        return self.fetch(
            name, "SELECT seq, line FROM event WHERE match = $1 AND seq >= $2 ORDER BY seq", number, first
        )

    def secret(self, number: int, name: str) -> bytes:
        """Return what is kept in private beside a match; nothing when there is nothing. Raises SaveError."""
        rows = self.fetch(name, "SELECT data FROM secret WHERE match = $1", number)
        return bytes(rows[0]["data"]) if rows else b""

    def write_secret(self, number: int, name: str, before: bytes, data: bytes) -> bool:
        """Replace what is kept in private; return whether it was still as `before`. Raises SaveError."""
        return bool(self.fetch(name, _REPLACE if before else _PROTECT, number, data, before))

    def remove_secret(self, number: int, name: str) -> None:
        """Remove what is kept in private. Raises SaveError."""
        self.fetch(name, "DELETE FROM secret WHERE match = $1", number)

    def finish(self, number: int, name: str, record: GameRecord) -> None:
        """Note for the lists that nothing more will happen in a match."""
        ended, entry = ending(name, record, time())
        self.fetch(name, "UPDATE match SET ended = $2, entry = $3 WHERE id = $1", number, ended, entry)

    def read(self, number: int, name: str) -> GameRecord:
        """Read a match. Raises SaveError."""
        return record_of(name, self.read_all([number]).get(number, ""))

    def read_all(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the lines of several matches, by their numbers. Raises SaveError."""
        return {row["match"]: row["lines"] for row in self.fetch("", _LINES, numbers)}

    def run(self, name: str, work: "Callable[[PoolConnectionProxy[Record]], Awaitable[_T]]") -> _T:
        """Return what the work returns that is done for a match with a connection. Raises SaveError."""
        with _reported(name):
            return self._database.wait(self._database.run(work))

    def follow(self, number: int, heard: Callable[[int], None]) -> None:
        """Call `heard`, in the event loop, with the number of each line that is added to a match."""
        with self._lock:
            self._followers.setdefault(number, []).append(heard)

    def unfollow(self, number: int, heard: Callable[[int], None]) -> None:
        """End what `follow` began; ending it again does nothing."""
        with self._lock:
            left = [other for other in self._followers.pop(number, ()) if other != heard]
            if left:
                self._followers[number] = left

    def call_soon(self, call: Callable[[], None]) -> None:
        """Make the call in the event loop."""
        self._database.call_soon(call)

    def _heard(self, text: str) -> None:
        number, seq = map(int, text.split()[:2])
        for heard in tuple(self._followers.get(number, ())):
            heard(seq)

    def _look(self) -> None:
        """Ask for lines whose notifications were lost, unless that is being asked."""
        if self._followers and not self._looking:
            self._looking = True
            self._database.notifications.tasks.start(self._look_up())

    async def _look_up(self) -> None:
        try:
            with suppress(SaveError):
                for row in await self._database.fetch(_BEHIND, [*self._followers]):
                    self._heard(f"{row['number']} {row['seq']}")
        finally:
            self._looking = False


def ending(name: str, record: GameRecord, ended: float) -> tuple[datetime, str]:
    """Return when a match ended, and its row in the list of finished matches, for the columns of the database."""
    entry = entry_of(name, int(ended * 1e9), len(record.items) + 1, record)
    return datetime.fromtimestamp(ended, UTC), dumps(row_of(entry))


def record_of(name: str, lines: str) -> GameRecord:
    """Parse the lines of a match. Raises SaveError when there are none, or the header cannot be read."""
    if not lines:
        raise no_such_save(name)
    try:
        return read_record(f"{lines}\n".encode())
    except (NotationError, ImpossiblePosition) as fault:
        raise save_damaged(name, 1, fault) from fault


async def _appended(
    connection: "PoolConnectionProxy[Record]", number: int, after: int, token: UUID, lines: Sequence[str]
) -> bool:
    """Append lines; return whether the match is there with those before. Raises Overtaken when it has more."""
    from asyncpg import ForeignKeyViolationError, UniqueViolationError

    try:
        done = await connection.execute(_APPEND, number, after, token, lines)
    except UniqueViolationError as error:
        if await connection.fetchval(_TOKEN, number, after) != token:
            raise overtaken() from error
        return True
    except ForeignKeyViolationError:  # it has just been removed
        return False
    return bool(done != "INSERT 0 0")


@contextmanager
def _reported(name: str) -> Iterator[None]:
    """Turn an error of a statement into one with a message for the player, and log it."""
    from asyncpg import PostgresError

    try:
        yield
    except PostgresError as error:
        log("database failed", ERROR, match=name, reason=str(error))
        raise save_failed(name, str(error)) from error
