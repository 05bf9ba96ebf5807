"""`bgterm serve`: a server for players over SSH."""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from logging import WARNING
from pathlib import Path
from secrets import token_hex
from socket import gethostname
from typing import TextIO

from bgterm.catalog import N_
from bgterm.cli.admin import run_over_ssh
from bgterm.cli.streams import discard, shown
from bgterm.engine.levels import LEVELS
from bgterm.lobby.bans import BansFile, BansTable
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net.connection import ServerState
from bgterm.net.errors import ServerError
from bgterm.net.limits import Limits
from bgterm.net.process import PARENT, SOCKET_PASSED
from bgterm.net.server import ServerConfig, folder_unusable, prepare_data_folder, serve, supervise
from bgterm.notation.sanitize import clean_line
from bgterm.profile.settings import server_folder
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.errors import reason_of
from bgterm.storage.log import log
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.postgres.reviews import ReviewLines

_MOST_LINES, _LONGEST_LINE = 100, 200
"""The most lines of a greeting, and the most characters of each line."""


def run(asked: argparse.Namespace) -> int:
    """Serve as the options say until a signal or the operator ends the server; return the exit status.

    With several workers, this process becomes their parent and does not return. Raises ServerError, LobbyError,
    DatabaseError, and EngineError for a bot.
    """
    serving = config(asked)
    if (asked.workers > 1 or asked.worker) and not serving.database:
        message = N_("several workers share a database: name one with --database, or omit --workers and --worker")
        raise ServerError(message)
    prepare_data_folder(serving.folder)
    if serving.database and not serving.worker:
        bots_of(serving.bots)  # one that cannot be is refused once, and not by each worker
        with _locked(serving.folder, "workers.lock"):
            supervise(serving, asked.workers, _shown)
    opened = partial(database_service if serving.database else file_service, serving)
    is_child = not serving.database or serving.parent
    with nullcontext() if is_child else _locked(serving.folder, f"worker-{serving.worker}.lock"):
        return serve(serving, opened, partial(_say, sys.stdout), partial(_say, sys.stderr))


@contextmanager
def _locked(folder: Path, name: str) -> Iterator[None]:
    """Hold a lock in the folder, also in the next program of this process. Raises ServerError if it is taken."""
    try:
        file = AppendOnlyFile.open_or_create(folder / name)
        file.survive_exec()
    except BlockingIOError as error:
        message = N_("{name} is in use by another server: stop it first, or give this one a folder of its own")
        raise ServerError(message, name=folder) from error
    except OSError as error:
        raise folder_unusable(folder, reason_of(error)) from error
    with file:
        yield


def _worker_name(serving: ServerConfig) -> str:
    """Return the unique name of a worker: host name, a random part for the folder, and the worker's number."""
    path = serving.folder / "worker-id"
    try:
        with suppress(FileExistsError), path.open("x") as file:
            file.write(token_hex(4))
        return f"{gethostname()}-{path.read_text()}:{serving.worker}"
    except OSError as error:
        raise folder_unusable(serving.folder, reason_of(error)) from error


def config(asked: argparse.Namespace) -> ServerConfig:
    """Return the configuration by the options of `bgterm serve` and a worker's environment. Raises ServerError."""
    limits = Limits()
    limits = limits._replace(
        sessions=asked.max_sessions or limits.sessions,
        per_address=asked.max_per_address or limits.per_address,
        idle=limits.idle if asked.idle is None else 60.0 * asked.idle,
    )
    given = {name: value for name, value in vars(asked).items() if value is not None}
    options = {name: given[name] for name in ServerConfig._fields if name in given}
    options |= {"greeting": _greeting(asked.greeting)} if asked.greeting else {}
    socket = int(os.environ[SOCKET_PASSED]) if SOCKET_PASSED in os.environ else None
    parent = int(os.environ.get(PARENT, "0"))
    return ServerConfig(**{"folder": server_folder(), **options}, limits=limits, socket=socket, parent=parent)


def _greeting(path: Path) -> str:
    """Return the lines of a greeting without control characters. Raises ServerError when it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        message = N_("the greeting {name} cannot be read ({reason}): name a file of text")
        raise ServerError(message, name=path, reason=reason_of(error)) from error
    return "\n".join(clean_line(line, _LONGEST_LINE) for line in lines[:_MOST_LINES])


@asynccontextmanager
async def file_service(serving: ServerConfig) -> AsyncIterator[ServerState]:
    """Return a context manager of a server's state, kept in files. Raises LobbyError, EngineError for a bot."""
    registry = UserRegistry(NamesFile(serving.folder / "people.jsonl"))
    try:
        for fault in registry.faults:
            _say(sys.stderr, f"bgterm: {fault}")
        async with aclosing(bots_of(serving.bots)) as bots:
            bans, mutes = (BansFile(serving.folder / name) for name in ("bans.txt", "mutes.txt"))
            folder, greeting = serving.folder / "matches", serving.greeting
            lobby = Lobby(folder, registry, bots=bots, mutes=mutes, greeting=greeting)
            yield ServerState(serving.limits, serving.folder, lobby, bans, run_command=run_over_ssh)
    finally:
        registry.close()


def bots_of(strongest: Mapping[str, str]) -> Bots:
    """Return the bots for these engines: for each engine's name, the name of the strongest level to be chosen.

    Raises EngineError for an engine that is unknown or not installed.
    """
    return Bots(Bot(engine, LEVELS[level]) for engine, level in strongest.items())


@asynccontextmanager
async def database_service(serving: ServerConfig) -> AsyncIterator[ServerState]:
    """Return a context manager of the state of one of several processes, which share a lobby in a database.

    Raises DatabaseError when the database cannot be opened, SaveError when it fails later, and EngineError for a
    bot.
    """
    database = await Database.open(serving.database)
    try:
        hub = await DatabaseHub.enter(database, _worker_name(serving))
        names = await SharedNames.open(database)
        registry = UserRegistry(names)
        bans, mutes = BansTable(database), BansTable(database, "mute")
        for each in (bans, mutes):
            await each.read()
        store = DatabaseLibrary(database)
        async with aclosing(bots_of(serving.bots)) as bots:
            shared = partial(Lobby, serving.folder / "matches", registry, hub=hub, store=store, bots=bots)
            lobby = await asyncio.to_thread(
                partial(shared, mutes=mutes, greeting=serving.greeting, reviews=ReviewLines(database))
            )
            try:
                await hub.start(
                    lobby,
                    {names.rows: lobby.read_names, **{each.rows: each.read for each in (bans, mutes)}},
                )
                yield ServerState(serving.limits, serving.folder, lobby, bans, hub, run_over_ssh)
            finally:
                await hub.leave()
    finally:
        await database.close()


def _shown(line: str) -> str:
    """Return a line with the characters that standard output lacks replaced."""
    return shown(line, sys.stdout.encoding) if sys.stdout else line


def _say(stream: TextIO | None, line: str) -> None:
    """Print a line for the operator; a closed or missing stream is not an error."""
    if stream is None:
        return
    try:
        print(shown(line, stream.encoding), file=stream, flush=True)
    except OSError as error:
        log("output lost", WARNING, reason=reason_of(error))
        discard(stream.buffer)
