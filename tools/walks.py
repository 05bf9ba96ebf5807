"""The calls of functions of bgterm that one key costs: `python -m tools.walks`.

The program runs on a pseudo-terminal of 80x24, with two players at one keyboard. All calls count from the bytes of
the key to the last byte of output, those of painting and of the terminal included. A call that moves to a timer or
a thread counts all the same. Dice that tumble are drawn as often as the machine has time: the calls of a roll vary
where things move. Python 3.12 and later inline comprehensions and count fewer: compare figures of one version.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.figures import Figure
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
PLAY = ("-m", "bgterm", "play", "--seed", "1", "--names", "Ann,Bob", "--match", "3")
PAINTING = ("terminal", "tui/board")
"""The packages that draw; the calls of all others are the way of a key."""


class Walk(NamedTuple):
    """The files, functions and calls of bgterm that one key costs."""

    files: int
    functions: int
    calls: int
    across: int
    """The number of calls from another file, or from Textual or asyncio."""
    packages: Mapping[str, int]
    """The number of calls of each package, the largest first."""

    @property
    def outside_painting(self) -> int:
        """The number of calls in packages that do not draw."""
        return self.calls - sum(self.packages.get(package, 0) for package in PAINTING)


class Key(NamedTuple):
    """A key whose calls are counted."""

    does: str
    before: Sequence[str]
    """The keys that are pressed before this one, each when the effect of the last one has been shown."""
    key: str
    motion: bool = True
    goal: str = ""


_OPENING = (" ", "r")
"""The keys of an opening with a tie and another roll."""
_TURN = (*_OPENING, "\t", "1", "\r")
"""The keys of the first turn, with a play that is chosen from the list."""
KEYS = (
    Key("Enter picks up a checker", _OPENING, "\r", goal="<= 2,500, 900"),
    Key("An arrow moves the cursor", _OPENING, "\x1b[C"),
    Key("f turns the board", _OPENING, "f"),
    Key("One more typed character", (*_OPENING, "13/"), "1"),
    Key("Space rolls", _TURN, " ", goal="<= 7,000, 2,500"),
    Key("Space rolls, without motion", _TURN, " ", motion=False),
)


def walk(
    program: Sequence[str], key: Key, ready: str = "Roll one die each", package: Path = ROOT / "bgterm"
) -> Walk:
    """Return the calls of a key in a Python program that first shows `ready`; only those in `package` count."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(Path(__file__).with_name("call_counter.py"), folder / "sitecustomize.py")
        environment = {
            **dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), name),
            "PYTHONPATH": os.pathsep.join([name, str(package.parent), *_python_path()]),
            "COLORTERM": "truecolor",
            "WALK_OUT": str(folder / "walk.json"),
            "WALK_ROOT": str(package),
        }
        if key.motion:
            environment["SSH_CONNECTION"] = ""  # as at one's own computer
        with Terminal([sys.executable, *program], env=environment, cwd=folder) as terminal:
            terminal.wait_for(ready)
            for keys in key.before:
                terminal.settle()
                terminal.send(keys)
            terminal.settle()
            terminal.signal(signal.SIGUSR1)
            terminal.settle()
            terminal.send(key.key)
            terminal.settle()
            terminal.signal(signal.SIGUSR2)
            terminal.settle()
        return Walk(**json.loads((folder / "walk.json").read_text(encoding="utf-8")))


def _python_path() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def rows() -> Iterator[Figure]:
    """Count the calls of each key and report them line by line."""
    for key in KEYS:
        cost = walk(PLAY, key)
        figure = f"{cost.calls:,} calls, {cost.outside_painting:,} outside `terminal` and `tui/board`"
        yield Figure(f"calls: {key.does}", figure, key.goal)


def main() -> None:
    """Print the calls of each key as a table of a document, and the calls of each package."""
    print("| | files | functions | calls | across files | outside `terminal` and `tui/board` |")
    print("|---|---|---|---|---|---|")
    walks = [(key.does, walk(PLAY, key)) for key in KEYS]
    for does, each in walks:
        figures = (each.files, each.functions, each.calls, each.across, each.outside_painting)
        print(f"| {does} |", " | ".join(f"{figure:,}" for figure in figures), "|")
    for does, each in walks:
        print(f"\n{does}:", ", ".join(f"{package} {calls:,}" for package, calls in each.packages.items()))


if __name__ == "__main__":
    main()
