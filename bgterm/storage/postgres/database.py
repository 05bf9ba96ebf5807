"""The connections of one process to a PostgreSQL database, with asyncpg, the extra `bgterm[postgres]`.

The tables are made by numbered SQL files: `migrations/0001_matches.sql` and so on. Each file is applied once, in
the order of the numbers, all new ones in one transaction. An advisory lock lets one process at a time apply them.
A released file is never changed; a later file changes its tables instead.

When the database is restarted or away, statements are repeated for `patience` seconds, then refused. A statement
may be executed twice, when the answer to the first was lost, so its caller must make sure that this does no harm.

Notifications between the processes of one database are short texts, sent after the reported change is committed.
They are sent by statements of their own, several at a time, because only one transaction with a NOTIFY can commit
at a time. One connection of each process listens. A notification can be lost, with the connection or with the
process that would have sent it, so a listener is also called to look for changes itself: after each new
connection, and every few seconds.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.resources import files
from logging import ERROR, WARNING
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

from bgterm.background import BackgroundTasks, Watchers
from bgterm.catalog import N_
from bgterm.storage.errors import DatabaseAway, DatabaseError, DatabaseTooNew, database_away
from bgterm.storage.log import log
from bgterm.text.installing import pip_install

if TYPE_CHECKING:
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

    Row = asyncpg.Record
    Connection = PoolConnectionProxy[Row]
else:  # asyncpg is loaded when a database is opened
    Connection = Row = Any

_T = TypeVar("_T")
CHANNEL = "bgterm"
"""The channel of the database on which all notifications are sent."""
_MOST = 1000
"""The most notifications that one statement sends."""
_PAUSE = 0.2
"""The seconds between two attempts to connect."""
_TIMEOUT = 10.0
"""The most seconds that a statement or a new connection may take."""
_LOCK = 0x62677465726D
"""The number of the advisory lock: `bgterm` in ASCII."""
_LOBBY = 2
"""The number of the migration that makes the table of the workers."""
_SERVERS = "SELECT count(*) FROM worker WHERE lease > now()"
_VERSIONS = "CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, applied timestamptz DEFAULT now())"
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', text) FROM unnest($1::text[]) text"  # noqa: S608 - our own name


class Notifications:
    """The sender and the receiver of notifications in one process.

    Each notification goes to all processes that use the database, including the sender.
    """

    def __init__(self, database: "Database", address: str, reread: float) -> None:
        """Notify through the database at this address; `reread` in seconds as in `Database.open`."""
        self._database, self._address, self._reread = database, address, reread
        self._listeners = defaultdict[str, Watchers[[str]]](Watchers)
        self._lookers = Watchers[[]]()
        self._unsent: list[str] = []
        self.tasks = BackgroundTasks("notifications failed")
        """The tasks that end with `stop`."""
        self._sending: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        """Set while the connection receives notifications."""

    def start(self) -> None:
        """Begin to listen to the other processes, in tasks that end with `stop`."""
        self.tasks.start(self._listen())

    async def stop(self) -> None:
        """Send what is waiting, and stop listening."""
        if self._sending:
            await asyncio.wait([self._sending])
        await self.tasks.cancel()

    def send(self, topic: str, text: str) -> None:
        """Send a text to all processes in the background; its topic is one word.

        The text has at most 7,000 bytes, and is lost when the database is away.
        """
        self._unsent.append(f"{topic} {text}")
        if self._sending is None or self._sending.done():
            self._sending = self.tasks.start(self._send())

    def listen(self, topic: str, heard: Callable[[str], None], look: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` with each text that is sent about the topic; return a function that stops this.

        `look` is called whenever some text may have been lost. Both are called in the event loop, and must not
        block.
        """
        stop_hearing, stop_looking = self._listeners[topic].add(heard), self._lookers.add(look)

        def stop() -> None:
            stop_hearing()
            stop_looking()

        return stop

    async def _send(self) -> None:
        while self._unsent:
            batch, self._unsent = self._unsent[:_MOST], self._unsent[_MOST:]
            with suppress(DatabaseAway):  # the listeners read again by themselves
                await self._database.fetch(_NOTIFY, batch)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await _connected(self._address)
            except Exception:  # noqa: BLE001 - whatever it is, it is tried again
                await asyncio.sleep(_PAUSE)
                continue
            try:
                await self._hear(connection)
            finally:
                self.listening.clear()
                connection.terminate()

    async def _hear(self, connection: "asyncpg.Connection[Row]") -> None:
        """Listen on a connection until it is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        with suppress(Exception):  # the connection is lost
            await connection.add_listener(CHANNEL, self._heard)
            self.listening.set()
            while not lost.is_set():
                self._lookers.tell()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._reread):
                        await lost.wait()
                # an empty transaction asks the server: a network can lose a connection silently
                async with connection.transaction():
                    pass

    def _heard(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        topic, _, text = str(payload).partition(" ")
        try:
            self._listeners[topic].tell(text)
        except ExceptionGroup as fault:  # a notification of another version, or not of bgterm
            log("notification not read", ERROR, topic=topic, fault=fault.exceptions[0])


class Database:
    """The connections of this process to one database; they belong to the event loop in which it was opened."""

    def __init__(self, address: str, pool: "asyncpg.Pool[Row]", patience: float, reread: float) -> None:
        """Use the pool; `patience` and `reread` as in `open`, in seconds."""
        self.address = shown(address)
        """The address without user, password and options."""
        self._pool, self._patience = pool, patience
        self._loop, self._thread = asyncio.get_running_loop(), get_ident()
        self._away = self._closed = False
        self.notifications = Notifications(self, address, reread)
        """The notifications to and from the other processes."""

    @classmethod
    async def open(cls, address: str, *, most: int = 10, patience: float = 5.0, reread: float = 5.0) -> Self:
        """Connect to the database at this address, `postgresql://...`, and bring its tables up to date.

        There are at most `most` connections, and one for notifications. A statement is repeated for `patience`
        seconds after a lost connection. Every `reread` seconds, listeners are called in case a notification was
        lost. Raises DatabaseError.
        """
        async with _opening(address):
            connection = await _connected(address)
            try:
                known = migrations()
                version = await migrate(connection, known, shown(address))
            finally:
                await connection.close(timeout=_TIMEOUT)
            if version > known[-1].number:
                message = N_(
                    "the tables of {address} have version {version}, but this bgterm knows {known}: install "
                    "a newer one"
                )
                raise DatabaseTooNew(message, address=shown(address), version=version, known=known[-1].number)
            database = cls(address, await _pool(address, most), patience, reread)
        database.notifications.start()
        return database

    async def close(self) -> None:
        """Close all connections as soon as they are free."""
        self._closed = True
        await self.notifications.stop()
        try:
            async with asyncio.timeout(_TIMEOUT):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    async def run(self, work: Callable[[Connection], Awaitable[_T]]) -> _T:
        """Call `work` with a free connection, and again after a lost connection or a deadlock; return its result.

        Raises DatabaseAway when the patience has ended, and asyncpg's errors of statements.
        """
        from asyncpg import DeadlockDetectedError

        end, pause = self._loop.time() + self._patience, 0.05
        cancellations = _cancellations()
        while True:
            try:
                async with self._pool.acquire(timeout=_TIMEOUT) as connection:
                    with _ended_if_lost(connection):
                        done = await work(connection)
            except Exception as error:
                if (
                    _cancellations() > cancellations
                ):  # asyncpg raises its own error where the connection is lost, too
                    raise asyncio.CancelledError from error
                if is_lost(error):
                    self._lost(error)
                elif not isinstance(error, DeadlockDetectedError):  # a deadlock has undone the statement
                    raise
                if self._closed or self._loop.time() + pause > end:
                    raise database_away() from error
            else:
                self._found()
                return done
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.5)

    async def fetch(self, statement: str, *arguments: object) -> list[Row]:
        """Return the rows of a statement, which may run twice. Raises DatabaseAway, and asyncpg's errors."""
        return await self.run(lambda connection: connection.fetch(statement, *arguments))

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine for another thread; return its result. Raises DatabaseAway; in the loop RuntimeError."""
        if get_ident() == self._thread:
            work.close()
            raise RuntimeError("the event loop of the database cannot wait for it")
        if self._closed:
            work.close()
            raise database_away()
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except CancelledError as error:
            raise database_away() from error

    def call_soon(self, call: Callable[[], None]) -> None:
        """Schedule the call in the event loop of the database, from another thread."""
        self._loop.call_soon_threadsafe(call)

    def _lost(self, error: Exception) -> None:
        if not self._away:
            log("database lost", WARNING, database=self.address, reason=_reason(error))
        self._away = True

    def _found(self) -> None:
        if self._away:
            log("database back", database=self.address)
        self._away = False


def _cancellations() -> int:
    """Return the number of requests to cancel the current task."""
    task = asyncio.current_task()
    return task.cancelling() if task else 0


def shown(address: str) -> str:
    """Return the address of a database without user, password and options.

    >>> shown("postgresql://bgterm:secret@db.example.com/club?sslmode=require")
    'postgresql://db.example.com/club'
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return "postgresql://"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def is_lost(error: Exception) -> bool:
    """Return whether an error means that the connection has failed, rather than the statement."""
    import asyncpg

    wrong = asyncpg.ClientConfigurationError | asyncpg.DataError | asyncpg.UnsupportedClientFeatureError
    away = (
        OSError  # with TimeoutError
        | asyncpg.InterfaceError
        | asyncpg.InternalClientError  # asyncpg raises this for some connections that are cut
        | asyncpg.PostgresConnectionError
        | asyncpg.OperatorInterventionError
        | asyncpg.TooManyConnectionsError
        | asyncpg.ReadOnlySQLTransactionError
    )
    return isinstance(error, away) and not isinstance(error, wrong)


