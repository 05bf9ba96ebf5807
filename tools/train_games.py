"""Backgammon on packed positions, many games at once: what training and tournaments of the built-in engine share.

A position is the integer of `bgterm.rules.moves.hitting`: 26 bytes of the player on roll, above them 26 of the
opponent in reverse. Reversing its bytes turns the board around. Long backgammon is packed in the same way.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from bgterm.engine.builtin.outlook import BLOCK_REACH, HIT_REACH, ROLLS, free_rolls, hitting_rolls
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
"""Where in the reversed bytes of the opponent each point of the player on roll is, in Long backgammon."""
_BEYOND = 19
"""The first quarter of a player."""


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


@cache
def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return the rolls that hit for all distances and blocks, and how many rolls are free for all blocks."""
    hits = [
        hitting_rolls(hitters, blocks) for blocks in range(1 << BLOCK_REACH) for hitters in range(1 << HIT_REACH)
    ]
    free = [free_rolls(blocks) for blocks in range(1 << HIT_REACH)]
    return np.array(hits, np.int64), np.array(free, np.float32) / ROLLS


def _masks(there: np.ndarray) -> np.ndarray:
    """Return for each row the mask of its columns that are true."""
    return np.packbits(there, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.int64)


def _highest(masks: np.ndarray) -> np.ndarray:
    """Return the number of the highest bit of each mask; without any, -1."""
    return np.frexp(masks.astype(np.float64))[1].astype(np.int64) - 1


def extra_inputs(counts: np.ndarray) -> np.ndarray:
    """Return what `bgterm.engine.builtin.outlook.extras` returns, for many positions at once."""
    mine, theirs = counts[:, :26], counts[:, 26:]
    rearmost = _highest(_masks(mine > 0))
    there = _masks(theirs > 0) & (1 << BAR) - 1
    foremost = np.where(there > 0, _highest(there & -there), BAR + 1)
    columns = (*_outlook(mine, theirs), *_outlook(theirs[:, ::-1], mine[:, ::-1]), rearmost < foremost)
    return np.stack(columns, axis=1).astype(np.float32)


