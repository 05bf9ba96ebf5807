"""Positions for tests: the Position IDs of the reference data, read and written independently of bgterm."""

import base64

from bgterm.rules.board import Board, Movement, Player


def board_of_id(
    position_id: str, on_roll: Player, checkers: int = 15, movement: Movement = Movement.HITTING
) -> Board:
    """Give the board of a Position ID; what is missing from `checkers` a side has been borne off."""
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
    """Give the Position ID of a board with `on_roll` to move."""
    bits = "".join(
        "1" * count + "0" for player in (on_roll.opponent, on_roll) for count in board.counts(player)[1:]
    )
    number = int(bits[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")
