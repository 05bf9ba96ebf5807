"""The exact table of Hyper-backgammon with one and with two checkers a side, cubeless and with the cube.

    python -m tools.hyper_table bgterm/engine/builtin/hyper_exact.xz

All pairs of positions are solved by value iteration, hits included, for money with gammons and backgammons, until
no value changes by more than `_EXACT`. `bgterm/engine/builtin/hyper_exact.py` describes the layout of the file.
"""

import argparse
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bgterm.engine.builtin.hyper_exact import CERTAIN, CHECKERS, NUMBERS, PLANES, UNITS_OF_EQUITY, places
from bgterm.rules.board import OFF
from bgterm.rules.dice import ROLLS
from tools.train_brain import CHANCES, losses, turned_values
from tools.train_inputs import OUTPUTS
from tools.train_plays import BYTES, SIDE, plays

_EXACT = 1e-7
_CENTRED, _MINE, _THEIRS = range(3)


class Turns(NamedTuple):
    """The plays of a roll in all positions: where those of each position begin, and the positions after them."""

    begins: np.ndarray
    after: np.ndarray

    def best(self, theirs: np.ndarray) -> np.ndarray:
        """Return the value of each position's best play, by each position's value to the opponent."""
        found: np.ndarray = np.maximum.reduceat(-theirs[self.after], self.begins)
        return found


class Solver:
    """Solves all positions in which both sides have `checkers` checkers, each seen by the player on roll."""

    def __init__(self, checkers: int) -> None:
        sides = np.zeros((len(places(checkers)), NUMBERS), np.uint8)
        for place, stood in enumerate(places(checkers)):
            np.add.at(sides[place], list(stood), 1)
        count = len(sides)
        self.positions = np.empty((count * count, BYTES), np.uint8)
        self.positions[:, :SIDE] = np.repeat(sides, count, 0)
        self.positions[:, SIDE:] = np.tile(sides, (count, 1))[:, ::-1]
        mine, theirs = self.positions[:, :SIDE], self.positions[:, : SIDE - 1 : -1]
        apart = ~((mine[:, 1:25] > 0) & (theirs[:, 24:0:-1] > 0)).any(1)
        self.lost = (theirs[:, OFF] == checkers) & (mine[:, OFF] < checkers)
        self.live = np.flatnonzero(apart & (mine[:, OFF] < checkers) & (theirs[:, OFF] < checkers))
        numbers = np.array([*places(checkers)])
        place_of = np.zeros(NUMBERS**2, np.int64)
        place_of[numbers[:, 0] * NUMBERS + numbers[:, -1]] = np.arange(count)
        self.rolls = [self._turns(number, place_of, count) for number in range(len(ROLLS))]

    def _turns(self, number: int, place_of: np.ndarray, count: int) -> Turns:
        reached = plays(self.positions[self.live], ROLLS[number])
        mine, theirs = reached.positions[:, :SIDE] > 0, reached.positions[:, : SIDE - 1 : -1] > 0
        low = [side.argmax(1) * NUMBERS + NUMBERS - 1 - side[:, ::-1].argmax(1) for side in (theirs, mine)]
        after = place_of[low[0]] * count + place_of[low[1]]
        pairs = np.unique(reached.origins * count**2 + after)
        origins, after = pairs // count**2, pairs % count**2
        return Turns(np.flatnonzero(np.diff(origins, prepend=-1)), after)

    def cubeless(self) -> np.ndarray:
        """Return the chances of each outcome when both make the plays that are best for money without a cube."""
        ends = np.zeros((len(self.positions), OUTPUTS))
        ends[self.lost] = losses(self.positions[self.lost])
        worth = np.array([2, 1, 1, -1, -1])
        values = ends @ worth - 1
        values[~self.lost] = 0
        values = self._solved(lambda now: {0: now[0]}, values[None])[0]
        policy = [turns.after[_first_best(turns, values)] for turns in self.rolls]
        chances = ends
        while True:
            new = chances.copy()
            new[self.live] = sum(
                chance * turned_values(chances[after]) for chance, after in zip(CHANCES, policy, strict=True)
            )
            change, chances = np.abs(new - chances).max(), new
            if change < _EXACT:
                return chances

    def cubeful(self) -> np.ndarray:
        """Return the equities of the player on roll, who does not double: cube in the middle, own, opponent's."""
        values = np.zeros((3, len(self.positions)))
        values[:, self.lost] = -1 - losses(self.positions[self.lost]).sum(1)

        def theirs(now: np.ndarray) -> dict[int, np.ndarray]:
            double = np.where(self.lost, now[_THEIRS], np.minimum(2 * now[_THEIRS], 1))
            middle, own = (np.maximum(now[cube], double) for cube in (_CENTRED, _MINE))
            return {_CENTRED: middle, _MINE: now[_THEIRS], _THEIRS: own}

        return self._solved(theirs, values)

    def _solved(self, theirs: Callable[[np.ndarray], dict[int, np.ndarray]], values: np.ndarray) -> np.ndarray:
        """Return the values at the end of iteration; `theirs` returns the opponent's values of each position."""
        while True:
            new = values.copy()
            for plane, worth in theirs(values).items():
                new[plane, self.live] = sum(
                    chance * turns.best(worth) for chance, turns in zip(CHANCES, self.rolls, strict=True)
                )
            change, values = np.abs(new - values).max(), new
            if change < _EXACT:
                return values


def _first_best(turns: Turns, theirs: np.ndarray) -> np.ndarray:
    worth = -theirs[turns.after]
    lengths = np.diff(turns.begins, append=len(worth))
    is_best = np.flatnonzero(worth >= np.repeat(turns.best(theirs), lengths))
    owners = np.searchsorted(turns.begins, is_best, "right")
    return is_best[np.flatnonzero(np.diff(owners, prepend=0))]


def written(checkers: int) -> bytes:
    """Return the part of the uncompressed file for `checkers` checkers a side."""
    solver = Solver(checkers)
    chances = np.rint(solver.cubeless() * CERTAIN).astype("<u2")
    equities = np.rint(solver.cubeful() * UNITS_OF_EQUITY).astype("<i2")
    parts = [*chances.T, *equities.view("<u2")]
    assert len(parts) == PLANES
    for part in parts:
        part[~np.isin(np.arange(len(part)), solver.live)] = 0
    return b"".join(part.tobytes() for part in parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Hyper-backgammon with one and two checkers.")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    data = b"".join(map(written, CHECKERS))
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1, "pb": 1}]
    options.file.write_bytes(lzma.compress(data, filters=filters))


if __name__ == "__main__":
    main()
