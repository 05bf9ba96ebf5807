"""Recorded games: every key and line of the players, and what their terminals showed then.

    python -m tools.transcripts                     # replays all of them
    python -m tools.transcripts --record keyboard   # plays the keys of one again, and writes what is shown

They were recorded before a redesign. They stay as they are, or a commit that does nothing else changes one and
says why it is better. They know the program only through pseudo-terminals and SSH. A transcript is a text file:

    Ann screen: bgterm play --seed 7        a program is started on a terminal, of which screen and colours count
    Ann text: ssh Ann                       ... of which the screen counts, without its colours
    Bob lines: ssh -T plain                 ... of which all lines of output count
    Ann keys: Space                         keys are pressed together
    Bob line: roll                          a line is typed, and Enter; without Enter before a backslash
    Ann 3|Enter ends your turn              row 3 of the screen shows this now, or the third line of output is this
    Ann 3:a70 b                             the colours of row 3 are 70 times a, once b
    Ann cursor|3,7                          where the cursor is, and ...
    Ann status|0                            ... how the program ended
    a = #d0d0d0 on #303030 bold             what a stands for

After a step, that is a program that is started, keys or a line, only what it has changed is written. A server
finds the match of `NAME.jsonl`, in which the players are named instead of their keys.
"""

import argparse
import os
import re
import select
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryDirectory
from time import monotonic

import asyncssh
import pyte
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tools.stillness import rest, threads
from tools.terminal import Terminal

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "transcripts"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
"""The names of all transcripts."""
QUIET = 0.9
"""Seconds without any output or work, after which no more output is expected.

This is longer than the pause of an engine before it acts, and shorter than that of a server between two checks of
its connections.
"""
KEYS = {
    "Space": " ",
    "Enter": "\r",
    "Tab": "\t",
    "Esc": "\x1b[27u",  # as the keyboard protocol has it, which cannot be taken for the start of another key
    "Backspace": "\x7f",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "PageUp": "\x1b[5~",
    "PageDown": "\x1b[6~",
    "End": "\x1b[F",
    "Home": "\x1b[H",
    **{f"Ctrl+{letter}": chr(ord(letter) - 64) for letter in "CDQUWZ"},
}
"""The characters of keys that have a name; others are typed as they are written."""
_SETTINGS = 'engine = "builtin"\nnotices_stay = true\n'
"""The settings of the players: the built-in engine, since others may not be installed, and messages that stay."""
_DIFFERENT = re.compile(
    r"20\d\d-\d\d-\d\d|(?<=-p )\d{5}|(?<=port )\d{5}|(?<=SHA256:)[\w+/]{43}|\b[A-Z][2-9][A-Z][2-9][A-Z]\b"
)
_STEP = re.compile(r"(\w+) (screen|text|lines|keys|line): ?(.*)")
_STARTS = ("screen", "text", "lines")
_SHOWN = re.compile(r"(\w+) (\w+)([|:])(.*)")
_STYLE = re.compile(r"(\w+) = (.*)")

State = dict[str, dict[str, str]]
"""What each player sees, under keys as in the file: `3|` for row 3, `3:` for its colours, `cursor|`, `status|`."""


def masked(text: str) -> str:
    """Return the text with # for what differs in each run: dates, ports, host keys and codes of tables."""
    return _DIFFERENT.sub(lambda found: re.sub(r"[^-]", "#", found[0]), text)


class Difference(AssertionError):
    """Raised when a terminal does not show what the transcript says."""


@dataclass
class Step:
    """An action of a player, and what all terminals showed after it."""

    player: str
    kind: str
    text: str
    line: int = 0
    """The number of the step's line in the file; 0 when it is not from a file."""
    state: State = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the step's line of the file."""
        return f"{self.player} {self.kind}: {self.text}".rstrip()


# The file


def read(path: Path) -> list[Step]:
    """Return the steps of a transcript."""
    styles: dict[str, str] = {}
    steps: list[Step] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := _STEP.fullmatch(line):
            before = steps[-1].state if steps else {}
            state = {player: dict(shown) for player, shown in before.items()}
            steps.append(Step(found[1], found[2], found[3], number, state))
            if found[2] in _STARTS:
                state[found[1]] = {}
        elif found := _SHOWN.fullmatch(line):
            player, name, mark, value = found.groups()
            _put(steps[-1].state[player], name + mark, _spelled(value, styles) if mark == ":" else value)
        elif found := _STYLE.fullmatch(line):
            styles[found[1]] = found[2]
        elif line and not line.startswith("#"):
            raise ValueError(f"{path}, line {number}: {line}")
    return steps


