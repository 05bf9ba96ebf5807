"""Players in plain mode, each of whom plays a match to its end, and connects again when the connection is lost.

They know only what they read. At the end the plays that they read are compared with the record of the match.
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
"""Seconds after which an attempt to connect is given up, and another is made."""
_PATIENCE = 10.0
"""Seconds without a line of output after which a player asks for the state of the match."""
_SOON = 1.0
"""Seconds after which a player repeats a command that was refused because the database was away."""
_SITS = "You sit down"
_AWAY = "does not answer"
_PLAYED = re.compile(r"^(\w+) played (\d) (\d)")

Play = tuple[str, tuple[int, int]]
"""The name of a player, and the two dice of a roll that this player played."""


@dataclass(frozen=True)
class Login:
    """The name, key and address with which a client logs in."""

    name: str
    key: bytes
    """The private key, in OpenSSH's format."""
    address: str
    seed: int


@dataclass
class Heard:
    """The plays, the winner and the lost connections that one player has read of."""

    plays: list[list[Play]] = field(default_factory=list)
    """The plays that were read on each visit to the table; a visit begins with the last plays before it."""
    winner: str = ""
    lost: int = 0
    """The number of connections that were lost."""


class Clients:
    """Players in processes of their own, who begin at once."""

    def __init__(self, port: int, logins: Sequence[Login], processes: int) -> None:
        """Start the processes, and play with all logins on the server at `port`."""
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
        """Wait until all have finished; return what each has read, by name. Raises AssertionError."""
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
    """Play with all logins in this process; send what they heard, or the text of an error, through the pipe."""

    async def play_all() -> list[Heard]:
        return await asyncio.gather(*(play(port, login) for login in logins))

    try:
        pipe.send(asyncio.run(play_all()))
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other process raises it
        pipe.send(f"{type(fault).__name__}: {fault}")


async def play(port: int, login: Login) -> Heard:
    """Play a match to its end, and connect again whenever the connection is lost; return what was heard."""
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
    """Play by the lines that are read; return True when the match is over, False when the connection was lost."""
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
    """Ask for the state of the match when nothing was read for `_PATIENCE` seconds, until the block ends."""

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
    """Return whether the lines so far say that the player sits at the table."""
    places = (line.startswith(_SITS) for line in reversed(player.heard) if _SITS in line or "in the lobby" in line)
    return next(places, False)


def check_heard(record: GameRecord, heard: Heard) -> None:
    """Assert that the record has all plays and the winner that the player read, and no other play between them."""
    names, kept = record.header.names, _plays(record)
    for plays in heard.plays:
        places = range(len(kept) - len(plays) + 1)
        assert any(kept[place : place + len(plays)] == plays for place in places), f"told {plays}, not {kept}"
    assert record.match.winner is not None
    assert heard.winner in ("", names[record.match.winner.index])


def _plays(record: GameRecord) -> list[Play]:
    """Return the plays of a match in order, without turns in which no checker could move."""
    names, plays = record.header.names, []
    for before, event, _ in Replay(record.header, record.events).steps():
        if isinstance(event, Moved) and event.play and before.game.dice:
            plays.append((names[event.player.index], _roll(*before.game.dice)))
    return plays


def _roll(one: int, other: int) -> tuple[int, int]:
    return max(one, other), min(one, other)
