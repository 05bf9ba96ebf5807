"""Figures of a server under attack: what a key of a player at a table costs meanwhile, beside the quiet server.

python -m tools.bench attacks
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncssh

from tests.net.client import connect
from tests.net.pairs import Seat, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tools.attackers import CLIENTS, KEYS_A_SECOND, OFFERS, PACKETS_A_SECOND
from tools.bench_lobby import keys_of
from tools.bench_server import MILLI, to_move
from tools.figures import Figure
from tools.visits import known_keys

LISTED = 2000
"""Lines in the list of authorized keys."""
COMES = 5
"""How often a newcomer logs in during an attack."""


def rows() -> Iterator[Figure]:
    """Measure a key on a quiet server, and during each attack."""
    yield from attacked("keys", f"{CLIENTS} sessions of an address, {KEYS_A_SECOND} keys a second each")
    yield from attacked("packets", f"{CLIENTS} connections of an address, {PACKETS_A_SECOND} packets/s each")
    yield from attacked(
        "offers", f"{CLIENTS} clients, {OFFERS} keys each offered to a list of {LISTED}", listed=True
    )
    yield from attacked("half-open", f"half-open connections from {CLIENTS} addresses")


def attacked(attack: str, what: str, *, listed: bool = False) -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (pair,) = begin_matches(folder, 1)
        seat = to_move(pair)
        keys = folder / "keys"
        keys.mkdir()
        for number, key in enumerate(known_keys(folder, CLIENTS)):
            key.write_private_key(str(keys / f"{number:02}.key"))
        options = ("--authorized-keys", listing(folder / "authorized_keys", seat.key)) if listed else ()
        with bgterm_server(folder, *options) as server:
            yield from asyncio.run(measure(server, seat, attack, what, keys))


def listing(path: Path, known: asyncssh.SSHKey) -> str:
    """Write a list of keys, the last of which is the known one, and return its path."""
    others = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(LISTED - 1))
    path.write_text("".join(key.export_public_key().decode() for key in (*others, known)))
    return str(path)


async def measure(server: ServerProcess, seat: Seat, attack: str, what: str, keys: Path) -> list[Figure]:
    async with sitting(server.port, seat, seed=1) as player:
        await player.see("to move")
        quiet, _ = await keys_of(server, player)
        before = await logins(server.port, seat.key)
        with attackers(attack, server.port, keys):
            busy, load = await keys_of(server, player)
            during = await logins(server.port, seat.key)
    tail = [quantiles(times, n=20)[-1] for times in (quiet, busy)]
    newcomer = f"{median(during) / median(before):.2f} times {median(before) * MILLI:.0f} ms"
    return [
        Figure(f"a key, {what}", f"{median(busy) / median(quiet):.2f} times {median(quiet) * MILLI:.1f} ms"),
        Figure("  p95", f"{tail[1] / tail[0]:.2f} times {tail[0] * MILLI:.1f} ms"),
        Figure("  a newcomer logs in", newcomer),
        Figure("  load of a core", f"{load:.0%}"),
    ]


async def logins(port: int, key: asyncssh.SSHKey) -> Sequence[float]:
    """Return how long it takes to log in, a few times."""
    times = []
    for _ in range(COMES):
        start = perf_counter()
        conn = await connect(port, key)
        times.append(perf_counter() - start)
        conn.abort()
        await conn.wait_closed()
    return times


@contextmanager
def attackers(attack: str, port: int, keys: Path) -> Iterator[None]:
    """Run an attack in a process of its own."""
    command = (sys.executable, "-m", "tools.attackers", attack, str(port), str(keys))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "begun\n":
                raise RuntimeError(f"the attack {attack} did not begin")
            yield
        finally:
            process.kill()
