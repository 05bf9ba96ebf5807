"""The board: the checkers of both sides.

Each side is counted by its own numbers: its points are 24 (furthest from home) to 1, with 25 for the bar and
0 for what has been borne off. Nothing here knows which moves are legal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from operator import mul
from typing import NamedTuple, Self

OFF = 0
"""The number of the tray: a checker that moves here is borne off."""
BAR = 25
"""The number of the bar, where a hit checker waits to enter."""
HOME = 6
"""The highest of a player's home points."""
POINTS = range(1, 25)
"""The numbers of the points on the board, 1 to 24."""
HEAD = 24
"""The point furthest from home; in narde a player's head, where all their checkers start."""


class Player(Enum):
    """The two sides, White and Black, fixed for a match; `index` is the place of a side in pairs."""

    WHITE = 0
    BLACK = 1

    index: int
    """The place of the player's entry in pairs such as names and scores, White's first."""
    opponent: "Player"
    """The other player."""

    def __init__(self, index: int) -> None:
        """Store the index as an attribute, which is faster to read than a property."""
        self.index = index


Player.WHITE.opponent, Player.BLACK.opponent = Player.BLACK, Player.WHITE


class Move(NamedTuple):
    """The movement of one checker by one die, in its player's numbers: `Move(8, 5)`; 25 is the bar, 0 is off."""

    src: int
    dst: int

    def __str__(self) -> str:
        """Return the move in the usual notation: `8/5`, `bar/20`, `3/off`."""
        return f"{point_text(self.src)}/{point_text(self.dst)}"


def point_text(number: int) -> str:
    """Return a number from 0 to 25 of a player's own counting as plays are written: `24`, `bar` or `off`."""
    return {BAR: "bar", OFF: "off"}.get(number, str(number))


class Movement(Enum):
    """The directions in which the checkers of the two sides pass each other: with hitting, or as in narde."""

    HITTING = auto()
    """The sides move in opposite directions; two checkers hold a point, and one alone can be hit."""
    NARDE = auto()
    """The sides move in one direction, half a board apart; one checker holds a point; no hits. [RULES L2]"""

    opposite: tuple[int, ...]
    """The opponent's number of each of a player's numbers 0 to 25."""

    def opponent_point(self, point: int) -> int:
        """Return the opponent's number of a player's `point`.

        >>> Movement.HITTING.opponent_point(24), Movement.NARDE.opponent_point(24)
        (1, 12)
        """
        return self.opposite[point]

    @property
    def holding(self) -> int:
        """The fewest checkers that block a point for the opponent. [RULES A-21, L15]"""
        return 2 if self is Movement.HITTING else 1


Movement.HITTING.opposite = (*range(BAR, -1, -1),)
Movement.NARDE.opposite = (*range(12, 25), *range(1, 14))  # half a board apart


@dataclass(frozen=True, slots=True)
class Board:
    """The checkers of both sides: an immutable, hashable value. Make one with `Board.of`."""

    _sides: tuple[bytes, bytes]
    movement: Movement = Movement.HITTING
    """How the sides pass each other, which also tells which points of the two sides are the same."""

    @classmethod
    def of(cls, white: Mapping[int, int], black: Mapping[int, int], movement: Movement = Movement.HITTING) -> Self:
        """Return the board on which each side has `{point: checkers}` in its own numbers (25 bar, 0 off)."""
        return cls((_side(white), _side(black)), movement)

    @classmethod
    def of_counts(cls, player: Player, mine: bytes, theirs: bytes, movement: Movement = Movement.HITTING) -> Self:
        """Return the board on which `player` has `mine[n]` checkers on number n, and the opponent `theirs[n]`.

        Each side counts by its own numbers, from 0 (off) to 25 (bar).
        """
        return cls((mine, theirs) if player is Player.WHITE else (theirs, mine), movement)

    def counts(self, player: Player) -> bytes:
        """Return how many checkers `player` has on each of their own numbers 0 (off) to 25 (bar)."""
        return self._sides[player.index]

    def opponent_point(self, point: int) -> int:
        """Return the opponent's number of the point that a player calls `point`."""
        return self.movement.opposite[point]

    def pips(self, player: Player) -> int:
        """Return how many pips `player` still needs to bear off all checkers."""
        return sum(map(mul, self._sides[player.index], range(BAR + 1)))

    @property
    def pips_of_both(self) -> tuple[int, int]:
        """The pips of White and of Black."""
        return self.pips(Player.WHITE), self.pips(Player.BLACK)

    def highest(self, player: Player) -> int:
        """Return the highest number on which `player` has a checker; 0 when all are off."""
        counts = self._sides[player.index]
        return next((number for number in range(BAR, OFF, -1) if counts[number]), OFF)

    def is_off(self, player: Player) -> bool:
        """Return whether `player` has borne off all checkers."""
        return not any(self._sides[player.index][1:])

    @property
    def contact(self) -> bool:
        """Whether checkers of the two sides can still meet: neither side has passed the other."""
        white, black = self.highest(Player.WHITE), self.highest(Player.BLACK)
        return any(self.opponent_point(point) <= black for point in POINTS if point <= white)

    def moved(self, player: Player, move: Move) -> Self:
        """Return the board after any move, which may hit. Raises ValueError without a checker on `move.src`."""
        mine, theirs = bytearray(self._sides[player.index]), self._sides[player.opponent.index]
        if not mine[move.src]:
            raise ValueError(f"no checker of {player.name} on {move.src}")
        mine[move.src] -= 1
        mine[move.dst] += 1
        if self.hits(player, move):
            after = bytearray(theirs)
            after[self.opponent_point(move.dst)] -= 1
            after[BAR] += 1
            theirs = bytes(after)
        return self.of_counts(player, bytes(mine), theirs, self.movement)

    def played(self, player: Player, moves: Iterable[Move]) -> Self:
        """Return the board after all `moves`, one after the other; blots are hit, and legality is not checked.

        Raises ValueError when no checker stands where a move begins.
        """
        board = self
        for move in moves:
            board = board.moved(player, move)
        return board

    def hits(self, player: Player, move: Move) -> bool:
        """Whether a legal move lands on an opposing blot. `HittingPlays` does the same with packed positions."""
        return move.dst != OFF and self._sides[player.opponent.index][self.opponent_point(move.dst)] > 0

    def __repr__(self) -> str:
        """Return an expression that makes this board."""
        white, black = ({n: c for n, c in enumerate(side) if c} for side in self._sides)
        movement = "" if self.movement is Movement.HITTING else f", {self.movement}"
        return f"Board.of({white}, {black}{movement})"


def _side(counts: Mapping[int, int]) -> bytes:
    side = bytearray(26)
    for number, count in counts.items():
        side[number] = count
    return bytes(side)
