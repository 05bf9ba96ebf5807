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
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, starmap
from math import exp
from operator import add, mul, sub

from bgterm.engine.builtin.kinds import KINDS, LONG_KINDS, kind_of, long_kind_of
from bgterm.engine.builtin.outlook import FEATURES, LONG_FEATURES, features, long_features
from bgterm.engine.errors import data_damaged
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import OFF, Board, Movement, Player
from bgterm.rules.variants import Variant

_MAGIC = b"bgn2"
_HEADER = struct.Struct("<4sHHHH")
_UNITS = 4
"""The number of inputs for the checkers on each point."""
NUMBERS = 52
"""The number of points in a position: 26 of the player on roll, and 26 of the opponent, reversed."""
_PLAIN = _UNITS * NUMBERS
_FEATURES = {
    _PLAIN + sum(feature.inputs for feature in of_variant): of_variant for of_variant in (FEATURES, LONG_FEATURES)
}
"""The features of networks, by the number of their inputs."""
_MOST = 15
"""The most checkers on a point."""

Row = tuple[float, ...]
"""A number for each hidden unit."""
Position = bytes
"""The checkers on each point, followed by the features, one byte each."""


def units(count: int) -> tuple[float, ...]:
    """Return the network's inputs for the checkers on a point."""
    return float(count == 1), float(count == 2), float(count >= 3), max(count - 3, 0) / 4


class Network:
    """A network. The sums of its hidden layer can be updated from those of a similar position."""

    def __init__(self, weights: bytes, inputs: int, hidden: int, outputs: int) -> None:
        """Use the weights of one network, in the order of the file. Most are unpacked when they are needed."""
        self.inputs, self._weights, self._row = inputs, weights, struct.Struct(f"<{hidden}e")
        self.bias: Row = self.row(inputs)
        begin = (inputs + 1) * self._row.size
        of_outputs = struct.unpack_from(f"<{outputs * (hidden + 1)}e", weights, begin)
        self.outputs = [of_outputs[at : hidden * outputs : outputs] for at in range(outputs)]
        self.output_bias = of_outputs[hidden * outputs :]
        self._places: dict[tuple[int, int], Row] = {}
        self._features = _FEATURES[inputs]
        self._begins = [*accumulate((feature.inputs for feature in self._features), initial=_PLAIN)]

    def row(self, at: int) -> Row:
        """Return the weights of an input, one for each hidden unit; behind those of all inputs, the biases."""
        return self._row.unpack_from(self._weights, at * self._row.size)

    def sums(self, position: Position) -> Row:
        """Return the sums of the hidden layer for a position."""
        return _total([self.bias, *starmap(self._place, enumerate(position))])

    def change(self, at: int, before: int, after: int) -> Row:
        """Return the change of the sums when the byte `at` of a position changes."""
        return tuple(map(sub, self._place(at, after), self._place(at, before)))

    def probabilities(self, sums: Row, position: Position) -> Probabilities:
        """Return the network's outputs, from the hidden sums of a position, with impossible outcomes removed."""
        active = [value if value > 0 else 0.0 for value in sums]
        win, gammon, backgammon, lost_gammon, lost_backgammon = (
            1 / (1 + exp(-max(-80.0, bias + sum(map(mul, active, weights)))))
            for weights, bias in zip(self.outputs, self.output_bias, strict=True)
        )
        return possible(position, win, gammon, backgammon, lost_gammon, lost_backgammon)

    def _place(self, at: int, count: int) -> Row:
        """Return the contribution of one byte of a position to the sums."""
        found = self._places.get((at, count))
        if found is None:
            parts = [_times(self.row(row), unit) for row, unit in self._units(at, count) if unit]
            found = self._places[at, count] = _total([(0.0,) * len(self.bias), *parts])
        return found

    def _units(self, at: int, count: int) -> Iterable[tuple[int, float]]:
        """Return the inputs of one byte of a position, each with its number."""
        if at < NUMBERS:
            return enumerate(units(count), _UNITS * at)
        return enumerate(self._features[at - NUMBERS].units(count), self._begins[at - NUMBERS])


