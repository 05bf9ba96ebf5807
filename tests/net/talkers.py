"""Players in plain mode over SSH, who only know the lines that they read, and type lines."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncssh

from bgterm.formats.record import GameRecord, read_record
from bgterm.lobby.bots import Bots
from bgterm.lobby.limits import Limits as LobbyLimits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net.limits import Limits
from tests.net.client import connect
from tests.net.servers import Server, server, with_limits
from tests.waiting import HANG

_MANY = 1_000_000
SWIFT = with_limits(
    milliseconds_a_second=_MANY,
    packets_a_second=_MANY,
    address_packets_a_second=_MANY,
)
"""Limits for players who type faster than any person."""


@asynccontextmanager
async def club(
    folder: Path,
    limits: Limits = SWIFT,
    bots: Bots | None = None,
    of_lobby: LobbyLimits = LobbyLimits(),  # noqa: B008 - it is frozen
) -> AsyncIterator[Server]:
    """Run a server with a lobby, for the full screen and plain mode."""
    registry = UserRegistry(NamesFile(folder / "people.jsonl"))
    try:
        lobby = Lobby(folder / "matches", registry, of_lobby, bots=bots)
        async with server(folder, lobby, limits=limits, guests=True) as running:
            yield running
    finally:
        if bots:
            await bots.aclose()
        registry.close()


def kept(folder: Path) -> list[GameRecord]:
    """Return the records of all matches of a server with this folder."""
    return [read_record(path.read_bytes()) for path in (folder / "matches").glob("*.jsonl")]


class Talker:
    """A player in plain mode."""

    def __init__(self, conn: asyncssh.SSHClientConnection, process: asyncssh.SSHClientProcess[str]) -> None:
        self.conn, self.process = conn, process
        self.heard: list[str] = []
        """All lines that the player has read so far."""

    def type(self, *lines: str) -> None:
        """Type these lines."""
        for line in lines:
            self.process.stdin.write(f"{line}\n")

    def send(self, data: str) -> None:
        """Send a text as it is, without a line end."""
        self.process.stdin.write(data)

    def end(self) -> None:
        """End the input."""
        self.process.stdin.write_eof()

    async def line(self) -> str:
        """Return the next line; "" when there are no more."""
        async with asyncio.timeout(HANG):
            line = await self.process.stdout.readline()
        if line:
            self.heard.append(line.rstrip("\r\n"))
        return line.rstrip("\r\n") if line else ""

    async def hears(self, pattern: str) -> str:
        """Return the next line in which the pattern is found. Raises AssertionError at the end of the output."""
        while True:
            line = await self.line()
            assert line, f"{pattern!r} was never said: {self.heard}"
            if re.search(pattern, line):
                return line

    async def ask(self, line: str, pattern: str) -> str:
        """Type a line, and return the next line in which the pattern is found."""
        self.type(line)
        return await self.hears(pattern)

    async def status(self) -> int | None:
        """Wait for the end of the session, and return its exit status."""
        async with asyncio.timeout(HANG):
            await self.process.wait_closed()
        return self.process.exit_status


@asynccontextmanager
async def talker(
    port: int,
    key: asyncssh.SSHKey | None,
    username: str = "plain",
    options: dict[str, Any] | None = None,
    **session: Any,
) -> AsyncIterator[Talker]:
    """Yield a player in plain mode, and hang up at the end."""
    conn = await connect(port, key, username=username, **(options or {}))
    try:
        yield Talker(conn, await conn.create_process(stderr=asyncssh.STDOUT, **session))
    finally:
        conn.abort()
        await conn.wait_closed()


async def come_in(player: Talker, name: str) -> None:
    """Type a name as the server asks for it, and wait for the lobby."""
    await player.hears("Type the name")
    await player.ask(name, f"You are {name}, in the lobby")


async def play(player: Talker, rng: Random) -> None:
    """Play by the lines that are read until the match is over, and go back to the lobby."""
    await play_until(player, "The match is over", rng)
    await player.hears("You are in the lobby")


async def play_until(player: Talker, heard: str, rng: Random | None = None) -> None:
    """Play by the lines that are read until one matches `heard`."""
    rng, line = rng or Random(1), ""
    while not re.search(heard, line):
        line = await player.line()
        assert line, player.heard[-20:]
        if said := answer(line, rng):
            player.type(said)


def answer(line: str, rng: Random) -> str:
    """Return the player's answer to this line; "" when it asks for nothing."""
    if "The match is over" in line:
        return "quit"
    if line.startswith("Your turn:"):
        return "double" if "double" in line and rng.random() < 0.1 else "roll"
    if "Type roll." in line:
        return "roll"
    if line.startswith("1: "):
        return "1"
    if "Type done" in line:
        return "done"
    if "Your move." in line:
        return "plays"
    if " Take: " in line:
        return rng.choice(["take", "pass"])
    return "accept" if " Accept: " in line else ""
