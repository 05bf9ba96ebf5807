"""Train the networks of the built-in engine by playing against themselves.

    python -m tools.train backgammon --folder /tmp/train

A variant has a network for each kind of position. They play both sides of many games at once, and choose the
play with the best equity for the mover. When a round of games has ended, each position in them is trained towards
what came after: a mean of the networks' own value of the next position and of what follows from there
(TD(lambda)); the end is exact as soon as it is in the table of bear-offs. Each network learns all positions of its
kind, and a tenth of the others. In some games the first plays have noise, for more kinds of positions, and are not
learned. With `--ahead N` every Nth position of a round is trained towards the mean of the best plays of all 21
rolls instead; with `--plays` those after a random roll and its good plays, which tells them apart better. With
`--follow N` they are played on for N turns, and what the networks think then corrects what they thought before,
without the luck of the rolls in between. All positions that come up are learned.

With `--perfect` no games are played: `--gather` takes `--parallel` random positions of Hyper-backgammon with their
exact chances, from a file of `tools/hyper_table.py`.

The weights are updated by Adam, and their moving average plays and is kept. Each round follows from the seed, its
number and the weights before it, so that a run which was interrupted ends in the same weights. The folder has the
checkpoint, from which the same command goes on. The networks of backgammon in the package come from these, one
after the other in one folder, and from `python -m tools.train_export` on the checkpoint:

    backgammon --one-sided --games 47616
    backgammon --one-sided --games 227840 --parallel 1024 --epochs 2
    backgammon --games 536064 --parallel 1024 --epochs 2
    backgammon --games 576000 --parallel 1024 --epochs 2 --ahead 6 --rate 6e-4
    backgammon --games 596480 --parallel 4096 --epochs 20 --ahead 4 --plays --falling --rate 3e-3
    backgammon --games 621056 --parallel 8192 --epochs 20 --ahead 4 --plays --falling --rate 3e-3

These were the networks of version 9. For version 10 positions were gathered in files, with the seed N:

    backgammon --gather N.npz --seed N --parallel 640 --ahead 8 --plays --follow 12

- with the networks of version 9, seeds 21, 22, 31, 32, with `--parallel 1024 --corrections 0.9`
- with those that learned 21 and 31: seeds 23, 33
- with those that learned 21, 22, 32 and 31: seeds 24, 25, 34, 35
- with those that learned these and 23, 24, 33 and 34: seeds 26, 27, 28, 36, 37
- with those that learned all of these but 27, 28, 36 and 37, in 6 epochs, and knew all features: seed 38

The networks of version 10 are the mean of two that began with version 9 and learned all 16 files, with the seeds
11 and 12 and `--epochs 6 --rate 2e-3`; the others learned with seed 5:

    backgammon --learn FILES --epochs 4 --rate 1e-3 --rows 512 --falling --slowing inf --others 0.05

For version 11 more files were gathered: with the networks of version 10, seeds 41 to 47, and with the mean of four
that learned these, too, seeds 51, 52, 55 and 56. The networks of version 11 are the mean of four that learned all
27 files. Both times the four had the seeds 21 to 24, `--epochs 6` and `--rate 2e-3`, and began with the mean of
version 10 in the checkpoint of its seed 11. For version 12 the networks of version 11 gathered 13 more files, with
the seeds 61 to 68 and 71 to 75, and four networks learned all 40 in the same way.

The weights of Long backgammon come from these commands:

    long --plain --games 110720 --parallel 1024 --epochs 2
    long --games 160896 --parallel 1024 --epochs 3

Those of Hyper-backgammon come from these, after `python -m tools.hyper_table solve 3 /tmp/train/perfect.npy`:

    hyper --perfect /tmp/train/perfect.npy --parallel 7000000 --seed 1 --gather ALL.npz
    hyper --learn ALL.npz --epochs 25 --rate 3e-3 --rows 512 --falling --slowing inf --others 0.02 --seed 1

To continue, begin with `--package` in an empty folder, and leave the number of games out.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bgterm.engine.builtin.network import networks_of
from bgterm.engine.builtin.outlook import KINDS, LONG_KINDS
from bgterm.rules.dice import ROLLS
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, NACKGAMMON, Variant
from tools.hyper_table import Positions, places
from tools.train_brain import CHANCES, Brain, Chosen, Layers, turned_values
from tools.train_inputs import INPUTS, LONG_INPUTS, OUTPUTS, PLAIN
from tools.train_plays import rows_of

STARTS: dict[str, tuple[Variant, ...]] = {
    "backgammon": (BACKGAMMON, BACKGAMMON, NACKGAMMON),
    "long": (LONG,),
    "hyper": (HYPER,),
}
"""The variants in whose games the networks of each name are trained, as often as they are named."""
AVERAGE = 0.999
FEWEST = 128
"""The number of games in each of the first rounds; later rounds have a 16th of all games so far."""
STRANGE, LONGEST_STRANGE, NOISE = 0.15, 12, 0.4
"""The share of games that begin with noise, a limit to the plays with it, and the size of the noise."""
GOOD, MOST = 0.12, 6
"""Good plays lose less equity than this, and are at most so many of a roll."""
_BEYOND = 0.2
"""How far corrections may lead beyond the chances that are possible."""
_CHUNK = 16_384
"""The number of positions that are looked ahead from at once."""
_SINGLE = np.flatnonzero([not dice.is_double for dice in ROLLS])


class Specialist:
    """The network of a kind of positions in training, and the moving average of its weights, which plays."""

    def __init__(self, parts: Sequence[np.ndarray], steps: int = 0) -> None:
        self.network, self.average, self.first, self.second = (
            Layers(*parts[at : at + len(Layers._fields)]) for at in range(0, 16, 4)
        )
        self.steps = steps

    @classmethod
    def of(cls, layers: Layers) -> "Specialist":
        """Return a network that has not learned with these weights."""
        zeros = [np.zeros_like(part) for part in layers]
        return cls([*layers, *(part.copy() for part in layers), *zeros, *(part.copy() for part in zeros)])

    @property
    def parts(self) -> list[np.ndarray]:
        return [*self.network, *self.average, *self.first, *self.second]

    def learn(self, given: np.ndarray, wanted: np.ndarray, rate: float) -> None:
        """Take one step of Adam that brings the outputs for the inputs `given` nearer to the wanted ones."""
        active = self.network.activations(given)
        error = (self.network.outputs(active) - wanted) / len(given)
        back = (error @ self.network.output.T) * (active > 0)
        slopes = (given.T @ back, back.sum(0), active.T @ error, error.sum(0))
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


@dataclass
class Training:
    """The networks of a variant in training."""

    name: str
    specialists: list[Specialist]
    games: int = 0
    rounds: int = 0
    seconds: float = 0.0
    curve: list[dict[str, object]] = field(default_factory=list)
    two_sided: bool = True
    """Whether ends of races are judged by the two-sided table of bear-offs."""

    @classmethod
    def begin(cls, name: str, units: int, seed: int, *, plain: bool = False) -> "Training":
        rng = np.random.default_rng(seed)
        inputs, kinds = (LONG_INPUTS, LONG_KINDS) if name == "long" else (INPUTS, KINDS)
        return cls(name, [Specialist.of(Layers.random(PLAIN if plain else inputs, units, rng)) for _ in kinds])

    @classmethod
    def of_package(cls, name: str) -> "Training":
        return cls(name, [Specialist.of(layers) for layers in Brain.of(networks_of(name)).networks])

    @property
    def brain(self) -> Brain:
        networks = [each.average for each in self.specialists]
        return Brain(networks, long=self.name == "long", two_sided=self.two_sided)

    def save(self, path: Path) -> None:
        parts = [part for each in self.specialists for part in each.parts]
        steps = [each.steps for each in self.specialists]
        facts = json.dumps([self.name, steps, self.games, self.rounds, self.seconds, self.curve])
        with path.with_suffix(".new").open("wb") as file:
            np.savez(file, *parts, facts=np.array(facts))
        path.with_suffix(".new").replace(path)

    @classmethod
    def load(cls, path: Path, *, plain: bool = False) -> "Training":
        """Read a checkpoint. Unless `plain`, features that it was trained without get weights of 0."""
        with np.load(path) as found:
            name, steps, *facts = json.loads(str(found["facts"]))
            parts = [found[f"arr_{number}"] for number in range(16 * len(steps))]
        if not plain:
            inputs = LONG_INPUTS if name == "long" else INPUTS
            for at in range(0, len(parts), len(Layers._fields)):
                parts[at] = np.pad(parts[at], ((0, inputs - len(parts[at])), (0, 0)))
        specialists = [Specialist(parts[16 * at : 16 * at + 16], count) for at, count in enumerate(steps)]
        return cls(name, specialists, *facts)


class Lesson(NamedTuple):
    """Positions and the outputs that they are trained towards."""

    positions: np.ndarray
    wanted: np.ndarray


class Turn(NamedTuple):
    """A turn in all games that are not over: before it the positions, after it the outputs."""

    games: np.ndarray
    positions: np.ndarray
    values: np.ndarray
    """The outputs of the position after the turn, for the opponent."""
    known: np.ndarray
    """Whether these outputs are exact, so that the game ends here."""
    learned: np.ndarray
    """Whether the networks learn the position."""


def played(training: Training, games: int, rng: np.random.Generator, trace: float) -> Lesson:
    """Play games to their ends and return their positions with the outputs to train towards."""
    later = np.zeros((games, OUTPUTS), np.float32)
    lessons = []
    for turn in reversed(turns(training, games, rng)):
        mixed = (1 - trace) * turn.values + trace * later[turn.games]
        later[turn.games] = turned_values(np.where(turn.known[:, None], turn.values, mixed))
        lessons.append((turn.positions[turn.learned], later[turn.games[turn.learned]]))
    return Lesson(*map(np.concatenate, zip(*lessons, strict=True)))


def turns(training: Training, games: int, rng: np.random.Generator) -> list[Turn]:
    """Play games to their ends and return all turns in order."""
    starts, brain = STARTS[training.name], training.brain
    variant = rng.integers(len(starts), size=games)
    positions = rows_of([each.board for each in starts])[variant]
    fresh = np.array([each.fresh_first_roll for each in starts])[variant]
    strange = np.where(rng.random(games) < STRANGE, rng.integers(1, LONGEST_STRANGE, size=games), 0)
    playing, found = np.arange(games), list[Turn]()
    while len(playing):
        rolls = rng.choice(len(ROLLS), size=len(playing), p=CHANCES)
        if not found:
            rolls = np.where(fresh, rolls, rng.choice(_SINGLE, size=games))
        noisy = len(found) < strange[playing]
        noise = rng, np.where(noisy, NOISE, 0).astype(np.float32)
        chosen = brain.best(positions, rolls, first_turn=len(found) < 2, noise=noise)
        found.append(Turn(playing, positions, chosen.values, chosen.known, ~noisy))
        positions, playing = chosen.after[~chosen.known], playing[~chosen.known]
    return found


def looked_ahead(brain: Brain, positions: np.ndarray, rolls: np.ndarray) -> tuple[np.ndarray, Chosen]:
    """Return the mean of the outputs after the best plays of all rolls, and the best plays of the rolls given."""
    wanted = np.zeros((len(positions), OUTPUTS), np.float32)
    found = Chosen(np.empty_like(positions), np.empty_like(wanted), np.empty(len(positions), bool))
    for begin in range(0, len(positions), _CHUNK):
        chunk = slice(begin, begin + _CHUNK)
        for number, chance in enumerate(CHANCES):
            chosen = brain.best(positions[chunk], np.full(len(positions[chunk]), number))
            wanted[chunk] += turned_values(chosen.values) * np.float32(chance)
            thrown = rolls[chunk] == number
            for whole, part in zip(found, chosen, strict=True):
                whole[chunk][thrown] = part[thrown]
    return wanted, found


def followed(
    brain: Brain, positions: np.ndarray, groups: np.ndarray, count: int, trace: float, rng: np.random.Generator
) -> Lesson:
    """Play on from positions for `count` turns, and return all that come up, with the outputs to train towards.

    These are the mean after the best plays of all rolls, and a share of the corrections of the turns that follow:
    of how much the outputs of each position differ from those wanted for it. Thus the luck of the rolls does not
    count. `trace` is that share, for each turn. The positions of a group have the same rolls.
    """
    rolls = rng.choice(len(ROLLS), size=(count, groups.max() + 1), p=CHANCES)
    playing, values, found = np.arange(len(positions)), brain.judged(positions)[0], []
    for thrown in rolls:
        wanted, chosen = looked_ahead(brain, positions, thrown[groups[playing]])
        found.append((playing, positions, values, wanted))
        positions, playing, values = (part[~chosen.known] for part in (chosen.after, playing, chosen.values))
    corrections = np.zeros((len(groups), OUTPUTS), np.float32)
    for playing, _positions, values, wanted in reversed(found):
        wanted += trace * corrections[playing]
        corrections[playing] = turned_values(wanted) - turned_values(values)
    lesson = Lesson(*(np.concatenate([turn[part] for turn in found]) for part in (1, 3)))
    return lesson._replace(wanted=np.clip(lesson.wanted, -_BEYOND, 1 + _BEYOND))


def good_plays(brain: Brain, positions: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions after the best play of a random roll in each position, and after those little worse.

    The second array has the index of the position that each is played in.
    """
    options = brain.options(positions, rng.choice(len(ROLLS), size=len(positions), p=CHANCES))
    equities = options.values @ brain.worth
    order = np.lexsort((equities, options.origins))
    begins = np.flatnonzero(np.diff(options.origins[order], prepend=-1))
    counts = np.diff(begins, append=len(order))
    worse = equities[order] - np.repeat(equities[order[begins]], counts)
    rank = np.arange(len(order)) - np.repeat(begins, counts)
    good = order[(worse < GOOD) & (rank < MOST) & ~options.known[order]]
    after, first = np.unique(options.after[good], axis=0, return_index=True)
    return after, options.origins[good][first]


