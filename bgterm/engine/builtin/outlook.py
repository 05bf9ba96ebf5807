"""Inputs of the networks of the hitting games beside the checkers: shots, blockades, and whether it is a race.

Sets of points and of distances are masks: bit 3 is the point 3, and for distances bit 0 is one pip.
"""

from functools import cache

from bgterm.rules.board import BAR

EXTRAS = 5
"""How many inputs there are: `Position` has 52 numbers of checkers, and these are reckoned from them."""
HIT_REACH, BLOCK_REACH = 12, 6
"""So many pips from a blot the opponent's checkers count, and the points that block their way."""
ROLLS = 36
_SIDE = 26
_POINTS = (1 << BAR) - 2
_OCCUPIED = bytes(b"1"[0] if count else b"0"[0] for count in range(256))
_BLOTS = bytes(b"1"[0] if count == 1 else b"0"[0] for count in range(256))
_BLOCKS = bytes(b"1"[0] if count > 1 else b"0"[0] for count in range(256))


def extras(position: bytes) -> tuple[float, ...]:
    """Return the inputs: shots and mobility of the player on roll and of the opponent, and 1 in a race.

    The mobility is that of the rearmost checker.
    """
    mine, theirs = position[:_SIDE], position[_SIDE:]
    shots, mobility = _outlook(mine, theirs)
    their_shots, their_mobility = _outlook(theirs[::-1], mine[::-1])
    rearmost = _mask(mine[::-1], _OCCUPIED).bit_length() - 1
    foremost = _mask(theirs[::-1], _OCCUPIED) & ((1 << BAR) - 1)
    race = not foremost or rearmost < (foremost & -foremost).bit_length() - 1
    return shots, mobility, their_shots, their_mobility, float(race)


def _outlook(counts: bytes, facing: bytes) -> tuple[float, float]:
    """Return the share of rolls that hit, and of those that the rearmost checker can move.

    `facing` are the opponent's checkers by the points of the side.
    """
    occupied = _mask(counts[::-1], _OCCUPIED) & ~1
    blots, blocks = (_mask(facing[::-1], table) & _POINTS for table in (_BLOTS, _BLOCKS))
    hits = 0
    while blots:
        blot = blots & -blots
        blots ^= blot
        point = blot.bit_length()
        hits |= hitting_rolls(occupied >> point & (1 << HIT_REACH) - 1, blocks >> point & (1 << BLOCK_REACH) - 1)
    behind = (_mask(facing, _BLOCKS) & _POINTS) >> _SIDE - (occupied.bit_length() - 1) if occupied else 0
    return hits.bit_count() / ROLLS, free_rolls(behind & (1 << HIT_REACH) - 1) / ROLLS


def _mask(counts: bytes, table: bytes) -> int:
    """Return the numbers of which the table is true; the last is bit 0."""
    return int(counts.translate(table), 2)


@cache
def hitting_rolls(hitters: int, blocks: int) -> int:
    """Return the set of the 36 rolls that hit a blot from these distances; blocks stop what comes in two steps."""

    def reached(distance: int) -> bool:
        return bool(hitters >> distance - 1 & 1)

    def is_open(distance: int) -> bool:
        return not blocks >> distance - 1 & 1

    rolls = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if high == low:
                hit = reached(high)
                for steps in range(2, 5):
                    if not is_open((steps - 1) * high):
                        break
                    hit = hit or reached(steps * high)
            else:
                hit = reached(high) or reached(low) or (reached(high + low) and (is_open(high) or is_open(low)))
            if hit:
                rolls |= 1 << (high - 1) * 6 + low - 1 | 1 << (low - 1) * 6 + high - 1
    return rolls


@cache
def free_rolls(blocks: int) -> int:
    """Return how many of the 36 rolls a checker can move in two steps, with blocks in front at these distances."""

    def is_open(distance: int) -> bool:
        return not blocks >> distance - 1 & 1

    return sum(
        (is_open(one) or is_open(other)) and is_open(one + other) for one in range(1, 7) for other in range(1, 7)
    )
