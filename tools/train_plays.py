"""The legal plays of many positions at once, in numpy.

Positions are rows of 52 bytes: the checkers of the player on roll on the numbers 0 (off) to 25 (the bar), and
those of the opponent, counted by the numbers of the player on roll: 26 is the opponent's bar, 51 what is off. A
row in reverse is the position as the opponent sees it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bgterm.rules.board import BAR, HOME, OFF, Board, Player
from bgterm.rules.dice import Dice
from tools.train_games import Narde

SIDE = 26
BYTES = 2 * SIDE


def rows_of(boards: Sequence[Board]) -> np.ndarray:
    """Return the rows of boards with White on roll."""
    found = b"".join(board.counts(Player.WHITE) + board.counts(Player.BLACK)[::-1] for board in boards)
    return np.frombuffer(found, np.uint8).reshape(-1, BYTES).copy()


def rows_of_packed(packed: Iterable[int]) -> np.ndarray:
    """Return the rows of packed positions of `tools.train_games`."""
    found = b"".join([position.to_bytes(BYTES, "little") for position in packed])
    return np.frombuffer(found, np.uint8).reshape(-1, BYTES).copy()


class Reached(NamedTuple):
    """Positions after moves, each with the index of the position before them."""

    origins: np.ndarray
    positions: np.ndarray
    sources: np.ndarray
    """The number that the last moved checker came from."""


def plays(positions: np.ndarray, dice: Dice) -> Reached:
    """Return the positions after all legal plays of a roll of a hitting game, seen by the mover.

    Some are there twice. Where no checker can be moved, the position itself is returned. The origins are in no
    order.
    """
    count = len(positions)
    start = Reached(np.arange(count), positions, np.full(count, BAR))
    if dice.is_double:
        levels = [start]
        for _ in range(4):
            levels.append(_moved(levels[-1], dice.high, down=True))
        return _first_of(count, levels[::-1])
    high, low = (_moved(start, die) for die in dice)
    at_once = _sources(positions, dice.high)
    both = _moved(high, dice.low), _moved(low, dice.high, barred=at_once)
    return _first_of(count, [_joined(both), high, low, start])


def long_plays(positions: np.ndarray, dice: Dice, *, first_turn: bool) -> Reached:
    """Return the positions after all legal plays of a roll of Long backgammon, in the order of the origins."""
    found = [
        Narde(int.from_bytes(row.tobytes(), "little"), dice, first_turn=first_turn).positions_after()
        for row in positions
    ]
    origins = np.repeat(np.arange(len(found)), [len(options) for options in found])
    after = rows_of_packed(option for options in found for option in options)
    return Reached(origins, after, np.zeros(len(after), np.int64))


def _first_of(count: int, levels: Sequence[Reached]) -> Reached:
    """Return for each origin its positions in the first of the levels that has any."""
    missing, kept = np.ones(count, bool), []
    for level in levels:
        wanted = missing[level.origins]
        kept.append(level if wanted.all() else Reached(*(part[wanted] for part in level)))
        missing[level.origins] = False
        if not missing.any():
            break
    return _joined(kept)


def _joined(parts: Sequence[Reached]) -> Reached:
    return Reached(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _moved(begin: Reached, die: int, *, down: bool = False, barred: np.ndarray | None = None) -> Reached:
    """Return the positions after one more move by `die`, never from the `barred` numbers.

    With `down` the checker comes from no higher number than the last one did.
    """
    can = _sources(begin.positions, die)
    if down:
        can &= np.arange(SIDE) <= begin.sources[:, None]
    if barred is not None:
        can &= ~barred[begin.origins]
    rows, sources = np.nonzero(can)
    after = begin.positions[rows]
    flat, base = after.reshape(-1), np.arange(len(rows)) * BYTES
    landing = np.maximum(sources - die, OFF)
    flat[base + sources] -= 1
    flat[base + landing] += 1
    there = base + SIDE + landing
    hit = np.flatnonzero((flat[there] == 1) & (landing > OFF))
    flat[there[hit]] = 0
    flat[base[hit] + SIDE] += 1
    return Reached(begin.origins[rows], after, sources)


def _sources(positions: np.ndarray, die: int) -> np.ndarray:
    """Return for each position and number whether a checker can be moved from there by `die`."""
    mine, theirs = positions[:, :SIDE], positions[:, SIDE:]
    can = np.zeros(mine.shape, bool)
    can[:, die + 1 :] = (mine[:, die + 1 :] > 0) & (theirs[:, 1 : SIDE - die] < 2)
    can[mine[:, BAR] > 0, :BAR] = False
    (home,) = np.nonzero(~mine[:, HOME + 1 :].any(1))
    if len(home):
        there = mine[home, : HOME + 1] > 0
        there[:, OFF] = False
        highest = np.where(there.any(1), HOME - there[:, ::-1].argmax(1), HOME)
        can[home, die] = there[:, die]
        lower = highest < die
        can[home[lower], highest[lower]] = True
    return can
