"""Hyper-backgammon solved: the exact table of one and of two checkers a side, and the network beside perfect play.

    python -m tools.hyper_table write bgterm/engine/builtin/hyper_exact.xz
    python -m tools.hyper_table solve 3 /tmp/train/perfect.npy
    python -m tools.hyper_table compare 3

All pairs of positions are solved by value iteration, hits included, for money with gammons and backgammons, until
no value changes by more than `_EXACT`. `bgterm/engine/builtin/tables.py` describes the layout of the file.
With three checkers, 8.0 million positions and 890 million plays take 7 GB of memory and half an hour; `solve`
keeps the chances, which `tools/train.py` learns. `compare` says how far the network of the package is from the
exact equity, in every position, and how much its plays lose, in every position with every roll, and in games from
the start against perfect play.
"""

import argparse
import lzma
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bgterm.engine.builtin.network import networks_of
from bgterm.engine.builtin.tables import HYPER_CERTAIN, HYPER_CHECKERS, NUMBERS, PLANES, UNITS_OF_EQUITY
from bgterm.rules.board import OFF
from bgterm.rules.dice import ROLLS, Dice
from tools.train_brain import CHANCES, WORTH, Brain, losses, turned_values
from tools.train_inputs import OUTPUTS
from tools.train_plays import BYTES, SIDE, plays

_EXACT = 1e-10
_WRONG = 1e-5
"""A play that loses no more than this is as good as the best one."""
_CENTRED, _MINE, _THEIRS = range(3)
_CHUNK = 100_000
"""The number of positions whose plays are found at once."""
_KEY = 4 ** np.arange(NUMBERS)
"""The weights of the places in a number that is another one for each position of a side."""


@cache
def places(checkers: int) -> Sequence[tuple[int, ...]]:
    """Return the positions of a side in the order of the table, each as the sorted points of its checkers."""
    return [*combinations_with_replacement(range(NUMBERS), checkers)]


