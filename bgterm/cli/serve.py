"""`bgterm serve`: tables over SSH."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from logging import WARNING
from typing import TextIO

from bgterm.cli.streams import discard, shown
from bgterm.formats.record import GameRecord
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users import User, UserRegistry
from bgterm.net.limits import Limits, origin_of
from bgterm.net.plain_session import code_in
from bgterm.net.server import ServerConfig, prepare_data_folder, serve
from bgterm.net.server_state import Client
from bgterm.plain.lists import Say
from bgterm.plain.shared import Later
from bgterm.plain.visit import Visit
from bgterm.profile.settings import server_folder
from bgterm.profile.workspace import Workspace
from bgterm.storage.errors import reason_of
from bgterm.storage.log import log
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen


def run(asked: argparse.Namespace) -> int:
    """Serve until a signal ends it; return the exit status. Raises ServerError, LobbyError."""
    return _serve(config(asked))


def config(asked: argparse.Namespace) -> ServerConfig:
    """Return the configuration that the options describe."""
    limits = Limits()
    return ServerConfig(
        folder=asked.data or server_folder(),
        host=asked.host,
        port=asked.port,
        host_key=asked.host_key,
        authorized_keys=asked.authorized_keys,
        guests=asked.open,
        metrics=asked.metrics,
        limits=replace(
            limits,
            sessions=asked.max_sessions or limits.sessions,
            per_address=asked.max_per_address or limits.per_address,
            idle=limits.idle if asked.idle is None else 60.0 * asked.idle,
        ),
    )


def _serve(asked: ServerConfig) -> int:
    prepare_data_folder(asked.folder)
    registry = UserRegistry(asked.folder / "people.jsonl")
    for fault in registry.faults:
        _say(sys.stderr, f"bgterm: {fault}")
    try:
        lobby = Lobby(asked.folder / "matches", registry)
        return serve(
            asked,
            lobby,
            partial(first_screen, lobby),
            partial(_say, sys.stdout),
            partial(first_visit, lobby),
            partial(read_record, lobby),
        )
    finally:
        registry.close()


def _say(stdout: TextIO | None, line: str) -> None:
    """Print a line for the operator, if there is a standard output; do not fail when it is gone."""
    if stdout is None:
        return
    try:
        print(shown(line, stdout.encoding), file=stdout, flush=True)
    except OSError as error:
        log("standard output lost", WARNING, reason=reason_of(error))
        discard(stdout.buffer)


def first_screen(lobby: Lobby, client: Client, workspace: Workspace) -> tuple[BaseScreen, Callable[[], None]]:
    """Return the first screen of a player, and the function to call when the session has ended in any way."""
    screen = LobbyScreen(lobby, _user(lobby, client), workspace, client.code, client.port)
    return screen, screen.gone


async def read_record(lobby: Lobby, client: Client, code: str) -> GameRecord:
    """Return the record of the finished match of that code. Raises as `Lobby.record`."""
    return await lobby.finished.public_record(_user(lobby, client), code)


def first_visit(lobby: Lobby, client: Client, workspace: Workspace, say: Say, later: Later) -> Visit:
    """Return the visit of a player in plain mode."""
    user = _user(lobby, client)
    return Visit(lobby, user, workspace, say, later, code=code_in(client.code), port=client.port)


def _user(lobby: Lobby, client: Client) -> User:
    registry, address = lobby.registry, origin_of(client.address)
    key = registry.identity(client.key)
    return User(key, registry.name_of(key), address) if key else lobby.registration.guest(address)
