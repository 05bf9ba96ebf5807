"""The one-sided bear-off table: for each position at home, the chances to be done in so many rolls.

    python -m tools.bearoff bgterm/engine/builtin/bearoff.xz
    python -m tools.bearoff --plain gnubg_os0.bd

The table has the 54,264 positions of up to 15 checkers on the six points of a home. It contains two
distributions of each: the number of rolls until all checkers are off, and, with 15 checkers, until the first one
is, which saves the gammon. Each is that of the play with the fewest rolls on average. The layout is that of the
file `gnubg_os0.bd` of GNU Backgammon, described in `bgterm/engine/builtin/tables.py`; with `--plain` the
two files are equal byte for byte.
"""

import argparse
import lzma
import struct
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from bgterm.engine.builtin.tables import CERTAIN, CHECKERS, ENTRY, HEADER
from bgterm.rules.board import HOME
from bgterm.rules.dice import ROLLS

Position = tuple[int, ...]
"""The checkers on the points 1 to 6."""
Distribution = tuple[int, ...]
"""The chances of 0, 1, 2, ... rolls, in parts of `CERTAIN`."""
_DONE: Distribution = (CERTAIN,)


def positions() -> list[Position]:
    """Return the positions in the order of the table: that of the numbers that have their checkers as bits.

    Such a number has a 1 for each point, above as many zeros as the points from this one up have checkers.
    """
    bits = sorted(sum(1 << place for place in places) for places in combinations(range(CHECKERS + HOME), HOME))
    return [_position(number) for number in bits]


def _position(bits: int) -> Position:
    places = [place for place in range(bits.bit_length()) if bits >> place & 1]
    below = [-1, *places]
    return tuple(place - before - 1 for before, place in zip(below, places, strict=False))[::-1]


def _moves(position: Position, die: int, highest: int) -> Iterator[tuple[Position, int]]:
    """Yield each position after a move by `die` from point `highest` or lower, with the point it left."""
    top = next((point for point in range(HOME, 0, -1) if position[point - 1]), 0)
    for point in range(min(highest, top), 0, -1):
        if position[point - 1] and (point >= die or point == top):
            after = list(position)
            after[point - 1] -= 1
            if point > die:
                after[point - 1 - die] += 1
            yield tuple(after), point


def _results(position: Position, dice: Sequence[int], highest: int = HOME) -> Iterator[Position]:
    """Yield the positions after moves by all the dice; of equally good ones the first is chosen."""
    if not dice or not any(position):
        yield position
        return
    die, rest = dice[0], dice[1:]
    for after, point in _moves(position, die, highest):
        yield from _results(after, rest, point if rest and rest[0] == die else HOME)


def _rounded(sums: Sequence[int]) -> Distribution:
    """Return a 36th of each sum, rounded; the largest is adjusted so that all add up to `CERTAIN`."""
    chances = [(total + 18) // 36 for total in sums]
    chances[chances.index(max(chances))] += CERTAIN - sum(chances)
    while not chances[-1]:
        chances.pop()
    return tuple(chances)


def _after_rolls(bests: Sequence[tuple[int, Distribution]]) -> Distribution:
    """Return the distribution before a roll, from the best one after each kind of roll and its count of 36."""
    sums = [0] * (1 + max(len(chances) for _count, chances in bests))
    for count, chances in bests:
        for rolls, chance in enumerate(chances, 1):
            sums[rolls] += count * chance
    return _rounded(sums)


def table() -> Iterator[tuple[Distribution, Distribution]]:
    """Yield for each position the distributions of rolls until all checkers are off, and until the first is."""
    every = positions()
    index = {position: number for number, position in enumerate(every)}
    kinds: tuple[list[Distribution], list[Distribution]] = [], []
    means: tuple[list[int], list[int]] = [], []
    for position in every:
        full = sum(position) == CHECKERS
        results = [(count, [index[after] for after in ends]) for count, ends in results_of(position)]
        for kind, (chances, mean) in enumerate(zip(kinds, means, strict=True)):
            if not results or (kind and not full):
                found = _DONE
            else:
                best = [(count, chances[min(after, key=mean.__getitem__)]) for count, after in results]
                found = _after_rolls(best)
            chances.append(found)
            mean.append(sum(number * chance for number, chance in enumerate(found)))
    return zip(*kinds, strict=True)


def results_of(position: Position) -> list[tuple[int, list[Position]]]:
    """Return how many of 36 rolls each kind of roll has, with the positions after it; empty when all are off."""
    found = []
    for dice in ROLLS if any(position) else ():
        orders = (dice.pips,) if dice.is_double else (dice.pips, dice.pips[::-1])
        ends = (after for order in orders for after in _results(position, order))
        found.append((1 if dice.is_double else 2, [*dict.fromkeys(ends)]))
    return found


def written(found: Iterator[tuple[Distribution, Distribution]]) -> bytes:
    """Return the bytes of the table's file before its compression."""
    entries: list[bytes] = []
    values: list[int] = []
    for pair in found:
        entry = [len(values)]
        for chances in pair:
            first = next(rolls for rolls, chance in enumerate(chances) if chance)
            entry += [len(chances) - first, first]
            values += chances[first:]
        entries.append(ENTRY.pack(*entry))
    return HEADER + b"".join(entries) + struct.pack(f"<{len(values)}H", *values)


def main() -> None:
    """Write the file of the table: plain with `--plain`, else compressed."""
    parser = argparse.ArgumentParser(description="Compute the one-sided bear-off table.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--plain", action="store_true", help="do not compress it")
    options = parser.parse_args()
    data = written(table())
    options.file.write_bytes(data if options.plain else lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
