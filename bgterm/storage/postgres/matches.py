"""The matches in a database, each of which several processes may play at once.

A line has the number that follows on those its writer knows, so that of two writers one finds it taken: that one
reads on first. A token tells a line that is there already, because the answer to a first try was lost, from one of
another process. Other processes are notified once a line is committed.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from json import dumps, loads
from logging import ERROR
from threading import Lock
from time import time_ns
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from bgterm.catalog import _
from bgterm.formats.record import GameRecord, is_closed, read_record
from bgterm.formats.sharing_notes import sharing
from bgterm.notation.json_codec import Line, Note, read_line, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.durable import numbered
from bgterm.storage.errors import NoSuchSave, Overtaken, SaveDamaged, SaveError, SaveFailed
from bgterm.storage.index import Entry, entry_of_row, row_of
from bgterm.storage.journal import save_name
from bgterm.storage.library import MOST_FINISHED, entry_of
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database

if TYPE_CHECKING:
    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy

_TOPIC = "event"
_BATCH = 100
"""How many matches are read by one statement."""
_NANO = 1_000_000_000

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
_TOKEN = "SELECT token FROM event WHERE match = $1 AND seq = $2"  # noqa: S105 - a statement
_READ = "SELECT seq, line FROM event WHERE match = $1 AND seq >= $2 ORDER BY seq"
_BEHIND = """
    SELECT number, last.seq FROM unnest($1::bigint[]) AS number,
    LATERAL (SELECT seq FROM event WHERE match = number ORDER BY seq DESC LIMIT 1) AS last
"""
_LINES = """
    SELECT match, string_agg(line, E'\\n' ORDER BY seq) AS lines FROM event WHERE match = ANY($1) GROUP BY match
"""
_UNFINISHED = """
    SELECT id, name, played FROM match,
    LATERAL (SELECT written AS played FROM event WHERE match = match.id ORDER BY seq DESC LIMIT 1) AS last
    WHERE ended IS NULL AND (white_seat <> '' OR black_seat <> '') ORDER BY played DESC
