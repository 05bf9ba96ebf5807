"""Figures of a running server: what a session costs, how soon a board is there, and a key on the other's screen.

python -m tools.bench_server
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.storage.store import FileStore
from tests.net.pairs import TRY_AGAIN, Pair, Seat, SeatedPlayer, begin_matches, play_all, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tests.waiting import wait
from tools.figures import Figure
from tools.hands import RIGHT, SPACE

MANY = ("--max-sessions", "1000", "--max-per-address", "1000")
IDLE_PAIRS, TYPISTS, STORM, KEYS = 20, 50, 50, 10
WARM = 2
"""The number of first connections that are not measured, since the server loads modules for them."""
GIB, MIB, MILLI = 2**30, 2**20, 1000.0
OPENING = "Roll one die each"


def rows() -> Iterator[Figure]:
    """Measure everything and report it line by line."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pairs = begin_matches(folder, STORM)
        begun, for_keys, for_bytes = pairs[: -KEYS - 2], pairs[-KEYS - 2 : -2], pairs[-2:]
        movers = [to_move(pair) for pair in begin_matches(folder, TYPISTS, first=STORM)]
        with bgterm_server(folder, *MANY) as server:
            yield from asyncio.run(connecting(server, begun))
            yield from asyncio.run(idling(server, begun[:IDLE_PAIRS]))
            yield from asyncio.run(typing(server, movers))
            yield asyncio.run(storm(server, begun))
            yield asyncio.run(watching(server, for_keys))
            yield asyncio.run(bytes_a_turn(server, for_bytes[0], "none"))
            yield asyncio.run(bytes_a_turn(server, for_bytes[1], "zlib@openssh.com"))


@asynccontextmanager
async def seated(
    server: ServerProcess, seats: Sequence[Seat], shown: str = OPENING
) -> AsyncIterator[list[SeatedPlayer]]:
    """Seat all players, one after another."""
    async with AsyncExitStack() as leaving:
        players = []
        for seat in seats:
            player = await leaving.enter_async_context(sitting(server.port, seat, seed=1))
            await player.see(shown)
            players.append(player)
        yield players


