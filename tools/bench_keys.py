"""What each kind of key costs a server, beside the key of a bare Textual app: `python -m tools.bench keys`.

One player at a time is there. Each key is pressed when all that came of the one before has been done, in turn with
the bare app's, and its cost is the processor time of the server. A turn is a roll, two moves and its end.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.storage.store import FileStore
from tests.net.client import Client
from tests.net.pairs import WHOLE_GAME, Pair, begin_matches, sitting
from tests.net.processes import ServerProcess, bare_server, bgterm_server
from tests.waiting import wait
from tools.bench_bare import counting_at
from tools.bench_server import MILLI
from tools.figures import Figure
from tools.hands import BACKSPACE, ENTER, RIGHT, SPACE

LEFT = "\x1b[D"

PAIRS = 8
DICE = "seed:91"
"""Dice that begin with 3-1 for White."""
STILL = 0.06
"""Seconds without output after which a server has done all that a key causes."""
WHITE = (
    ("", "8"),
    ("typed character", "/"),
    ("", BACKSPACE),
    ("", BACKSPACE),
    ("f", "f"),
    ("f", "f"),
    *[("step", RIGHT), ("step", LEFT)] * 3,
    *[("pick up", ENTER), ("step", RIGHT), ("put down", ENTER)] * 2,
    ("end of turn", ENTER),
)
"""White's keys of a turn, each with the kind that it is measured as; "" when it is not measured."""
GOALS: Mapping[str, str] = {"step": "<= 1.2 x", "pick up": "<= 2 x", "roll": "<= 4 x", "f": "<= 3 x"}
TURN = ("roll", "pick up", "put down", "pick up", "put down", "end of turn")


def rows() -> Iterator[Figure]:
    """Measure everything and report it line by line."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pairs = [with_opening(pair) for pair in begin_matches(folder, PAIRS, games=[WHOLE_GAME])]
        with bgterm_server(folder) as ours, bare_server(folder) as bare:
            costs, bare_costs = asyncio.run(_play(ours, bare, pairs))
    one = median(bare_costs)
    middle = {kind: median(each) for kind, each in costs.items()}
    middle["a turn: roll, two moves, end"] = sum(middle[kind] for kind in TURN)
    for kind, cost in middle.items():
        least = f", {min(costs[kind]) / min(bare_costs):.2f} at best" if kind in costs else ""
        figure = f"{cost * MILLI:.1f} ms, {cost / one:.2f} x a bare app's key ({one * MILLI:.1f}){least}"
        yield Figure(f"key: {kind}", figure, GOALS.get(kind, ""))


def with_opening(pair: Pair) -> Pair:
    """Begin the journal of a match anew with fixed dice, and roll for the start; return the pair."""
    path = pair[0].journal
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    path.write_text(json.dumps({**header, "dice": DICE}) + "\n", encoding="utf-8")
    table = Table.open(FileStore(path.parent), path.stem)
    wait(table.roll(Player.WHITE))
    table.close().result()
    return pair


async def _play(
    ours: ServerProcess, bare: ServerProcess, pairs: Sequence[Pair]
) -> tuple[Mapping[str, list[float]], list[float]]:
    """Play a turn and roll the next one at each table.

    Returns the processor times of bgterm's keys by their kind, and those of the bare app's keys, in seconds.
    """
    costs, bare_costs = defaultdict[str, list[float]](list), list[float]()
    async with counting_at(bare) as counter:
        for number, (white, black) in enumerate(pairs):
            for seat, shown, keys in ((white, "to move", WHITE), (black, "to roll", [("roll", SPACE)])):
                async with sitting(ours.port, seat, seed=1) as player:
                    await player.see(shown)
                    await asyncio.sleep(2 * STILL)
                    for kind, key in keys:
                        cost, bare_cost = (
                            await cost_of(player.client, key, ours),
                            await cost_of(counter, key, bare),
                        )
                        if number and kind:  # things are loaded with the first keys
                            costs[kind].append(cost)
                            bare_costs.append(bare_cost)
    return costs, bare_costs


async def cost_of(client: Client, key: str, server: ServerProcess) -> float:
    """Press a key; return the seconds of processor time that the server took for it."""
    before, seen = server.cpu, len(client.line.output)
    client.send(key)
    await client.line.until(lambda: len(client.line.output) > seen)
    while len(client.line.output) > seen:
        seen = len(client.line.output)
        await asyncio.sleep(STILL)
    return server.cpu - before


if __name__ == "__main__":
    for figure in rows():
        print(f"{figure.what:35} {figure.measured:60} {figure.goal}")
