"""The board: where the checkers of both sides stand.

Each side is counted by its own numbers: its points are 24 (furthest from home) to 1, with 25 for the bar and
0 for what has been borne off. Nothing here knows which moves are legal.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Self

OFF = 0
"""The number of the tray: a checker that moves here is borne off."""
BAR = 25
"""The number of the bar: where a hit checker waits to enter."""
HOME = 6
"""The highest point of a player's home."""
POINTS = range(1, 25)
"""The points of the board."""


class Player(IntEnum):
    """The two seats, fixed for a match; also the index of a player's entry in pairs such as names and scores."""

    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Player":
        """The other player."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE


class Move(NamedTuple):
    """One checker moved by one die, in the mover's own numbers: `Move(8, 5)`, `Move(25, 20)`, `Move(3, 0)`."""

    src: int
    dst: int


def across(point: int) -> int:
    """Give the opponent's number of the mover's `point` in the hitting games, where sides run opposite ways.

    >>> across(24)
    1
    """
    return 25 - point


@dataclass(frozen=True, slots=True)
class Board:
    """A position of both sides' checkers. Make one with `Board.of`; a hashable value that never changes."""

    _sides: tuple[bytes, bytes]

    @classmethod
    def of(cls, white: Mapping[int, int], black: Mapping[int, int]) -> Self:
        """Give the board on which each side has `{point: checkers}` in its own numbers (25 bar, 0 off)."""
        return cls((_side(white), _side(black)))

    @classmethod
    def of_counts(cls, player: Player, mine: bytes, theirs: bytes) -> Self:
        """Give the board on which `player` has `mine[number]` checkers and the opponent `theirs[number]`."""
        return cls((mine, theirs) if player is Player.WHITE else (theirs, mine))

    def counts(self, player: Player) -> bytes:
        """How many checkers `player` has on each of his numbers 0 (off) to 25 (bar)."""
        return self._sides[player]

    def pips(self, player: Player) -> int:
        """How many pips `player` still needs to bear off all his checkers."""
        return sum(number * count for number, count in enumerate(self._sides[player]))

    def highest(self, player: Player) -> int:
        """Give the highest number on which `player` has a checker; 0 when all are off."""
        counts = self._sides[player]
        return next((number for number in range(BAR, OFF, -1) if counts[number]), OFF)

    @property
    def contact(self) -> bool:
        """Whether any checkers of the two sides have still to pass each other, in the hitting games."""
        return self.highest(Player.WHITE) + self.highest(Player.BLACK) > BAR

    def moved(self, player: Player, move: Move, facing: Callable[[int], int] = across) -> Self:
        """Give the board after one move, a blot on the landing point sent to its bar. Legality is not looked at.

        `facing` tells the opponent's number of a point. Raises ValueError when nothing stands on `move.src`.
        """
        mine, theirs = bytearray(self._sides[player]), self._sides[player.opponent]
        if not mine[move.src]:
            raise ValueError(f"no checker of {player.name} on {move.src}")
        mine[move.src] -= 1
        mine[move.dst] += 1
        if self.hits(player, move, facing):
            after = bytearray(theirs)
            after[facing(move.dst)] -= 1
            after[BAR] += 1
            theirs = bytes(after)
        return self.of_counts(player, bytes(mine), theirs)

    def played(self, player: Player, moves: Iterable[Move], facing: Callable[[int], int] = across) -> Self:
        """Give the board after all `moves`, one after the other."""
        board = self
        for move in moves:
            board = board.moved(player, move, facing)
        return board

    def hits(self, player: Player, move: Move, facing: Callable[[int], int] = across) -> bool:
        """Whether the move lands on an opposing checker."""
        return move.dst != OFF and self._sides[player.opponent][facing(move.dst)] > 0

    def __repr__(self) -> str:
        """Give an expression that makes this board."""
        white, black = ({n: c for n, c in enumerate(side) if c} for side in self._sides)
        return f"Board.of({white}, {black})"


def _side(counts: Mapping[int, int]) -> bytes:
    side = bytearray(26)
    for number, count in counts.items():
        side[number] = count
    return bytes(side)
