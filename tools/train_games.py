"""Games on packed positions, for tournaments of the built-in engine and for counting.

A position is the integer of `bgterm.rules.moves.hitting`: 26 bytes of the player on roll, above them 26 of the
opponent in reverse. Reversing its bytes turns the board around. Long backgammon is packed in the same way.
"""

from random import Random

from bgterm.rules.board import BAR, HEAD, OFF, Board, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.moves.bitboard import POINT_FIELDS, SHOWS_TWO, SIDE
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.moves.narde import NardePlays
from bgterm.rules.ruleset import FirstThrow, SixInARow
from bgterm.rules.variants import Variant

BYTES = 52
_SIDE_MASK = (1 << SIDE) - 1
_OPEN_TO = bytes(25 - (point - 12 if point > 12 else point + 12) for point in range(1, BAR))
"""The index of each point of the player on roll in the opponent's reversed bytes, in Long backgammon."""
_BEYOND = 19
"""The lowest number of a player's first quarter."""


class Hitting(HittingPlays):
    """The legal plays of a packed position of a hitting game."""

    def __init__(self, position: int, dice: Dice, *, first_turn: bool = False) -> None:  # noqa: ARG002 - as in narde
        self.dice, self._start, self._protected_blots = dice, position, 0
        self._open = POINT_FIELDS & ~((position >> SIDE) + SHOWS_TWO >> 7)

    def positions_after(self) -> list[int]:
        return list(self._paths)


class Narde(NardePlays):
    """The legal plays of a packed position of Long backgammon, by the usual rules."""

    board = Board.of({HEAD: 15}, {HEAD: 15}, Movement.NARDE)
    player = Player.WHITE

    def __init__(self, position: int, dice: Dice, *, first_turn: bool = False) -> None:
        self.dice, self._start = dice, position & _SIDE_MASK
        self._theirs = position ^ self._start
        theirs = position.to_bytes(BYTES, "little")[26:]
        self._open = sum(1 << 8 * point for point, at in enumerate(_OPEN_TO, 1) if not theirs[at])
        self._six_in_a_row = SixInARow.IN_FRONT
        self._row_ends_above = next((point for point in range(OFF, HEAD) if theirs[25 - point]), HEAD)
        self._head_allowed = 2 if first_turn and self._may_split(FirstThrow.EACH) else 1
        self._longest_known = {}

    def positions_after(self) -> list[int]:
        return [position | self._theirs for position in self._paths]


def packed(board: Board, player: Player) -> int:
    """Return the packed position of a board with that player on roll."""
    return int.from_bytes(board.counts(player) + board.counts(player.opponent)[::-1], "little")


def unpacked(position: int, movement: Movement) -> Board:
    """Return the board of a position with White on roll."""
    both = position.to_bytes(BYTES, "little")
    return Board.of_counts(Player.WHITE, both[:26], both[:25:-1], movement)


def turned(position: int) -> int:
    """Return the position as the opponent sees it."""
    return int.from_bytes(position.to_bytes(BYTES, "little"), "big")


class Game:
    """A game in progress, with its positions so far, each seen by the player on roll."""

    def __init__(self, variant: Variant, rng: Random) -> None:
        self.variant, self.rng = variant, rng
        self.plays = Hitting if variant.movement is Movement.HITTING else Narde
        self.checkers = variant.checkers
        start = packed(variant.board, Player.WHITE)
        self.positions, self.turn = [start], 0
        high, low = rng.randint(1, 6), rng.randint(1, 6)
        while high == low and not variant.fresh_first_roll:
            high, low = rng.randint(1, 6), rng.randint(1, 6)
        self.dice = Dice.of(high, low)

    def options(self) -> list[int]:
        """Return the positions after all legal plays, seen by the mover; if one ends the game, only that one."""
        found = self.plays(self.positions[-1], self.dice, first_turn=self.turn < 2).positions_after()
        for position in found:
            if position & 0xFF == self.checkers:
                return [position]
        return found

    def play(self, after: int) -> bool:
        """Make the play to the position `after`, throw the next roll, and return whether the game is over."""
        self.positions.append(turned(after))
        self.turn += 1
        self.dice = Dice.of(self.rng.randint(1, 6), self.rng.randint(1, 6))
        return after & 0xFF == self.checkers

    def loss(self) -> tuple[float, ...]:
        """Return the five outputs of the last position, in which the player on roll has lost."""
        return loss(self.positions[-1])

    def points(self) -> int:
        """Return the points that the winner has won, without a cube."""
        return 1 + int(sum(self.loss()))


def loss(position: int) -> tuple[float, ...]:
    """Return the five outputs of a position in which the player on roll has lost."""
    mine = position.to_bytes(BYTES, "little")[:26]
    gammon = mine[OFF] == 0
    return (0.0, 0.0, 0.0, float(gammon), float(gammon and any(mine[_BEYOND:])))
