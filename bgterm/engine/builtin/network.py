"""The networks of the built-in engine, in plain Python.

A network has one hidden layer of rectified units. Its inputs are the checkers on each of the 26 numbers of the
player on roll and of the opponent, four for each number: one checker, two, three or more, and the others beyond
three; and in the hitting games those of `bgterm.engine.builtin.outlook`. Its five outputs are `Probabilities` of
the player on roll, before the roll.

A file of weights is the four bytes `bgn1`; three numbers of two bytes, of inputs, hidden units and outputs; and
the weights as floating-point numbers of two bytes: those of the hidden layer, input by input, its biases, those
of the outputs, hidden unit by hidden unit, and their biases. All is little-endian. `tools/train.py` trains
the networks, and `docs/engines.md` says how well they play.
"""

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import add, mul, sub

from bgterm.engine.builtin.outlook import EXTRAS, extras
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import OFF, Board, Movement, Player
from bgterm.rules.variants import Variant

_MAGIC = b"bgn1"
_HEADER = struct.Struct("<4sHHH")
_UNITS = 4
"""How many inputs each number of checkers has."""
NUMBERS = 52
"""How many numbers of checkers a position has: those of the player on roll, and the opponent's reversed."""
_MOST = 15
"""The most checkers on a number."""

Row = tuple[float, ...]
"""A number for each hidden unit."""
Position = bytes
"""The numbers of checkers, as a network sees them."""


def position_of(board: Board, on_roll: Player) -> Position:
    """Return the numbers of checkers before a roll of that player."""
    return board.counts(on_roll) + board.counts(on_roll.opponent)[::-1]


def units(count: int) -> tuple[float, float, float, float]:
    """Return the inputs for a number of checkers on one place."""
    return float(count == 1), float(count == 2), float(count >= 3), max(count - 3, 0) / 4


class Network:
    """A network. Sums of the hidden layer are kept as rows, so that a position can be reached from another."""

    def __init__(self, data: bytes) -> None:
        """Read a file of weights."""
        magic, inputs, hidden, outputs = _HEADER.unpack_from(data)
        plain = NUMBERS * _UNITS
        if magic != _MAGIC or inputs not in (plain, plain + EXTRAS):
            raise ValueError("these are not the weights of a network")
        count = inputs * hidden + hidden + hidden * outputs + outputs
        weights = struct.unpack_from(f"<{count}e", data, _HEADER.size)
        self.rows = [weights[at * hidden : (at + 1) * hidden] for at in range(inputs)]
        self._extras = self.rows[plain:]
        self.bias: Row = weights[inputs * hidden :][:hidden]
        of_outputs = weights[(inputs + 1) * hidden :]
        self.outputs = [of_outputs[at : hidden * outputs : outputs] for at in range(outputs)]
        self.output_bias = of_outputs[hidden * outputs :]
        self._places: dict[tuple[int, int], Row] = {}

    def sums(self, position: Position) -> Row:
        """Return the sums of the hidden layer over the checkers."""
        rows = (self._place(at, count) for at, count in enumerate(position) if count)
        return _total([self.bias, *rows])

    def change(self, at: int, before: int, after: int) -> Row:
        """Return what is added to the sums where a number of checkers changes."""
        return tuple(map(sub, self._place(at, after), self._place(at, before)))

    def probabilities(self, sums: Row, position: Position) -> Probabilities:
        """Return the outputs for the sums of a position, without what is impossible there."""
        if self._extras:
            values = extras(position)
            more = (_times(row, value) for row, value in zip(self._extras, values, strict=True) if value)
            sums = _total([sums, *more])
        active = [value if value > 0 else 0.0 for value in sums]
        win, gammon, backgammon, lost_gammon, lost_backgammon = (
            1 / (1 + exp(-max(-80.0, bias + sum(map(mul, active, weights)))))
            for weights, bias in zip(self.outputs, self.output_bias, strict=True)
        )
        return possible(position, win, gammon, backgammon, lost_gammon, lost_backgammon)

    def _place(self, at: int, count: int) -> Row:
        """Return what a number of checkers adds to the sums."""
        found = self._places.get((at, count))
        if found is None:
            parts = zip(self.rows[_UNITS * at : _UNITS * (at + 1)], units(count), strict=True)
            found = self._places[at, count] = _total([_times(row, unit) for row, unit in parts])
        return found


def possible(position: Position, win: float, *gammons: float) -> Probabilities:
    """Return probabilities of which none is larger than that of what includes it.

    Nobody loses a gammon who has borne off a checker.
    """
    won, won_most, lost, lost_most = gammons
    won = 0.0 if position[-1] else min(won, win)
    lost = 0.0 if position[OFF] else min(lost, 1 - win)
    return Probabilities(win, won, min(won_most, won), lost, min(lost_most, lost))


def _times(row: Row, factor: float) -> Row:
    return tuple([factor * weight for weight in row])


def _total(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


class Neighbours:
    """Positions that differ in a few places from one: their sums are that one's and the changes."""

    def __init__(self, network: Network, position: Position) -> None:
        """Take the position that the others are compared with."""
        self._network, self._position, self._sums = network, position, network.sums(position)
        self._changes: dict[tuple[int, int], Row] = {}

    def probabilities(self, position: Position) -> Probabilities:
        """Return the probabilities of a position."""
        rows = [self._sums]
        for at, (before, after) in enumerate(zip(self._position, position, strict=True)):
            if before != after:
                change = self._changes.get((at, after))
                if change is None:
                    change = self._changes[at, after] = self._network.change(at, before, after)
                rows.append(change)
        sums = tuple(map(add, *rows)) if len(rows) == 2 else _total(rows)
        return self._network.probabilities(sums, position)


def network_name(variant: Variant) -> str:
    """Return the name of the network for a variant: one for each movement, and one for few checkers."""
    if variant.movement is Movement.NARDE:
        return "long"
    return "hyper" if variant.checkers < _MOST else "backgammon"


@cache
def network_of(name: str) -> Network:
    """Return a network of the package, loaded when it is first needed."""
    return Network((files("bgterm.engine.builtin") / f"{name}.weights").read_bytes())


def weights_file(layers: Iterable[Iterable[float]], inputs: int, hidden: int, outputs: int) -> bytes:
    """Return the file of a network from its hidden weights, their biases, the output weights and their biases."""
    values = [value for layer in layers for value in layer]
    return _HEADER.pack(_MAGIC, inputs, hidden, outputs) + struct.pack(f"<{len(values)}e", *values)
