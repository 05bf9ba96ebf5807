"""Clients that attack a server until they are killed, each within what the server lets in.

    python -m tools.attackers keys 2222 FOLDER

A line on standard output says that the attack goes on. All come from one address, but for half-open connections.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import asyncssh

from tests.net.client import Client, connect, session

UP, DOWN = "\x1b[A", "\x1b[B"
ONE_ADDRESS = ("127.0.0.2", 0)
CLIENTS = 13
KEYS_A_SECOND, PACKETS_A_SECOND = 39, 900
OFFERS = 19
"""Keys that a client offers on one connection, one fewer than are allowed."""
HALF_OPEN = 16
"""Connections of each address on which nobody logs in."""
IGNORED = 2
"""SSH_MSG_IGNORE [RFC 4253, 11.2]"""


async def keys(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Type as fast as a session may, in as many sessions as an address may have."""

    async def typist(client: Client) -> None:
        for key in cycle((DOWN, UP)):
            client.send(key)
            await asyncio.sleep(1 / KEYS_A_SECOND)

    conns = [await connect(port, key, local_addr=ONE_ADDRESS) for key in known]
    clients = [await session(conn) for conn in conns]
    print("begun", flush=True)
    await asyncio.gather(*map(typist, clients))


async def packets(port: int, known: list[asyncssh.SSHKey]) -> None:
    """Send packets that ask for nothing; come back when the connection is dropped."""

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
    """Offer keys that are not on the list, again and again."""
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
    """Connect from many addresses and never log in; come back when a connection is cut."""

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
    "packets": packets,
    "offers": offers,
    "half-open": half_open,
}


async def main(name: str, port: int, folder: Path) -> None:
    """Attack with the keys in the folder."""
    known = [asyncssh.read_private_key(str(path)) for path in sorted(folder.glob("*.key"))]
    await ATTACKS[name](port, known)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