def _outlook(counts: np.ndarray, facing: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    hits_of, free_of = _tables()
    occupied = _masks(counts > 0) & ~1
    blocks = _masks(facing > 1) & (1 << BAR) - 2
    hits = np.zeros(len(counts), np.int64)
    rows, points = np.nonzero(facing[:, 1:BAR] == 1)
    hitters = occupied[rows] >> points + 2 & (1 << HIT_REACH) - 1
    in_front = blocks[rows] >> points + 2 & (1 << BLOCK_REACH) - 1
    first = np.flatnonzero(np.diff(rows, prepend=-1))
    if len(first):
        hits[rows[first]] = np.bitwise_or.reduceat(hits_of[in_front << HIT_REACH | hitters], first)
    rearmost = _highest(occupied)
    behind = (_masks(facing[:, ::-1] > 1) & (1 << BAR) - 2) >> 26 - rearmost & (1 << HIT_REACH) - 1
    behind[occupied == 0] = 0
    return np.bitwise_count(hits) / ROLLS, free_of[behind]


def inputs(positions: Iterable[int], order: Literal["little", "big"], *, with_extras: bool) -> np.ndarray:
    """Return the inputs of the network, four for each of the 52 numbers of checkers: 1, 2, 3 or more, beyond 3.

    With the order "big" they are those of the opponent.
    """
    found = b"".join([position.to_bytes(BYTES, order) for position in positions])
    counts = np.frombuffer(found, dtype=np.uint8)
    plain = UNITS[counts].reshape(-1, 4 * BYTES)
    return np.concatenate([plain, extra_inputs(counts.reshape(-1, BYTES))], axis=1) if with_extras else plain


UNITS = np.array([[n == 1, n == 2, n >= 3, max(n - 3, 0) / 4] for n in range(16)], dtype=np.float32)
INPUTS, OUTPUTS = 4 * BYTES, 5


class Game:
    """A game that is being played, with the positions so far, each with its player on roll."""

    def __init__(self, variant: Variant, rng: Random) -> None:
        self.variant, self.rng = variant, rng
        self.plays = Hitting if variant.movement is Movement.HITTING else Narde
        self.checkers = variant.checkers
        start = packed(variant.board, Player.WHITE)
        self.positions, self.turn = [start], 0
        self.values: list[np.ndarray] = []
        high, low = rng.randint(1, 6), rng.randint(1, 6)
        while high == low and not variant.fresh_first_roll:
            high, low = rng.randint(1, 6), rng.randint(1, 6)
        self.dice = Dice.of(high, low)

    def options(self) -> list[int]:
        """Return what can be reached, seen by the mover; only the end of the game where it can be reached."""
        found = self.plays(self.positions[-1], self.dice, first_turn=self.turn < 2).positions_after()
        for position in found:
            if position & 0xFF == self.checkers:
                return [position]
        return found

    def play(self, after: int) -> bool:
        """Make the play that leads there; return whether the game is over."""
        self.positions.append(turned(after))
        self.turn += 1
        self.dice = Dice.of(self.rng.randint(1, 6), self.rng.randint(1, 6))
        return after & 0xFF == self.checkers

    def loss(self) -> tuple[float, ...]:
        """Return the five outputs of the last position, in which the player on roll has lost."""
        return loss(self.positions[-1])

    def points(self) -> int:
        """Return how many points the winner has won."""
        return 1 + int(sum(self.loss()))


TURNED = [0, 3, 4, 1, 2]
"""The outputs as the opponent sees them; the chance to win is also turned around."""


def turned_values(values: np.ndarray) -> np.ndarray:
    """Return the outputs as the opponent sees them."""
    other = values[..., TURNED].copy()
    other[..., 0] = 1 - other[..., 0]
    return other


def loss(position: int) -> tuple[float, ...]:
    """Return the five outputs of a position in which the player on roll has lost."""
    mine = position.to_bytes(BYTES, "little")[:26]
    gammon = mine[OFF] == 0
    return (0.0, 0.0, 0.0, float(gammon), float(gammon and any(mine[_BEYOND:])))


class Network(NamedTuple):
    """One hidden layer of rectified units, five outputs: the probabilities of the player on roll."""

    hidden: np.ndarray
    hidden_bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray

    @classmethod
    def random(cls, inputs: int, units: int, rng: np.random.Generator) -> "Network":
        hidden = rng.normal(0, (2 / 60) ** 0.5, (inputs, units)).astype(np.float32)
        output = rng.normal(0, 0.3 * units**-0.5, (units, OUTPUTS)).astype(np.float32)
        bias = np.array([0, -1.2, -4, -1.2, -4], np.float32)
        return cls(hidden, np.zeros(units, np.float32), output, bias)

    @property
    def with_extras(self) -> bool:
        return len(self.hidden) > INPUTS

    def activations(self, given: np.ndarray) -> np.ndarray:
        sums: np.ndarray = given @ self.hidden + self.hidden_bias
        shown: np.ndarray = np.maximum(sums, 0)
        return shown

    def outputs(self, given: np.ndarray) -> np.ndarray:
        sums: np.ndarray = self.activations(given) @ self.output + self.output_bias
        return sigmoid(sums)


def sigmoid(sums: np.ndarray) -> np.ndarray:
    share: np.ndarray = 1 / (1 + np.exp(-sums))
    return share


WORTH = np.array([2, 1, 1, -1, -1], np.float32)
"""The equity of the outputs, less one; narde counts no backgammons."""
WORTH_NARDE = np.array([2, 1, 0, -1, 0], np.float32)


def worth(variant: Variant) -> np.ndarray:
    return WORTH if variant.movement is Movement.HITTING else WORTH_NARDE
