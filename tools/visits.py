"""`make visits`: thousands of visits to one server of this machine, and the memory they leave behind.

    python -m tools.visits 10000
    python -m tools.visits 3600s

Visitors come to the lobby and quit, chat there, come to a table and leave it, play against a bot, and drop the
connection: at a table, or while their first screen is being drawn. One player stays in the lobby all the time. The
server may grow by `ALLOWED` after the first hundred visits, of an hour after ten minutes; nothing may have gone
wrong by its log, and no session may have crashed.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import asyncssh

from bgterm.formats.sharing_notes import sharing
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.net.server import LOG_FILE
from bgterm.storage.journal import load
from tests.net.client import Client, address, connect, session
from tests.net.pairs import Seat, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server, operate
from tests.waiting import wait
from tools.bench_bots import Opponent
from tools.bench_bots import begin_matches as begin_with_bots
from tools.bench_server import to_move

VISITS = 10_000
WARM = 100
"""The number of visits after which the server has loaded all that it keeps."""
WARM_SECONDS = 600.0
"""Seconds after which the server has loaded all that it keeps, when the visits last longer."""
ALLOWED = 10.0
"""MiB of memory that all later visits together may add."""
PAUSE = 1.0
"""Seconds that a visitor waits before each visit, when the visits last for a time."""
WORKERS = 4
"""The number of visitors who are connected at once."""
MIB = 2**20
BOARD, LOBBY = "pips", "open a table"
"""A text that only the screen of a match shows, and one that only the lobby shows."""
QUIT = "\x11"
"""Ctrl+Q, which quits at once."""
PAIRS = 40
"""The number of matches at whose tables visitors sit down."""


class Sample(NamedTuple):
    """The memory of the server after some visits."""

    visits: int
    seconds: float
    mib: float


class Places(NamedTuple):
    """The port, keys and seats of the visits."""

    port: int
    keys: Sequence[asyncssh.SSHKey]
    """The keys of players who have a name and no match."""
    seats: Sequence[tuple[Seat, str]]
    """Seats at matches, each with the code of its table."""
    against_bots: Sequence[Seat]
    """Seats at matches against a bot."""


Visit = Callable[[Places, int], Awaitable[None]]
"""A coroutine function that makes the visit with a number."""


@asynccontextmanager
async def user(port: int, key: asyncssh.SSHKey, number: int, username: str = "player") -> AsyncIterator[Client]:
    """Connect to the server from the address with a number, and hang up at the end."""
    conn = await connect(port, key, username=username, login_timeout=120, local_addr=address(number))
    try:
        yield await session(conn)
    finally:
        conn.abort()
        await conn.wait_closed()


async def quit_from(client: Client) -> None:
    """Press Ctrl+Q, and wait for the end of the session."""
    client.send(QUIT)
    await client.wait_closed()


async def back_to_lobby(client: Client) -> None:
    """Leave the table for the lobby."""
    await client.press("q", LOBBY)


async def quit_lobby(places: Places, number: int) -> None:
    """Look at the lobby and quit."""
    async with user(places.port, places.keys[number % len(places.keys)], number) as client:
        await client.wait_for(LOBBY)
        await quit_from(client)


async def leave_table(places: Places, number: int) -> None:
    """Turn the board around, leave the table for the lobby, and quit."""
    seat, code = places.seats[number % len(places.seats)]
    async with user(places.port, seat.key, number, code) as client:
        await client.wait_for(BOARD)
        client.send("f")
        await back_to_lobby(client)
        await quit_from(client)


async def drop_at_table(places: Places, number: int) -> None:
    """Drop the connection at the table."""
    seat, code = places.seats[number % len(places.seats)]
    async with user(places.port, seat.key, number, code) as client:
        await client.wait_for(BOARD)


async def chat(places: Places, number: int) -> None:
    """Say something in the lobby, and quit."""
    async with user(places.port, places.keys[number % len(places.keys)], number) as client:
        await client.wait_for(LOBBY)
        while "Say" not in client.text:
            client.send("c")
            await client.line.until(lambda: "Say" in client.text or "too early" in client.text, "the chat")
            await asyncio.sleep(0.1)
        client.send(f"This is visit {number}\r")
        await quit_from(client)


async def play_bot(places: Places, number: int) -> None:
    """Play a turn against a bot, and drop the connection when the bot has played."""
    seat = places.against_bots[number % len(places.against_bots)]
    if load(seat.journal).match.winner is None:
        async with sitting(places.port, seat, number) as player:
            await player.see(BOARD)
            await Opponent(player, number).play_turns(1)


async def drop_at_start(places: Places, number: int) -> None:
    """Drop the connection before there is a picture."""
    seat, code = places.seats[number % len(places.seats)]
    async with user(places.port, seat.key, number, code):
        pass


KINDS: dict[str, Visit] = {
    "lobby": quit_lobby,
    "table": leave_table,
    "dropped": drop_at_table,
    "started": drop_at_start,
    "chat": chat,
    "bot": play_bot,
}
"""Every kind of visit by its name."""


def known_keys(folder: Path, count: int = WORKERS) -> list[asyncssh.SSHKey]:
    """Return the keys of new players, to whom the server's folder gives names."""
    registry = UserRegistry(NamesFile(folder / "people.jsonl"))
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]
    for number, key in enumerate(keys):
        wait(registry.pick(User(key.get_fingerprint(), ""), f"Visitor{number}"))
    registry.close()
    return keys


