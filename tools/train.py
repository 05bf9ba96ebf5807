"""Train the networks of the built-in engine by playing against themselves.

    python -m tools.train backgammon --folder /tmp/train --games 100000

One network plays both sides of many games at once and chooses the play with the best equity for the mover. When
games have ended, each position in them is trained towards what came after: a mean of the network's own value of
the next position and of what follows from there (TD(lambda)). The weights are updated by Adam, and their moving
average is what is kept. The folder has the checkpoint, from which the same command goes on, and the curve.
Everything follows from the seed, as long as the run is not interrupted.

The networks of the package were trained in these parts, each from the checkpoint of the one before:

    backgammon --games 150000                                              to 40,320 games
    backgammon --games 64000                                               to 64,000
    backgammon --games 200000 --rate 1.6e-3 --last 2e-5 --trace 0.5        to 76,032, without extra inputs
    backgammon --games 200000 --rate 1.6e-3 --last 2e-5 --trace 0.5        to 112,064
    backgammon --games 170000 --rate 0.0134 --last 2e-5 --trace 0.5        to 156,096
    hyper --games 30000, and then --games 80000                            to 80,000
    long --games 24000                                                     to 8,064
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np

from bgterm.engine.builtin.outlook import EXTRAS
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, HYPER_2, LONG, NACKGAMMON, Variant
from tools.train_games import INPUTS, OUTPUTS, Game, Network, inputs, turned_values, worth

STARTS: dict[str, tuple[Variant, ...]] = {
    "backgammon": (BACKGAMMON, BACKGAMMON, NACKGAMMON),
    "long": (LONG,),
    "hyper": (HYPER, HYPER, HYPER, HYPER_2, HYPER_1),
}
"""The variants that a network is trained on, as often as they are named."""
AVERAGE = 0.999


class Player:
    """Chooses plays for many games at once."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, games: Sequence[Game]) -> list[tuple[int, np.ndarray]]:
        """Return for each game the best play, and the network's outputs there for the opponent, who is on roll."""
        options = [game.options() for game in games]
        outputs = self.network.outputs(
            inputs(chain.from_iterable(options), "big", with_extras=self.network.with_extras)
        )
        chosen, begin = [], 0
        for game, found in zip(games, options, strict=True):
            values = outputs[begin : begin + len(found)]
            best = int((values * worth(game.variant)).sum(1).argmin())
            chosen.append((found[best], values[best]))
            begin += len(found)
        return chosen


def targets(game: Game, trace: float) -> np.ndarray:
    """Return what each position of a finished game is trained towards, the last one left out."""
    found = np.empty((len(game.positions) - 1, OUTPUTS), np.float32)
    after = value = np.array(game.loss(), np.float32)
    for turn in range(len(found) - 1, -1, -1):
        after = turned_values((1 - trace) * value + trace * after)
        found[turn] = after
        if turn:
            value = game.values[turn - 1]
    return found


@dataclass
class Training:
    """A network that is being trained."""

    name: str
    network: Network
    average: Network
    games: int = 0
    seconds: float = 0.0
    steps: int = 0
    first: list[np.ndarray] = field(default_factory=list)
    second: list[np.ndarray] = field(default_factory=list)
    curve: list[dict[str, float]] = field(default_factory=list)

    @classmethod
    def begin(cls, name: str, units: int, seed: int) -> "Training":
        count = INPUTS + (0 if name == "long" else EXTRAS)
        network = Network.random(count, units, np.random.default_rng(seed))
        zeros = [[np.zeros_like(part) for part in network] for _ in range(2)]
        return cls(name, network, Network(*(part.copy() for part in network)), first=zeros[0], second=zeros[1])

    def learn(self, given: np.ndarray, wanted: np.ndarray, rate: float) -> None:
        """Take one step of Adam towards the wanted outputs."""
        hidden = self.network.activations(given)
        error = (1 / (1 + np.exp(-(hidden @ self.network.output + self.network.output_bias))) - wanted) / len(
            given
        )
        back = (error @ self.network.output.T) * (hidden > 0)
        slopes = (given.T @ back, back.sum(0), hidden.T @ error, error.sum(0))
        self.steps += 1
        keep = min(AVERAGE, self.steps / (self.steps + 10))
        correction = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for part, mean, slope, first, second in zip(
            self.network, self.average, slopes, self.first, self.second, strict=True
        ):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            part -= correction * first / (np.sqrt(second) + 1e-8)
            mean += (1 - keep) * (part - mean)

    def save(self, path: Path) -> None:
        parts = [*self.network, *self.average, *self.first, *self.second]
        facts = json.dumps([self.name, self.games, self.seconds, self.steps, self.curve])
        with path.with_suffix(".new").open("wb") as file:
            np.savez(file, *parts, facts=np.array(facts))
        path.with_suffix(".new").replace(path)

    @classmethod
    def load(cls, path: Path) -> "Training":
        with np.load(path) as found:
            parts = [found[f"arr_{number}"] for number in range(16)]
            name, games, seconds, steps, curve = json.loads(str(found["facts"]))
        network, average = Network(*parts[:4]), Network(*parts[4:8])
        return cls(name, network, average, games, seconds, steps, parts[8:12], parts[12:], curve)


