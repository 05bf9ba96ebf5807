"""`make bench`: figures and goals, one table a part. `python -m tools.bench plays` prints one part only.

A part is a function that gives its figures; a new one is added to `PARTS`.
"""

import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from resource import getpagesize
from time import perf_counter
from typing import NamedTuple

from bgterm.rules.board import Board, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import Header
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests import naive
from tests.players import random_match
from tests.positions import board_of_id
from tests.reference import BENCH, rows
from tools import (
    bench_attacks,
    bench_bare,
    bench_book,
    bench_bots,
    bench_database,
    bench_disk,
    bench_engine,
    bench_files,
    bench_keys,
    bench_lobby,
    bench_screen,
    bench_server,
    bench_stages,
    spiel,
    walks,
)
from tools.figures import Figure

MICRO, MILLI = 1e6, 1e3
SEED = 1


class Roll(NamedTuple):
    """A roll of a player on a board, whose plays are timed."""

    board: Board
    player: Player
    dice: Dice

    def plays(self) -> LegalPlays:
        return HittingPlays(self.board, self.player, self.dice)

    def sides(self) -> tuple[list[int], list[int]]:
        return list(self.board.counts(self.player)), list(self.board.counts(self.player.opponent))


WORST = Roll(board_of_id("AAAA/3+UklJKKQ", Player.WHITE), Player.WHITE, Dice(1, 1))
"""The roll with the most results known."""


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds the work takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def best(*works: Callable[[], object], rounds: int = 5) -> tuple[float, ...]:
    """Return each work's shortest time in seconds; they run in turn, so that a busy machine slows all alike."""
    times = [[seconds(work) for work in works] for _ in range(rounds)]
    return tuple(map(min, zip(*times, strict=True)))


def rate(time: float, count: int) -> str:
    return f"{time / count * MICRO:.1f} us"


# Legal plays


def plays() -> Iterable[Figure]:
    """Measure whole turns: the time to find all distinct results of a roll, and the answers the screen needs."""
    rolls = [
        Roll(board_of_id(row["id"], Player.WHITE), Player.WHITE, Dice.of(*row["dice"])) for row in rows(BENCH)
    ]
    yield from against_naive(rolls)
    yield from against_spiel()
    yield worst_roll()
    yield click([WORST, *sorted(rolls, key=lambda roll: len(roll.plays()))[-20:]])
    yield memory(turns=100_000)
    yield self_play()


def against_naive(rolls: Sequence[Roll]) -> Iterable[Figure]:
    sides = [(roll.sides(), roll.dice) for roll in rolls]
    ours, plain = best(
        lambda: [len(roll.plays()) for roll in rolls],
        lambda: [naive.results(*both, *dice) for both, dice in sides],
        rounds=3,
    )
    yield Figure(f"a roll, all distinct results, mean of {len(rolls)}", rate(ours, len(rolls)))
    yield Figure("  plain recursive finder", rate(plain, len(rolls)))
    yield Figure("  times as fast", f"{plain / ours:.1f}", ">= 4")


def against_spiel() -> Iterable[Figure]:
    """Compare whole turns with OpenSpiel's, on the positions of its own random games.

    OpenSpiel plays a double as two turns of two moves, and an action is a pair of sources in order, so several
    actions lead to one position. What `LegalPlays` finds, the complete set of distinct results of a roll, is got
    from it by making each action and telling the states apart, after the first half of a double too, in the
    cheapest way it has. The last line is less than that, and the least that it can be asked for: to list the
    actions (of a double those after each first half), without the positions and with whatever is there twice.
    """
    if find_spec("pyspiel") is None:
        yield Figure("OpenSpiel", "not installed: pip install open_spiel")
        return
    turns = spiel.random_turns(2000, Random(SEED))
    rolls = [Roll(*turn.roll) for turn in turns]
    assert [len(roll.plays()) for roll in rolls] == [len(turn.results()) for turn in turns]
    ours, whole, listed = best(
        lambda: [len(roll.plays()) for roll in rolls],
        lambda: [turn.results() for turn in turns],
        lambda: [turn.actions() for turn in turns],
        rounds=3,
    )
    yield Figure(f"a roll, all distinct results, mean of {len(rolls)} of OpenSpiel's", rate(ours, len(rolls)))
    yield Figure("  OpenSpiel", rate(whole, len(rolls)))
    yield Figure("  times as fast", f"{whole / ours:.1f}", ">= 3")
    yield Figure("  OpenSpiel, actions only, duplicates kept", rate(listed, len(rolls)))


