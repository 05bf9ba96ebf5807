"""The lines of matches in a database: appended, read, and followed by several processes at once.

A writer gives its line the next number after those that it has read; of two writers, one finds the number taken,
and must read on first. A token identifies the writer of a line, so that a repeated statement recognises its own
line. Other processes are notified once a line is committed.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from json import dumps
from logging import ERROR
from threading import Lock
from time import time
from typing import TypeVar
from uuid import UUID, uuid4

from bgterm.catalog import _
from bgterm.formats.record import GameRecord, read_item, read_record
from bgterm.formats.sharing_notes import changes_lists, sharing
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage import errors
from bgterm.storage.durable import numbered
from bgterm.storage.index import row_of
from bgterm.storage.library import entry_of
from bgterm.storage.log import log
from bgterm.storage.open_match import ListChange, OpenMatch
from bgterm.storage.postgres.database import Connection, Database, Row

_T = TypeVar("_T")
EVENT = "event"
"""The topic of notifications about lines: the match's number, the line's number, the change, the match's name."""
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
_READ = "SELECT seq, line FROM event WHERE match = $1 AND seq >= $2 ORDER BY seq"
_TOKEN = "SELECT token FROM event WHERE match = $1 AND seq = $2"  # noqa: S105 - a statement
_BEHIND = """
    SELECT number, last.seq FROM unnest($1::bigint[]) AS number,
    LATERAL (SELECT seq FROM event WHERE match = number ORDER BY seq DESC LIMIT 1) AS last
"""
_LINES = "SELECT string_agg(line, E'\\n' ORDER BY seq) FROM event WHERE match = $1"
_OUTLINES = """
    SELECT match, string_agg(line, E'\\n' ORDER BY seq) FILTER (WHERE seq = 0 OR is_note) AS lines,
        bool_or(seq > 0 AND NOT is_note) AS has_events
    FROM event, starts_with(line, '{"note":') AS is_note WHERE match = ANY($1) GROUP BY match
"""


class MatchLines:
    """The access to the lines of all matches in one database.

    Calls block, so they are made outside the event loop.
    """

    def __init__(self, database: Database) -> None:
        """Use the database; this call must be in its event loop."""
        self.database = database
        """The database with the matches."""
        self._followers: dict[int, list[Callable[[int], None]]] = {}
        self._lock = Lock()
        self._looking = False
        database.notifications.listen(EVENT, self._heard, self._look)

    def fetch(self, name: str, statement: str, *arguments: object) -> list[Row]:
        """Return the rows of a statement; errors call the match `name`. Raises SaveError."""
        with _reported(name):
            return self.database.wait(self.database.fetch(statement, *arguments))

    def number_of(self, name: str) -> int:
        """Return the number of the match with this name. Raises NoSuchSave, SaveError."""
        rows = self.fetch(name, "SELECT id FROM match WHERE name = $1", name)
        if not rows:
            raise errors.no_such_save(name)
        return int(rows[0]["id"])

    def begin(self, name: str, header: Header, items: Sequence[Event | Note], secret: bytes) -> tuple[int, str]:
        """Save a new match with these items and the secret of its dice; return its number and its name.

        Its name is `name` or, if that is taken, `name` with a suffix. Raises SaveError.
        """
        token, lines = uuid4(), [*map(write_line, (header, *items))]

        async def work(connection: Connection) -> tuple[int, str]:
            while True:
                rows = await connection.fetch(_LIKE_NAMED, name)
                for row in rows:
                    if row["token"] == token:
                        return row["id"], row["name"]
                taken = {row["name"] for row in rows}
                free = next(one for tail in numbered() if (one := f"{name}{tail}") not in taken)
                async with connection.transaction():
                    number = await connection.fetchval(_BEGIN, free, sharing(items).code, *header.seats)
                    if number is not None:
                        await connection.execute(_APPEND, number, 0, token, lines)
                        if secret:
                            await connection.execute("INSERT INTO secret VALUES ($1, $2)", number, secret)
                        return number, free

        return self.run(name, work)

    def finish(self, number: int, name: str, record: GameRecord) -> None:
        """Store that a match has ended, with its entry for lists of finished matches. Raises SaveError.

        `name` is the name of the match with this number, and `record` the whole match.
        """
        ended, entry = ending(name, record, time())
        self.fetch(name, "UPDATE match SET ended = $2, entry = $3 WHERE id = $1", number, ended, entry)

    def read(self, number: int, name: str) -> GameRecord:
        """Return the match with this number; `name` is for errors only. Raises SaveError."""
        ((lines,),) = self.fetch(name, _LINES, number)
        return record_of(name, lines or "")

    def outlines(self, numbers: Sequence[int]) -> dict[int, Row]:
        """Return for each of these matches, by number, a row with its header and its notes. Raises SaveError."""
        return {row["match"]: row for row in self.fetch("", _OUTLINES, numbers)}

    def run(self, name: str, work: Callable[[Connection], Awaitable[_T]]) -> _T:
        """Call `work` with a connection, and return its result; errors call the match `name`. Raises SaveError."""
        with _reported(name):
            return self.database.wait(self.database.run(work))

    def follow(self, number: int, heard: Callable[[int], None]) -> None:
        """Call `heard` in the event loop with the number of each line that any process adds to the match."""
        with self._lock:
            self._followers.setdefault(number, []).append(heard)

    def unfollow(self, number: int, heard: Callable[[int], None]) -> None:
        """Stop calling `heard` for the match `number`; do nothing if it is not called for that match."""
        with self._lock:
            left = [other for other in self._followers.pop(number, ()) if other != heard]
            if left:
                self._followers[number] = left

    def _heard(self, text: str) -> None:
        number, seq = map(int, text.split()[:2])
        for heard in tuple(self._followers.get(number, ())):
            heard(seq)

    def _look(self) -> None:
        """Start to look for lines whose notifications were lost, unless that is in progress."""
        if self._followers and not self._looking:
            self._looking = True
            self.database.notifications.tasks.start(self._look_up())

    async def _look_up(self) -> None:
        try:
            with suppress(errors.SaveError):
                for row in await self.database.fetch(_BEHIND, [*self._followers]):
                    self._heard(f"{row['number']} {row['seq']}")
        finally:
            self._looking = False