async def from_key_to_output(player: SeatedPlayer, key: str, watcher: SeatedPlayer) -> float:
    """Return the seconds from a key of one player to the next output for another.

    When there is no output for `TRY_AGAIN` seconds, the key was lost: another is pressed and timed.
    """
    line = watcher.client.line
    while True:
        seen, start = len(line.output), perf_counter()
        player.client.send(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(TRY_AGAIN):
                await line.until(lambda: len(line.output) > seen)  # noqa: B023 - waited for
                return perf_counter() - start


async def connecting(server: ServerProcess, pairs: Sequence[Pair]) -> list[Figure]:
    """Measure the time from connecting to the first full board, on a server where nobody else is."""
    times: list[float] = []
    cpu = 0.0
    for number, (seat, _) in enumerate(pairs[:12]):
        cpu = server.cpu if number == WARM else cpu
        start = perf_counter()
        async with sitting(server.port, seat, seed=1) as player:
            await player.see(OPENING)
            times.append(perf_counter() - start)
    each = (server.cpu - cpu) / len(times[WARM:])
    return [
        Figure("connecting to the first board", f"median {median(times[WARM:]) * MILLI:.0f} ms", "<= 200 ms"),
        Figure("  processor time", f"{each * MILLI:.0f} ms"),
    ]


async def idling(server: ServerProcess, pairs: Sequence[Pair]) -> list[Figure]:
    """Measure the memory of the server for a player who sits at a board."""
    seats = [seat for pair in pairs for seat in pair]
    async with seated(server, seats[:4]):
        pass
    before = server.memory
    async with seated(server, seats) as players:
        each = (server.memory - before) / len(players)
    return [
        Figure(f"memory of an idle session, mean of {len(players)}", f"{each / MIB:.1f} MiB", "<= 5 MiB"),
        Figure("  sessions in a GiB", f"{(GIB - before) / each:.0f}"),
    ]


async def watching(server: ServerProcess, pairs: Sequence[Pair]) -> Figure:
    """Measure the time from a key of one player to the output on the opponent's screen."""
    times = []
    for pair in pairs:
        async with seated(server, pair) as (white, black):
            times.append(await from_key_to_output(white, SPACE, black))
    return Figure("a key of one to the other's screen", f"median {median(times) * MILLI:.1f} ms")


def to_move(pair: Pair) -> Seat:
    """Roll for the start of a match before the server runs; return the seat of the player who starts."""
    journal = pair[Player.WHITE.index].journal
    table = Table.open(FileStore(journal.parent), journal.stem)
    while (starts := table.match.game.on_roll) is None:
        wait(table.roll(Player.WHITE))
    table.close().result()
    return pair[starts.index]


async def typing(server: ServerProcess, movers: Sequence[Seat]) -> list[Figure]:
    """Move the cursor of each player one step a second; measure when each step is shown."""
    async with seated(server, movers, "to move") as players:
        cpu = server.cpu
        work = (typist(player, number / len(players)) for number, player in enumerate(players))
        times = await asyncio.gather(*work)
        each = (server.cpu - cpu) / (KEYS * len(players))
    flat = [time for some in times for time in some]
    slowest = quantiles(flat, n=20)[-1] * MILLI
    return [
        Figure(f"a key, {len(players)} pressing one a second", f"p95 {slowest:.1f} ms", "<= 30 ms"),
        Figure("  median", f"{median(flat) * MILLI:.1f} ms"),
        Figure("  processor time of a key", f"{each * MILLI:.1f} ms"),
    ]


async def typist(player: SeatedPlayer, late: float) -> list[float]:
    """Press Right once a second, first after `late` seconds; return the seconds until each step was shown."""
    times = []
    await asyncio.sleep(late)
    for _ in range(KEYS):
        times.append(await from_key_to_output(player, RIGHT, player))
        await asyncio.sleep(max(0.0, 1 - times[-1]))
    return times


async def storm(server: ServerProcess, pairs: Sequence[Pair]) -> Figure:
    """Connect many players at once; measure when all see a board, and the keys of another player meanwhile."""

    async def come(seat: Seat, stack: AsyncExitStack) -> None:
        player = await stack.enter_async_context(sitting(server.port, seat, seed=1))
        await player.see(OPENING)

    crowd = [seat for pair in pairs[:-1] for seat in pair][:STORM]
    async with AsyncExitStack() as stack, seated(server, pairs[-1]) as (white, _):
        start = perf_counter()
        coming = asyncio.ensure_future(asyncio.gather(*(come(seat, stack) for seat in crowd)))
        delays = []
        while not coming.done():
            delays.append(await from_key_to_output(white, "f", white))
            await asyncio.sleep(0.2)
        await coming
        seconds = perf_counter() - start
    keys = f"keys of one who plays: median {median(delays) * MILLI:.0f} ms, most {max(delays) * MILLI:.0f} ms"
    return Figure(f"{len(crowd)} connections at once, until all see a board", f"{seconds:.1f} s; {keys}")


class Tap:
    """A proxy between clients and the server that counts the bytes sent to the clients."""

    def __init__(self, port: int) -> None:
        """Connect clients to the server at this port."""
        self._port = port
        self._led: list[asyncio.Task[None]] = []
        self.count = 0

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Listen at a free port, and yield its number; at the end wait until every client has hung up."""
        listener = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        try:
            yield listener.sockets[0].getsockname()[1]
        finally:
            listener.close()
            await asyncio.gather(*self._led)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what a client sends to the server, and what the server sends to that client."""
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._led += [
            asyncio.create_task(self._hand_on(reader, back, 0)),
            asyncio.create_task(self._hand_on(there, writer, 1)),
        ]

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counted: int) -> None:
        with suppress(ConnectionError), closing(writer):
            while data := await reader.read(65536):
                self.count += counted * len(data)
                writer.write(data)


async def bytes_a_turn(server: ServerProcess, pair: Pair, compression: str) -> Figure:
    """Count the bytes a turn that the server sends to both players of a match."""
    tap = Tap(server.port)
    async with tap.listening() as port:
        await play_all(port, [pair], seed=1, compression_algs=[compression])
    moves = pair[0].journal.read_text(encoding="utf-8").count('"moved"')
    how = "packed" if compression.startswith("zlib") else "not packed"
    return Figure(f"bytes a turn to both, {how}, logging in included", f"{tap.count / moves:,.0f}")


if __name__ == "__main__":
    for figure in rows():
        print(f"{figure.what:60} {figure.measured:55} {figure.goal}")