def _put(shown: dict[str, str], name: str, value: str) -> None:
    if value:
        shown[name] = value
    else:
        shown.pop(name, None)


def _spelled(runs: str, styles: Mapping[str, str]) -> str:
    """Return runs of short names of styles, with the styles instead of the names."""
    return ", ".join(f"{count or 1} {styles[name]}" for name, count in re.findall(r"([a-zA-Z]+)(\d*)", runs))


def write(path: Path, steps: Sequence[Step]) -> None:
    """Write the steps to a transcript, after the comment that it begins with."""
    styles: dict[str, str] = {}
    lines = list[str]()
    before: State = {}
    for step in steps:
        lines.append(str(step))
        for player, shown in step.state.items():
            was = {} if step.player == player and step.kind in _STARTS else before.get(player, {})
            for name in sorted(was.keys() | shown.keys(), key=_order):
                if was.get(name, "") != (value := shown.get(name, "")):
                    lines.append(f"{player} {name}{_shortened(value, styles) if name[-1] == ':' else value}")
        before = step.state
    comment = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    names = [f"{name} = {style}" for style, name in styles.items()]
    path.write_text("\n".join([*comment, *names, *lines, ""]), encoding="utf-8")


def _order(name: str) -> tuple[bool, int, str]:
    number, mark = name[:-1], name[-1]
    return (mark == ":", int(number), "") if number.isdigit() else (True, sys.maxsize, name)


def _shortened(style: str, styles: dict[str, str]) -> str:
    runs = [run.split(" ", 1) for run in style.split(", ") if run]
    return " ".join(f"{_name(styles, what)}{count if count != '1' else ''}" for count, what in runs)


def _name(styles: dict[str, str], style: str) -> str:
    """Return the short name of a style, and give a new style one."""
    if style not in styles:
        more, letter = divmod(len(styles), len(ascii_letters))
        styles[style] = ascii_letters[letter] + (ascii_letters[more - 1] if more else "")
    return styles[style]


# The terminals


class Seat:
    """A terminal with a program of one player."""

    def __init__(self, argv: Sequence[str], home: Path, kind: str) -> None:
        """Start the program; the transcript has its screen with colours, its text or its output by `kind`."""
        lines = kind == "lines"
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        kept = {
            name: os.environ[name]
            for name in ("PYTHONPATH", "BGTERM_GNUBG", "BGTERM_VISIBLE")
            if name in os.environ
        }
        homes = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(home))
        env = {**kept, **homes, "PATH": path, "TZ": "UTC"}
        size = {"columns": 1000, "rows": 60} if lines else {}  # no line of them is broken
        self.terminal = Terminal(
            argv, env={**env, "TERM": "dumb" if lines else "xterm-256color"}, cwd=home, **size
        )
        self._lines, self._coloured, self._home = lines, kind == "screen", str(home)
        self.status: int | None = None
        """The exit status of the program; None while it runs."""

    def read(self) -> None:
        """Read the output that is there; if there is none, the program has ended: wait for its status."""
        if not self.terminal.read(0):
            self.status = self.terminal.wait_unread()

    def type(self, step: Step) -> None:
        """Press the keys of a step, or type its line."""
        if step.kind == "keys" or step.text in KEYS:
            self.terminal.send("".join(KEYS.get(key, key) for key in step.text.split(" ")))
        else:
            self.terminal.send(step.text[:-1] if step.text.endswith("\\") else f"{step.text}\r")

    @property
    def shown(self) -> dict[str, str]:
        """What the terminal shows, without colours, under keys such as `3|`."""
        rows = self._output() if self._lines else self._rows()
        shown = {f"{number}|": row.rstrip() for number, row in enumerate(rows, 1)}
        if not self._lines and self.status is None and (cursor := self.terminal.cursor):
            shown["cursor|"] = f"{cursor[0] + 1},{cursor[1] + 1}"
        if self.status is not None:
            shown["status|"] = str(self.status)
        return {name: value for name, value in shown.items() if value}

    @property
    def styles(self) -> dict[str, str]:
        """The colours of all rows that have any, under keys such as `3:`."""
        if not self._coloured:
            return {}
        rows = enumerate(self.terminal.cells, 1)
        return {f"{number}:": styles for number, row in rows if (styles := _styles(row)) != _UNSTYLED}

    def _rows(self) -> list[str]:
        """Return the rows of the screen, masked even where a masked text is broken between two rows."""
        rows = self.terminal.screen
        text, width = masked("".join(rows)), len(rows[0])
        return [text[start : start + width] for start in range(0, len(text), width)]

    def _output(self) -> list[str]:
        """Return all lines of output, with control characters escaped."""
        text = self.terminal.output.decode(errors="replace").replace(self._home, "HOME").replace("\r\n", "\n")
        return [repr(line)[1:-1] if _CONTROL.search(line) else line for line in masked(text).split("\n")]


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _styles(row: Sequence[pyte.screens.Char]) -> str:
    """Return the runs of colours of a row, each after its number of cells."""
    return ", ".join(f"{len(list(cells))} {style}" for style, cells in groupby(row, _style))


