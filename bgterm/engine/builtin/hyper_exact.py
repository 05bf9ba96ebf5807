"""Hyper-backgammon with one and with two checkers a side: exact chances, and exact equities with the cube.

The file `hyper_exact.xz` is compressed with xz. It has eight planes for one checker, then eight for two. A plane
has two bytes for each position of the player on roll and, within it, of the opponent, in the order of `places`.
The first five are `Probabilities` before the roll, in parts of 8,191, by the plays that are best for money without
the cube. The others are signed equities for money of a player who does not double now, in parts of 2,048: with the
cube in the middle, the player's, the opponent's. All is little-endian. `tools/hyper_table.py` computes it.
"""

import struct
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from bgterm.engine.builtin.bearoff import packed_table
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import OFF, Board, Movement, Player

CHECKERS = (1, 2)
"""The numbers of checkers a side in the table."""
NUMBERS = 26
"""The number of places for a checker: from 0 (off) to 25 (the bar)."""
CERTAIN, UNITS_OF_EQUITY = 8191, 2048
CHANCES, PLANES = 5, 8
_TABLE = "hyper_exact.xz"


@cache
def places(checkers: int) -> Sequence[tuple[int, ...]]:
    """Return the positions of a side in the order of the table, each as the sorted points of its checkers."""
    return [*combinations_with_replacement(range(NUMBERS), checkers)]


@cache
def _order(checkers: int) -> dict[tuple[int, ...], int]:
    return {numbers: place for place, numbers in enumerate(places(checkers))}


def exact_chances(board: Board, on_roll: Player) -> Probabilities | None:
    """Return the chances of the player on roll; None for a position that is not in the table."""
    entry = _entry(board, on_roll)
    return Probabilities(*(value / CERTAIN for value in entry[:CHANCES])) if entry else None


def exact_equities(board: Board, on_roll: Player) -> Sequence[float]:
    """Return the equities with the cube in the middle, the player's, and the opponent's; empty if unknown."""
    return [((value ^ 0x8000) - 0x8000) / UNITS_OF_EQUITY for value in _entry(board, on_roll)[CHANCES:]]


def _entry(board: Board, on_roll: Player) -> tuple[int, ...]:
    """Return the unsigned values of all planes for a position; empty when it is not in the table."""
    mine, theirs = board.counts(on_roll), board.counts(on_roll.opponent)
    checkers = sum(mine)
    if checkers not in CHECKERS or sum(theirs) != checkers or board.movement is not Movement.HITTING:
        return ()
    if checkers in (mine[OFF], theirs[OFF]):
        return ()
    order, data = _order(checkers), packed_table(_TABLE)
    plane = len(order) ** 2
    before = sum(PLANES * len(places(less)) ** 2 for less in range(1, checkers))
    place = before + order[_numbers(mine)] * len(order) + order[_numbers(theirs)]
    return tuple(struct.unpack_from("<H", data, 2 * (place + plane * at))[0] for at in range(PLANES))


def _numbers(side: Sequence[int]) -> tuple[int, ...]:
    return tuple(number for number, count in enumerate(side) for _checker in range(count))
