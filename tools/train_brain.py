"""The networks of a variant in numpy: their outputs for many positions at once, and the plays that they choose.

The outputs are those of `bgterm.engine.builtin.judge`. Positions are the rows of `tools.train_plays`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bgterm.engine.builtin.network import Networks
from bgterm.rules.board import BAR, HOME, OFF
from bgterm.rules.dice import ROLLS
from tools.train_inputs import OUTPUTS, features, in_table, inputs, kinds, long_features, long_kinds, race_chances
from tools.train_plays import SIDE, long_plays, plays

CHANCES = np.array([1 if dice.is_double else 2 for dice in ROLLS]) / 36
"""The chance of each roll of `ROLLS`."""
WORTH = np.array([2, 1, 1, -1, -1], np.float32)
"""The weights of the outputs in the equity, which is their weighted sum less one."""
WORTH_LONG = np.array([2, 1, 0, -1, 0], np.float32)
"""The weights of the outputs in Long backgammon, which counts no backgammons."""
_TURNED = [0, 3, 4, 1, 2]
_CHUNK = 4096
"""The number of positions that are computed at once."""


def turned_values(values: np.ndarray) -> np.ndarray:
    """Return outputs for the player on roll as outputs for the opponent."""
    other = values[..., _TURNED].copy()
    other[..., 0] = 1 - other[..., 0]
    return other


class Layers(NamedTuple):
    """A network with one hidden layer of rectified units and five outputs, the chances of the player on roll."""

    hidden: np.ndarray
    hidden_bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray

    @classmethod
    def random(cls, inputs: int, units: int, rng: np.random.Generator) -> "Layers":
        hidden = rng.normal(0, (2 / 60) ** 0.5, (inputs, units)).astype(np.float32)
        output = rng.normal(0, 0.3 * units**-0.5, (units, OUTPUTS)).astype(np.float32)
        return cls(hidden, np.zeros(units, np.float32), output, np.array([0, -1.2, -4, -1.2, -4], np.float32))

    def activations(self, given: np.ndarray) -> np.ndarray:
        active: np.ndarray = given @ self.hidden
        active += self.hidden_bias
        np.maximum(active, 0, out=active)
        return active

    def outputs(self, active: np.ndarray) -> np.ndarray:
        """Return the outputs from the activations of the hidden layer."""
        found: np.ndarray = 1 / (1 + np.exp(-(active @ self.output + self.output_bias)))
        return found


class Seen(NamedTuple):
    """Positions with what the networks are given of them: their features and the numbers of their kinds."""

    positions: np.ndarray
    features: np.ndarray
    kinds: np.ndarray

    def inputs(self, rows: np.ndarray, network: Layers) -> np.ndarray:
        """Return the inputs that a network has for the positions in some rows."""
        return inputs(self.positions[rows], self.features[rows])[:, : len(network.hidden)]


class Chosen(NamedTuple):
    """The opponent's position after each best play, its outputs, and whether they are exact."""

    after: np.ndarray
    values: np.ndarray
    known: np.ndarray


class Options(NamedTuple):
    """All plays: the index of the position that each is played in, and what `Chosen` has of it."""

    origins: np.ndarray
    after: np.ndarray
    values: np.ndarray
    known: np.ndarray


class Brain:
    """The networks of a variant."""

    def __init__(
        self,
        networks: Sequence[Layers],
        *,
        long: bool = False,
        worth: np.ndarray | None = None,
        two_sided: bool = True,
    ) -> None:
        """Use the networks in the order of the kinds; `worth` replaces the usual weights of the outputs."""
        self.networks, self._long, self._two_sided = networks, long, two_sided
        self.worth = (WORTH_LONG if long else WORTH) if worth is None else worth

    @classmethod
    def of(cls, plain: Networks, *, long: bool = False, worth: np.ndarray | None = None) -> "Brain":
        """Return a brain with the networks of the package, as arrays."""
        found = [
            (list(map(each.row, range(each.inputs))), each.bias, np.transpose(each.outputs), each.output_bias)
            for each in plain.networks
        ]
        layers = [Layers(*(np.array(part, np.float32) for part in parts)) for parts in found]
        return cls(layers, long=long, worth=worth)

    def seen(self, positions: np.ndarray) -> Seen:
        if self._long:
            return Seen(positions, long_features(positions), long_kinds(positions))
        found = features(positions)
        return Seen(positions, found, kinds(positions, found))

    def judged(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the outputs of positions before a roll, and whether each is exact: over, or in the table."""
        values = np.empty((len(positions), OUTPUTS), np.float32)
        lost = ~positions[:, SIDE:-1].any(1)
        known = in_table(positions) & ~lost
        values[known] = race_chances(positions[known], two_sided=self._two_sided)
        values[lost] = losses(positions[lost])
        known |= lost
        left = np.flatnonzero(~known)
        seen = self.seen(positions[left])
        for number, network in enumerate(self.networks):
            rows = np.flatnonzero(seen.kinds == number)
            for begin in range(0, len(rows), _CHUNK):
                at = rows[begin : begin + _CHUNK]
                outputs = network.outputs(network.activations(seen.inputs(at, network)))
                values[left[at]] = possible(outputs, seen.positions[at])
        return values, known

    def options(self, positions: np.ndarray, rolls: np.ndarray, *, first_turn: bool = False) -> Options:
        """Return all plays in the positions, each with its roll, an index of `ROLLS`."""
        origins, options = [], []
        for number, dice in enumerate(ROLLS):
            rows = np.flatnonzero(rolls == number)
            if not len(rows):
                continue
            asked = positions[rows]
            found = long_plays(asked, dice, first_turn=first_turn) if self._long else plays(asked, dice)
            origins.append(rows[found.origins])
            options.append(found.positions)
        after = np.concatenate(options)[:, ::-1]
        return Options(np.concatenate(origins), after, *self.judged(after))

    def best(
        self,
        positions: np.ndarray,
        rolls: np.ndarray,
        *,
        first_turn: bool = False,
        noise: tuple[np.random.Generator, np.ndarray] | None = None,
    ) -> Chosen:
        """Return the best play in each position; with `noise`, in equities with random errors of those sizes."""
        options = self.options(positions, rolls, first_turn=first_turn)
        equities = options.values @ self.worth
        if noise:
            rng, sizes = noise
            equities += rng.normal(size=len(equities)).astype(np.float32) * sizes[options.origins]
        order = np.lexsort((equities, options.origins))
        first = order[np.flatnonzero(np.diff(options.origins[order], prepend=-1))]
        return Chosen(options.after[first], options.values[first], options.known[first])


def losses(positions: np.ndarray) -> np.ndarray:
    """Return the outputs of positions in which the player on roll has lost."""
    found = np.zeros((len(positions), OUTPUTS), np.float32)
    found[:, 3] = positions[:, OFF] == 0
    found[:, 4] = found[:, 3] * positions[:, BAR - HOME : SIDE].any(1)
    return found


def possible(values: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Return the outputs without impossible chances, as `bgterm.engine.builtin.network.possible` does."""
    win, won, won_most, lost, lost_most = values.T
    won = np.where(positions[:, -1] > 0, 0, np.minimum(won, win))
    lost = np.where(positions[:, OFF] > 0, 0, np.minimum(lost, 1 - win))
    return np.stack([win, won, np.minimum(won_most, won), lost, np.minimum(lost_most, lost)], axis=1)