@cache
def _style(cell: pyte.screens.Char) -> str:
    """Return the visible colours of a cell: a blank has no foreground, and reversed colours are exchanged."""
    colours = [cell.fg.replace("default", "foreground"), cell.bg.replace("default", "background")]
    foreground, background = reversed(colours) if cell.reverse else colours
    marks = [mark for mark in ("bold", "italics", "underscore", "strikethrough", "blink") if getattr(cell, mark)]
    if cell.data == " " and not {"underscore", "strikethrough"} & {*marks}:
        return background
    return " ".join([foreground, "on", background, *marks])


_UNSTYLED = "80 background"


class Room:
    """The terminals of all players of a transcript, and their server if they have one."""

    def __init__(self, folder: Path, match: Path, running: ExitStack) -> None:
        """Start programs with `folder` as their home; a server gets the match of the file `match`."""
        self._folder, self._match, self._running = folder, match, running
        self._seats: dict[str, Seat] = {}
        (folder / "bgterm").mkdir()
        (folder / "bgterm" / "settings.toml").write_text(_SETTINGS)

    def take(self, step: Step) -> None:
        """Start the program of a step, or type its keys or line."""
        if step.kind not in _STARTS:
            self._seats[step.player].type(step)
            return
        seat = Seat(self._command(step), self._folder, step.kind)
        self._running.enter_context(seat.terminal)
        self._seats[step.player] = seat

    def _command(self, step: Step) -> list[str]:
        program, *words = step.text.split()
        if program == "ssh":
            return self._ssh(step.player, *words)
        if words[:1] == ["serve"]:
            self._lay_table()
            return [program, *words, "--port", "0", "--data", str(self._folder / "server")]
        return [program, *words]

    def _lay_table(self) -> None:
        """Write the match into the server's folder, with the players' keys."""
        text = re.sub(r"key of (\w+)", lambda found: _key(found[1]).get_fingerprint(), self._match.read_text())
        folder = self._folder / "server" / "matches"
        folder.mkdir(parents=True)
        folder.parent.chmod(0o700)
        folder.chmod(0o700)
        (folder / "2026-11-20-ann-bob.jsonl").write_text(text)

    def _ssh(self, player: str, *words: str) -> list[str]:
        """Return the ssh command with the player's own key and address."""
        key = self._folder / player
        if not key.exists():
            _key(player).write_private_key(key)
            key.chmod(0o600)
            name = _key(player).get_fingerprint().rpartition(":")[2].replace("/", "_")
            settings = self._folder / "server" / "settings" / name / "settings.toml"
            settings.parent.mkdir(parents=True)
            settings.write_text(_SETTINGS)
        port = re.search(rb"port (\d+)", self._seats["Server"].terminal.output)
        if not port:
            raise AssertionError("no server is running")
        *options, login = words
        options += ["-q", "-F", "none", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"]
        options += ["-o", f"UserKnownHostsFile={self._folder / 'known'}", "-i", str(key), "-p", port[1].decode()]
        return ["ssh", *options, "-b", f"127.1.0.{1 + sum(player.encode()) % 250}", f"{login}@127.0.0.1"]

    @property
    def shown(self) -> State:
        """What all terminals show, by player, without colours."""
        return {player: seat.shown for player, seat in self._seats.items()}

    @property
    def state(self) -> State:
        """What all terminals show, by player, with colours."""
        return {player: {**seat.shown, **seat.styles} for player, seat in self._seats.items()}

    def read(self, seconds: float) -> bool:
        """Read what the terminals output next; return whether there was any output within `seconds` seconds."""
        files = {seat.terminal.master: seat for seat in self._seats.values() if seat.status is None}
        poll = select.poll()
        for file in files:
            poll.register(file, select.POLLIN)
        ready = poll.poll(1000 * seconds)
        for file, _ in ready:
            files[file].read()
        return bool(ready)

    def is_quiet(self) -> bool:
        """Wait until no program has worked for `QUIET` seconds; return False as soon as there is output."""
        seen, since = threads(self._pids()), monotonic()
        while not rest(seen) or monotonic() - since < QUIET:
            if self.read(_SOON):
                return False
            before, seen = seen, threads(self._pids())
            if seen != before:
                since = monotonic()
        return True

    def _pids(self) -> Iterator[int]:
        """Yield the ids of all programs that run, and of their children."""
        waiting = [seat.terminal.pid for seat in self._seats.values() if seat.status is None]
        while waiting:
            yield (pid := waiting.pop())
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                for path in Path(f"/proc/{pid}/task").glob("*/children"):
                    waiting += map(int, path.read_text().split())

    def settle(self) -> State:
        """Wait until no more output is expected, and return what all terminals show."""
        while self.read(_SOON) or not self.is_quiet():
            pass
        return self.state

    def expect(self, wanted: State) -> State:
        """Wait until the terminals show `wanted`, or until no more output is expected; return what they show."""
        texts = {
            player: {name: value for name, value in shown.items() if name[-1] == "|"}
            for player, shown in wanted.items()
        }
        while self.shown != texts or self.state != wanted:
            if not self.read(_SOON) and self.is_quiet():
                return self.state
        return wanted


_SOON = 0.02


def _key(player: str) -> asyncssh.SSHKey:
    """Return the private key of a player, which depends on the name only."""
    seed = sha256(f"a player of bgterm: {player}".encode()).digest()
    own = Ed25519PrivateKey.from_private_bytes(seed)
    return asyncssh.import_private_key(own.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))


