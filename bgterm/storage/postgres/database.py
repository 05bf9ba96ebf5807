"""The connections of one process to a PostgreSQL database, with asyncpg, the extra `bgterm[postgres]`.

A database that is restarted, or cannot be reached for a while, costs nobody anything: work is tried again for as
long as `patience` lasts, and is refused then. So it may be done twice, when the answer to the first time was lost,
and has to find that out by itself.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, contextmanager, suppress
from logging import WARNING
from threading import get_ident
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlsplit

from bgterm.catalog import N_
from bgterm.storage.errors import DatabaseError, DatabaseTooNew, database_away
from bgterm.storage.log import log
from bgterm.storage.postgres.migrations import migrate, migrations
from bgterm.storage.postgres.notifications import Notifications
from bgterm.text.installing import pip_install

if TYPE_CHECKING:
    from asyncpg import Connection, Pool, Record
    from asyncpg.pool import PoolConnectionProxy

_T = TypeVar("_T")
_TIMEOUT = 10.0
"""How many seconds a statement or a new connection may take."""


class Database:
    """A pool of connections, which belongs to the event loop that has opened it."""

    def __init__(self, address: str, pool: "Pool[Record]", patience: float, reread: float) -> None:
        """Take the pool; `patience` and `reread` as in `open`."""
        self.address = shown(address)
        """The address without user and password."""
        self._pool, self._patience = pool, patience
        self._loop, self._thread = asyncio.get_running_loop(), get_ident()
        self._away = self._closed = False
        self.notifications = Notifications(self.fetch, lambda: _connected(address), reread)
        """Short texts to and from the other processes."""

    @classmethod
    async def open(cls, address: str, *, most: int = 10, patience: float = 5.0, reread: float = 5.0) -> Self:
        """Connect to the database of this address, `postgresql://...`, and bring its tables up to date.

        There are `most` connections, and one for notifications. `patience` is for how many seconds a lost
        connection is tried again, `reread` after how many the listeners look for notifications that were lost.
        Raises DatabaseError.
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
        """Close all connections once they are free."""
        self._closed = True
        await self.notifications.stop()
        try:
            async with asyncio.timeout(_TIMEOUT):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    async def run(self, work: "Callable[[PoolConnectionProxy[Record]], Awaitable[_T]]") -> _T:
        """Return what the work returns; it is done again after a lost connection, and after a deadlock.

        Raises DatabaseAway when that goes on for longer than the patience, and asyncpg's errors of statements.
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
                elif not isinstance(error, DeadlockDetectedError):  # nothing of it was done
                    raise
                if self._closed or self._loop.time() + pause > end:
                    raise database_away() from error
            else:
                self._found()
                return done
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.5)

    async def fetch(self, statement: str, *arguments: object) -> "list[Record]":
        """Return the rows of a statement that may be run twice. Raises as `run`."""
        return await self.run(lambda connection: connection.fetch(statement, *arguments))

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return what the coroutine returns, run in the event loop of the database, from another thread."""
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
        """Make the call in the event loop of the database, from another thread."""
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
    """Return how many times the current task has been cancelled."""
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
    """Return whether the connection has failed, and not what was asked."""
    import asyncpg

    wrong = asyncpg.ClientConfigurationError | asyncpg.DataError | asyncpg.UnsupportedClientFeatureError
    away = (
        OSError  # with TimeoutError
        | asyncpg.InterfaceError
        | asyncpg.InternalClientError  # what asyncpg makes of some connections that are cut
        | asyncpg.PostgresConnectionError
        | asyncpg.OperatorInterventionError
        | asyncpg.TooManyConnectionsError
        | asyncpg.ReadOnlySQLTransactionError
    )
    return isinstance(error, away) and not isinstance(error, wrong)


@contextmanager
def _ended_if_lost(connection: "PoolConnectionProxy[Record]") -> Iterator[None]:
    """End a connection that has failed, so that the pool makes a new one."""
    import asyncpg

    try:
        yield
    except Exception as error:
        if is_lost(error):
            with suppress(asyncpg.InterfaceError):  # the pool has taken it back
                connection.terminate()
        raise


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


@asynccontextmanager
async def _opening(address: str) -> AsyncIterator[None]:
    """Turn what asyncpg raises into errors with a message for the operator."""
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


async def _connected(address: str) -> "Connection[Record]":
    from asyncpg import connect

    return await connect(address, timeout=_TIMEOUT, command_timeout=_TIMEOUT)


async def _pool(address: str, most: int) -> "Pool[Record]":
    from asyncpg import create_pool

    return await create_pool(
        address, min_size=1, max_size=most, init=_prepare, reset=_keep, timeout=_TIMEOUT, command_timeout=_TIMEOUT
    )


async def _prepare(connection: "Connection[Record]") -> None:
    """Make commits wait for the disk, whatever the default of the server is."""
    if await connection.fetchval("SHOW synchronous_commit") == "off":
        await connection.execute("SET synchronous_commit = on")


async def _keep(connection: "Connection[Record]") -> None:
    """Leave a connection as it is: nobody changes its settings."""