async def come_and_go(
    server: ServerProcess, places: Places, kinds: Sequence[Visit], numbers: Iterator[int], pause: float
) -> list[Sample]:
    """Make the visits, `WORKERS` at a time; return the server's memory after each hundred."""
    samples, began = [], perf_counter()

    async def work() -> None:
        for number in numbers:
            await asyncio.sleep(pause)
            await kinds[number % len(kinds)](places, number)
            if (number + 1) % WARM == 0:
                samples.append(Sample(number + 1, perf_counter() - began, server.memory / MIB))

    async with asyncio.TaskGroup() as group:
        for _ in range(WORKERS):
            group.create_task(work())
    return samples


def soak(numbers: Iterator[int], kinds: Sequence[Visit], pause: float) -> list[Sample]:
    """Run a server and make the visits. Raises AssertionError when its log has an error, or a session crashed."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pairs = begin_matches(folder, PAIRS)
        for pair in pairs:
            to_move(pair)  # a match in which nothing happened would go with those who leave it
        seats = [(seat, sharing(load(seat.journal).items).code) for pair in pairs for seat in pair]
        keys, against_bots = known_keys(folder, WORKERS + 1), begin_with_bots(folder, PAIRS)
        with bgterm_server(folder, "--bots", "builtin") as server:
            places = Places(server.port, keys[1:], seats, against_bots)
            samples = asyncio.run(_beside_a_player(server, places, keys[0], kinds, numbers, pause))
        written = (folder / LOG_FILE).read_text(encoding="utf-8")
        assert " ERROR " not in written, written
        return samples


async def _beside_a_player(
    server: ServerProcess,
    places: Places,
    key: asyncssh.SSHKey,
    kinds: Sequence[Visit],
    numbers: Iterator[int],
    pause: float,
) -> list[Sample]:
    """Make the visits while one player stays in the lobby; assert that no session has crashed."""
    async with user(places.port, key, 0) as client:
        await client.wait_for(LOBBY)
        samples = await come_and_go(server, places, kinds, numbers, pause)
    stats = json.loads(await operate(server.folder, "--json", "stats"))
    assert stats["crashed_total"] == 0, stats
    return samples


def wanted(visits: str) -> Iterator[int]:
    """Return the numbers of the visits: `visits` of them, or as many as begin in that many seconds for "60s"."""
    if visits.endswith("s"):
        until = perf_counter() + float(visits.removesuffix("s"))
        return takewhile(lambda _: perf_counter() < until, count())
    return iter(range(int(visits)))


def main(visits: str, *kinds: str) -> int:
    """Make the visits, print the memory after each hundred, and return 1 if it grew too much, else 0."""
    pause = PAUSE if visits.endswith("s") else 0.0
    samples = soak(wanted(visits), [KINDS[kind] for kind in kinds or KINDS], pause)
    for sample in samples:
        print(f"{sample.visits:6,} visits, {sample.seconds:5.0f} s: {sample.mib:7.1f} MiB")
    last = samples[-1]
    first = next((one for one in samples if one.seconds >= WARM_SECONDS), samples[0])
    grown = last.mib - first.mib
    print(f"{last.visits:,} visits in {last.seconds:.0f} s, no error and no crash;", end=" ")
    print(f"{grown:+.1f} MiB since visit {first.visits:,}, goal {ALLOWED:+.0f} MiB")
    return grown > ALLOWED


if __name__ == "__main__":
    visits, *kinds = sys.argv[1:] or [str(VISITS)]
    sys.exit(main(visits, *kinds))
