"""The inputs of the networks, the kinds of positions and the table of bear-offs, for many positions at once.

They equal those of the engine: `bgterm.engine.builtin.outlook` and `tables`. Positions are the rows of
`tools.train_plays`.
"""

from functools import cache
from math import comb

import numpy as np

from bgterm.engine.builtin.outlook import (
    BLOCK_REACH,
    CONTACT,
    FARTHEST,
    FARTHEST_BACK,
    FEATURES,
    HALF,
    HIT_REACH,
    KINDS,
    LONG_FEATURES,
    MOBILITY,
    MOST,
    ROLLS,
    SIX,
    TRAPPED,
    Inputs,
    checkers,
    free_rolls,
    hitting_rolls,
    longest_row,
)
from bgterm.engine.builtin.tables import (
    CHECKERS,
    FEW,
    PAIRS,
    UNITS_OF_A_CHANCE,
    packed_table,
    rolls_needed,
)
from bgterm.rules.board import BAR, HOME, OFF
from tools.bearoff import positions as every_position
from tools.train_plays import BYTES, SIDE

OUTPUTS = 5
PLAIN = 4 * BYTES
INPUTS, LONG_INPUTS = (PLAIN + sum(len(each(0)) for each in found) for found in (FEATURES, LONG_FEATURES))
_POINTS = (1 << BAR) - 2
_BACK = BAR - HOME
_NEAR = (1 << HIT_REACH) - 1
_LONGEST = 40
"""A number of rolls that is more than any position of the table needs."""


@cache
def _tables() -> tuple[np.ndarray, np.ndarray]:
    hits = [
        hitting_rolls(hitters, blocks) for blocks in range(1 << BLOCK_REACH) for hitters in range(1 << HIT_REACH)
    ]
    return np.array(hits, np.int64), np.array([free_rolls(blocks) for blocks in range(1 << HIT_REACH)], np.uint8)


@cache
def _pairs() -> np.ndarray:
    """Return the inputs of each pair of numbers of checkers, packed in a byte."""
    one = np.array([checkers(count) for count in range(16)], np.float32)
    return np.concatenate([np.tile(one, (16, 1)), np.repeat(one, 16, 0)], 1)


@cache
def _units(feature: Inputs) -> np.ndarray:
    """Return the inputs of each value of a feature."""
    return np.array([feature(value) for value in range(256)], np.float32)


@cache
def _rows() -> np.ndarray:
    """Return the length and the lowest point of the longest row of each set of blocks on the points 1 to 18."""
    return np.array([longest_row(2 * blocks) for blocks in range(1 << SIDE - 1 - HOME - 1)], np.uint8)


def _masks(there: np.ndarray) -> np.ndarray:
    """Return an integer for each row, whose bits are set where its columns are true."""
    padded = np.zeros((len(there), 32), bool)
    padded[:, : there.shape[1]] = there
    return np.packbits(padded, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.int64)


def _highest(masks: np.ndarray) -> np.ndarray:
    """Return the number of the highest bit of each mask; -1 for 0."""
    return np.frexp(masks.astype(np.float64))[1].astype(np.int64) - 1


def features(positions: np.ndarray) -> np.ndarray:
    """Return the twelve features of each side, as bytes, in the engine's order."""
    mine, theirs = positions[:, :SIDE], positions[:, SIDE:]
    one, other = _outlook(mine, theirs), _outlook(theirs[:, ::-1], mine[:, ::-1])
    return np.concatenate([one[:, :SIX], other[:, :SIX], one[:, SIX:], other[:, SIX:]], axis=1)


