"""Figures of match files: how fast they are read, every play checked, and written."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from time import process_time

from bgterm.rules.errors import NotationError
from bgterm.rules.events import Event, Moved
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.match_files import FORMATS, Format
from tests.hostile import HOSTILE, Hostile
from tests.sensible import played_match
from tools.figures import Figure

GAMES = 100
SEED = 1
HOSTILE_SIZE = 128 * 1024
"""The length of each hostile file, in characters."""


def rows() -> Iterable[Figure]:
    """Read and write a money session of many games in the formats of other programs."""
    header = Header(BACKGAMMON, Ruleset(), ("Ann", "Bob"))
    events = tuple(event for _, event in played_match(SEED, header, games=GAMES))
    for suffix in (".mat", ".sgf"):
        yield from _of_format(suffix, FORMATS[suffix], header, events)
    yield from _of_hostile_files()


def _of_format(suffix: str, form: Format, header: Header, events: tuple[Event, ...]) -> Iterable[Figure]:
    data = form.write(header, events).encode()
    found = form.read(data)
    assert (found.items, found.problems) == (events, ())
    plays = sum(isinstance(event, Moved) for event in events)
    reading, writing = seconds(lambda: form.read(data)), seconds(lambda: form.write(header, events))
    what = f"{suffix} of {GAMES} games, {plays:,} plays, {len(data) // 1024} kB: read"
    yield Figure(what, f"{reading:.2f} s of one processor")
    yield Figure("  read and validated", f"{plays / reading:,.0f} plays a second")
    yield Figure("  written", f"{writing:.2f} s")


def _of_hostile_files() -> Iterable[Figure]:
    """Measure files that are written to keep a reader busy: the first kind, and the slowest."""
    first, *others = ((seconds(partial(_tried, kind)), what) for what, kind in HOSTILE.items())
    slowest, what = max(first, *others)
    yield Figure(f"{HOSTILE_SIZE // 1024} kB of (;GM[6]): read", f"{first[0]:.2f} s")
    yield Figure(f"  the slowest of {len(HOSTILE)} such files: {what}", f"{slowest:.2f} s")


def _tried(kind: Hostile) -> None:
    with suppress(NotationError):
        kind.read(kind.text(HOSTILE_SIZE))


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds of processor time the work takes; other programs do not count."""
    began = process_time()
    work()
    return process_time() - began
