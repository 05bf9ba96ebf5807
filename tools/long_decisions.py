"""How much equity the built-in engine loses by a play of Long backgammon, where no other engine can judge it.

    python -m tools.long_decisions --decisions 200 --trials 324

The decisions are plays with more than one result in games of the engine against itself, at most one of each
game. The two plays that it likes best are rolled out for money, with the same dice: both sides go on at 0 plies
for some rolls, then the networks judge. From the result of a trial the luck of each roll is subtracted, the
equity after its best play less the mean of that over all rolls. The loss is how much better the second play is
than the first, and 0 if it is not; noise makes the mean too high rather than too low.
"""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bgterm.engine.builtin.network import networks_of
from bgterm.rules.dice import ROLLS
from bgterm.rules.variants import LONG
from tools.train_brain import CHANCES, Brain
from tools.train_plays import rows_of


class Decision(NamedTuple):
    """How much better the first play of two is by the networks, and by rollouts, with the standard error."""

    margin: float
    better: float
    error: float


def decisions(brain: Brain, count: int, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the positions after the two best plays of each decision, for the opponent, and their equities."""
    positions, turn = np.repeat(rows_of([LONG.board]), count, 0), 0
    at = rng.integers(60, size=count)
    while len(positions):
        rolls = rng.choice(len(ROLLS), size=len(positions), p=CHANCES)
        options = brain.options(positions, rolls, first_turn=turn < 2)
        equities = options.values @ brain.worth
        order = np.lexsort((equities, options.origins))
        begins = np.flatnonzero(np.diff(options.origins[order], prepend=-1))
        choices = np.diff(begins, append=len(order)) > 1
        for begin in begins[(at == turn) & choices]:
            yield options.after[order[begin : begin + 2]], equities[order[begin : begin + 2]]
        at = np.where((at == turn) & ~choices, turn + 1, at)
        going = ~options.known[order[begins]] & (at > turn)
        positions, at, turn = options.after[order[begins]][going], at[going], turn + 1


def rolled_out(brain: Brain, positions: np.ndarray, rolls: np.ndarray) -> np.ndarray:
    """Return for each position the equity of the player on roll after these rolls, less the luck in them."""
    found, sign = np.zeros(len(positions)), np.ones(len(positions))
    playing = np.arange(len(positions))
    for column in rolls.T:
        each = [brain.best(positions, np.full(len(positions), number)) for number in range(len(ROLLS))]
        equities = np.stack([1 - chosen.values @ brain.worth for chosen in each])
        made = column[playing], np.arange(len(playing))
        found[playing] -= sign[playing] * (equities[made] - CHANCES @ equities)
        after, known = (np.stack(parts)[made] for parts in ([c.after for c in each], [c.known for c in each]))
        found[playing[known]] += sign[playing[known]] * equities[made][known]
        positions, playing = after[~known], playing[~known]
        sign = -sign
        if not len(playing):
            break
    found[playing] += sign[playing] * (brain.judged(positions)[0] @ brain.worth - 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--trials", type=int, default=324)
    parser.add_argument("--rolls", type=int, default=8, help="after which the networks judge")
    parser.add_argument("--seed", type=int, default=20261123)
    asked = parser.parse_args()
    rng, brain, found = (
        np.random.default_rng(asked.seed),
        Brain.of(networks_of("long"), long=True),
        list[Decision](),
    )
    for positions, equities in decisions(brain, asked.decisions, rng):
        rolls = rng.choice(len(ROLLS), size=(asked.trials, asked.rolls), p=CHANCES)
        first, second = (rolled_out(brain, np.repeat(each[None], asked.trials, 0), rolls) for each in positions)
        better = second - first
        found.append(Decision(equities[1] - equities[0], better.mean(), better.std() / asked.trials**0.5))
        print(len(found), *(f"{value:+.4f}" for value in found[-1]), flush=True)
    losses = np.array([max(0.0, -each.better) for each in found])
    error = losses.std() / len(losses) ** 0.5
    worse = f"{np.count_nonzero(losses)} of {len(losses)} were not the better one"
    print(f"a play loses {losses.mean():.4f} ± {error:.4f}; {worse}")


if __name__ == "__main__":
    main()