def _outlook(counts: np.ndarray, facing: np.ndarray) -> np.ndarray:
    hits_of, free_of = _tables()
    occupied = _masks(counts > 0) & ~1
    blocks_at = facing > 1
    blocks = _masks(blocks_at) & _POINTS
    found = np.zeros((len(counts), 2 * SIX), np.int64)
    rows, points = np.nonzero(facing[:, 1:BAR] == 1)
    hitters = occupied[rows] >> points + 2 & _NEAR
    in_front = blocks[rows] >> points + 2 & (1 << BLOCK_REACH) - 1
    hits = hits_of[in_front << HIT_REACH | hitters]
    first = np.flatnonzero(np.diff(rows, prepend=-1))
    if len(first):
        found[rows[first], 0] = np.bitwise_count(np.bitwise_or.reduceat(hits, first))
        found[rows[first], 1] = (
            np.add.reduceat(np.bitwise_count(hits).astype(np.int64) * (points + 1), first) // ROLLS
        )
    rearmost = _highest(occupied)
    reverse = _masks(blocks_at[:, ::-1]) & _POINTS
    behind = reverse >> np.minimum(SIDE - rearmost, 40) & _NEAR
    behind[occupied == 0] = 0
    found[:, 2] = free_of[behind]
    starts = range(FARTHEST_BACK, SIDE)
    found[:, 3] = np.minimum.reduce([free_of[reverse >> SIDE - start & _NEAR] for start in starts])
    there = facing[:, :BAR] > 0
    rear = np.where(there.any(1), there.argmax(1), BAR)
    beyond = np.maximum(np.arange(SIDE, dtype=np.int16) - rear[:, None].astype(np.int16), 0)
    found[:, 4] = np.minimum(np.einsum("ij,ij->i", beyond, counts.astype(np.int16)), 255)
    pips = counts @ np.arange(SIDE, dtype=np.float32)
    found[:, 5] = np.minimum(pips, 255)
    for column in (6, 7):
        occupied = occupied & ~(1 << np.maximum(_highest(occupied), 0))
        free = free_of[reverse >> np.minimum(SIDE - _highest(occupied), 40) & _NEAR]
        found[:, column] = np.where(occupied > 0, free, ROLLS)
    found[:, 8:] = _blockade(counts, facing, pips.astype(np.int64))
    shown: np.ndarray = found.astype(np.uint8)
    return shown


def _blockade(counts: np.ndarray, facing: np.ndarray, pips: np.ndarray) -> np.ndarray:
    blocks = _masks(counts[:, 1 : SIDE - 1 - HOME] > 1)
    length, start = _rows()[blocks].T.astype(np.int64)
    behind = _masks(facing > 0) & (1 << start) - 1
    distance = np.where(behind > 0, np.minimum(start - _highest(behind), FARTHEST), 0)
    trapped = np.take_along_axis(facing.cumsum(1), start[:, None] - 1, 1)[:, 0]
    spare = np.minimum(pips - length * (2 * start + length - 1), 255)
    home = counts[:, 1 : HOME + 1]
    bar, blots = np.minimum(facing[:, 0], MOST), np.minimum((home == 1).sum(1), MOST)
    row = 8 * np.minimum(length, FARTHEST) + distance
    return np.stack([trapped, spare, row, 16 * (home > 1).sum(1) + 4 * bar + blots], axis=1)


def long_features(positions: np.ndarray) -> np.ndarray:
    """Return the features of both sides in Long backgammon, two of the player on roll and two of the opponent."""
    mine, theirs = positions[:, :SIDE], positions[:, SIDE:]
    return np.concatenate([_long_outlook(mine, theirs), _long_outlook(theirs[:, ::-1], mine[:, ::-1])], axis=1)


def _long_outlook(counts: np.ndarray, facing: np.ndarray) -> np.ndarray:
    _, free_of = _tables()
    occupied, theirs = (_masks(points > 0) & _POINTS for points in (counts, facing[:, ::-1]))
    free = free_of[_other_half(_masks(facing > 0) & _POINTS) >> SIDE - _highest(occupied) & _NEAR]
    row = _other_half(occupied) & (1 << np.maximum(_highest(theirs), 0)) - 1
    length = np.zeros(len(counts), np.uint8)
    while row.any():
        length += row > 0
        row &= row >> 1
    return np.stack([free, length], axis=1)


def _other_half(masks: np.ndarray) -> np.ndarray:
    return (masks >> HALF | masks << HALF) & _POINTS


