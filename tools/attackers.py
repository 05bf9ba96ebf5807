"""Clients that attack a server until they are killed, each within what the server lets in.

    python -m tools.attackers keys 2222 FOLDER

A line on standard output says that the attack goes on. All come from one address, but for half-open connections,
those who chat, and those from twenty addresses.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from random import random

import asyncssh

from tests.net.client import Client, Line, connect, session

UP, DOWN, RIGHT, ESCAPE = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b"
ONE_ADDRESS = ("127.0.0.2", 0)
CLIENTS = 13
KEYS_A_SECOND, RESIZES_A_SECOND, PACKETS_A_SECOND = 39, 40, 900
SECONDS_A_LINE = 2.1
"""Seconds between two lines of chat of one visitor, within the limits of the server."""
OFFERS = 19
"""The number of keys that a client offers on one connection, one fewer than the server allows."""
HALF_OPEN = 16
"""The number of connections of each address on which nobody logs in."""
IGNORED = 2
"""The packet type SSH_MSG_IGNORE [RFC 4253, 11.2]."""


class UnseenLine(Line):
    """A line whose output nobody looks at, so that the attack takes little of the machine."""

    def show(self, data: bytes) -> None:
        """Leave the output as it is."""


async def sessions(
    port: int,
    known: list[asyncssh.SSHKey],
    work: Callable[[Client], Awaitable[None]],
    before: Sequence[str] = (),
    addresses: int = 1,
) -> None:
    """Open a session for each key and do `work` in it; connect again when the session is cut.

    The keys `before` are pressed first, one a second. The sessions come from `addresses` addresses in turn. Prints
    `begun` when every key has had a session.
    """
    begun = set[asyncssh.SSHKey]()

    async def keep(key: asyncssh.SSHKey, host: str) -> None:
        while True:
            with suppress(asyncssh.Error, OSError):
                conn = await connect(port, key, local_addr=(host, 0))
                client = await session(conn, kind=UnseenLine)
                for pressed in before:
                    await asyncio.sleep(1)
                    client.send(pressed)
                begun.add(key)
                if len(begun) == len(known):
                    print("begun", flush=True)
                await work(client)
            await asyncio.sleep(1)

    hosts = cycle(f"127.0.0.{number + 2}" for number in range(addresses))
    await asyncio.gather(*(keep(key, host) for key, host in zip(known, hosts, strict=False)))


async def keys(
    port: int,
    known: list[asyncssh.SSHKey],
    pressed: Sequence[str] = (DOWN, UP),
    before: Sequence[str] = (),
    addresses: int = 1,
) -> None:
    """Press the keys `pressed` over and over, as fast as a session may, in a session for each key of `known`."""

    async def typist(client: Client) -> None:
        for key in cycle(pressed):
            client.send(key)
            await asyncio.sleep(1 / KEYS_A_SECOND)

    await sessions(port, known, typist, before, addresses)


async def windows(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Change the size of each client's window, forty times a second."""

    async def resizer(client: Client) -> None:
        for columns in cycle((80, 120, 200, 100)):
            client.chan.change_terminal_size(columns, columns // 3)
            await asyncio.sleep(1 / RESIZES_A_SECOND)

    await sessions(port, known, resizer)


async def chat(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Say as many lines in the lobby as the server allows, each visitor from an address of its own."""

    async def talker(client: Client) -> None:
        await asyncio.sleep(1 + random() * SECONDS_A_LINE)
        while True:
            for keys in ("c", f"Line {random():.4f}", "\r"):
                client.send(keys)
                # else all would go on in step, once they were stopped together
                await asyncio.sleep((0.5 + random()) * SECONDS_A_LINE / 3)

    await sessions(port, known, talker, addresses=len(known))


async def packets(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Send packets that ask the server for nothing; connect again when the connection is dropped."""

    async def sender(key: asyncssh.SSHKey) -> None:
        while True:
            with suppress(asyncssh.Error, OSError):
                conn = await connect(port, key, local_addr=ONE_ADDRESS)
                while not conn.is_closed():
                    for _ in range(PACKETS_A_SECOND // 20):
                        conn.send_packet(IGNORED, bytes(4))
                    await asyncio.sleep(1 / 20)
            await asyncio.sleep(1)

    print("begun", flush=True)
    await asyncio.gather(*map(sender, known))


async def offers(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Offer keys that are not on the list of authorized keys, again and again."""
    unknown = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(OFFERS)]

    async def client(_: asyncssh.SSHKey) -> None:
        while True:
            with suppress(asyncssh.Error, OSError):
                conn = await connect(port, None, client_keys=unknown, local_addr=ONE_ADDRESS)
                conn.abort()
            await asyncio.sleep(0.2)

    print("begun", flush=True)
    await asyncio.gather(*map(client, known))


async def half_open(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Connect from many addresses and never log in; connect again when a connection is cut."""

    async def silent(host: str) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    hosts = [f"127.0.0.{number}" for number in range(2, 2 + len(known))]
    print("begun", flush=True)
    await asyncio.gather(*(silent(host) for host in hosts for _ in range(HALF_OPEN)))


ATTACKS: dict[str, Callable[[int, list[asyncssh.SSHKey]], Awaitable[None]]] = {
    "keys": keys,
    "addresses": partial(keys, addresses=20),
    "windows": windows,
    "options": partial(keys, pressed=(RIGHT,), before=("o",)),
    "opening": partial(keys, pressed=("o", ESCAPE, ESCAPE)),
    "screens": partial(keys, pressed=("?", ESCAPE, ESCAPE, "n", ESCAPE, ESCAPE)),
    "hints": partial(keys, pressed=("H", ESCAPE, ESCAPE), before=(" ", " ", " ", " ", " ", " ")),
    "chat": chat,
    "packets": packets,
    "offers": offers,
    "half-open": half_open,
}


async def main(name: str, port: int, folder: Path) -> None:
    """Run the attack `name` on the server at `port`, with the private keys in the folder."""
    known = [asyncssh.read_private_key(str(path)) for path in sorted(folder.glob("*.key"))]
    await ATTACKS[name](port, known)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
