"""A side of the board packed into one integer, so that a step is an addition and a question is a mask.

A *position* is an integer whose lowest 26 bytes are the mover's counts, byte 0 what is off, byte 25 the bar. A
*field* is an integer with one bit set, the lowest of its byte: adding a field to a position adds a checker, and
shifting a field down by a die's bytes gives where that die leads. Sets of fields are their sum, a *mask*.
"""

from collections.abc import Iterator

from bgterm.rules.board import BAR, HOME, OFF, Move

BYTE = 8
SIDE = 26 * BYTE
OFF_FIELD = 1
BAR_FIELD = 1 << BAR * BYTE
POINT_FIELDS = sum(1 << point * BYTE for point in range(1, BAR))
CHECKER_FIELDS = POINT_FIELDS | BAR_FIELD
HOME_FIELDS = sum(1 << point * BYTE for point in range(1, HOME + 1))
OCCUPIED_TEST = 127 * CHECKER_FIELDS
"""Added to a side: the highest bit of a byte is then set where a checker stands."""
SHOWS_TWO = 126 * POINT_FIELDS
"""The same for two checkers and more."""
OUTSIDE_HOME = (HOME + 1) * BYTE


def iter_bits(mask: int) -> Iterator[int]:
    """Yield the fields of a mask, the lowest first."""
    while mask:
        yield (field := mask & -mask)
        mask ^= field


def point_of(field: int) -> int:
    """Return the number of the point, 0 off and 25 the bar, that a field stands for."""
    return field.bit_length() // BYTE


def move_from(field: int, die: int) -> Move:
    """Return the move of one checker from a field by a die."""
    src = point_of(field)
    return Move(src, max(src - die, OFF))


def bearing_off(occupied: int, shift: int) -> int:
    """Return the mask of where a die, `shift` in bytes, bears off from when all are home. [RULES A-41 to A-44]"""
    from_die_up = occupied >> shift
    if from_die_up & 1:
        return 1 << shift
    return 0 if from_die_up else 1 << occupied.bit_length() - 1