@cache
def _sides(checkers: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the keys of all positions of a side in order, and the index in `places` of each."""
    keys = np.array([_KEY[list(stood)].sum() for stood in places(checkers)])
    return np.sort(keys), np.argsort(keys)


def numbers_of(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Return the numbers of positions, each side given by its checkers on each place."""
    keys, order = _sides(int(mine[0].sum()))
    place, other = (order[np.searchsorted(keys, side @ _KEY)] for side in (mine, theirs))
    found: np.ndarray = place * len(keys) + other
    return found


class Positions:
    """All positions in which both sides have `checkers` checkers, in the order of their numbers."""

    def __init__(self, checkers: int) -> None:
        sides = np.zeros((len(places(checkers)), NUMBERS), np.uint8)
        for place, stood in enumerate(places(checkers)):
            np.add.at(sides[place], list(stood), 1)
        count = len(sides)
        self.rows = np.empty((count * count, BYTES), np.uint8)
        self.rows[:, :SIDE] = np.repeat(sides, count, 0)
        self.rows[:, SIDE:] = np.tile(sides, (count, 1))[:, ::-1]
        mine, theirs = self.rows[:, :SIDE], self.rows[:, : SIDE - 1 : -1]
        apart = ~((mine[:, 1:25] > 0) & (theirs[:, 24:0:-1] > 0)).any(1)
        self.lost = (theirs[:, OFF] == checkers) & (mine[:, OFF] < checkers)
        live = np.flatnonzero(apart & (mine[:, OFF] < checkers) & (theirs[:, OFF] < checkers))
        pips = (mine[live] + theirs[live]) @ np.arange(SIDE)
        self.live = live[np.argsort(pips, kind="stable")]
        """The positions that are not over, those with the fewest pips first."""
        self.levels = [slice(*ends) for ends in pairwise([0, *np.bincount(pips).cumsum()]) if ends[0] < ends[1]]
        """The positions of `live` with the same number of pips."""
        place = places(checkers).index(tuple(range(25 - checkers, 25)))
        self.start = place * count + place


class Turns(NamedTuple):
    """The plays of a roll in some positions: where those of each position begin, and the positions after them."""

    begins: np.ndarray
    after: np.ndarray

    def some(self, rows: slice) -> "Turns":
        """Return the plays in some of the positions."""
        begins = self.begins[rows]
        end = self.begins[rows.stop] if rows.stop < len(self.begins) else len(self.after)
        return Turns(begins - begins[0], self.after[begins[0] : end])

    def best(self, worth: np.ndarray) -> np.ndarray:
        """Return the value of each position's best play, by the value of each play."""
        found: np.ndarray = np.maximum.reduceat(worth, self.begins)
        return found

    def chosen(self, theirs: np.ndarray) -> np.ndarray:
        """Return the position after each position's best play, the first of equal ones."""
        worth = -theirs[self.after]
        lengths = np.diff(self.begins, append=len(worth))
        is_best = np.flatnonzero(worth >= np.repeat(self.best(worth), lengths))
        owners = np.searchsorted(self.begins, is_best, "right")
        found: np.ndarray = self.after[is_best[np.flatnonzero(np.diff(owners, prepend=0))]]
        return found


class Solver:
    """Solves all positions in which both sides have `checkers` checkers, each seen by the player on roll."""

    def __init__(self, checkers: int) -> None:
        found = Positions(checkers)
        self.positions, self.lost, self.live, self.levels = found.rows, found.lost, found.live, found.levels
        self.start = found.start
        self.rolls = [self._turns(dice) for dice in ROLLS]

    def _turns(self, dice: Dice) -> Turns:
        found = [self._reached(rows, dice) for rows in np.array_split(self.live, len(self.live) // _CHUNK + 1)]
        counts, after = map(np.concatenate, zip(*found, strict=True))
        return Turns((np.cumsum(counts) - counts).astype(np.int32), after)

    def _reached(self, rows: np.ndarray, dice: Dice) -> tuple[np.ndarray, np.ndarray]:
        """Return how many different positions follow in each row, and their numbers."""
        reached = plays(self.positions[rows], dice)
        mine, theirs = reached.positions[:, :SIDE], reached.positions[:, : SIDE - 1 : -1]
        numbers = numbers_of(theirs, mine)
        pairs = np.unique(reached.origins * len(self.positions) + numbers)
        origins, after = np.divmod(pairs, len(self.positions))
        return np.bincount(origins), after.astype(np.int32)

    def ends(self) -> np.ndarray:
        """Return the chances of each outcome of positions that are lost; 0 of others."""
        found = np.zeros((len(self.positions), OUTPUTS))
        found[self.lost] = losses(self.positions[self.lost])
        return found

    def equities(self) -> np.ndarray:
        """Return the equities without a cube, when both sides make the best plays."""
        values = np.where(self.lost, self.ends() @ WORTH - 1, 0)
        found: np.ndarray = self._solved(lambda now, _lost: {0: now[0]}, values[None])[0]
        return found

    def cubeless(self) -> np.ndarray:
        """Return the chances of each outcome when both make the plays that are best for money without a cube."""
        values, chances = self.equities(), self.ends()
        policy = [turns.chosen(values) for turns in self.rolls]

        def after(level: slice) -> np.ndarray:
            found: np.ndarray = sum(
                chance * turned_values(chances[each[level]]) for chance, each in zip(CHANCES, policy, strict=True)
            )
            return found

        self.settle(chances, after)
        return chances

    def cubeful(self) -> np.ndarray:
        """Return the equities of the player on roll, who does not double: cube in the middle, own, opponent's."""
        values = np.zeros((3, len(self.positions)))
        values[:, self.lost] = -1 - losses(self.positions[self.lost]).sum(1)

        def theirs(now: np.ndarray, lost: np.ndarray) -> dict[int, np.ndarray]:
            double = np.where(lost, now[_THEIRS], np.minimum(2 * now[_THEIRS], 1))
            middle, own = (np.maximum(now[cube], double) for cube in (_CENTRED, _MINE))
            return {_CENTRED: middle, _MINE: now[_THEIRS], _THEIRS: own}

        return self._solved(theirs, values)

    def _solved(
        self, theirs: Callable[[np.ndarray, np.ndarray], dict[int, np.ndarray]], values: np.ndarray
    ) -> np.ndarray:
        """Return the values at the end of iteration.

        `theirs` returns the opponent's values of positions, by the values so far and whether each is lost.
        """

        def after(level: slice) -> np.ndarray:
            found = np.zeros((level.stop - level.start, len(values)))
            for chance, turns in zip(CHANCES, self.rolls, strict=True):
                some = turns.some(level)
                for plane, worth in theirs(values[:, some.after], self.lost[some.after]).items():
                    found[:, plane] += chance * some.best(-worth)
            return found

        self.settle(values.T, after)
        return values

    def settle(self, values: np.ndarray, after: Callable[[slice], np.ndarray]) -> None:
        """Replace the values of all live positions by those that `after` returns, until none changes.

        Most plays lead to fewer pips, so that most of what `after` looks at has been replaced before.
        """
        change = 1.0
        while change > _EXACT:
            change = 0.0
            for level in self.levels:
                new = after(level)
                change = max(change, float(np.abs(new - values[self.live[level]]).max()))
                values[self.live[level]] = new


def written(checkers: int) -> bytes:
    """Return the part of the uncompressed file for `checkers` checkers a side."""
    solver = Solver(checkers)
    chances = np.rint(solver.cubeless() * HYPER_CERTAIN).astype("<u2")
    equities = np.rint(solver.cubeful() * UNITS_OF_EQUITY).astype("<i2")
    parts = [*chances.T, *equities.view("<u2")]
    assert len(parts) == PLANES
    for part in parts:
        part[~np.isin(np.arange(len(part)), solver.live)] = 0
    return b"".join(part.tobytes() for part in parts)


def compare(checkers: int) -> None:
    """Print how far the network is from perfect play, for money without a cube."""
    solver = Solver(checkers)
    exact, brain = solver.equities(), Brain.of(networks_of("hyper"))
    judged = exact.copy()
    for rows in np.array_split(solver.live, len(solver.live) // _CHUNK + 1):
        judged[rows] = brain.judged(solver.positions[rows])[0] @ WORTH - 1
    errors = np.abs(judged - exact)[solver.live]
    print(f"{len(errors):,} positions: equity wrong by {errors.mean():.4f}, at most {errors.max():.3f}")
    plays = [turns.chosen(judged) for turns in solver.rolls]
    lost = np.array(
        [turns.best(-exact[turns.after]) + exact[after] for turns, after in zip(solver.rolls, plays, strict=True)]
    )
    wrong = CHANCES @ (lost > _WRONG).mean(1)
    print(f"a play loses {CHANCES @ lost.mean(1):.5f}, at most {lost.max():.3f}; {wrong:.2%} are not the best")
    perfect = [turns.chosen(exact) for turns in solver.rolls]
    print(f"a game against perfect play loses {_lost(solver, plays, perfect, exact):.5f} points")


def _lost(solver: Solver, plays: list[np.ndarray], perfect: list[np.ndarray], exact: np.ndarray) -> float:
    """Return the points a game that plays lose to perfect ones, when each player starts half of the games."""
    values, both = np.stack([exact, exact], axis=1), (plays, perfect)
    each = [0 if dice.is_double else chance for dice, chance in zip(ROLLS, CHANCES, strict=True)]

    def after(level: slice) -> np.ndarray:
        return np.stack(
            [
                -sum(
                    chance * values[reached[level], 1 - side]
                    for chance, reached in zip(CHANCES, policy, strict=True)
                )
                for side, policy in enumerate(both)
            ],
            axis=1,
        )

    solver.settle(values, after)
    (start,) = np.flatnonzero(solver.live == solver.start)
    mine, theirs = (
        -sum(chance * values[reached[start], 1 - side] for chance, reached in zip(each, both[side], strict=True))
        / sum(each)
        for side in range(2)
    )
    return max(0.0, float(theirs - mine) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("write").add_argument("file", type=Path)
    for name in ("solve", "compare"):
        commands.add_parser(name).add_argument("checkers", type=int, choices=range(1, 4))
    commands.choices["solve"].add_argument("file", type=Path)
    asked = parser.parse_args()
    if asked.command == "solve":
        np.save(asked.file, Solver(asked.checkers).cubeless().astype(np.float32))
        return
    if asked.command == "compare":
        compare(asked.checkers)
        return
    data = b"".join(map(written, HYPER_CHECKERS))
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1, "pb": 1}]
    asked.file.write_bytes(lzma.compress(data, filters=filters))


if __name__ == "__main__":
    main()
