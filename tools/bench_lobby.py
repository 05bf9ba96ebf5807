"""Figures of a crowded lobby: what tables that are opened and withdrawn cost a player at a table.

python -m tools.bench lobby
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.net.client import Client
from tests.net.pairs import Seat, SeatedPlayer, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tools.bench_server import MANY, MILLI, from_key_to_output, to_move
from tools.figures import Figure
from tools.hands import ENTER, RIGHT
from tools.visits import LOBBY, known_keys, user

CROWD, HOSTS = 60, 6
"""Visitors in the lobby, and those among them who open tables: each at the pace that an address is allowed."""
CHANGES_A_SECOND = 2.4
"""Tables opened and withdrawn each second by all hosts together."""
KEYS, PAUSE = 100, 0.1
"""The number of keys of the player who is measured, and the seconds between two of them."""
DELETE = "\x1b[3~"


def rows() -> Iterator[Figure]:
    """Measure a key on a quiet server, and on one where tables come and go."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (pair,) = begin_matches(folder, 1)
        seat = to_move(pair)
        keys = known_keys(folder, CROWD)
        with bgterm_server(folder, *MANY) as server:
            yield from asyncio.run(measure(server, seat, keys))


async def measure(server: ServerProcess, seat: Seat, keys: Sequence) -> list[Figure]:  # type: ignore[type-arg]
    async with AsyncExitStack() as leaving:
        player = await leaving.enter_async_context(sitting(server.port, seat, seed=1))
        await player.see("to move")
        crowd = [
            await leaving.enter_async_context(user(server.port, key, number)) for number, key in enumerate(keys)
        ]
        for client in crowd:
            await client.wait_for(LOBBY)
        quiet, _ = await keys_of(server, player)
        async with opening(crowd[:HOSTS]):
            busy, load = await keys_of(server, player)
    tail = [quantiles(times, n=20)[-1] for times in (quiet, busy)]
    what = f"a key, {CROWD} in the lobby, {CHANGES_A_SECOND} tables a second opened or withdrawn"
    return [
        Figure(what, f"{median(busy) / median(quiet):.2f} times {median(quiet) * MILLI:.1f} ms", "<= 1.5"),
        Figure("  p95", f"{tail[1] / tail[0]:.2f} times {tail[0] * MILLI:.1f} ms"),
        Figure("  load of a core", f"{load:.0%}"),
    ]


async def keys_of(server: ServerProcess, player: SeatedPlayer) -> tuple[list[float], float]:
    """Return the seconds of each key of the player, and the share of a processor that the server used."""
    times, cpu, start = [], server.cpu, perf_counter()
    for _ in range(KEYS):
        times.append(await from_key_to_output(player, RIGHT, player))
        await asyncio.sleep(PAUSE)
    return times, (server.cpu - cpu) / (perf_counter() - start)


@asynccontextmanager
async def opening(hosts: Sequence[Client]) -> AsyncIterator[None]:
    """Open and withdraw tables in the background, by one host after the other."""
    task = asyncio.create_task(_open_and_withdraw(hosts))
    try:
        yield
    finally:
        task.cancel()


async def _open_and_withdraw(hosts: Sequence[Client]) -> None:
    for host in cycle(hosts):
        await host.press("n", "Length and cube")
        await host.press(ENTER + ENTER, "yours")
        await asyncio.sleep(1 / CHANGES_A_SECOND)
        host.send(DELETE)
        await host.line.until(lambda: "yours" not in host.text)  # noqa: B023 - waited for
        await asyncio.sleep(1 / CHANGES_A_SECOND)
