"""Tables of exact chances: the ends of races, and Hyper-backgammon with one and with two checkers a side.

A race is at its end when all checkers of both sides are at home. The table `bearoff.xz` is one-sided. For each
position of a side it contains the chances of each number of rolls until the side is done, by the plays that
need the fewest rolls on average. Combined for both sides, the chances are exact except where the best play
depends on the opponent's position.

The file is compressed with xz. After 40 bytes that name the format comes an entry of eight bytes for each
position: the index of its first value, as a number of four bytes; the count of its values until all checkers are
off, and the number of rolls that the first of them stands for; and both again until the first of 15 checkers is
off, which saves the gammon. A value is a chance in two bytes, in parts of 65,535. All is little-endian. The
layout is that of GNU Backgammon's file `gnubg_os0.bd`; `tools/bearoff.py` computes the table.

The table `bearoff_pairs.xz` makes the chances to win exact where both sides have at most six checkers. For each
position of the player on roll, and each of the opponent, it has a signed byte: the exact chance less the one-sided
one, in parts of 8,192. The order is that of the one-sided table. `tools/bearoff_two_sided.py` computes it.

The file `hyper_exact.xz` has exact chances for Hyper-backgammon, and exact equities with the cube. There are
eight planes for one checker, then eight for two. A plane has two bytes for each position of the player on roll
and, within it, of the opponent, in the order of `place_of`. The first five are `Probabilities` before the
roll, in parts of 8,191, by the plays that are best for money without the cube. The others are signed equities
for money of a player who does not double now, in parts of 2,048: with the cube in the middle, the player's,
the opponent's. All is little-endian. `tools/hyper_table.py` computes it.
"""

import lzma
import struct
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate
from math import comb

from bgterm.engine.errors import data_damaged
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import HOME, OFF, Board, Movement, Player

HEADER = b"gnubg-OS-06-15-1-1-0xxxxxxxxxxxxxxxxxxx\n"
ENTRY = struct.Struct("<IBBBB")
CERTAIN = 65_535
"""The integer that stands for the chance 1."""
CHECKERS = 15
"""The most checkers of a side in the one-sided table."""
PIPS_OF_A_ROLL = 49 / 6
"""The average pips of a roll."""
_POSITIONS = comb(CHECKERS + HOME, HOME)
_VALUES = len(HEADER) + _POSITIONS * ENTRY.size
"""The offset of the first value in the one-sided table."""

FEW = 6
"""The most checkers of a side in the two-sided table."""
UNITS_OF_A_CHANCE = 8192
_COUNT_OF_FEW = comb(FEW + HOME, HOME) - 1
_ROLLS, PAIRS = "bearoff.xz", "bearoff_pairs.xz"

HYPER_CHECKERS = (1, 2)
"""The numbers of checkers a side in the table of Hyper-backgammon."""
NUMBERS = 26
"""The number of places for a checker: from 0 (off) to 25 (the bar)."""
HYPER_CERTAIN, UNITS_OF_EQUITY = 8191, 2048
CHANCES, PLANES = 5, 8
_HYPER = "hyper_exact.xz"

Chances = Sequence[float]
"""The chances of needing exactly 0, 1, 2, ... rolls."""