def possible(position: Position, win: float, *gammons: float) -> Probabilities:
    """Return probabilities without contradictions: a gammon at most as likely as a win, and so on.

    A player who has borne off a checker cannot lose a gammon.
    """
    won, won_most, lost, lost_most = gammons
    won = 0.0 if position[NUMBERS - 1] else min(won, win)
    lost = 0.0 if position[OFF] else min(lost, 1 - win)
    return Probabilities(win, won, min(won_most, won), lost, min(lost_most, lost))


def _times(row: Row, factor: float) -> Row:
    return tuple([factor * weight for weight in row])


def _total(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


class Networks:
    """The networks of a variant."""

    def __init__(self, data: bytes) -> None:
        """Read a file of weights. Raises ValueError when it is damaged."""
        if len(data) < _HEADER.size:
            raise ValueError("the file is too short")
        magic, count, inputs, hidden, outputs = _HEADER.unpack_from(data)
        size = inputs * hidden + hidden + hidden * outputs + outputs
        found = _FEATURES.get(inputs)
        is_long = found == LONG_FEATURES
        whole = count == len(LONG_KINDS if is_long else KINDS) and len(data) == _HEADER.size + 2 * count * size
        if magic != _MAGIC or not found or not whole:
            raise ValueError("these are not the weights of networks")
        self._features, self.kind = (long_features, long_kind_of) if is_long else (features, kind_of)
        parts = [data[at : at + 2 * size] for at in range(_HEADER.size, len(data), 2 * size)]
        self.networks = [Network(part, inputs, hidden, outputs) for part in parts]

    def position(self, board: Board, on_roll: Player) -> Position:
        """Return a board before a roll of that player, as the networks' bytes."""
        counts = board.counts(on_roll) + board.counts(on_roll.opponent)[::-1]
        return counts + self._features(counts)

    def probabilities(self, board: Board, on_roll: Player) -> Probabilities:
        """Return the chances of the player on roll."""
        position = self.position(board, on_roll)
        network = self.networks[self.kind(position)]
        return network.probabilities(network.sums(position), position)


class Neighbours:
    """The evaluation of similar boards: their hidden sums are computed from those of one board."""

    def __init__(self, networks: Networks, board: Board, on_roll: Player) -> None:
        """Use `board` as the one from which the others differ little; `on_roll` rolls next on each of them."""
        self._networks, self._on_roll, self._begin = networks, on_roll, networks.position(board, on_roll)
        self._sums: dict[int, Row] = {}
        self._changes: dict[tuple[int, int, int], Row] = {}
        self._found: dict[Board, Probabilities] = {}

    def probabilities(self, board: Board) -> Probabilities:
        """Return the chances of the player on roll on another board; they are cached."""
        found = self._found.get(board)
        if found is None:
            found = self._found[board] = self._computed(self._networks.position(board, self._on_roll))
        return found

    def _computed(self, position: Position) -> Probabilities:
        kind = self._networks.kind(position)
        network = self._networks.networks[kind]
        if kind not in self._sums:
            self._sums[kind] = network.sums(self._begin)
        rows = [self._sums[kind]]
        for at, (before, after) in enumerate(zip(self._begin, position, strict=True)):
            if before != after:
                change = self._changes.get((kind, at, after))
                if change is None:
                    change = self._changes[kind, at, after] = network.change(at, before, after)
                rows.append(change)
        sums = tuple(map(add, *rows)) if len(rows) == 2 else _total(rows)
        return network.probabilities(sums, position)


def network_name(variant: Variant) -> str:
    """Return the name of a variant's networks: `long`, `hyper` for few checkers, or `backgammon`."""
    if variant.movement is Movement.NARDE:
        return "long"
    return "hyper" if variant.checkers < _MOST else "backgammon"


@cache
def networks_of(name: str) -> Networks:
    """Return networks of the package, which are cached. Raises EngineError."""
    file = files("bgterm.engine.builtin") / f"{name}.weights"
    try:
        return Networks(file.read_bytes())
    except (OSError, ValueError) as error:
        raise data_damaged(file.name) from error


def weights_file(networks: Sequence[Iterable[float]], inputs: int, hidden: int, outputs: int) -> bytes:
    """Return the bytes of a file of networks, each given by all its weights in the order of the file."""
    values = [value for weights in networks for value in weights]
    header = _HEADER.pack(_MAGIC, len(networks), inputs, hidden, outputs)
    return header + struct.pack(f"<{len(values)}e", *values)