def finished_games(training: Training, rng: Random, parallel: int) -> Iterator[Game]:
    """Yield the games that the network plays against itself."""
    starts = STARTS[training.name]
    player = Player(training.network)
    games = [Game(rng.choice(starts), rng) for _ in range(parallel)]
    while True:
        for at, (after, values) in enumerate(player.choose(games)):
            games[at].values.append(values)
            if games[at].play(after):
                yield games[at]
                games[at] = Game(rng.choice(starts), rng)


def train(training: Training, path: Path, asked: argparse.Namespace) -> None:
    """Play and learn until so many games have been played; save and measure every now and then."""
    rng = Random(f"{asked.seed} {training.games}")
    shuffle = np.random.default_rng([asked.seed, training.games])
    began, waiting, due = time.monotonic() - training.seconds, list[Game](), training.games
    for game in finished_games(training, rng, asked.parallel):
        waiting.append(game)
        training.games += 1
        if len(waiting) >= asked.batch:
            learn_games(training, waiting, shuffle, asked)
            waiting.clear()
            training.seconds = time.monotonic() - began
            if training.games - due >= asked.every or training.games >= asked.games:
                due = training.games
                training.curve.append(measured(training, asked.against))
                print(json.dumps(training.curve[-1]), flush=True)
                training.save(path)
            if training.games >= asked.games:
                return


def learn_games(
    training: Training, games: list[Game], shuffle: np.random.Generator, asked: argparse.Namespace
) -> None:
    done = training.games / asked.games
    rate = asked.rate * (asked.last / asked.rate) ** done
    positions = [position for game in games for position in game.positions[:-1]]
    given = inputs(positions, "little", with_extras=training.network.with_extras)
    wanted = np.concatenate([targets(game, asked.trace) for game in games])
    for _ in range(asked.epochs):
        order = shuffle.permutation(len(given))
        for begin in range(0, len(order), asked.rows):
            rows = order[begin : begin + asked.rows]
            training.learn(given[rows], wanted[rows], rate)


def measured(training: Training, games: int) -> dict[str, float]:
    """Return a line of the curve: the share of games won against a random and against the sensible player."""
    from tools.tournament import RandomPlayer, SensiblePlayer, tournament

    variant = STARTS[training.name][0]
    line: dict[str, float] = {"games": training.games, "seconds": round(training.seconds)}
    for name, other in (("random", RandomPlayer()), ("sensible", SensiblePlayer())):
        result = tournament(variant, Player(training.average), other, games, seed=1)
        line |= {name: round(result.won, 3), f"{name}_points": round(result.points, 3)}
    return line


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=STARTS)
    parser.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--units", type=int, default=128)
    parser.add_argument("--parallel", type=int, default=256)
    parser.add_argument("--batch", type=int, default=64, help="games learned at once")
    parser.add_argument("--rows", type=int, default=256, help="positions a step")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3, help="the step size of Adam at the start")
    parser.add_argument("--last", type=float, default=5e-5, help="and at the end")
    parser.add_argument("--trace", type=float, default=0.7, help="lambda")
    parser.add_argument("--every", type=int, default=5_000, help="games between two lines of the curve")
    parser.add_argument("--against", type=int, default=400, help="games against each other player for a line")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def main() -> None:
    asked = arguments()
    asked.folder.mkdir(parents=True, exist_ok=True)
    path = asked.folder / f"{asked.name}.npz"
    training = Training.load(path) if path.exists() else Training.begin(asked.name, asked.units, asked.seed)
    train(training, path, asked)


if __name__ == "__main__":
    main()
