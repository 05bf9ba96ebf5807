"""Hyper-backgammon with one and with two checkers a side: exact chances, and exact equities with the cube.

The file `hyper_exact.xz` is compressed with xz. It has eight planes for one checker, then eight for two. A plane
has two bytes for each position of the player on roll and, within it, of the opponent, in the order of `place_of`.
The first five are `Probabilities` before the roll, in parts of 8,191, by the plays that are best for money without
the cube. The others are signed equities for money of a player who does not double now, in parts of 2,048: with the
cube in the middle, the player's, the opponent's. All is little-endian. `tools/hyper_table.py` computes it.
"""

import struct
from collections.abc import Sequence
from math import comb

from bgterm.engine.builtin.bearoff import packed_table, place_of
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import OFF, Board, Movement, Player

CHECKERS = (1, 2)
"""The numbers of checkers a side in the table."""
NUMBERS = 26
"""The number of places for a checker: from 0 (off) to 25 (the bar)."""
CERTAIN, UNITS_OF_EQUITY = 8191, 2048
CHANCES, PLANES = 5, 8
_TABLE = "hyper_exact.xz"


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
    *fewer, count = (comb(NUMBERS - 1 + number, number) for number in range(1, checkers + 1))
    place = sum(PLANES * less**2 for less in fewer) + place_of(mine[1:]) * count + place_of(theirs[1:])
    data = packed_table(_TABLE)
    return tuple(struct.unpack_from("<H", data, 2 * (place + count**2 * at))[0] for at in range(PLANES))
