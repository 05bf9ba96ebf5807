"""Where a start, a connection and a key go, in shares of what is profiled: `python -m tools.bench stages`."""

import asyncio
import json
import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.net.client import eventually
from tests.net.pairs import WHOLE_GAME, Pair, begin_matches, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tools.bench_keys import STILL, WHITE, cost_of, with_opening
from tools.bench_screen import GAME, MENU, ROOT
from tools.figures import Figure
from tools.terminal import Terminal

BEGIN, WRITE = signal.SIGRTMIN + 1, signal.SIGRTMIN + 2


def rows() -> Iterator[Figure]:
    """Measure everything and report it line by line."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(Path(__file__).with_name("stage_profiler.py"), folder / "sitecustomize.py")
        out = folder / "stages.json"
        variables = {"STAGES_OUT": str(out), "PYTHONPATH": os.pathsep.join([name, str(ROOT)])}
        for what, program, shown in (("board", GAME, "Roll one die"), ("menu", MENU, "New match")):
            home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(folder / what))
            with Terminal(program, env={**variables, **home}, cwd=ROOT) as terminal:
                terminal.wait_for(shown)
                terminal.settle()
                terminal.signal(WRITE)
                terminal.settle()
            yield figure_of(f"a start to the {what}", out)
        data = folder / "server"
        pairs = [with_opening(pair) for pair in begin_matches(data, 2, games=[WHOLE_GAME])]
        os.environ.update(variables)
        try:
            with bgterm_server(data) as server:
                yield from asyncio.run(_at_a_server(server, pairs, out))
        finally:
            for variable in variables:
                os.environ.pop(variable)


async def _at_a_server(server: ServerProcess, pairs: Sequence[Pair], out: Path) -> list[Figure]:
    """Connect at each table and press the keys of a turn; return the figures of connections and keys.

    The first table only loads what later ones share, and is not measured.
    """
    figures = list[Figure]()
    for number, (white, _) in enumerate(pairs):
        server.signal(BEGIN)
        async with sitting(server.port, white, seed=1) as player:
            await player.see("to move")
            await asyncio.sleep(2 * STILL)
            figure = await _written(server, "a connection to the board", out)
            figures += [figure] if number else []
            for kind, key in WHITE:
                server.signal(BEGIN)
                await cost_of(player.client, key, server)
                figure = await _written(server, f"a key: {kind}", out)
                figures += [figure] if number and kind else []
    return [*{figure.what: figure for figure in figures}.values()]


async def _written(server: ServerProcess, what: str, out: Path) -> Figure:
    """Make the server write what it has profiled to the file `out`, and return that as a figure."""
    out.unlink(missing_ok=True)
    server.signal(WRITE)
    await eventually(out.exists)
    return figure_of(what, out)


def figure_of(what: str, out: Path) -> Figure:
    """Return the shares of the profiled stages, those of half a percent or more."""
    found = json.loads(out.read_text(encoding="utf-8"))
    shares = {stage: seconds / found["all"] for stage, seconds in found["stages"].items()}
    shares["other"] = 1 - sum(shares.values())
    told = ", ".join(f"{stage} {share:.0%}" for stage, share in shares.items() if share >= 0.005)
    return Figure(what, f"{told}; {found['calls']:,} calls of our functions")


if __name__ == "__main__":
    for figure in rows():
        print(f"{figure.what:30} {figure.measured}")
