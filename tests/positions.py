"""Positions for tests: some with a name, and those of Position IDs, read and written independently of bgterm."""

import base64

from bgterm.rules.board import Board, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import Game
from tests.builders import board

WHITE = Player.WHITE
DANCE = Game(board("bar:1 13:4 8:5 6:5 / 13:3 6:2 5:2 4:2 3:2 2:2 1:2"), WHITE, Dice(6, 5))
"""A position in which White is on the bar and Black has made all home points: nothing can be played."""
FORCED = Game(board("bar:2 13:3 8:5 6:5 / 13:5 6:2 5:2 3:2 2:2 1:2"), WHITE, Dice(6, 4))
"""A position in which White has two checkers on the bar and one point to enter on: only bar/21 can be played."""
RACE = Game(board("6:5 5:5 4:5 / 6:5 5:5 4:5"), WHITE, Dice(6, 1))
"""A position without contact in which White bears off: 6/off with 6/5, 5/4 or 4/3."""
CONTACT = Game(board("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"), WHITE, Dice(3, 1))
"""The position before the first move, with 3-1 to play."""
TWO_WAYS = Game(board("24:2 13:5 8:3 6:5 / 24:2 20:1 13:4 8:3 6:5"), WHITE, Dice(3, 1))
"""A position in which 8/4 hits Black's blot on White's 5 point by way of 5, and does not by way of 7."""


def board_of_id(
    position_id: str, on_roll: Player, checkers: int = 15, movement: Movement = Movement.HITTING
) -> Board:
    """Return the board of a Position ID; checkers that are missing from `checkers` a side are borne off."""
    number = int.from_bytes(base64.b64decode(position_id + "=="), "little")
    bits = (number >> at & 1 for at in range(80))
    sides = []
    for _ in range(2):
        side = bytearray(26)
        for point in range(1, 26):
            while next(bits):
                side[point] += 1
        side[0] = max(checkers - sum(side), 0)
        sides.append(bytes(side))
    return Board.of_counts(on_roll, sides[1], sides[0], movement)


def id_of_board(board: Board, on_roll: Player) -> str:
    """Return the Position ID of a board with `on_roll` to move."""
    bits = "".join(
        "1" * count + "0" for player in (on_roll.opponent, on_roll) for count in board.counts(player)[1:]
    )
    number = int(bits[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")
