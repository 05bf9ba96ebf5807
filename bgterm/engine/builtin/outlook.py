"""Features of positions, as inputs of the networks, and the kinds of positions, each of which has its own network.

The features are shots, blockades, contact, pips and homes. Sets of points and of distances are bit masks: bit 3 is
the point 3, and for distances bit 0 is one pip. A position has the same kind for both players.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.rules.board import BAR, HOME, POINTS

Inputs = Callable[[int], tuple[float, ...]]
"""A function that returns the inputs of a network for a byte of a position."""


def checkers(count: int) -> tuple[float, ...]:
    """Return a network's inputs for a point: exactly one checker, two, three or more, and (count - 3) / 4."""
    return float(count == 1), float(count == 2), float(count >= 3), max(count - 3, 0) / 4


def _share_of(most: int) -> Inputs:
    """Return the function that computes the inputs of a feature: its share of `most`, and its square."""
    return lambda value: (value / most, value / most * (value / most))


def _one_of(count: int) -> Inputs:
    """Return the function that computes the inputs of a feature: 1 for its value, and 0 for the others."""
    return lambda value: tuple([float(value == each) for each in range(count)])


_OUTLOOK = tuple(map(_share_of, (36, 64, 36, 36, 100, 100)))
_BLOCKADE = (*map(_share_of, (36, 36, 15, 100)), _one_of(64), _one_of(112))
FEATURES = (*_OUTLOOK, *_OUTLOOK, *_BLOCKADE, *_BLOCKADE)
"""The inputs of each feature of a position of a hitting game, in the order of `features`."""
LONG_FEATURES = tuple(map(_share_of, (36, 6, 36, 6)))
"""The inputs of each feature of a position of Long backgammon, in the order of `long_features`."""
SIX = len(_OUTLOOK)
MOBILITY, CONTACT = 2, 4
"""The indices of mobility and contact among the first six features of a side."""
HIT_REACH, BLOCK_REACH = 12, 6
"""The pips from a blot within which opposing checkers count as hitters, and points as blocks."""
FARTHEST_BACK = 16
"""The lowest point from which a checker still has to pass the points in front of the opponent's home."""
ROLLS = 36
_SIDE = 26
HALF = len(POINTS) // 2
_MOST = 255
_POINTS = (1 << BAR) - 2
_NEAR = (1 << HIT_REACH) - 1
_ROW_POINTS = (1 << 19) - 2
"""The points 1 to 18, on which rows of blocks count."""
_HOME_POINTS = (1 << HOME + 1) - 2
FARTHEST, MOST = 7, 3
"""The greatest length of a row and distance to it that are told apart, and number of checkers or blots."""
_OCCUPIED = bytes(b"1"[0] if count else b"0"[0] for count in range(256))
_BLOTS = bytes(b"1"[0] if count == 1 else b"0"[0] for count in range(256))
_BLOCKS = bytes(b"1"[0] if count > 1 else b"0"[0] for count in range(256))


def features(counts: bytes) -> bytes:
    """Return twelve features of each side, one byte each: six of the player on roll, six of the other, six more.

    The first six are the rolls that hit; the pips that hits cost the opponent on average; the rolls that the
    rearmost checker can move; the least of these rolls for a checker anywhere from the bar to the 16 point; the
    pips to go until the rearmost opposing checker is passed; and the pip count, at most 255.

    The others are the rolls that a checker on the second and third occupied point from the rear can move; the
    opposing checkers behind the longest row of blocks on the points 1 to 18, the farther of equal ones; the pips
    of the checkers that this row can spare; its length with the distance of the nearest checker behind it, 8 for
    each block; and 16 for each block at home with 4 for each opposing checker on the bar and 1 for each blot.
    """
    mine, theirs = counts[:_SIDE], counts[_SIDE:]
    one, other = _outlook(mine, theirs), _outlook(theirs[::-1], mine[::-1])
    return one[:SIX] + other[:SIX] + one[SIX:] + other[SIX:]


def long_features(counts: bytes) -> bytes:
    """Return two features of each side in Long backgammon, one byte each.

    The features are the number of rolls with which the rearmost checker can move, and the length of the longest
    row of points in front of an opposing checker.
    """
    mine, theirs = counts[:_SIDE], counts[_SIDE:]
    return _long_outlook(mine, theirs) + _long_outlook(theirs[::-1], mine[::-1])