"""
_SEATED = "(white_seat <> '' OR black_seat <> '')"
_FINISHED = "SELECT entry FROM match WHERE ended IS NOT NULL AND entry IS NOT NULL"
_NEWEST = "ORDER BY ended DESC LIMIT $1"


class DatabaseLibrary:
    """The matches of a database, with the lists of them. Its calls wait, so they are made in other threads."""

    def __init__(self, database: Database) -> None:
        """Take the database, in its event loop."""
        self._database = database
        self._open: dict[int, list[DatabaseMatch]] = {}
        self._lock = Lock()
        database.notifications.listen(_TOPIC, self._heard, self._look)
        self._looking = False

    # The store

    def create(self, header: Header, *, lazily: bool = False) -> "tuple[DatabaseMatch, GameRecord]":
        """Begin a new match, as `MatchStore.create`."""
        line = write_line(header)
        record = read_record(f"{line}\n".encode())
        match = DatabaseMatch(self, save_name(header), header)
        if not lazily:
            match.save()
        return match, record

    def open(self, name: str) -> "tuple[DatabaseMatch, GameRecord]":
        """Open a match, as `MatchStore.open`; other processes may have it open too."""
        number = self.number_of(name)
        match = DatabaseMatch(self, name)
        self.follow(number, match)
        try:
            record = self._read(number, name)
            _demand_whole(name, record)
        except BaseException:
            self.unfollow(number, match)
            raise
        match.take(number, record)
        return match, record

    def load(self, name: str) -> GameRecord:
        """Read a match, as `MatchStore.load`."""
        return self._read(self.number_of(name), name)

    def remove(self, name: str) -> None:
        """Remove a match and its secret."""
        self.fetch(name, "DELETE FROM match WHERE name = $1", name)

    # The lists

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the matches with seats that can be resumed, the one played last first."""
        rows = self.fetch("", _UNFINISHED)
        for first in range(0, len(rows), _BATCH):
            batch = rows[first : first + _BATCH]
            lines = {row["match"]: row["lines"] for row in self.fetch("", _LINES, [row["id"] for row in batch])}
            for row in batch:
                with suppress(SaveError):
                    record = _record(row["name"], lines.get(row["id"], ""))
                    if record.match.winner is not None or is_closed(record.items):
                        self.finish(row["id"], row["name"], record)
                    elif record.events or row["played"].timestamp() >= unplayed_since:
                        yield row["name"], record

    def codes(self) -> set[str]:
        """Return the codes of all matches."""
        return {row["code"] for row in self.fetch("", "SELECT DISTINCT code FROM match WHERE code <> ''")}

    def finished(self, seat: str, unfinished: Container[str] = ()) -> list[Entry]:
        """Return the finished matches with this seat, the one played last first."""
        rows = self.fetch("", f"{_FINISHED} AND $2 IN (white_seat, black_seat) {_NEWEST}", MOST_FINISHED, seat)
        return [entry for entry in map(_entry, rows) if entry.name not in unfinished]

    def last_finished(self, most: int) -> list[Entry]:
        """Return the last finished matches with seats, the one played last first."""
        return [*map(_entry, self.fetch("", f"{_FINISHED} AND {_SEATED} {_NEWEST}", most))]

    def recorded(self, code: str, unfinished: Container[str] = ()) -> list[GameRecord]:
        """Return the finished matches that had this code, the one played last first."""
        rows = self.fetch("", f"{_FINISHED} AND code = $2 {_NEWEST}", MOST_FINISHED, code)
        return [self.load(entry.name) for entry in map(_entry, rows) if entry.name not in unfinished]

    # For a match that is open

    def fetch(self, name: str, statement: str, *arguments: object) -> "list[Record]":
        """Return the rows of a statement about the match of that name. Raises SaveError."""
        with _reported(name):
            return self._database.wait(self._database.fetch(statement, *arguments))

    def number_of(self, name: str) -> int:
        """Return the number of a match. Raises SaveError when there is none of that name."""
        rows = self.fetch(name, "SELECT id FROM match WHERE name = $1", name)
        if not rows:
            raise NoSuchSave(name=name)
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

        with _reported(name):
            return self._database.wait(self._database.run(work))

    def append(self, number: int, name: str, after: int, items: Sequence[Line]) -> None:
        """Append lines when the match has as many as `after`. Raises Overtaken when it has more, SaveError."""
        token, lines = uuid4(), [*map(write_line, items)]

        async def work() -> bool:
            kept = await self._database.run(lambda one: _appended(one, number, after, token, lines))
            self._database.notifications.send(_TOPIC, f"{number} {after + len(lines) - 1}")
            return kept

        with _reported(name):
            kept = self._database.wait(work())
        if not kept:
            self.number_of(name)
            raise SaveFailed(name=name, reason=_("the database has an older copy of this match"))

    def finish(self, number: int, name: str, record: GameRecord) -> None:
        """Note for the lists that nothing more will happen in a match."""
        ended = time_ns()
        entry = dumps(row_of(entry_of(name, ended, len(record.items) + 1, record)))
        moment = datetime.fromtimestamp(ended / _NANO, UTC)
        self.fetch(name, "UPDATE match SET ended = $2, entry = $3 WHERE id = $1", number, moment, entry)

    def follow(self, number: int, match: "DatabaseMatch") -> None:
        """Notify an open match of lines that other processes add."""
        with self._lock:
            self._open.setdefault(number, []).append(match)

    def unfollow(self, number: int, match: "DatabaseMatch") -> None:
        """End what `follow` began; ending it again does nothing."""
        with self._lock:
            self._open[number] = [other for other in self._open.get(number, ()) if other is not match]
            if not self._open[number]:
                del self._open[number]

    def call_soon(self, call: Callable[[], None]) -> None:
        """Make the call in the event loop."""
        self._database.call_soon(call)

    # Within

    def _read(self, number: int, name: str) -> GameRecord:
        rows = self.fetch(name, _LINES, [number])
        if not rows:
            raise NoSuchSave(name=name)
        return _record(name, rows[0]["lines"])

    def _heard(self, text: str) -> None:
        number, seq = map(int, text.split())
        for match in tuple(self._open.get(number, ())):
            match.hear(seq)

    def _look(self) -> None:
        """Ask for lines whose notifications were lost, unless that is being asked."""
        if self._open and not self._looking:
            self._looking = True
            self._database.notifications.begin(self._look_up())

    async def _look_up(self) -> None:
        try:
            with suppress(SaveError):
                for row in await self._database.fetch(_BEHIND, [*self._open]):
                    self._heard(f"{row['number']} {row['seq']}")
        finally:
            self._looking = False