@cache
def packed_table(name: str) -> bytes:
    """Return the decompressed bytes of a table, by the name of its file in the package.

    Raises EngineError when the file is missing or damaged.
    """
    try:
        return lzma.decompress((files("bgterm.engine.builtin") / name).read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise data_damaged(name) from error


def place_of(points: Sequence[int]) -> int:
    """Return the index of a position of a side, given as the checkers on its points from 1 on; the others are off.

    A binary number encodes the position: from the last point down, a 0 for each checker, and a 1 after each point.
    The index counts the smaller numbers with equally many 1 bits.
    """
    ones = accumulate(1 + count for count in reversed(points))
    return sum(comb(place - 1, number) for number, place in enumerate(ones, 1))


@lru_cache(maxsize=4096)
def rolls_needed(home: bytes) -> tuple[Chances, Chances]:
    """Return two lists of chances, by number of rolls: until all checkers are off, and until the first one is.

    `home` has the numbers of checkers on the points 1 to 6.
    """
    begin, count, first, count_saved, first_saved = ENTRY.unpack_from(
        packed_table(_ROLLS), len(HEADER) + place_of(home) * ENTRY.size
    )
    values = struct.unpack_from(f"<{count + count_saved}H", packed_table(_ROLLS), _VALUES + 2 * begin)
    chances = [value / CERTAIN for value in values]
    return (0.0,) * first + tuple(chances[:count]), (0.0,) * first_saved + tuple(chances[count:])


def mean_rolls(home: Sequence[int]) -> float:
    """Return the mean number of rolls until a side is off, given as its checkers on the points 1 to 6."""
    return sum(rolls * chance for rolls, chance in enumerate(rolls_needed(bytes(home))[0]))


def effective_pips(side: Sequence[int]) -> float | None:
    """Return the effective pip count of a side, given as the checkers on the points 0 (off) to 25 (bar).

    The count is the mean number of rolls until all checkers are off, times 49/6 pips; less the pip count, it is
    the wastage. None when a checker is not at home yet.
    """
    return None if any(side[HOME + 1 :]) else PIPS_OF_A_ROLL * mean_rolls(side[OFF + 1 : HOME + 1])


def effective_pips_of_both(board: Board) -> tuple[float, float] | None:
    """Return the effective pip counts of White and Black; None when a checker is not at home yet."""
    white, black = (effective_pips(board.counts(player)) for player in Player)
    return None if white is None or black is None else (white, black)


def race_chances(board: Board, on_roll: Player) -> Probabilities | None:
    """Return the chances of the player on roll when all checkers are at home; None for any other position.

    None also when a side has fewer than 15 checkers and none of them off: the table does not know when that side
    saves the gammon.
    """
    sides = board.counts(on_roll), board.counts(on_roll.opponent)
    if any(any(side[HOME + 1 :]) or not (side[OFF] or sum(side) == CHECKERS) for side in sides):
        return None
    homes = [side[OFF + 1 : HOME + 1] for side in sides]
    (mine, mine_saved), (theirs, theirs_saved) = map(rolls_needed, homes)
    win = done_first(mine, theirs) + _correction(*homes)
    return Probabilities(win, done_first(mine, theirs_saved), 0.0, done_first(theirs, mine_saved, behind=1), 0.0)


def _correction(mine: bytes, theirs: bytes) -> float:
    """Return the exact chance to win a race less the one-sided one; 0 where the table does not have it."""
    if not 0 < sum(mine) <= FEW or not 0 < sum(theirs) <= FEW:
        return 0.0
    unit = packed_table(PAIRS)[(place_of(mine) - 1) * _COUNT_OF_FEW + place_of(theirs) - 1]
    return (unit - 256 if unit > 127 else unit) / UNITS_OF_A_CHANCE


def done_first(mine: Chances, theirs: Chances, behind: int = 0) -> float:
    """Return the chance that one side is done in at most as many rolls as the other.

    `mine` and `theirs` are the chances of each number of rolls; `behind` rolls are added to those of the first
    side.
    """
    not_yet = [*accumulate(reversed(theirs))][::-1]
    return sum(chance * not_yet[rolls + behind] for rolls, chance in enumerate(mine[: len(not_yet) - behind]))


# Hyper-backgammon


def exact_chances(board: Board, on_roll: Player) -> Probabilities | None:
    """Return the exact chances of the player on roll in Hyper-backgammon with one or two checkers a side.

    None for a position that is not in the table.
    """
    entry = _entry(board, on_roll)
    return Probabilities(*(value / HYPER_CERTAIN for value in entry[:CHANCES])) if entry else None


def exact_equities(board: Board, on_roll: Player) -> Sequence[float]:
    """Return three equities for money of the player on roll, who does not double now; empty if unknown.

    They are those with the cube in the middle, owned by the player, and owned by the opponent, in Hyper-backgammon
    with one or two checkers a side.
    """
    return [((value ^ 0x8000) - 0x8000) / UNITS_OF_EQUITY for value in _entry(board, on_roll)[CHANCES:]]


def _entry(board: Board, on_roll: Player) -> tuple[int, ...]:
    """Return the unsigned values of all planes for a position; empty when it is not in the table."""
    mine, theirs = board.counts(on_roll), board.counts(on_roll.opponent)
    checkers = sum(mine)
    if checkers not in HYPER_CHECKERS or sum(theirs) != checkers or board.movement is not Movement.HITTING:
        return ()
    if checkers in (mine[OFF], theirs[OFF]):
        return ()
    *fewer, count = (comb(NUMBERS - 1 + number, number) for number in range(1, checkers + 1))
    place = sum(PLANES * less**2 for less in fewer) + place_of(mine[1:]) * count + place_of(theirs[1:])
    data = packed_table(_HYPER)
    return tuple(struct.unpack_from("<H", data, 2 * (place + count**2 * at))[0] for at in range(PLANES))


# All tables


def known_chances(board: Board, on_roll: Player) -> Probabilities | None:
    """Return the chances of the player on roll from any of the tables; None for a position in none of them."""
    return exact_chances(board, on_roll) or race_chances(board, on_roll)
