"""Figures of a server whose players play against bots: how soon a bot answers, and a key of a player meanwhile.

python -m tools.bench_bots 25 5     # 25 tables, whose players think about each move for 3 to 7 seconds
"""

import asyncio
import sys
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncssh

from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.workspace import PAUSE
from bgterm.rules.board import Player
from bgterm.storage.library import find_save
from tests.net.pairs import Seat, SeatedPlayer, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tests.waiting import wait
from tools.bench_server import MANY, MIB, MILLI, OPENING, from_key_to_output
from tools.figures import Figure
from tools.hands import RIGHT

TABLES, TURNS = 50, 8
ENGINE = "builtin"
MATCH = MatchOffer().changed(length=7, level="expert")


def rows(tables: int = TABLES, thought: float = 0.0) -> Iterable[Figure]:
    """Measure all figures and yield them one by one; players think about each move for about `thought` seconds."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        seats = begin_matches(folder, tables)
        with bgterm_server(folder, *MANY, "--bots", ENGINE) as server:
            yield from asyncio.run(playing(server, seats, thought))


def begin_matches(folder: Path, tables: int) -> list[Seat]:
    """Begin a match against a bot at each of `tables` tables of a stopped server; return the seats."""
    registry = UserRegistry(NamesFile(folder / "people.jsonl"))
    bot = Bot(ENGINE)
    lobby = Lobby(folder / "matches", registry, Limits(openings=tables), bots=Bots([bot]))
    seats = []
    for number in range(tables):
        key, name = asyncssh.generate_private_key("ssh-ed25519"), f"Player{number}"
        user = wait(registry.pick(User(key.get_fingerprint(), ""), name))
        code = wait(lobby.matchmaking.open_table(user, MATCH, invited=bot.user.name)).code
        table = lobby.matches.at(code)
        assert table
        journal = find_save(folder / "matches", table.name)
        seats.append(Seat(name, key, Player.WHITE, journal, f"127.0.{number // 200 + 1}.{number % 200 + 1}"))
    registry.close()
    return seats


class Opponent(SeatedPlayer):
    """A player against a bot, who measures how soon it answers, and how soon a key is shown meanwhile."""

    def __init__(self, seated: SeatedPlayer, seed: int, thought: float = 0.0) -> None:
        super().__init__(seated.seat, seated.client, seed)
        self._thought, self._random = thought, Random(seed)
        self.answers: list[float] = []
        self.keys: list[float] = []

    async def play_turns(self, turns: int) -> None:
        """Play until the bot has answered `turns` times, or the match is over."""
        while len(self.answers) < turns and self.match.winner is None:
            if self.match.game.dice is not None:
                await asyncio.sleep(self._thought * self._random.uniform(0.6, 1.4))
                self.keys.append(await from_key_to_output(self, RIGHT, self))
            await self._act(self.match)
            if not self._is_asked(self.match):
                await self._await_bot()

    async def _await_bot(self) -> None:
        """Wait until the bot has played; add the seconds without its pauses to `answers`."""
        acts, began = self.events, perf_counter()
        await self.client.line.until(lambda: self._is_asked(self.match), "the bot's turn")
        self.answers.append(perf_counter() - began - PAUSE * (self.events - acts))


async def playing(server: ServerProcess, seats: Sequence[Seat], thought: float) -> list[Figure]:
    """Play at all tables at once, and return the figures."""
    async with AsyncExitStack() as leaving:
        players = []
        for number, seat in enumerate(seats):
            seated = await leaving.enter_async_context(sitting(server.port, seat, number))
            players.append(Opponent(seated, number, thought))
            await players[-1].see(OPENING)
        cpu, began = server.cpu, perf_counter()
        await asyncio.gather(*(player.play_turns(TURNS) for player in players))
        busy = (server.cpu - cpu) / (perf_counter() - began)
        memory, engines = server.memory, [*engines_of(server)]
    answers = [time * MILLI for player in players for time in player.answers]
    keys = [time * MILLI for player in players for time in player.keys]
    what = f"{len(players)} tables against the built-in engine"
    return [
        Figure(f"{what}: a bot's turn, without its pauses", f"median {median(answers):.0f} ms"),
        Figure("  p95", f"{quantiles(answers, n=20)[-1]:.0f} ms"),
        Figure("  a key of a player meanwhile", f"median {median(keys):.1f} ms"),
        Figure("  p95", f"{quantiles(keys, n=20)[-1]:.1f} ms"),
        Figure("  processor of the server", f"{busy:.0%} of one"),
        Figure("  memory of the server", f"{memory / MIB:.0f} MiB"),
        Figure(f"  memory of its {len(engines)} engines", f"{sum(engines) / MIB:.0f} MiB"),
    ]


def engines_of(server: ServerProcess) -> Iterable[int]:
    """Yield how many bytes of memory each process has that the server has started."""
    for task in Path(f"/proc/{server.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(Path(f"/proc/{child}/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    for figure in rows(*map(int, sys.argv[1:])):
        print(*filter(None, figure), sep="   ")