@dataclass(slots=True)
class _Posted:
    """A note to add, with the token that identifies it when its statement is repeated."""

    note: Note
    seq: int
    """The number of the note's line."""
    token: UUID = field(default_factory=uuid4)


class DatabaseMatch(OpenMatch):
    """A match in a database that this process has open for appending, perhaps together with other processes."""

    def __init__(self, lines: MatchLines, name: str, number: int = 0, unsaved: Header | None = None) -> None:
        """Open the saved match with this name and number, or begin a new match with the header `unsaved`."""
        super().__init__((), unsaved)
        self._lines, self._name, self._number = lines, name, number
        self._posted = deque[_Posted]()
        """Notes that are still to be written."""
        self._own = set[int]()
        """The numbers of lines that this process has added after lines that it has not read."""
        self._heard = 0
        """The greatest line number in the notifications so far."""
        self._look_on: Callable[[], None] | None = None

    @property
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""
        return self._name

    @property
    def _seen(self) -> int:
        """The number of lines that this process has read, including the header."""
        return len(self.items) + 1

    def add(self, note: Note) -> None:
        """Add a note after the lines of all processes. Raises SaveError."""
        if self.saved:
            self._add_posted()
            self._add(_Posted(note, self._seen))
        else:
            self._append_unsaved(note)

    def post(self, note: Note) -> None:
        """Append a note now; while the database is away, it is appended before the next line or by `read_on`."""
        if self.saved:
            self._posted.append(_Posted(note, self._seen))
            with suppress(errors.DatabaseAway):
                self._add_posted()
        else:
            self._append_unsaved(note)

    def _add_posted(self) -> None:
        """Write the waiting notes. Raises DatabaseAway."""
        while self._posted:
            try:
                self._add(self._posted[0])
            except errors.DatabaseAway:
                raise
            except errors.NoSuchSave:
                pass  # another process has removed a match that was never played
            except errors.SaveError as error:
                log("note not kept", ERROR, match=self._name, reason=str(error))
            self._posted.popleft()

    def _add(self, posted: _Posted) -> None:
        """Write a note after the lines of all processes. Raises SaveError, after which it can be repeated."""
        while True:
            try:
                self._write(posted.seq, posted.note, posted.token)
                break
            except errors.Overtaken:
                ((last,),) = self._fetch("SELECT coalesce(max(seq), 0) FROM event WHERE match = $1")
                posted.seq = last + 1
        if posted.seq == self._seen:
            self.items.append(posted.note)
        else:
            self._own.add(posted.seq)

    def _write(self, seq: int, item: Event | Note, token: UUID, change: ListChange = ListChange.NONE) -> None:
        """Write the line with this number, and notify other processes with `change`.

        With the same `token`, a repeated call writes nothing. Raises Overtaken when another process has written
        this line, SaveError.
        """
        database, line = self._lines.database, write_line(item)
        change = ListChange.NOTE if isinstance(item, Note) and changes_lists(item) else change

        async def work() -> bool:
            kept = await database.run(lambda one: _appended(one, self._number, seq, token, [line]))
            database.notifications.send(EVENT, f"{self._number} {seq} {change.value} {self._name}")
            return kept

        with _reported(self._name):
            kept = database.wait(work())
        if not kept:
            self._lines.number_of(self._name)
            raise errors.save_failed(self._name, _("the database has an older copy of this match"))

    def _fetch(self, statement: str, *arguments: object) -> list[Row]:
        """Return the rows of a statement whose first argument is the number of the match. Raises SaveError."""
        return self._lines.fetch(self._name, statement, self._number, *arguments)

    def read_on(self) -> Sequence[Event | Note]:
        """Return the lines that other processes have added since the last call. Raises SaveError."""
        if not self.saved:
            return ()
        self._add_posted()
        others = list[Event | Note]()
        for seq, line in self._fetch(_READ, self._seen):
            item = _item(self._name, seq, line)
            self.items.append(item)
            if seq in self._own:
                self._own.remove(seq)
            else:
                others.append(item)
        return others

    def close(self) -> None:
        """Write the waiting notes, and stop following other processes."""
        if self.saved:
            with suppress(errors.DatabaseAway):
                self._add_posted()
            self._lines.unfollow(self._number, self.hear)

    def finish(self, record: GameRecord) -> None:
        """Store that the match has ended, with its entry for lists of finished matches. Raises SaveError."""
        if self.saved:
            self._lines.finish(self._number, self._name, record)

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call `look` in the event loop when another process may have added lines; return a function to stop."""
        self._look_on = look
        if self._heard >= self._seen:  # lines were added while the match was read
            self._lines.database.call_soon(look)

        def stop() -> None:
            self._look_on = None

        return stop

    def hear(self, seq: int) -> None:
        """Handle the notification that some process has added the line with the number `seq` to this match."""
        self._heard = max(seq, self._heard)
        if (seq >= self._seen or self._posted) and self._look_on:
            self._look_on()

    def _begin(self, header: Header) -> None:
        self._number, self._name = self._lines.begin(self._name, header, self.items, self._secret)
        self._lines.follow(self._number, self.hear)

    def _append(self, item: Event | Note, change: ListChange) -> None:
        self._add_posted()
        self._write(self._seen, item, uuid4(), change)
        self.items.append(item)

    def _read_secret(self) -> bytes:
        rows = self._fetch("SELECT data FROM secret WHERE match = $1")
        return bytes(rows[0]["data"]) if rows else b""

    def _write_secret(self, data: bytes) -> None:
        if not self._fetch(_REPLACE if self._secret else _PROTECT, data, self._secret):
            raise errors.overtaken()

    def _remove_secret(self) -> None:
        with suppress(errors.SaveError):
            self._fetch("DELETE FROM secret WHERE match = $1")


def ending(name: str, record: GameRecord, ended: float) -> tuple[datetime, str]:
    """Return the moment when a match ended, and its entry for lists as JSON, for the columns of its row.

    `ended` is that moment in seconds since 1970.
    """
    entry = entry_of(name, int(ended * 1e9), len(record.items) + 1, record)
    return datetime.fromtimestamp(ended, UTC), dumps(row_of(entry))


def record_of(name: str, lines: str) -> GameRecord:
    """Return the match whose journal these lines are; `name` is for errors only.

    Raises SaveError when there are no lines, or the header cannot be read.
    """
    if not lines:
        raise errors.no_such_save(name)
    try:
        return read_record(f"{lines}\n".encode())
    except (NotationError, ImpossiblePosition) as fault:
        raise errors.save_damaged(name, 1, fault) from fault


async def _appended(connection: Connection, number: int, after: int, token: UUID, lines: Sequence[str]) -> bool:
    """Append lines after line `after`; return False if it or the match is missing. Raises Overtaken."""
    from asyncpg import ForeignKeyViolationError, UniqueViolationError

    try:
        done = await connection.execute(_APPEND, number, after, token, lines)
    except UniqueViolationError as error:
        if await connection.fetchval(_TOKEN, number, after) != token:
            raise errors.overtaken() from error
        return True
    except ForeignKeyViolationError:  # the match has just been removed
        return False
    return bool(done != "INSERT 0 0")


def _item(name: str, seq: int, line: str) -> Event | Note:
    """Return the event or note in a line. Raises SaveError."""
    try:
        return read_item(line.encode())
    except NotationError as fault:
        raise errors.save_damaged(name, seq + 1, fault) from fault


@contextmanager
def _reported(name: str) -> Iterator[None]:
    """Turn an error of an SQL statement into SaveError, and log it."""
    from asyncpg import PostgresError

    try:
        yield
    except PostgresError as error:
        log("database failed", ERROR, match=name, reason=str(error))
        raise errors.save_failed(name, str(error)) from error
