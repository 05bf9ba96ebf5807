"""Positions as short texts that other backgammon programs read and write.

A *Position ID* is GNU Backgammon's. For each side, the player not on roll first, and for each of its points 1 to
24 and its bar: as many ones as it has checkers there, and a zero. These 80 bits, the first being the lowest of the
first byte, are written in base64 without its `==`. The opening position is `4HPwATDgc/ABMA`. It does not
tell who is on roll.
"""

import re
from base64 import b64decode, b64encode

from bgterm.rules.board import BAR, POINTS, Board, Movement, Player
from bgterm.rules.errors import NotationError, Rule

_LENGTH = 14
_BYTES = 10
_DIGITS = re.compile(r"[A-Za-z0-9+/]*")


def position_id(board: Board, on_roll: Player) -> str:
    """Give the Position ID of a board on which neither side has more than 15 checkers.

    >>> position_id(Board.of({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2}), Player.WHITE)
    '4HPwATDgc/ABMA'
    """
    counts = board.counts(on_roll.opponent)[1:] + board.counts(on_roll)[1:]
    bits = "".join("1" * count + "0" for count in counts)
    packed = int(bits[::-1], 2).to_bytes(_BYTES, "little")
    return b64encode(packed).decode()[:_LENGTH]


def read_position_id(
    text: str, on_roll: Player, checkers: int = 15, movement: Movement = Movement.HITTING
) -> Board:
    """Give the board a Position ID describes, read with or without `==`.

    Of each side's `checkers` those that are not on the board have been borne off. Raises NotationError with
    `Rule.BAD_ID` when there is no such board.
    """
    counts = _runs(text)
    theirs, mine, beyond = counts[:BAR], counts[BAR : 2 * BAR], counts[2 * BAR :]
    if max(sum(mine), sum(theirs)) > checkers:
        raise _bad(text, f"a side has more than {checkers} checkers")
    if any(beyond):
        raise _bad(text, "something follows the last checker")
    board = Board.of_counts(on_roll, _side(mine, checkers), _side(theirs, checkers), movement)
    if movement is Movement.NARDE and (mine[-1] or theirs[-1]):
        raise _bad(text, "a checker is on the bar, which this game has not")
    if shared := [point for point in POINTS if mine[point - 1] and theirs[board.facing(point) - 1]]:
        raise _bad(text, f"both sides stand on the {shared[0]} point")
    return board


def _runs(text: str) -> list[int]:
    """Give how many ones stand before each zero of the id's 80 bits, and after the last."""
    digits = text.removesuffix("==")
    if not _DIGITS.fullmatch(digits):
        raise _bad(text, "it is not written in base64")
    if len(digits) != _LENGTH:
        raise _bad(text, f"it has {len(digits)} characters, not {_LENGTH}")
    packed = b64decode(digits + "==")
    if b64encode(packed).decode() != digits + "==":
        raise _bad(text, f"its last character cannot be {digits[-1]}")
    bits = f"{int.from_bytes(packed, 'little'):0{8 * _BYTES}b}"[::-1]
    return [len(run) for run in bits.split("0")]


def _side(counts: list[int], checkers: int) -> bytes:
    return bytes([checkers - sum(counts), *counts])


def _bad(text: str, fault: str) -> NotationError:
    return NotationError(Rule.BAD_ID, text=text, fault=fault)
