"""Figures of a server under attack: what a key costs meanwhile, beside the quiet server.

    python -m tools.bench_attacks windows chat

A player at a table and one in the lobby press keys and a newcomer comes, on the quiet server and during an attack,
in turn. Without names of attacks all are measured.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import asyncssh

from tests.net.client import Client
from tests.net.pairs import TRY_AGAIN, Seat, SeatedPlayer, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tools.attackers import CLIENTS, DOWN, KEYS_A_SECOND, OFFERS, PACKETS_A_SECOND, RESIZES_A_SECOND
from tools.bench_bots import begin_matches as against_bots
from tools.bench_server import MILLI, from_key_to_output, to_move
from tools.figures import Figure
from tools.hands import RIGHT
from tools.visits import LOBBY, known_keys, user

LISTED = 2000
"""Lines in the list of authorized keys, for the attack `offers`."""
ROUNDS, KEYS, COMES, PAUSE = 4, 30, 3, 0.1
"""Rounds of the quiet and the attacked server; keys and newcomers a round, and the seconds between two."""
QUIET = 0.3
"""The most seconds of processor time that a quiet server uses in a second: one address may use 0.25."""
OTHERS = 2
"""Players with a name who attack nobody: one stays in the lobby, and the other comes and goes."""

HOME = "\x1b[H"

ATTACKS = {
    "keys": f"{CLIENTS} sessions of an address, {KEYS_A_SECOND} keys a second each",
    "addresses": f"20 addresses, {KEYS_A_SECOND} keys a second each",
    "windows": f"{CLIENTS} sessions of an address, {RESIZES_A_SECOND} window changes a second each",
    "options": f"{CLIENTS} sessions of an address that step in the options, {KEYS_A_SECOND} keys a second each",
    "opening": f"{CLIENTS} sessions of an address that open and close the options as fast",
    "screens": f"{CLIENTS} sessions of an address that open and close other screens as fast",
    "hints": f"{CLIENTS} sessions of an address that ask for hints as fast",
    "chat": "40 visitors who chat within the limits",
    "packets": f"{CLIENTS} connections of an address, {PACKETS_A_SECOND} packets/s each",
    "offers": f"{CLIENTS} clients, {OFFERS} keys each offered to a list of {LISTED}",
    "half-open": f"half-open connections from {CLIENTS} addresses",
}
"""A description of each attack, by the name that `tools.attackers` gives it."""
_COUNTS = {"addresses": 20, "chat": 40}
"""The number of clients of an attack, where it is not `CLIENTS`."""


class Times(NamedTuple):
    """How long each key and each newcomer took, in seconds."""

    table: list[float]
    """From a key of the player at the table to the output."""
    lobby: list[float]
    """From a key of the player in the lobby to the output."""
    newcomer: list[float]
    """From the connection of a newcomer to the lobby."""


def rows(names: Sequence[str] = tuple(ATTACKS)) -> Iterator[Figure]:
    """Measure each attack, or those that are named."""
    for name in names:
        yield from attacked(name)


def attacked(attack: str) -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (pair,) = begin_matches(folder, 1)
        seat = to_move(pair)
        count = _COUNTS.get(attack, CLIENTS)
        mine, known = (known := known_keys(folder, count + OTHERS))[:OTHERS], known[OTHERS:]
        if attack == "hints":
            known = [bot_seat.key for bot_seat in against_bots(folder, count)]
        keys = folder / "keys"
        keys.mkdir()
        for number, key in enumerate(known):
            key.write_private_key(str(keys / f"{number:02}.key"))
        listed = [seat.key, *mine, *known[:-1]] if attack == "offers" else ()
        options = ("--authorized-keys", listing(folder / "authorized_keys", listed)) if listed else ()
        with bgterm_server(folder, "--bots", "builtin", *options) as server:
            yield from asyncio.run(measure(server, seat, attack, mine, keys))


def listing(path: Path, known: Sequence[asyncssh.SSHKey]) -> str:
    """Write a list of keys, the last of which are the known ones, and return its path."""
    others = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(LISTED - len(known)))
    path.write_text("".join(key.export_public_key().decode() for key in (*others, *known)))
    return str(path)


async def measure(
    server: ServerProcess, seat: Seat, attack: str, mine: Sequence[asyncssh.SSHKey], keys: Path
) -> list[Figure]:
    quiet, busy = (Times([], [], []) for _ in range(2))
    load = []
    async with sitting(server.port, seat, seed=1) as player, user(server.port, mine[0], 0) as visitor:
        await player.see("to move")
        await visitor.wait_for(LOBBY)
        with attackers(attack, server.port, keys) as process:
            for _ in range(ROUNDS):
                process.send_signal(SIGSTOP)
                await until_quiet(server)
                await times_of(server, player, visitor, mine[1], quiet)
                process.send_signal(SIGCONT)
                await asyncio.sleep(1)
                cpu, start = server.cpu, perf_counter()
                await times_of(server, player, visitor, mine[1], busy)
                load.append((server.cpu - cpu) / (perf_counter() - start))
    return [Figure(ATTACKS[attack], f"load of a core {mean(load):.0%}"), *figures(quiet, busy)]


async def until_quiet(server: ServerProcess) -> None:
    """Wait until the server has done what was sent, except what one address sent beyond its budget."""
    used = -inf
    while server.cpu - used > QUIET:
        used = server.cpu
        await asyncio.sleep(1)


async def times_of(
    server: ServerProcess, player: SeatedPlayer, visitor: Client, newcomer: asyncssh.SSHKey, times: Times
) -> None:
    """Press keys at the table and in the lobby while a newcomer comes again and again; add to `times`."""

    async def at_table() -> None:
        for _ in range(KEYS):
            times.table.append(await from_key_to_output(player, RIGHT, player))
            await asyncio.sleep(PAUSE)

    async def in_lobby() -> None:
        for _ in range(KEYS):
            at_top, start = is_at_top(visitor), perf_counter()
            while is_at_top(visitor) is at_top:  # the effect of a key is not seen if the marked row vanishes then
                visitor.send(DOWN if at_top else HOME)
                with suppress(TimeoutError):
                    async with asyncio.timeout(TRY_AGAIN):
                        await visitor.line.until(lambda: is_at_top(visitor) is not at_top)  # noqa: B023 - waited for
            times.lobby.append(perf_counter() - start)
            await asyncio.sleep(PAUSE)

    async def coming() -> None:
        for _ in range(COMES):
            start = perf_counter()
            async with user(server.port, newcomer, 1) as client:
                await client.wait_for(LOBBY)
                times.newcomer.append(perf_counter() - start)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(at_table(), in_lobby(), coming())


def is_at_top(client: Client) -> bool:
    """Return whether the cursor is in the first row of the lobby, wherever people come and go."""
    return " > Play anybody" in re.sub(" +", " ", client.text)


def figures(quiet: Times, busy: Times) -> Iterator[Figure]:
    """Yield the median times during the attack, beside those of the quiet server."""
    whose = ("a key at a table", "a key in the lobby", "a newcomer")
    for what, *both in zip(whose, quiet, busy, strict=True):
        middle, tail, most = (
            [of(times) * MILLI for times in both] for of in (median, lambda times: quantiles(times, n=20)[-1], max)
        )
        yield Figure(
            f"  {what}",
            f"median {middle[0]:.1f} -> {middle[1]:.1f} ms, {middle[1] / middle[0]:.2f} times; "
            f"p95 {tail[0]:.0f} -> {tail[1]:.0f} ms; most {most[0]:.0f} -> {most[1]:.0f} ms",
        )


@contextmanager
def attackers(attack: str, port: int, keys: Path) -> Iterator[subprocess.Popen[str]]:
    """Run an attack in a process of its own."""
    command = (sys.executable, "-m", "tools.attackers", attack, str(port), str(keys))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "begun\n":
                raise RuntimeError(f"the attack {attack} did not begin")
            yield process
        finally:
            process.kill()


if __name__ == "__main__":
    for figure in rows(sys.argv[1:] or tuple(ATTACKS)):
        print(*filter(None, figure), sep="   ", flush=True)