def _long_outlook(counts: bytes, facing: bytes) -> bytes:
    """Return the features of a side. `facing` are the opponent's checkers, bar first."""
    occupied, theirs = (_mask(points, _OCCUPIED) & _POINTS for points in (counts[::-1], facing))
    passing = _other_half(_mask(facing[::-1], _OCCUPIED) & _POINTS)
    free = free_rolls(passing >> _SIDE - occupied.bit_length() + 1 & _NEAR)
    row = _other_half(occupied) & (1 << max(theirs.bit_length() - 1, 0)) - 1
    length = 0
    while row:
        row &= row >> 1
        length += 1
    return bytes((free, length))


def _other_half(mask: int) -> int:
    """Return a mask of points in the numbers of the other player in Long backgammon."""
    return (mask >> HALF | mask << HALF) & _POINTS


def _outlook(counts: bytes, facing: bytes) -> bytes:
    """Return the features of a side. `facing` are the opponent's checkers, by the point numbers of the side."""
    mine, theirs = counts[::-1], facing[::-1]
    occupied, blocks = _mask(mine, _OCCUPIED) & ~1, _mask(mine, _BLOCKS)
    there, passing = _mask(theirs, _OCCUPIED) & (1 << BAR) - 1, _mask(facing, _BLOCKS) & _POINTS
    second = occupied ^ (1 << occupied.bit_length() >> 1)
    third = second ^ (1 << second.bit_length() >> 1)
    free = [free_rolls(passing >> _SIDE + 1 - mask.bit_length() & _NEAR) for mask in (occupied, second, third)]
    rear = (there & -there).bit_length() - 1 if there else BAR
    contact, pips = sum(map(mul, counts[rear:], range(_SIDE))), sum(map(mul, counts, range(_SIDE)))
    six = *_shots(occupied, theirs), free[0], _least_free(passing), min(contact, _MOST), min(pips, _MOST)
    length, start = longest_row(blocks & _ROW_POINTS)
    behind = there & (1 << start) - 1
    distance = min(start + 1 - behind.bit_length(), FARTHEST) if behind else 0
    row, spare = 8 * min(length, FARTHEST) + distance, min(pips - length * (2 * start + length - 1), _MOST)
    home = (blocks & _HOME_POINTS).bit_count(), min(facing[0], MOST), min(counts[1 : HOME + 1].count(1), MOST)
    return bytes((*six, *free[1:], sum(facing[:start]), spare, row, 16 * home[0] + 4 * home[1] + home[2]))


@lru_cache(maxsize=4096)
def _least_free(passing: int) -> int:
    """Return the least number of rolls that free a checker, anywhere from the bar to the 16 point.

    `passing` is the mask of the points that block it.
    """
    return min([free_rolls(passing >> _SIDE - point & _NEAR) for point in range(FARTHEST_BACK, _SIDE)])


def _shots(occupied: int, theirs: bytes) -> tuple[int, int]:
    """Return the number of rolls that hit, and the mean pips that the opponent loses by hits.

    `occupied` is the mask of the points with checkers of the side, and `theirs` the opponent's checkers by its
    points.
    """
    blots, blocks = _mask(theirs, _BLOTS) & _POINTS, _mask(theirs, _BLOCKS) & _POINTS
    hits = cost = 0
    while blots:
        blot = blots & -blots
        blots ^= blot
        point = blot.bit_length()
        rolls = hitting_rolls(occupied >> point & _NEAR, blocks >> point & (1 << BLOCK_REACH) - 1)
        hits |= rolls
        cost += rolls.bit_count() * (point - 1)
    return hits.bit_count(), cost // ROLLS


def _mask(counts: bytes, table: bytes) -> int:
    """Return the bit mask of the points that the table maps to 1; the last byte is bit 0."""
    return int(counts.translate(table), 2)


def _ways(one: int, other: int) -> list[tuple[int, int]]:
    """Return the distances that a roll reaches, as masks, each with the mask of those that must be open for it."""
    orders = ((one,) * 4,) if one == other else ((one, other), (other, one))
    paths = [[1 << distance - 1 for distance in accumulate(dice)] for dice in orders]
    return [(reached, sum(path[:steps])) for path in paths for steps, reached in enumerate(path)]