def worst_roll() -> Figure:
    (time,) = best(lambda: len(WORST.plays()), rounds=20)
    return Figure(f"the worst roll known, {len(WORST.plays())} results", f"{time * MILLI:.2f} ms", "< 5 ms")


def click(rolls: Sequence[Roll]) -> Figure:
    """Measure how long it takes to list the moves that may follow a draft, with new legal plays each time."""
    rng = Random(SEED)
    drafts: list[tuple[Roll, Play]] = [(roll, draft) for roll in rolls for draft in random_drafts(roll, rng, 50)]
    longest = max(best(partial(ask, roll, draft), rounds=3)[0] for roll, draft in drafts)
    return Figure(f"a click, the longest of {len(drafts)}", f"{longest * MILLI:.2f} ms", "< 1 ms")


def ask(roll: Roll, draft: Play) -> frozenset[Move]:
    return roll.plays().after(draft)


def random_drafts(roll: Roll, rng: Random, count: int) -> Iterable[Play]:
    legal = roll.plays()
    for _ in range(count):
        draft: Play = ()
        while following := sorted(legal.after(draft)):
            yield draft
            draft = (*draft, rng.choice(following))


def memory(turns: int) -> Figure:
    """Measure how much memory is still in use after random turns, which should leave none behind."""
    rng = Random(SEED)
    games = random_rolls(rng)
    work(islice(games, turns // 10))
    before = kept()
    work(islice(games, turns))
    blocks, size = (now - then for now, then in zip(kept(), before, strict=True))
    return Figure(f"memory after {turns:,} random turns", f"{blocks:+} blocks, {size / 2**20:+.1f} MB", "< 1 MB")


def work(rolls: Iterable[Roll]) -> None:
    for _ in rolls:
        pass


def random_rolls(rng: Random) -> Iterable[Roll]:
    """Yield the rolls of one random game after another."""
    while True:
        board, player = BACKGAMMON.board, Player.WHITE
        while board.pips(player.opponent):
            roll = Roll(board, player, Dice.of(rng.randint(1, 6), rng.randint(1, 6)))
            yield roll
            board = board.played(player, rng.choice(list(roll.plays())))
            player = player.opponent


def kept() -> tuple[int, int]:
    """Return the blocks of memory in use, and the bytes of the process (0 where it cannot be asked)."""
    gc.collect()
    pages = Path("/proc/self/statm")
    size = int(pages.read_text().split()[1]) * getpagesize() if pages.exists() else 0
    return sys.getallocatedblocks(), size


def self_play(games: int = 100) -> Figure:
    """Whole games through the referee, every event checked; no cube, so that they are played out."""
    header = Header(BACKGAMMON, Ruleset(cube=False))
    time = seconds(lambda: random_match(SEED, header, games))
    return Figure("random games through the referee", f"{games / time:.0f} a second")


PARTS: dict[str, Callable[[], Iterable[Figure]]] = {
    "plays": plays,
    "files": bench_files.rows,
    "book": bench_book.rows,
    "screen": bench_screen.rows,
    "calls": walks.rows,
    "server": bench_server.rows,
    "lobby": bench_lobby.rows,
    "bare": bench_bare.rows,
    "keys": bench_keys.rows,
    "stages": bench_stages.rows,
    "disk": bench_disk.rows,
    "database": bench_database.rows,
    "attacks": bench_attacks.rows,
    "engine": bench_engine.rows,
    "bots": bench_bots.rows,
}
"""Every part by its name."""


def main(names: Sequence[str]) -> None:
    """Print the parts named, or all."""
    for name in names or PARTS:
        figures = list(PARTS[name]())
        widths = [max(len(figure[column]) for figure in figures) for column in range(2)]
        print(name)
        for what, measured, goal in figures:
            print(f"  {what:<{widths[0]}}  {measured:>{widths[1]}}  {goal}".rstrip())


if __name__ == "__main__":
    main(sys.argv[1:])