def learn(training: Training, lesson: Lesson, rng: np.random.Generator, asked: argparse.Namespace) -> list[float]:
    """Train each network on the lesson, and return the share of its positions that are of each kind."""
    rate = asked.rate / (1 + training.games / asked.slowing) ** 0.5
    seen = training.brain.seen(lesson.positions)
    for number, specialist in enumerate(training.specialists):
        rows = np.flatnonzero((seen.kinds == number) | (rng.random(len(seen.kinds)) < asked.others))
        for epoch in range(asked.epochs):
            rng.shuffle(rows)
            for begin in range(0, len(rows), asked.rows):
                at = rows[begin : begin + asked.rows]
                slower = 1 - (epoch + begin / len(rows)) / asked.epochs if asked.falling else 1
                given = seen.inputs(at, specialist.network)
                specialist.learn(given, lesson.wanted[at], rate * slower)
    return [round(float((seen.kinds == number).mean()), 3) for number in range(len(training.specialists))]


def solved(path: Path, count: int, rng: np.random.Generator) -> Lesson:
    """Return random positions of Hyper-backgammon with their exact chances from a file."""
    chances = np.load(path, mmap_mode="r")
    positions = Positions(next(each for each in range(1, 4) if len(places(each)) ** 2 == len(chances)))
    drawn = np.sort(rng.choice(positions.live, count, replace=False))
    return Lesson(positions.rows[drawn], chances[drawn])


