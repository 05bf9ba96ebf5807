"""Figures of the running program on a pseudo-terminal: how fast it starts, answers and ends, and what it writes.

python -m tools.bench_screen
"""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.net.processes import cpu
from tools.figures import Figure
from tools.terminal import QUIET, Terminal

BARE_APP = (sys.executable, "-m", "tools.bare_app")
MENU = (sys.executable, "-m", "bgterm")
GAME = (sys.executable, "-m", "bgterm", "play", "--seed", "3", "--names", "Ann,Bob")
ROOT = Path(__file__).parents[1]
RUNS = 20
STEPS = 40

RIGHT, LEFT, ENTER, SPACE = "\x1b[C", "\x1b[D", "\r", " "


@dataclass(frozen=True)
class Script:
    """The keys that play the beginning of `GAME`, whose seed fixes the dice."""

    start: str = SPACE
    """The key that throws the dice; pressed until the screen shows `to_move`."""
    to_move: str = "to move"
    moves: Sequence[Sequence[str]] = ((ENTER, RIGHT, RIGHT, ENTER), (RIGHT, ENTER, RIGHT, ENTER))
    """The keys that move each checker of the first turn: pick up, carry, put down; from the midpoint."""
    confirm: str = ENTER
    """The key that ends the turn."""
    leave: Sequence[str] = ("q",)
    """The keys that quit bgterm from the board."""


SCRIPT = Script()


class Stroke(NamedTuple):
    """The bytes and the time that one key cost."""

    size: int
    """Bytes written to the terminal."""
    seconds: float
    """Seconds from the key to the last of these bytes."""


def rows() -> Iterator[Figure]:
    """Measure everything and report it line by line."""
    with TemporaryDirectory() as folder:
        home = {"HOME": folder, "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"}
        yield from start_up(home)
        yield from strokes(home)
        yield idle(home)
        yield quitting(home)


def start_up(home: Mapping[str, str], runs: int = RUNS) -> Iterator[Figure]:
    """Compare the processor time up to the first board, and to the menu, with that of a bare Textual app.

    The three programs run in turn. The time to compile modules is not counted.
    """
    home = {**home, "PYTHONDONTWRITEBYTECODE": ""}
    starts = {"board": (GAME, "Bob"), "menu": (MENU, "New match"), "bare": (BARE_APP, "ready")}
    times = [{name: _first_picture(*start, home) for name, start in starts.items()} for _ in range(runs + 1)][1:]
    bare = [each["bare"] for each in times]
    for picture, what, goal in (("board", "full board", "<= 1.4 x"), ("menu", "menu", "<= 1.3 x")):
        ours = [each[picture] for each in times]
        ratios = f"{median(ours) / median(bare):.2f} x a bare Textual app, {min(ours) / min(bare):.2f} x at best"
        figure = f"{ratios} ({median(ours) * 1000:.0f} ms, {median(bare) * 1000:.0f} ms)"
        yield Figure(f"start to the first {what}", figure, goal)


def _first_picture(argv: Sequence[str], text: str, home: Mapping[str, str]) -> float:
    with Terminal(argv, env=home, cwd=ROOT) as terminal:
        terminal.wait_for(text)
        while terminal.read(QUIET):  # the bare app never rests: it looks for keys ten times a second
            pass
        return cpu(terminal.pid)


def strokes(home: Mapping[str, str], script: Script = SCRIPT, steps: int = STEPS) -> Iterator[Figure]:
    """Measure the bytes of the first board, a cursor step, a moved checker and a turn, and a step's time."""
    with _at_table(home) as terminal:
        yield Figure("bytes to the first full board, 256 colours", f"{terminal.bytes_since():,}", "<= 30,000")
        _start(terminal, script)
        walk = [stroke(terminal, RIGHT if step % 8 < 4 else LEFT) for step in range(steps)]
        yield Figure("bytes a cursor step", _sizes(walk), "<= 150")
        slowest = quantiles([step.seconds for step in walk], n=20)[-1]
        middle = median(step.seconds for step in walk)
        figure = f"p95 {slowest * 1000:.1f} ms, median {middle * 1000:.1f} ms"
        yield Figure("key to last byte of a cursor step", figure, "p95 <= 16 ms")
        yield Figure("bytes a moved checker", _sizes([_moved(terminal, keys) for keys in script.moves]), "<= 323")
        yield Figure("bytes a turn change", _sizes([stroke(terminal, script.confirm)]), "<= 539")


def _start(terminal: Terminal, script: Script) -> None:
    """Throw the dice until one of the players starts."""
    while script.to_move not in terminal.text:
        stroke(terminal, script.start)


def _moved(terminal: Terminal, keys: Sequence[str]) -> Stroke:
    """Press the keys that move a checker; return the cost of the last one, which puts the checker down."""
    *before, last = keys
    for key in before:
        stroke(terminal, key)
    return stroke(terminal, last)


def idle(home: Mapping[str, str], script: Script = SCRIPT, seconds: float = 10.0) -> Figure:
    """Count the bytes that a board writes while nobody presses a key."""
    with _at_table(home) as terminal:
        _start(terminal, script)
        mark = len(terminal.output)
        terminal.read_for(seconds)
        return Figure(f"bytes in {seconds:.0f} idle seconds", f"{terminal.bytes_since(mark)}", "0")


def quitting(home: Mapping[str, str], script: Script = SCRIPT, runs: int = RUNS) -> Figure:
    """Measure the time from the key that quits to the end of the program."""
    times = []
    for _ in range(runs):
        with _at_table(home) as terminal:
            *before, last = script.leave
            for key in before:
                stroke(terminal, key)
            begin = time.perf_counter()
            terminal.send(last)
            terminal.wait()
            times.append(time.perf_counter() - begin)
    return Figure("leaving to the shell prompt", f"{median(times) * 1000:.0f} ms", "<= 150 ms")


@contextmanager
def _at_table(home: Mapping[str, str]) -> Iterator[Terminal]:
    """Open a game on a terminal and wait for its first board."""
    with Terminal(GAME, env=home, cwd=ROOT) as terminal:
        terminal.wait_for("Bob")
        terminal.settle()
        yield terminal


def stroke(terminal: Terminal, key: str) -> Stroke:
    """Press a key and read all that the program writes in answer."""
    mark, begin = len(terminal.output), time.perf_counter()
    terminal.send(key)
    terminal.settle()
    if not terminal.bytes_since(mark):
        raise RuntimeError(f"the key {key!r} did nothing: the script does not fit the game\n{terminal.text}")
    return Stroke(terminal.bytes_since(mark), terminal.last_output - begin)


def _sizes(strokes: Sequence[Stroke]) -> str:
    sizes = [stroke.size for stroke in strokes]
    return f"median {median(sizes):.0f}, most {max(sizes)}"


if __name__ == "__main__":
    for figure in rows():
        print(f"{figure.what:45} {figure.measured:55} {figure.goal}")
