"""Figures of the server beside those of a bare Textual app over the same SSH library, taken in turn.

    python -m tools.bench bare

All are processor time or memory of the server processes, so that other work on the machine matters little.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.net.client import ANN, Client, connect, session
from tests.net.pairs import WHOLE_GAME, Seat, begin_matches, sitting
from tests.net.processes import ServerProcess, bare_server, bgterm_server
from tools.bare_server import READY
from tools.bench_server import MIB, MILLI, to_move
from tools.figures import Figure
from tools.hands import ENTER, RIGHT

PLAYERS, ROUNDS = 30, 3
KEYS, BURST = 4, 16
"""The number of keys that each player presses in a round: one a second, and as fast as the server answers."""
CONNECTIONS = 8
STILL = 0.1
"""Seconds without work after which a server has done all that a key or a connection causes."""


class Side:
    """A server, and the players who are connected to it."""

    def __init__(self, server: ServerProcess, come: Callable[[int], AbstractAsyncContextManager[Client]]) -> None:
        """Measure `server`; `come` opens the session with a number, and waits for its first screen."""
        self._server, self._come = server, come
        self._crowd: list[Client] = []

    async def connection(self) -> float:
        """Return the seconds of processor time to let one player in, up to the first screen."""
        before = self._server.cpu
        async with self._come(0):
            await asyncio.sleep(STILL)
            cost = self._server.cpu - before
        await asyncio.sleep(STILL)
        return cost

    async def crowd(self, leaving: AsyncExitStack) -> float:
        """Connect all players; return the memory that each of them takes."""
        before = self._server.memory
        for number in range(PLAYERS):
            self._crowd.append(await leaving.enter_async_context(self._come(number)))
        return (self._server.memory - before) / PLAYERS

    async def one_a_second(self) -> float:
        """Make each player press one key a second; return the seconds of processor time a key."""
        return await self._press(KEYS, second=1.0)

    async def flat_out(self) -> float:
        """Make each player press a key once the last one is shown; return the processor seconds of a key."""
        return await self._press(BURST, second=0.0)

    async def _press(self, keys: int, second: float) -> float:
        before = self._server.cpu
        await asyncio.gather(*(typist(client, keys, second, at) for at, client in enumerate(self._crowd)))
        return (self._server.cpu - before) / (keys * PLAYERS)


async def typist(client: Client, keys: int, second: float, number: int) -> None:
    """Press `keys` keys, each once the last one is shown and `second` seconds have passed."""
    await asyncio.sleep(second * number / PLAYERS)
    for _ in range(keys):
        seen = len(client.line.output)
        client.send(RIGHT)
        more = client.line.until(lambda: len(client.line.output) > seen)  # noqa: B023 - waited for
        await asyncio.gather(more, asyncio.sleep(second))


class Cost(NamedTuple):
    """What something costs bgterm, and what it costs the bare app, in the same unit."""

    ours: float
    bare: float

    def text(self, unit: str, digits: int, scale: float) -> str:
        ours, bare = self.ours * scale, self.bare * scale
        return f"{ours:.{digits}f} {unit}, {ours / bare:.2f} times a bare app ({bare:.{digits}f})"


def rows() -> Iterator[Figure]:
    """Measure everything and report it line by line."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        seats = [to_move(pair) for pair in begin_matches(folder, PLAYERS, games=[WHOLE_GAME])]
        with bgterm_server(folder) as ours, bare_server(folder) as bare:
            lobby, counting = Side(ours, lambda _: _visiting(ours)), Side(bare, lambda _: counting_at(bare))
            yield from asyncio.run(compare(Side(ours, _seats(ours, seats)), lobby, counting))


def _seats(server: ServerProcess, seats: Sequence[Seat]) -> Callable[[int], AbstractAsyncContextManager[Client]]:
    @asynccontextmanager
    async def sit(number: int) -> AsyncIterator[Client]:
        async with sitting(server.port, seats[number], seed=1) as player:
            await player.see("to move")
            yield player.client

    return sit


@asynccontextmanager
async def _visiting(server: ServerProcess) -> AsyncIterator[Client]:
    """Connect a client that shows the lobby; on the first visit, accept the name that is offered."""
    async with _connected(server) as client:
        await client.line.until(lambda: "Name" in client.text or "open a table" in client.text)
        if "Name" in client.text:
            client.send(ENTER)
            await client.wait_for("open a table")
        yield client


@asynccontextmanager
async def counting_at(server: ServerProcess) -> AsyncIterator[Client]:
    """Connect a client that shows the bare app."""
    async with _connected(server) as client:
        await client.wait_for(READY)
        yield client


@asynccontextmanager
async def _connected(server: ServerProcess) -> AsyncIterator[Client]:
    conn = await connect(server.port, ANN)
    try:
        yield await session(conn)
    finally:
        conn.abort()


async def compare(ours: Side, lobby: Side, bare: Side) -> list[Figure]:
    """Measure connections, memory and keys of both servers, one after another."""
    to_lobby = await in_turn(CONNECTIONS, lobby.connection, bare.connection)
    connecting = await in_turn(CONNECTIONS, ours.connection, bare.connection)
    async with AsyncExitStack() as leaving:
        idle = Cost(await ours.crowd(leaving), await bare.crowd(leaving))
        slowly = await in_turn(ROUNDS, ours.one_a_second, bare.one_a_second)
        flat_out = await in_turn(ROUNDS, ours.flat_out, bare.flat_out)
    knee = Cost(1 / flat_out.ours, 1 / flat_out.bare)
    return [
        Figure("connecting to the board", connecting.text("ms", 0, MILLI), "<= 2.5 times"),
        Figure("connecting to the lobby", to_lobby.text("ms", 0, MILLI), "<= 1.5 times"),
        Figure("memory of an idle session", idle.text("MiB", 1, 1 / MIB), "<= 1.8 MiB"),
        Figure("a key, where each player presses one a second", slowly.text("ms", 1, MILLI), "<= 3 ms"),
        Figure("keys a second that take all of a core", knee.text("keys", 0, 1.0), ">= 250"),
    ]


async def in_turn(rounds: int, *measures: Callable[[], Awaitable[float]]) -> Cost:
    """Measure bgterm and the bare app in turn, so that a busy machine slows both alike; return the medians."""
    costs = [[await measure() for measure in measures] for _ in range(rounds)]
    return Cost(*map(median, zip(*costs, strict=True)))
