"""The legal plays of many positions at once, in numpy.

Positions are rows of 52 bytes: the checkers of the player on roll on the numbers 0 (off) to 25 (the bar), and
those of the opponent, counted by the numbers of the player on roll: 26 is the opponent's bar, 51 what is off. A
row in reverse is the position as the opponent sees it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bgterm.rules.board import BAR, HEAD, HOME, OFF, POINTS, Board, Player
from bgterm.rules.dice import Dice

SIDE = 26
BYTES = 2 * SIDE
_HALF = len(POINTS) // 2
_SPLITTING = (3, 4, 6)


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
    """Return the different positions after all legal plays of a roll of Long backgammon, seen by the mover.

    Where no checker can be moved, the position itself is returned. The origins are in no order.
    """
    count = len(positions)
    start = Reached(np.arange(count), positions, np.full(count, BAR))
    turn = _LongTurn.of(positions, dice, first_turn=first_turn)
    if dice.is_double:
        levels = [start]
        for _ in range(4):
            levels.append(_distinct(turn.moved(levels[-1], dice.high)))
        return _first_of(count, levels[::-1])
    high, low = (turn.moved(start, die) for die in dice)
    both = _joined([turn.moved(high, dice.low), turn.moved(low, dice.high)])
    return _first_of(count, [_distinct(both), high, low, start])


class _LongTurn(NamedTuple):
    """What does not change in the turns from many positions of Long backgammon."""

    is_open: np.ndarray
    """Whether each number of the player on roll is free of the opponent's checkers."""
    least_head: np.ndarray
    """The number of checkers that must stay on the head."""
    in_front: np.ndarray
    """A bit for each point where a row of six may not end: the lowest for the opponent's number 1."""

    @classmethod
    def of(cls, positions: np.ndarray, dice: Dice, *, first_turn: bool) -> "_LongTurn":
        theirs = positions[:, : SIDE - 1 : -1] > 0
        is_open = np.ones((len(positions), SIDE), bool)
        is_open[:, 1:BAR] = ~np.roll(theirs[:, 1:BAR], _HALF, axis=1)
        leaving = np.ones(len(positions), np.int64)
        if first_turn and dice.is_double and dice.high in _SPLITTING:
            leaving += is_open[:, HEAD - dice.high : _HALF : -dice.high].all(1) & ~is_open[:, _HALF]
        ahead = theirs[:, :HEAD]
        foremost = np.where(ahead.any(1), ahead.argmax(1), HEAD)
        return cls(is_open, positions[:, HEAD] - leaving, (1 << foremost) - 1)

    def moved(self, begin: Reached, die: int) -> Reached:
        """Return the positions after one more move by `die`."""
        mine = begin.positions[:, :SIDE]
        can = np.zeros(mine.shape, bool)
        can[:, die + 1 :] = (mine[:, die + 1 :] > 0) & self.is_open[begin.origins, 1 : SIDE - die]
        can[:, HEAD] &= mine[:, HEAD] > self.least_head[begin.origins]
        _bear_off(mine, can, die)
        reached = _stepped(begin, can, die)
        points = np.packbits(np.roll(reached.positions[:, 1:BAR] > 0, _HALF, axis=1), axis=1, bitorder="little")
        pairs = points @ (1 << np.arange(0, HEAD, 8))
        pairs &= pairs >> 1
        allowed = pairs & pairs >> 2 & pairs >> 4 & self.in_front[reached.origins] == 0
        return reached if allowed.all() else Reached(*(part[allowed] for part in reached))


def _distinct(reached: Reached) -> Reached:
    """Return each position of an origin once."""
    keys = np.empty((len(reached.origins), 16), np.uint8)
    keys[:, : SIDE // 2] = reached.positions[:, :SIDE:2] | reached.positions[:, 1:SIDE:2] << 4
    keys[:, SIDE // 2 :] = reached.origins.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3]
    halves = keys.view("<u8")
    order = np.lexsort(halves.T)
    other = (halves[order[1:]] != halves[order[:-1]]).any(1)
    kept = order[np.concatenate([np.ones(len(order[:1]), bool), other])]
    return Reached(*(part[kept] for part in reached))


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
    reached = _stepped(begin, can, die)
    flat, base = reached.positions.reshape(-1), np.arange(len(reached.origins)) * BYTES
    landing = np.maximum(reached.sources - die, OFF)
    there = base + SIDE + landing
    hit = np.flatnonzero((flat[there] == 1) & (landing > OFF))
    flat[there[hit]] = 0
    flat[base[hit] + SIDE] += 1
    return reached


def _stepped(begin: Reached, can: np.ndarray, die: int) -> Reached:
    """Return the positions after one move by `die` from each number where a checker can be moved."""
    rows, sources = np.nonzero(can)
    after = begin.positions[rows]
    flat, base = after.reshape(-1), np.arange(len(rows)) * BYTES
    flat[base + sources] -= 1
    flat[base + np.maximum(sources - die, OFF)] += 1
    return Reached(begin.origins[rows], after, sources)


def _sources(positions: np.ndarray, die: int) -> np.ndarray:
    """Return for each position and number whether a checker can be moved from there by `die`."""
    mine, theirs = positions[:, :SIDE], positions[:, SIDE:]
    can = np.zeros(mine.shape, bool)
    can[:, die + 1 :] = (mine[:, die + 1 :] > 0) & (theirs[:, 1 : SIDE - die] < 2)
    can[mine[:, BAR] > 0, :BAR] = False
    _bear_off(mine, can, die)
    return can


def _bear_off(mine: np.ndarray, can: np.ndarray, die: int) -> None:
    """Add to `can` where a checker can be borne off by `die`."""
    (home,) = np.nonzero(~mine[:, HOME + 1 :].any(1))
    if len(home):
        there = mine[home, : HOME + 1] > 0
        there[:, OFF] = False
        highest = np.where(there.any(1), HOME - there[:, ::-1].argmax(1), HOME)
        can[home, die] = there[:, die]
        lower = highest < die
        can[home[lower], highest[lower]] = True
