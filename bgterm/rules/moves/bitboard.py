"""The checkers of a side packed into one integer, so that a step is an addition and a test is a mask.

A *position* is an integer whose lowest 26 bytes are the mover's checkers: byte 0 those borne off, byte 25 those on
the bar. A *field* is an integer with only the lowest bit of one byte set: adding a field to a position adds a
checker, and shifting it down by as many bytes as a die shows is a step by that die. A set of fields is their sum,
a *mask*.
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
"""Added to a side, this sets the highest bit of each byte with a checker or more."""
SHOWS_TWO = 126 * POINT_FIELDS
"""Added to a side, this sets the highest bit of each byte with two checkers or more."""
OUTSIDE_HOME = (HOME + 1) * BYTE


def iter_bits(mask: int) -> Iterator[int]:
    """Yield each field in a mask, an integer with one bit set, the lowest first."""
    while mask:
        yield (field := mask & -mask)
        mask ^= field


def point_of(field: int) -> int:
    """Return the number of the point for a field: 0 is off and 25 the bar."""
    return field.bit_length() // BYTE


def move_from(field: int, die: int) -> Move:
    """Return the move of one checker from a field by a die, borne off where the die is larger."""
    src = point_of(field)
    return Move(src, max(src - die, OFF))


def bearing_off(occupied: int, shift: int) -> int:
    """Return the mask of fields from which a die bears off a checker of a side. [RULES A-41 to A-44]

    `occupied` is the mask of the side's checkers, and `shift` is 8 for each pip of the die.
    """
    from_die_up = occupied >> shift
    if from_die_up & 1:
        return 1 << shift
    return 0 if from_die_up else 1 << occupied.bit_length() - 1
