"""Figures of a slow disk: what matches whose journals wait for it cost the players of other matches.

python -m tools.bench disk
"""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from bgterm.rules.board import Player
from tests.net.pairs import Pair, Seat, SeatedPlayer, begin_matches
from tests.net.processes import ServerProcess, running
from tools.bench_server import MILLI, from_key_to_output, seated, to_move
from tools.figures import Figure
from tools.hands import RIGHT, SPACE

SLOW, FAST = 0.1, 0.0
"""Seconds that the slow and the fast disk add to each sync of the journals of some matches."""
THROWERS, WATCHED, STEPS = 30, 10, 10
"""Matches with slow journals, in each of which dice are thrown once; others, in each of which one player's key is
measured on the opponent's screen; and the cursor steps before each of those keys.
"""
PAUSE = 0.1
"""Seconds between two keys that are measured."""

Times = tuple[list[float], list[float]]


def rows() -> Iterator[Figure]:
    """Measure keys beside matches on a fast disk and beside the same matches on a slow disk."""
    fast, slow = (_beside(seconds) for seconds in (FAST, SLOW))
    for number, what in enumerate(("a key of one to the other's screen", "a step of the cursor")):
        before, after = fast[number], slow[number]
        ratio = f"{median(after) / median(before):.2f} times {median(before) * MILLI:.1f} ms"
        yield Figure(f"{what}, other matches on a {SLOW * MILLI:.0f} ms disk", ratio, "<= 1.5")
        tails = [quantiles(some, n=20)[-1] for some in (before, after)]
        yield Figure("  p95", f"{tails[1] / tails[0]:.2f} times {tails[0] * MILLI:.1f} ms")


def _beside(seconds: float) -> Times:
    """Return the times of keys beside matches for whose journals each sync takes `seconds` longer."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        walker, *pairs = begin_matches(folder, 1 + WATCHED + THROWERS)
        seat, throwers = to_move(walker), pairs[WATCHED:]
        slow = [str(white.journal) for white, _ in throwers]
        command: tuple[str | Path, ...] = (sys.executable, "-m", "tools.slow_server", str(seconds), folder, *slow)
        with running(command, folder) as server:
            return asyncio.run(_measure(server, seat, pairs[:WATCHED], throwers))


async def _measure(
    server: ServerProcess, walker: Seat, watched: Sequence[Pair], throwers: Sequence[Pair]
) -> Times:
    whites = [pair[Player.WHITE.index] for pair in throwers]
    async with (
        seated(server, [walker], "to move") as (player,),
        seated(server, [seat for pair in watched for seat in pair]) as watching,
        seated(server, whites) as throwing,
    ):
        dice = asyncio.create_task(_throw(throwing))
        steps, across = [], []
        for white, black in list(pairwise(watching))[::2]:
            for _ in range(STEPS):
                steps.append(await from_key_to_output(player, RIGHT, player))
                await asyncio.sleep(PAUSE)
            across.append(await from_key_to_output(white, SPACE, black))
        dice.cancel()
        return across, steps


async def _throw(players: Sequence[SeatedPlayer]) -> None:
    """Roll for the start at one table after the other while the keys are measured."""
    for player in players:
        player.client.send(SPACE)
        await asyncio.sleep(WATCHED * STEPS * PAUSE / THROWERS)