def studied(training: Training, games: int, rng: np.random.Generator, asked: argparse.Namespace) -> Lesson:
    """Play games, and return what the networks learn from them."""
    lesson = played(training, games, rng, asked.trace + 0.5 / (1 + training.games / 40_000))
    if not asked.ahead:
        return lesson
    few = rng.choice(len(lesson.positions), size=len(lesson.positions) // asked.ahead, replace=False)
    positions, groups = lesson.positions[few], np.arange(len(few))
    if asked.plays:
        positions, groups = good_plays(training.brain, positions, rng)
    return followed(training.brain, positions, groups, asked.follow, asked.corrections, rng)


def train(training: Training, path: Path, asked: argparse.Namespace) -> None:
    """Play and learn, round after round, until `asked.games` games have been played; save at intervals."""
    began, saved = time.monotonic() - training.seconds, time.monotonic()
    while training.games < asked.games:
        rng = np.random.default_rng([asked.seed, training.rounds])
        count = min(max(training.games // 16 // FEWEST * FEWEST, FEWEST), asked.parallel)
        lesson = studied(training, count, rng, asked)
        kinds = learn(training, lesson, rng, asked)
        training.games, training.rounds = training.games + count, training.rounds + 1
        training.seconds = time.monotonic() - began
        line = {"games": training.games, "seconds": round(training.seconds), "kinds": kinds}
        print(json.dumps(line), flush=True)
        if time.monotonic() - saved > 60 * asked.every or training.games >= asked.games:
            training.curve.append(line)
            training.save(path)
            saved = time.monotonic()


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=STARTS)
    parser.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    parser.add_argument("--games", type=int, default=1_200_000)
    parser.add_argument("--units", type=int, default=128)
    parser.add_argument("--parallel", type=int, default=2048, help="the most games of a round")
    parser.add_argument("--rows", type=int, default=256, help="positions a step")
    parser.add_argument("--epochs", type=int, default=1, help="how often each position of a round is learned")
    parser.add_argument("--rate", type=float, default=1e-3, help="the step size of Adam at the start")
    parser.add_argument("--slowing", type=float, default=60_000, help="games after which it is 0.7 of that")
    parser.add_argument("--trace", type=float, default=0.2, help="lambda, in the end; it starts 0.5 higher")
    parser.add_argument("--others", type=float, default=0.1, help="the share learned of other kinds")
    parser.add_argument("--ahead", type=int, default=0, help="learn each Nth position, looking a roll ahead")
    parser.add_argument("--plays", action="store_true", help="look ahead from the positions after good plays")
    parser.add_argument("--follow", type=int, default=1, help="turns that correct what is looked ahead")
    parser.add_argument("--corrections", type=float, default=0.7, help="the share of them that counts, a turn")
    parser.add_argument("--gather", type=Path, help="write what a round would learn to this file, and end")
    parser.add_argument("--learn", type=Path, nargs="+", help="learn what these files have, and end")
    parser.add_argument("--perfect", type=Path, help="gather positions with their exact chances in this file")
    parser.add_argument("--falling", action="store_true", help="let the rate fall to nothing in each round")
    parser.add_argument("--package", action="store_true", help="begin with the networks of the package")
    parser.add_argument("--plain", action="store_true", help="train without features")
    parser.add_argument("--one-sided", action="store_true", help="judge ends of races by the plays of one side")
    parser.add_argument("--every", type=float, default=8, help="minutes between checkpoints")
    parser.add_argument("--seed", type=int, default=20261123)
    asked = parser.parse_args(words)
    if asked.perfect and not asked.gather:
        parser.error("--perfect needs --gather: the file that it gathers is then learned with --learn")
    return asked


def gather(training: Training, path: Path, asked: argparse.Namespace) -> None:
    """Write what a round of `asked.parallel` games would learn to a file, or as many exact positions."""
    rng = np.random.default_rng([asked.seed, training.rounds])
    if asked.perfect:
        lesson = solved(asked.perfect, asked.parallel, rng)
    else:
        lesson = studied(training, asked.parallel, rng, asked)
    np.savez(path, **lesson._asdict())


def learn_files(training: Training, asked: argparse.Namespace) -> None:
    """Learn what is in the files of `asked.learn`."""
    found = [np.load(path) for path in asked.learn]
    lesson = Lesson(*(np.concatenate([each[part] for each in found]) for part in Lesson._fields))
    learn(training, lesson, np.random.default_rng(asked.seed), asked)


def main() -> None:
    asked = arguments()
    asked.folder.mkdir(parents=True, exist_ok=True)
    path = asked.folder / f"{asked.name}.npz"
    if path.exists():
        training = Training.load(path, plain=asked.plain)
    elif asked.package:
        training = Training.of_package(asked.name)
    else:
        training = Training.begin(asked.name, asked.units, asked.seed, plain=asked.plain)
    training.two_sided = not asked.one_sided
    if asked.gather:
        gather(training, asked.gather, asked)
    elif asked.learn:
        learn_files(training, asked)
        training.save(path)
    else:
        train(training, path, asked)


if __name__ == "__main__":
    main()
