"""Players in plain mode who play a match each to its end, and connect again whenever the connection is lost.

They know only what they read. What they read of their moves is compared with the lines of the match at the end.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random

import asyncssh

from bgterm.formats.record import GameRecord
from bgterm.rules.events import Moved
from bgterm.rules.replay import Replay
from tests.net.talkers import Talker, answer, talker

_LOGIN = 60.0
"""Seconds after which a connection that has not come about is given up, for the next one."""
_PATIENCE = 10.0
"""Seconds without a line after which a player asks how things stand."""
_SOON = 1.0
"""Seconds after which a player tries again what was refused because the database was away."""
_SITS = "You sit down"
_AWAY = "does not answer"
_PLAYED = re.compile(r"^(\w+) played (\d) (\d)")

Play = tuple[str, tuple[int, int]]
"""A player by name, and the roll of a play."""


@dataclass(frozen=True)
class Login:
    """What a client needs to play as somebody."""

    name: str
    key: bytes
    """The private key."""
    address: str
    seed: int


@dataclass
class Heard:
    """What one player has read of the match."""

    plays: list[list[Play]] = field(default_factory=list)
    """The plays that were told at each place at the table: those before it begin with the last ones."""
    winner: str = ""
    lost: int = 0
    """How many connections were lost."""


class Clients:
    """Players in processes of their own."""

    def __init__(self, port: int, logins: Sequence[Login], processes: int) -> None:
        """Begin to play."""
        context = get_context("spawn")
        self._logins = [logins[number::processes] for number in range(processes)]
        self._processes, self._pipes = [], []
        for part in self._logins:
            ours, theirs = context.Pipe()
            process = context.Process(target=_run, args=(port, part, theirs), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._pipes.append(ours)

    async def heard(self) -> dict[str, Heard]:
        """Wait until all have played to the end; return what each has read, by name."""
        all_heard = dict[str, Heard]()
        for logins, pipe in zip(self._logins, self._pipes, strict=True):
            heard = await asyncio.to_thread(pipe.recv)
            assert not isinstance(heard, str), heard
            all_heard |= zip((login.name for login in logins), heard, strict=True)
        return all_heard

    def end(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.terminate()
            process.join()


def _run(port: int, logins: Sequence[Login], pipe: Connection) -> None:
    """Play in this process, and send what was heard, or what has failed."""

    async def play_all() -> list[Heard]:
        return await asyncio.gather(*(play(port, login) for login in logins))

    try:
        pipe.send(asyncio.run(play_all()))
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other process raises it
        pipe.send(f"{type(fault).__name__}: {fault}")


async def play(port: int, login: Login) -> Heard:
    """Play a match to its end, and connect again whenever the connection is lost."""
    heard, rng = Heard(), Random(login.seed)
    key = asyncssh.import_private_key(login.key)
    options = {"local_addr": (login.address, 0), "login_timeout": _LOGIN}
    while True:
        try:
            async with talker(port, key, options=options) as player, _asking(player):
                if await _played_to_the_end(player, rng, heard):
                    return heard
        except (OSError, asyncssh.Error):
            pass
        heard.lost += 1
        await asyncio.sleep(0.2 + rng.random())


async def _played_to_the_end(player: Talker, rng: Random, heard: Heard) -> bool:
    """Play by what is said; return whether the match is over, and not just the connection."""
    while line := await player.line():
        if line.startswith(_SITS):
            heard.plays.append([])
        elif found := _PLAYED.match(line):
            heard.plays[-1].append((found[1], _roll(int(found[2]), int(found[3]))))
        elif found := re.match(r"(\w+) wins the match", line):
            heard.winner = found[1]
        elif "Your finished matches" in line or "The match is over" in line:
            return True
        elif _AWAY in line:
            await asyncio.sleep(_SOON)
            player.type("")
        elif said := answer(line, rng):
            player.type(said)
    return False


@asynccontextmanager
async def _asking(player: Talker) -> AsyncIterator[None]:
    """Ask how things stand whenever nothing has been heard for long."""

    async def ask_on() -> None:
        count = len(player.heard)
        while True:
            await asyncio.sleep(_PATIENCE)
            if len(player.heard) == count:
                player.type("" if _is_at_table(player) else "finished")
            count = len(player.heard)

    asking = asyncio.create_task(ask_on())
    try:
        yield
    finally:
        asking.cancel()


def _is_at_table(player: Talker) -> bool:
    """Return whether the player has sat down, as far as was said."""
    places = (line.startswith(_SITS) for line in reversed(player.heard) if _SITS in line or "in the lobby" in line)
    return next(places, False)


def check_heard(record: GameRecord, heard: Heard) -> None:
    """See that all plays of which a player was told are in the record, with no other between them; and who won."""
    names, kept = record.header.names, _plays(record)
    for plays in heard.plays:
        places = range(len(kept) - len(plays) + 1)
        assert any(kept[place : place + len(plays)] == plays for place in places), f"told {plays}, not {kept}"
    assert record.match.winner is not None
    assert heard.winner in ("", names[record.match.winner.index])


def _plays(record: GameRecord) -> list[Play]:
    """Return the plays of a match in order, without the turns in which no checker could move."""
    names, plays = record.header.names, []
    for before, event, _ in Replay(record.header, record.events).steps():
        if isinstance(event, Moved) and event.play and before.game.dice:
            plays.append((names[event.player.index], _roll(*before.game.dice)))
    return plays


def _roll(one: int, other: int) -> tuple[int, int]:
    return max(one, other), min(one, other)