# Both ways


@contextmanager
def _room(path: Path) -> Iterator[Room]:
    """Yield the room of a transcript, and kill its programs at the end."""
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory()))
        yield Room(folder, path.with_suffix(".jsonl"), running)


def record(name: str, folder: Path = FOLDER) -> None:
    """Play the keys of a transcript, and write what the terminals show into it."""
    path = folder / f"{name}.txt"
    steps = read(path)
    with _room(path) as room:
        for step in steps:
            room.take(step)
            step.state = room.settle()
    write(path, steps)


def replay(name: str, folder: Path = FOLDER) -> None:
    """Play the keys of a transcript. Raises Difference when something else is shown than in the transcript."""
    path = folder / f"{name}.txt"
    with _room(path) as room:
        before: State | None = None
        for step in read(path):
            room.take(step)
            shown = room.settle() if step.state == before else room.expect(step.state)
            if shown != step.state:
                raise Difference(
                    "\n".join([f"{path}, line {step.line}: {step}", *_differences(step.state, shown)])
                )
            before = step.state


def _differences(wanted: State, shown: State) -> Iterator[str]:
    """Yield what differs, as it should be and as it is: a row's text, or only its colours."""
    for player in sorted(wanted.keys() | shown.keys()):
        one, other = wanted.get(player, {}), shown.get(player, {})
        differing = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
        for name in sorted(differing, key=_order):
            if name[-1] == "|" or f"{name[:-1]}|" not in differing:
                yield f"  - {player} {name}{one.get(name, '')}"
                yield f"  + {player} {name}{other.get(name, '')}"


def main() -> int:
    """Replay transcripts, or record them; return 1 when one differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcripts", description="Replay recorded games.")
    parser.add_argument("--record", action="store_true", help="write what is shown now")
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME", help=", ".join(NAMES))
    asked = parser.parse_args()
    for name in asked.names:
        (record if asked.record else replay)(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
