"""Figures of a server of several workers beside one process with files, in one run.

    python -m tools.bench_workers 16 10

So many players press keys for so many seconds, each the next one when the one before is shown.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from tests.net.database_pairs import begin_in_database, followed
from tests.net.pairs import WHOLE_GAME, Pair, Seat, SeatedPlayer, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tests.postgres import PostgresServer
from tools.bench_database import WRITERS, lines_a_second
from tools.bench_server import MANY, MIB, MILLI, from_key_to_output, to_move
from tools.hands import ENTER, RIGHT

PLAYERS, SECONDS, CROSSINGS = 16, 10, 20
GAMES = (WHOLE_GAME,)
BACKSPACE = "\x7f"


def main(players: int = PLAYERS, seconds: int = SECONDS) -> None:
    """Print the figures of each kind of server."""
    print(f"{os.cpu_count()} cores, shared with {players} clients in one process and the database")
    with TemporaryDirectory() as name:
        movers = [to_move(pair) for pair in begin_matches(Path(name), players, games=GAMES)]
        with bgterm_server(Path(name), *MANY) as server:
            files = asyncio.run(measured("files, 1 process", server, movers, seconds))
    database = PostgresServer(durable=True)
    try:
        database.begin()
        for count in (1, 2, 4):
            address = database.create_database()
            pairs = asyncio.run(begun(address, players))
            with TemporaryDirectory() as name:
                options = ("--database", address, "--workers", str(count), *MANY)
                with bgterm_server(Path(name), *options) as server:
                    asyncio.run(followed_and_measured(address, pairs, server, count, seconds, files))
        asyncio.run(appending(database.create_database()))
        with two_workers(database) as (address, pairs, servers):
            asyncio.run(crossing(address, pairs, servers))
    finally:
        database.end()


async def appending(address: str) -> None:
    """Print how many lines a second one process appends at `WRITERS` tables."""
    database = await Database.open(address, most=WRITERS)
    rate = await lines_a_second(DatabaseLibrary(database), WRITERS)
    await database.close()
    print(f"{rate:.0f} lines a second appended at {WRITERS} tables of one process", flush=True)


async def begun(address: str, count: int) -> list[Pair]:
    """Begin `count` matches in the database, and roll for the start of each."""
    pairs = await begin_in_database(address, count, GAMES)
    database = await Database.open(address)
    library = DatabaseLibrary(database)
    for white, _ in pairs:
        table = await asyncio.to_thread(Table.open, library, white.journal.name)
        while table.match.game.on_roll is None:
            await table.roll(Player.WHITE)
        await asyncio.wrap_future(table.close())
    await database.close()
    return pairs


def mover_of(pair: Pair) -> Seat:
    """Return the seat of the player to act, once the lines of the match are read."""
    actor = SeatedPlayer(pair[0], None, 1).match.game.on_roll  # type: ignore[arg-type]
    assert actor
    return pair[actor.index]


async def followed_and_measured(
    address: str, pairs: Sequence[Pair], server: ServerProcess, count: int, seconds: int, before: float
) -> None:
    async with followed(address, pairs):
        each = await measured(f"database, {count} worker(s)", server, [*map(mover_of, pairs)], seconds)
    print(f"    {each / before:.2f} times the processor time of a key with files")


async def measured(name: str, server: ServerProcess, movers: Sequence[Seat], seconds: int) -> float:
    """Print the figures of one server; return the seconds of processor time a key."""
    processes = _processes(server.pid)
    memory = _memory(processes)
    async with seated([server.port], movers) as (players, connects):
        a_session = (_memory(processes) - memory) / len(players)
        for player in players:
            await from_key_to_output(player, RIGHT, player)
        cpu, own, start = _cpu(processes), process_time(), perf_counter()
        times = await asyncio.gather(*(press(player, start + seconds) for player in players))
        passed = perf_counter() - start
        cpu, own = _cpu(processes) - cpu, process_time() - own
    keys = [time for some in times for time in some]
    print(f"{name}: {len(keys) / passed:.0f} keys a second, each {cpu / len(keys) * MILLI:.2f} ms of processor;")
    print(f"    a key p50 {median(keys) * MILLI:.0f} ms, p95 {quantiles(keys, n=20)[-1] * MILLI:.0f} ms;")
    print(f"    connect to board p50 {median(connects) * MILLI:.0f} ms; {a_session / MIB:.1f} MiB a session;")
    print(f"    processors: server {cpu / passed:.2f}, clients {own / passed:.2f} of {os.cpu_count()}", flush=True)
    return cpu / len(keys)


async def press(player: SeatedPlayer, until: float) -> list[float]:
    times = []
    while perf_counter() < until:
        times.append(await from_key_to_output(player, RIGHT, player))
    return times


@asynccontextmanager
async def seated(
    ports: Sequence[int], seats: Sequence[Seat]
) -> AsyncIterator[tuple[list[SeatedPlayer], list[float]]]:
    """Seat all players, one after another; also yield how many seconds each waited for the board."""
    async with AsyncExitStack() as leaving:
        players, times = [], []
        for number, seat in enumerate(seats):
            start = perf_counter()
            player = await leaving.enter_async_context(sitting(ports[number % len(ports)], seat, seed=1))
            await player.see("pips")
            times.append(perf_counter() - start)
            players.append(player)
        yield players, times


@contextmanager
def two_workers(database: PostgresServer) -> Iterator[tuple[str, list[Pair], list[ServerProcess]]]:
    """Run two workers at ports of their own, so that a client can choose its worker."""
    address = database.create_database()
    pairs = asyncio.run(begun(address, 4))
    with TemporaryDirectory() as name, ExitStack() as stack:
        servers = [
            stack.enter_context(bgterm_server(Path(name), "--database", address, "--worker", str(number), *MANY))
            for number in (1, 2)
        ]
        yield address, pairs, servers


async def crossing(address: str, pairs: Sequence[Pair], servers: Sequence[ServerProcess]) -> None:
    """Print how long a move of a draft, made on one worker, takes to reach the opponent's screen on the other."""
    times = []
    async with followed(address, pairs):
        for pair in pairs:
            mover = mover_of(pair)
            other = next(seat for seat in pair if seat is not mover)
            async with seated([server.port for server in servers], [mover, other]) as ((one, two), _):
                times += await moves_to_the_other(one, two)
    p95 = quantiles(times, n=20)[-1] * MILLI
    print(f"A's key to B's screen, on two workers: p50 {median(times) * MILLI:.0f} ms, p95 {p95:.0f} ms")


async def moves_to_the_other(one: SeatedPlayer, two: SeatedPlayer) -> list[float]:
    """Make a move and take it back again and again; return the seconds until the opponent's board shows each."""
    times, line = [], two.client.line
    for player in (one, two):
        await player.see("to move")
    first, before = one.first_move, board(two)
    for _ in range(CROSSINGS):
        one.client.send(first)
        await one.see(f"> {first}")
        start = perf_counter()
        one.client.send(ENTER)
        await line.until(lambda: board(two) != before)
        times.append(perf_counter() - start)
        await one.see("pick up")
        start = perf_counter()
        one.client.send(BACKSPACE)
        await line.until(lambda: board(two) == before)
        times.append(perf_counter() - start)
        await one.see("> _ +\n")
    return times


def board(player: SeatedPlayer) -> list[str]:
    """Return the rows of the board on a player's screen, without the text below it."""
    return player.client.text.splitlines()[1:17]


def _processes(pid: int) -> list[int]:
    """Return the process and its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def _cpu(processes: Sequence[int]) -> float:
    """Return the processor time of the processes, in seconds."""
    threads = [thread for pid in processes for thread in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def _memory(processes: Sequence[int]) -> int:
    """Return the resident memory of the processes, in bytes."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in processes)
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
