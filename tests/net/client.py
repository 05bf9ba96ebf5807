"""A player with an SSH client, on loopback: keys go in, and the text of the screen comes out.

A test waits for output or for an act of somebody else, without a time limit.
"""

import asyncio
from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import pyte

from tests.hang import HANG
from tests.net.grid import Grid
from tools.quick_screen import QuickScreen

KEYS = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(3)]
ANN, BOB, CAT = KEYS
"""The keys of three players."""


class Line(asyncssh.SSHClientSession[bytes]):
    """What comes over one channel."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = QuickScreen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = bytearray()
        self.errors = bytearray()
        """What was written to standard error, also part of the output."""
        self.closed = False
        self._waiting: dict[asyncio.Future[bool], Callable[[], bool]] = {}

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.output += data
        if datatype == asyncssh.EXTENDED_DATA_STDERR:
            self.errors += data
        self.show(data)
        self._wake()

    def show(self, data: bytes) -> None:
        """Put it on the screen."""
        self._stream.feed(data.replace(b"\x1b[<u", b"").replace(b"\x1b[>25u", b""))  # pyte would show the u

    def connection_lost(self, _exc: Exception | None) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        for future, true in self._waiting.items():
            if not future.done() and ((now := true()) or self.closed):
                future.set_result(now)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def until(self, true: Callable[[], bool], what: str = "") -> None:
        """Wait until something is true, if only for a moment."""
        future = asyncio.get_running_loop().create_future()
        self._waiting[future] = true
        self._wake()
        try:
            async with asyncio.timeout(HANG):
                assert await future, f"closed before {what}:\n{self.text}\n{bytes(self.errors)!r}"
        except TimeoutError:
            raise AssertionError(f"{what} never came:\n{self.text}") from None
        finally:
            del self._waiting[future]


class FastLine(Line):
    """The same for hundreds of clients at once."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self._grid = Grid(columns, rows)
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def show(self, data: bytes) -> None:
        self._grid.feed(self._decoder.decode(data))

    @property
    def text(self) -> str:
        return self._grid.text


async def eventually(true: Callable[[], bool]) -> None:
    """Wait for what nothing tells but trying: what a file says, or whether a write fails."""
    async with asyncio.timeout(HANG):
        while not true():
            await asyncio.sleep(0.01)


class Client:
    """A player at a terminal."""

    def __init__(self, conn: asyncssh.SSHClientConnection, chan: asyncssh.SSHClientChannel[bytes], line: Line):
        self.conn, self.chan, self.line = conn, chan, line

    def send(self, keys: str | bytes) -> None:
        self.chan.write(keys.encode() if isinstance(keys, str) else keys)

    async def wait_for(self, text: str) -> None:
        await self.line.until(lambda: text in self.line.text, text)

    @asynccontextmanager
    async def seeing(self, text: str) -> AsyncIterator[None]:
        """Wait for a text that what is done in the block brings, and that may be shown for a moment only."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.wait_for(text))
            yield

    async def press(self, key: str, shown: str) -> None:
        """Press a key and see what comes of it."""
        self.send(key)
        await self.wait_for(shown)

    async def wait_closed(self) -> int | None:
        """Wait for the end of the session; give its status, or None when the line was cut."""
        async with asyncio.timeout(HANG):
            await self.chan.wait_closed()
        return self.chan.get_exit_status()

    @property
    def text(self) -> str:
        return self.line.text

    @property
    def said(self) -> str:
        """What was said outside of any screen."""
        return self.line.errors.decode()


class WithoutKey(asyncssh.SSHClient):
    """A client that answers whatever it is asked without asking anyone."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._asked = 0

    def kbdint_auth_requested(self) -> str | None:
        self._asked += 1
        return "" if self._asked < 3 else None

    def kbdint_challenge_received(self, _name: str, instructions: str, _lang: str, _prompts: Any) -> list[str]:
        self.told.append(instructions)
        return []


def address(number: int) -> tuple[str, int]:
    """Return an address of this machine from which to connect: what one address may do is limited."""
    return f"127.1.{number // 250 % 250}.{number % 250 + 1}", 0


async def connect(port: int, key: asyncssh.SSHKey | None = ANN, **options: Any) -> asyncssh.SSHClientConnection:
    """Connect with a key, or without one."""
    return await asyncssh.connect(
        **{
            "host": "127.0.0.1",
            "port": port,
            "config": None,
            "known_hosts": None,
            "agent_path": None,
            "client_keys": [key] if key else None,
            "username": "player",
            "login_timeout": HANG,
            "client_factory": WithoutKey,
            "preferred_auth": "publickey,keyboard-interactive",
            **options,
        },
    )


async def session(
    conn: asyncssh.SSHClientConnection,
    command: str | None = None,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    kind: type[Line] = Line,
    **options: Any,
) -> Client:
    """Open a session over a connection."""
    chan, made = await conn.create_session(
        lambda: kind(*size), command, term_type=term, term_size=size if term else (), encoding=None, **options
    )
    assert isinstance(made, Line)
    return Client(conn, chan, made)


@asynccontextmanager
async def player(
    port: int, key: asyncssh.SSHKey | None = ANN, *, options: dict[str, Any] | None = None, **more: Any
) -> AsyncIterator[Client]:
    """A player at a terminal, who hangs up at the end."""
    conn = await connect(port, key, **(options or {}))
    try:
        yield await session(conn, **more)
    finally:
        conn.abort()
        await conn.wait_closed()
