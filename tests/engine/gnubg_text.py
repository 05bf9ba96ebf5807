"""GNU Backgammon's text interface: the output of its command `hint` for positions."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_SETUP = (
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set evaluation cubedecision evaluation plies {plies}",
    "set evaluation chequerplay evaluation plies {plies}",
)
_PLAY = re.compile(r" *\d+\. Cubeful (\d)-ply +(\S.*?) {2,}Eq\.: +([-+\d.]+)")
_EQUITY = re.compile(r"\d\. (.*?) +([-+]\d+\.\d+)")
_CHANCES = re.compile(r" +([01]\.\d{3}) ([01]\.\d{3}) ([01]\.\d{3}) - [01]\.\d{3} ([01]\.\d{3}) ([01]\.\d{3})")


class TextPlay(NamedTuple):
    plies: int
    text: str
    equity: str


class Hint(NamedTuple):
    """The hint for a position: at most ten plays, or the equities, the action and the chances of a cube."""

    plays: list[TextPlay]
    equities: dict[str, str]
    action: str
    chances: list[tuple[str, ...]]


def output_of(commands: Iterable[str], folder: Path) -> str:
    """Run the commands in GNU Backgammon in the folder, where its files are, too; return all that it prints."""
    script = folder / "commands"
    script.write_text("\n".join(commands) + "\n")
    return subprocess.run(
        ["gnubg", "-t", "-q", "-r", "-c", str(script)],
        cwd=folder,
        input="",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C"},
        check=True,
    ).stdout


def hints(ids: Sequence[str], plies: int, folder: Path, *more: str) -> Iterator[Hint]:
    """Yield the hint at `plies` plies for each position, by its id; `more` commands run before."""
    commands = [command.format(plies=plies) for command in (*_SETUP, *more)]
    for name in ids:
        commands += [f"set gnubgid {name}", "show gnubgid", "hint"]
    parts = re.split(r"Setting GNUbg ID .*", output_of(commands, folder))[1:]
    assert len(parts) == len(ids)
    yield from map(_hint, parts)


def _hint(told: str) -> Hint:
    plays = [TextPlay(int(plies), text, equity) for plies, text, equity in _PLAY.findall(told)]
    action = re.search(r"Proper cube action: (.*?)(?: \(|$)", told, re.MULTILINE)
    return Hint(plays, dict(_EQUITY.findall(told)), action[1] if action else "", _CHANCES.findall(told))