class DatabaseMatch:
    """A match of a database that is open for appending."""

    def __init__(self, library: DatabaseLibrary, name: str, header: Header | None = None) -> None:
        """Take the name of a match; with a `header` it is a new one, which is not saved yet."""
        self._library, self._name = library, name
        self._number: int | None = None
        self.items: list[Event | Note] = []
        """The events and notes so far."""
        self._header = header
        self._secret = b""
        self._seen = 1
        """The number of lines that are read, the header among them."""
        self._own = set[int]()
        """The numbers of notes that were added after lines that are not read."""
        self._heard = 0
        """The number of the last line that was heard of."""
        self._look_on: Callable[[], None] | None = None

    def take(self, number: int, record: GameRecord) -> None:
        """Take what the match contains."""
        self._number, self.items, self._seen = number, [*record.items], len(record.items) + 1

    @property
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""
        return self._name

    @property
    def saved(self) -> bool:
        """Whether the match is in the database."""
        return self._number is not None

    def append(self, item: Event | Note) -> None:
        """Add a line after those that are read, as `OpenMatch.append`."""
        if self._number is None:
            self._add_unsaved(item)
            return
        self._library.append(self._number, self._name, self._seen, [item])
        self._seen += 1
        self.items.append(item)

    def add(self, note: Note) -> None:
        """Add a note after all lines, as `OpenMatch.add`."""
        if self._number is None:
            self._add_unsaved(note)
            return
        seq = self._seen
        while True:
            try:
                self._library.append(self._number, self._name, seq, [note])
                break
            except Overtaken:
                ((last,),) = self._library.fetch(
                    self._name, "SELECT max(seq) FROM event WHERE match = $1", self._number
                )
                seq = last + 1
        if seq == self._seen:
            self._seen += 1
            self.items.append(note)
        else:
            self._own.add(seq)

    def read_on(self) -> Sequence[Event | Note]:
        """Return what other processes have added since, as `OpenMatch.read_on`."""
        rows = self._library.fetch(self._name, _READ, self._number, self._seen) if self.saved else []
        others = list[Event | Note]()
        for row in rows:
            item = _item(self._name, row["seq"], row["line"])
            self.items.append(item)
            self._seen = row["seq"] + 1
            if row["seq"] in self._own:
                self._own.remove(row["seq"])
            else:
                others.append(item)
        return others

    def save(self) -> None:
        """Keep from now on what was created lazily. Raises SaveError."""
        if self._number is None and self._header:
            number, self._name = self._library.begin(self._name, [self._header, *self.items], self._secret)
            self._number, self._seen = number, len(self.items) + 1
            self._library.follow(number, self)

    def close(self) -> None:
        """Stop following other processes."""
        if self._number is not None:
            self._library.unfollow(self._number, self)

    def finish(self, record: GameRecord) -> None:
        """Note for the lists that nothing more will happen. Raises SaveError."""
        if self._number is not None:
            self._library.finish(self._number, self._name, record)

    def read_secret(self) -> bytes:
        """Return what is kept in private beside the match; nothing when there is nothing. Raises SaveError."""
        if self._number is not None:
            rows = self._library.fetch(self._name, "SELECT data FROM secret WHERE match = $1", self._number)
            self._secret = rows[0]["data"] if rows else b""
        return self._secret

    def write_secret(self, data: bytes) -> None:
        """Replace what is kept in private. Raises SaveError, Overtaken when another process was first."""
        if self._number is not None:
            arguments: list[object] = [self._number, data]
            if self._secret:
                write = "UPDATE secret SET data = $2 WHERE match = $1 AND data IN ($3, $2) RETURNING match"
                arguments.append(self._secret)
            else:
                write = "INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING match"
            if not self._library.fetch(self._name, write, *arguments):
                raise Overtaken()
        self._secret = data

    def remove_secret(self) -> None:
        """Remove what is kept in private, if that is possible now."""
        if self._number is not None:
            with suppress(SaveError):
                self._library.fetch(self._name, "DELETE FROM secret WHERE match = $1", self._number)
        self._secret = b""

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call `look` when another process may have added lines; return what ends that."""
        self._look_on = look
        if self._heard >= self._seen:  # while it was read
            self._library.call_soon(look)

        def stop() -> None:
            self._look_on = None

        return stop

    def hear(self, seq: int) -> None:
        """Take note that the match has a line of this number."""
        self._heard = max(seq, self._heard)
        if seq >= self._seen and self._look_on:
            self._look_on()

    def _add_unsaved(self, item: Event | Note) -> None:
        """Add a line to a match that is not saved yet; with an event it is saved. Raises SaveError."""
        self.items.append(item)
        if not isinstance(item, Note):
            try:
                self.save()
            except BaseException:
                self.items.pop()
                raise


async def _appended(
    connection: "PoolConnectionProxy[Record]", number: int, after: int, token: UUID, lines: Sequence[str]
) -> bool:
    """Append lines; return whether the match is there with those before. Raises Overtaken when it has more."""
    from asyncpg import ForeignKeyViolationError, UniqueViolationError

    try:
        done = await connection.execute(_APPEND, number, after, token, lines)
    except UniqueViolationError as error:
        if await connection.fetchval(_TOKEN, number, after) != token:
            raise Overtaken() from error
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
        raise SaveFailed(name=name, reason=str(error)) from error


def _record(name: str, lines: str) -> GameRecord:
    """Parse the lines of a match. Raises SaveError when its header cannot be read."""
    try:
        return read_record(f"{lines}\n".encode())
    except (NotationError, ImpossiblePosition) as fault:
        raise SaveDamaged(name=name, line=1, fault=fault) from fault


def _demand_whole(name: str, record: GameRecord) -> None:
    """Demand that all lines of a match can be read. Raises SaveError."""
    if record.damage and record.damage.error:
        raise SaveDamaged(name=name, line=record.damage.line, fault=record.damage.error)


def _item(name: str, seq: int, line: str) -> Event | Note:
    """Parse a line that is not the first. Raises SaveError."""
    try:
        item = read_line(line)
    except NotationError as fault:
        raise SaveDamaged(name=name, line=seq + 1, fault=fault) from fault
    if isinstance(item, Header):
        raise SaveDamaged(name=name, line=seq + 1, fault=NotationError())
    return item


def _entry(row: "Record") -> Entry:
    return entry_of_row(loads(row["entry"]))