def kinds(positions: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return the number of the kind of each position of a hitting game, from its features."""
    backs = positions[:, _BACK:SIDE], positions[:, SIDE : SIDE + HOME + 1][:, ::-1]
    points = [(back[:, :HOME] > 1).sum(1) for back in backs]
    anyone = [back.any(1) for back in backs]
    conditions = [
        found[:, CONTACT] == 0,
        (points[0] > 1) | (points[1] > 1),
        np.minimum(found[:, MOBILITY], found[:, MOBILITY + SIX]) <= TRAPPED,
        ~(anyone[0] & anyone[1]),
        (points[0] == 0) | (points[1] == 0),
    ]
    return np.select(conditions, range(len(conditions)), len(KINDS) - 1)


def long_kinds(positions: np.ndarray) -> np.ndarray:
    """Return the number of the kind of each position of Long backgammon."""
    half = (SIDE - 1) // 2 + 1
    contact = np.asarray(positions[:, half:SIDE].any(1) | positions[:, SIDE:-half].any(1))
    return contact.astype(np.int64)


def inputs(positions: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return the inputs of the networks, followed by those of the features `found`."""
    known = FEATURES if found.shape[1] == len(FEATURES) else LONG_FEATURES
    packed = positions[:, ::2] | positions[:, 1::2] << 4
    parts = [_pairs()[packed].reshape(len(positions), -1)]
    parts += [_units(feature)[column] for feature, column in zip(known, found.T, strict=True)]
    return np.concatenate(parts, axis=1)


@cache
def _bearoff() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the chances of each number of rolls, until all are off and until the first is, and binomials."""
    all_off, saved = np.zeros((2, comb(CHECKERS + HOME, HOME), _LONGEST), np.float32)
    for row, home in enumerate(every_position()):
        for table, chances in zip((all_off, saved), rolls_needed(bytes(home)), strict=True):
            table[row, : len(chances)] = chances
    combinations = np.array([[comb(n, k) for k in range(HOME + 1)] for n in range(CHECKERS + HOME + 1)])
    return all_off, saved, combinations


@cache
def _corrections() -> np.ndarray:
    """Return what the two-sided table adds to the chance to win of each pair; 0 where a side has no checkers."""
    units: np.ndarray = np.frombuffer(packed_table(PAIRS), np.int8)
    count = comb(FEW + HOME, HOME)
    return np.pad(units.reshape(count - 1, -1) / np.float32(UNITS_OF_A_CHANCE), ((1, 0), (1, 0)))


def in_table(positions: np.ndarray) -> np.ndarray:
    """Return whether the table has each position: all checkers are home, and its gammon chances are known."""
    found = np.asarray(~positions[:, HOME + 1 : SIDE + _BACK].any(1))
    for side, off in ((positions[:, :SIDE], OFF), (positions[:, SIDE:], SIDE - 1)):
        found &= (side[:, off] > 0) | (side.sum(1) == CHECKERS)
    return found


def race_chances(positions: np.ndarray, *, two_sided: bool = True) -> np.ndarray:
    """Return the five outputs of positions in the table, by the two-sided one for those it has."""
    all_off, saved, combinations = _bearoff()
    places = []
    for home in (positions[:, 1 : HOME + 1], positions[:, -2 : -2 - HOME : -1]):
        ones = np.cumsum(1 + home[:, ::-1].astype(np.int64), axis=1)
        places.append(combinations[ones - 1, np.arange(1, HOME + 1)].sum(1))
    mine, theirs = places
    found = np.zeros((len(positions), OUTPUTS), np.float32)
    found[:, 0] = _first(all_off[mine], all_off[theirs])
    found[:, 1] = _first(all_off[mine], saved[theirs])
    found[:, 3] = _first(all_off[theirs], saved[mine], behind=1)
    if two_sided:
        corrections = _corrections()
        few = (mine < len(corrections)) & (theirs < len(corrections))
        found[few, 0] += corrections[mine[few], theirs[few]]
    return found


def _first(mine: np.ndarray, theirs: np.ndarray, behind: int = 0) -> np.ndarray:
    """Return the chance that `mine` needs at least `behind` rolls fewer than `theirs`, by their distributions."""
    not_yet = theirs[:, ::-1].cumsum(1)[:, ::-1]
    found: np.ndarray = np.einsum("ij,ij->i", mine[:, : _LONGEST - behind], not_yet[:, behind:])
    return found