_WAYS = [_ways(one, other) for one in range(1, 7) for other in range(1, 7)]


@cache
def hitting_rolls(hitters: int, blocks: int) -> int:
    """Return the rolls that hit a blot, as a bit mask: bit 6 (a - 1) + b - 1 is the roll of a and b.

    Bit d - 1 of `hitters` is set for a checker d pips from the blot, bit d - 1 of `blocks` for a point d pips
    from the blot that blocks the hitters.
    """
    hits = [any(hitters & reached and not blocks & passed for reached, passed in ways) for ways in _WAYS]
    return sum(1 << roll for roll, hit in enumerate(hits) if hit)


@cache
def free_rolls(blocks: int) -> int:
    """Return how many of the 36 rolls a checker can play in full; bit d - 1 of `blocks` is a block d ahead."""
    free = [True, *(not blocks >> distance & 1 for distance in range(12))]
    dice = range(1, 7)
    return sum((free[one] or free[other]) and free[one + other] for one in dice for other in dice)


@cache
def longest_row(blocks: int) -> tuple[int, int]:
    """Return the length and the lowest point of the longest row of blocks, of equal rows the highest one.

    Bit n of `blocks` is set for a block on the point n.
    """
    length, starts = 0, 2
    while blocks:
        length, starts = length + 1, blocks
        blocks &= blocks >> 1
    return length, starts.bit_length() - 1


# Kinds

KINDS = (N_("race"), N_("back game"), N_("prime"), N_("bear-in"), N_("attack"), N_("contact"))
"""The kinds of the hitting games, in the order of their networks.

In a race no checker can be hit any more. In a back game a side holds two points in the opponent's home. A prime
holds back the rearmost checker. In a bear-in a side has left the opponent's home. In an attack a side has checkers
there, or on the bar, and holds no point there. Everything else is contact.
"""
LONG_KINDS = ("race", "contact")
"""The kinds of Long backgammon: in a race all checkers of both sides are in their second half."""
_RACE, _BACK_GAME, _PRIME, _BEAR_IN, _ATTACK, _CONTACT = range(len(KINDS))
_BACK = slice(BAR - HOME, BAR + 1)
_BACK_OF_OPPONENT = slice(_SIDE + HOME, _SIDE - 1, -1)
TRAPPED = 14
"""The most of 36 rolls that free the rearmost checker from a prime."""


def kind_of(position: bytes) -> int:
    """Return a position's kind in hitting games, an index of `KINDS`; `position` is as in `network.Position`."""
    features = position[-len(FEATURES) :]
    if not features[CONTACT]:
        return _RACE
    back = position[_BACK], position[_BACK_OF_OPPONENT]
    points = [sum([count > 1 for count in side[:HOME]]) for side in back]
    if max(points) > 1:
        return _BACK_GAME
    if min(features[MOBILITY], features[MOBILITY + SIX]) <= TRAPPED:
        return _PRIME
    if not all(map(any, back)):
        return _BEAR_IN
    return _CONTACT if all(points) else _ATTACK


def long_kind_of(position: bytes) -> int:
    """Return the kind of a position of Long backgammon, as its index in `LONG_KINDS`.

    `position` has the checkers on each point and the features, as `bgterm.engine.builtin.network.Position`."""
    mine, theirs = position[:_SIDE], position[2 * _SIDE - 1 : _SIDE - 1 : -1]
    return int(any(mine[HALF + 1 :]) or any(theirs[HALF + 1 :]))


class Family(NamedTuple):
    """A family of variants that share the layout of their networks: its features and its kinds of positions."""

    inputs: Sequence[Inputs]
    """The function that computes the inputs of each feature."""
    features: Callable[[bytes], bytes]
    """The function that returns the features of a position."""
    kinds: Sequence[str]
    """The names of the kinds, in the order of the networks."""
    kind_of: Callable[[bytes], int]
    """The function that returns the kind of a position with its features, as its index."""


FAMILIES = (
    Family(FEATURES, features, KINDS, kind_of),
    Family(LONG_FEATURES, long_features, LONG_KINDS, long_kind_of),
)
"""The hitting games, and Long backgammon."""