@contextmanager
def _ended_if_lost(connection: Connection) -> Iterator[None]:
    """Terminate a connection that has failed, so that the pool makes a new one."""
    import asyncpg

    try:
        yield
    except Exception as error:
        if is_lost(error):
            with suppress(asyncpg.InterfaceError):  # the pool has taken the connection back
                connection.terminate()
        raise


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


@asynccontextmanager
async def _opening(address: str) -> AsyncIterator[None]:
    """Turn errors of connecting into DatabaseError with a message for the operator."""
    try:
        import asyncpg
    except ImportError as error:
        message = N_("--database needs another package: install it with {command}")
        raise DatabaseError(message, command=pip_install("asyncpg")) from error
    try:
        yield
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        if isinstance(error, DatabaseError):
            raise
        message = N_("cannot use the database {address} ({reason})")
        raise DatabaseError(message, address=shown(address), reason=_reason(error)) from error


# Migrations


class Migration(NamedTuple):
    """A numbered file of SQL statements that brings the tables of a database to the next version."""

    number: int
    name: str
    statements: str


def migrations() -> list[Migration]:
    """Return the migrations of this version of bgterm, in the order of their numbers."""
    folder = files("bgterm.storage.postgres").joinpath("migrations")
    found = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    return sorted(Migration(int(one.name.partition("_")[0]), one.name, one.read_text("utf-8")) for one in found)


async def migrate(connection: "asyncpg.Connection[Row]", known: list[Migration], address: str) -> int:
    """Apply those of the `known` migrations that the database lacks; return the latest number it had before.

    `address` is the one that error messages show. Nothing is applied when the database has an unknown migration.
    Raises DatabaseError when servers of an older version use the database, which would fail after that.
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


# Connections


async def _connected(address: str) -> "asyncpg.Connection[Row]":
    from asyncpg import connect

    return await connect(address, timeout=_TIMEOUT, command_timeout=_TIMEOUT)


async def _pool(address: str, most: int) -> "asyncpg.Pool[Row]":
    from asyncpg import create_pool

    return await create_pool(
        address, min_size=1, max_size=most, init=_prepare, reset=_keep, timeout=_TIMEOUT, command_timeout=_TIMEOUT
    )


async def _prepare(connection: "asyncpg.Connection[Row]") -> None:
    """Make commits wait for the disk, if the database's default does not."""
    if await connection.fetchval("SHOW synchronous_commit") == "off":
        await connection.execute("SET synchronous_commit = on")


async def _keep(connection: "asyncpg.Connection[Row]") -> None:
    """Do nothing when a connection returns to the pool: its settings have not changed."""
