"""SSH clients of players, on loopback: a test sends keys, and reads the text of the screen.

A test waits for output or for an act of somebody else, without a time limit.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import pyte
import pytest

from tests.waiting import HANG
from tools.quick_screen import QuickScreen

ANN, BOB, CAT = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
"""The keys of three players."""

# The sentences with which a server refuses a connection or a request

FULL = "The server is full: try again later."
NO_COMMANDS = (
    "The only command here is record CODE, or record CODE --format mat or sgf; "
    "to play, connect with ssh -p PORT HOST alone."
)
NO_FILES = "There are no files here, only backgammon: connect with ssh -p PORT HOST alone."
NO_FORWARDING = "nothing is forwarded here, there is only backgammon"
NO_KEY = (
    "This server knows players by their keys, and your client offered none: make one with ssh-keygen -t ed25519"
)
NO_TERMINAL = (
    "bgterm shows a board, and for that it needs a terminal: connect with ssh -t, or as plain@ for lines of text."
)
NOT_LISTED = "Your key is not on the list of this server, or your client offered none: contact its operator."


class Line(asyncssh.SSHClientSession[bytes]):
    """The client's end of an SSH channel: all output, and a screen that shows it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = QuickScreen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = bytearray()
        self.errors = bytearray()
        """The bytes of standard error, which are in `output`, too."""
        self.closed = False
        self._waiting: dict[asyncio.Future[bool], Callable[[], bool]] = {}

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.output += data
        if datatype == asyncssh.EXTENDED_DATA_STDERR:
            self.errors += data
        self.show(data)
        self._wake()

    def show(self, data: bytes) -> None:
        """Show the output on the screen."""
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
        """Wait until `true` is true after some output; `what` names it in failures. Raises AssertionError."""
        future = asyncio.get_running_loop().create_future()
        self._waiting[future] = true
        try:
            self._wake()
            async with asyncio.timeout(HANG):
                assert await future, f"closed before {what}:\n{self.text}\n{bytes(self.errors)!r}"
        except TimeoutError:
            raise AssertionError(f"{what} never came:\n{self.text}") from None
        finally:
            del self._waiting[future]


async def eventually(true: Callable[[], bool]) -> None:
    """Ask again and again until `true` returns true, about things that notify nobody, such as files."""
    async with asyncio.timeout(HANG):
        while not true():
            await asyncio.sleep(0.01)


class Client:
    """An SSH session of a player at a terminal."""

    def __init__(self, conn: asyncssh.SSHClientConnection, chan: asyncssh.SSHClientChannel[bytes], line: Line):
        self.conn, self.chan, self.line = conn, chan, line

    def send(self, keys: str | bytes) -> None:
        self.chan.write(keys.encode() if isinstance(keys, str) else keys)

    async def wait_for(self, text: str) -> None:
        await self.line.until(lambda: text in self.line.text, text)

    @asynccontextmanager
    async def seeing(self, text: str) -> AsyncIterator[None]:
        """Wait for a text that the block brings to the screen, perhaps only for a moment."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.wait_for(text))
            yield

    async def press(self, key: str, shown: str) -> None:
        """Press a key and wait until the screen has the text `shown`."""
        self.send(key)
        await self.wait_for(shown)

    async def wait_closed(self) -> int | None:
        """Wait for the end of the session; return its exit status, or None when the connection was lost."""
        async with asyncio.timeout(HANG):
            await self.chan.wait_closed()
        return self.chan.get_exit_status()

    @property
    def text(self) -> str:
        return self.line.text

    @property
    def said(self) -> str:
        """The text of standard error, such as the reason of a refusal."""
        return self.line.errors.decode()


class WithoutKey(asyncssh.SSHClient):
    """A client that answers the server's questions at login with nothing, and keeps their instructions."""

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
    """Return the loopback address with a number, to connect from, since each address has its own limits."""
    return f"127.1.{number // 250 % 250}.{number % 250 + 1}", 0


async def connect(port: int, key: asyncssh.SSHKey | None = ANN, **options: Any) -> asyncssh.SSHClientConnection:
    """Return a connection to the server at `port` with a key, or without one."""
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


async def refused(port: int, key: asyncssh.SSHKey | None) -> list[str]:
    """Assert that a login with this key is refused, and return the messages."""
    client = WithoutKey()
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(port, key, client_factory=lambda: client)
    return client.told


async def session(
    conn: asyncssh.SSHClientConnection,
    command: str | None = None,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    kind: type[Line] = Line,
    **options: Any,
) -> Client:
    """Open a session over a connection: a terminal, or a command if there is one."""
    chan, made = await conn.create_session(
        lambda: kind(*size), command, term_type=term, term_size=size if term else (), encoding=None, **options
    )
    assert isinstance(made, Line)
    return Client(conn, chan, made)


@asynccontextmanager
async def player(
    port: int, key: asyncssh.SSHKey | None = ANN, *, options: dict[str, Any] | None = None, **more: Any
) -> AsyncIterator[Client]:
    """Yield the client of a player at a terminal, and hang up at the end."""
    conn = await connect(port, key, **(options or {}))
    try:
        yield await session(conn, **more)
    finally:
        conn.abort()
        await conn.wait_closed()


@asynccontextmanager
async def shown(port: int, key: asyncssh.SSHKey | None = ANN, **more: Any) -> AsyncIterator[Client]:
    """Yield the client of a player who sees the small screen, before any key; hang up at the end."""
    async with player(port, key, **more) as one:
        await one.wait_for("no key yet")
        yield one


def new_key() -> asyncssh.SSHKey:
    """Return the key of another player."""
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def visitor(port: int, name: str, key: asyncssh.SSHKey | None, typed: str = "") -> AsyncIterator[Client]:
    """Yield the client of a player who has typed a name, or kept that of the login, and is in the lobby."""
    async with player(port, key, options={"username": name}) as one:
        await one.wait_for("Name")
        await one.press(f"{typed}\r", "open a table")
        yield one
