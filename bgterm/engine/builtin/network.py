"""The neural networks of the built-in engine in pure Python: for each variant, one for each kind of position.

A network has one hidden layer of rectified units. Its inputs are the checkers on each of the 26 points (0 is off,
25 the bar) of the player on roll and of the opponent, four for each point: one checker, two, three or more, and
the number beyond three; and those of the features of `bgterm.engine.builtin.outlook`. Its five outputs are
`Probabilities` of the player on roll, before the roll.

A file of weights is the four bytes `bgn2`; four numbers of two bytes, of networks, inputs, hidden units and
outputs; and the weights of each network as floating-point numbers of two bytes: those of the hidden layer, input
by input, its biases, those of the outputs, hidden unit by hidden unit, and their biases. All is little-endian.

`tools/train.py` trains the networks, and `docs/engines.md` says how well they play.
"""

import struct
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, starmap
from math import exp
from operator import add, mul, sub

from bgterm.engine.builtin.outlook import FAMILIES, Inputs, checkers
from bgterm.engine.errors import data_damaged
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import OFF, Board, Movement, Player
from bgterm.rules.variants import Variant

MAGIC = b"bgn2"
HEADER = struct.Struct("<4sHHHH")
NUMBERS = 52
"""The number of points in a position: 26 of the player on roll, and 26 of the opponent, reversed."""
_MOST = 15
"""The most checkers on a point."""

Row = tuple[float, ...]
"""A number for each hidden unit."""
Position = bytes
"""The checkers on each point, followed by the features, one byte each."""
Evaluate = Callable[[Board], Probabilities]
"""A function that returns the chances of the player on roll on a board."""


class Network:
    """One neural network, which evaluates positions of one kind.

    The sums of its hidden layer can be updated from those of a similar position.
    """

    def __init__(self, weights: bytes, known: Sequence[Inputs], hidden: int, outputs: int) -> None:
        """Use the weights of one network, in the order of the file; `known` has the inputs of each byte.

        Most weights are unpacked when they are needed.
        """
        self._known, self._weights, self._row = known, weights, struct.Struct(f"<{hidden}e")
        *self._begins, self.inputs = accumulate((len(each(0)) for each in known), initial=0)
        self.bias: Row = self.row(self.inputs)
        begin = (self.inputs + 1) * self._row.size
        of_outputs = struct.unpack_from(f"<{outputs * (hidden + 1)}e", weights, begin)
        self.outputs = [of_outputs[at : hidden * outputs : outputs] for at in range(outputs)]
        self.output_bias = of_outputs[hidden * outputs :]
        self._part: Callable[[int, int], Row] = cache(self._summed)

    def row(self, at: int) -> Row:
        """Return the weights from input `at` to each hidden unit; at the number of inputs, the biases."""
        return self._row.unpack_from(self._weights, at * self._row.size)

    def sums(self, position: Position) -> Row:
        """Return the weighted sum of the inputs for each hidden unit, in a position."""
        return _total([self.bias, *starmap(self._part, enumerate(position))])

    def change(self, at: int, before: int, after: int) -> Row:
        """Return what to add to the sums when the byte `at` of a position changes from `before` to `after`."""
        return tuple(map(sub, self._part(at, after), self._part(at, before)))

    def probabilities(self, sums: Row, position: Position) -> Probabilities:
        """Return the chances of the player on roll, from the hidden sums of a position.

        Impossible outcomes are removed.
        """
        active = [value if value > 0 else 0.0 for value in sums]
        win, gammon, backgammon, lost_gammon, lost_backgammon = (
            1 / (1 + exp(-max(-80.0, bias + sum(map(mul, active, weights)))))
            for weights, bias in zip(self.outputs, self.output_bias, strict=True)
        )
        return possible(position, win, gammon, backgammon, lost_gammon, lost_backgammon)

    def _summed(self, at: int, count: int) -> Row:
        """Return the contribution of the byte `at` of a position, which is `count`, to the sums."""
        inputs = enumerate(self._known[at](count), self._begins[at])
        parts = [[value * weight for weight in self.row(row)] for row, value in inputs if value]
        return _total([(0.0,) * len(self.bias), *parts])


def possible(position: Position, win: float, *gammons: float) -> Probabilities:
    """Return chances without contradictions: a gammon is at most as likely as a win, and so on.

    `win` and `gammons` are a network's outputs, in the order of `Probabilities`. A player who has borne off a
    checker cannot lose a gammon.
    """
    won, won_most, lost, lost_most = gammons
    won = 0.0 if position[NUMBERS - 1] else min(won, win)
    lost = 0.0 if position[OFF] else min(lost, 1 - win)
    return Probabilities(win, won, min(won_most, won), lost, min(lost_most, lost))


def _total(rows: Sequence[Sequence[float]]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


class Networks:
    """The networks of some variants, one for each kind of position, as read from a file of weights."""

    def __init__(self, data: bytes) -> None:
        """Read a file of weights. Raises ValueError when it is damaged."""
        if len(data) < HEADER.size:
            raise ValueError("the file is too short")
        magic, count, inputs, hidden, outputs = HEADER.unpack_from(data)
        size = 2 * (inputs * hidden + hidden + hidden * outputs + outputs)
        for family in FAMILIES if magic == MAGIC and len(data) == HEADER.size + count * size else ():
            known = [checkers] * NUMBERS + [*family.inputs]
            if count == len(family.kinds) and inputs == sum(len(each(0)) for each in known):
                self._family = family
                parts = (data[at : at + size] for at in range(HEADER.size, len(data), size))
                self.networks = [Network(part, known, hidden, outputs) for part in parts]
                return
        raise ValueError("these are not the weights of networks")

    def _position(self, board: Board, on_roll: Player) -> Position:
        """Return a board before a roll of that player, as the networks' bytes."""
        counts = board.counts(on_roll) + board.counts(on_roll.opponent)[::-1]
        return counts + self._family.features(counts)

    def kind(self, board: Board, on_roll: Player) -> str:
        """Return the name of the kind of a position; it does not depend on `on_roll`."""
        return self._family.kinds[self._family.kind_of(self._position(board, on_roll))]

    def near(self, board: Board, on_roll: Player) -> Evaluate:
        """Return a function that evaluates boards that differ little from `board`; `on_roll` rolls next on each.

        The hidden sums of each board are computed from those of `board`.
        """
        begin = self._position(board, on_roll)
        sums = cache(lambda kind: self.networks[kind].sums(begin))
        change = cache(lambda kind, at, after: self.networks[kind].change(at, begin[at], after))

        @cache
        def evaluate(board: Board) -> Probabilities:
            position = self._position(board, on_roll)
            kind = self._family.kind_of(position)
            differences = enumerate(zip(begin, position, strict=True))
            changes = [change(kind, at, after) for at, (before, after) in differences if before != after]
            rows = [sums(kind), *changes]
            total = tuple(map(add, *rows)) if len(rows) == 2 else _total(rows)
            return self.networks[kind].probabilities(total, position)

        return evaluate


def network_name(variant: Variant) -> str:
    """Return the name of a variant's networks: `long`, `hyper` for few checkers, or `backgammon`."""
    if variant.movement is Movement.NARDE:
        return "long"
    return "hyper" if variant.checkers < _MOST else "backgammon"


@cache
def networks_of(name: str) -> Networks:
    """Return the networks called `name`, as by `network_name`; they are read once and cached.

    Raises EngineError when their file is damaged.
    """
    file = files("bgterm.engine.builtin") / f"{name}.weights"
    try:
        return Networks(file.read_bytes())
    except (OSError, ValueError) as error:
        raise data_damaged(file.name) from error
