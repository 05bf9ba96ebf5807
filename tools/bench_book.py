"""Figures of the match library: the processor time until a folder of many matches is shown.

python -m tools.bench book
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bgterm.notation.json_codec import write_line
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.index import Query, Sort
from bgterm.storage.library import Library, last_unfinished
from tests.sensible import played_match
from tools.figures import Figure

MATCHES = 10_000
HEADER = Header(BACKGAMMON, Ruleset(length=7), date="2026-11-20T19:30")
SHORT = (OpeningThrown(3, 1), ResignationOffered(Player.BLACK, Win.SINGLE), ResignationAccepted(Player.WHITE))
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Wilhelmina")
ROWS = 40
"""How many rows a screen shows."""


def rows() -> Iterator[Figure]:
    """Measure a folder of ten thousand matches of one resigned game each, and one long one."""
    with TemporaryDirectory() as home:
        folder = Path(home) / "matches"
        folder.mkdir()
        fill(folder)
        begin = time.process_time()
        with Library(folder) as book:
            book.read(book.left)
        first = time.process_time() - begin
        yield Figure(f"a library of {MATCHES:,} matches never seen before", f"{first:.1f} s")
        yield Figure("the same when the index knows them", _milli(lambda: opened(folder)), "at once: < 200 ms")
        yield Figure("  the match to go on with", _milli(lambda: last_unfinished(folder)))
        with Library(folder) as book:
            yield Figure("  another page of it", _milli(lambda: book.page(Query(), 5000, ROWS)))
            query = Query("wilhelmina", sort=Sort.NAMES)
            yield Figure("  a name found, sorted by names", _milli(lambda: book.page(query, 0, ROWS)))
            yield Figure("  two players compared", _milli(lambda: book.tally(("Ann", "Bob"))))
        yield reading(folder)


def fill(folder: Path) -> None:
    """Write the matches to the folder, without waiting for the disk."""
    events = "".join(f"{write_line(event)}\n" for event in SHORT)
    for number in range(MATCHES):
        pair = (NAMES[number % 6], NAMES[(number // 6 + number + 1) % 6])
        path = folder / f"{number:05}.jsonl"
        path.write_text(f"{write_line(HEADER._replace(names=pair))}\n{events}", encoding="utf-8")


def opened(folder: Path) -> None:
    """Open the library and read its first page, as its screen does."""
    with Library(folder) as book:
        assert book.left == 0
        assert book.count(Query()) >= MATCHES
        assert len(book.page(Query(), 0, ROWS)) == ROWS


def reading(folder: Path) -> Figure:
    """Play a match to seven points, and read it as the library does when its screen is shown again."""
    story = [event for _, event in played_match(4, HEADER, games=99)]
    path = folder / "long.jsonl"
    path.write_text("".join(f"{write_line(line)}\n" for line in (HEADER, *story)), encoding="utf-8")
    times = []
    for at in range(5):
        os.utime(path, (at, at))
        begin = time.process_time()
        with Library(folder) as book:
            book.read(book.left)
        times.append(time.process_time() - begin)
    return Figure(f"the same with one match of {len(story)} events played since", f"{min(times) * 1000:.0f} ms")


def _milli(work: Callable[[], object]) -> str:
    times = []
    for _ in range(5):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return f"{min(times) * 1000:.1f} ms"


if __name__ == "__main__":
    for figure in rows():
        print(*figure, file=sys.stdout)
