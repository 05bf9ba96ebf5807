"""The efficiency of the cube at the ends of races, fitted to the exact values of up to six checkers a side.

    python -m tools.bearoff_cube

The values with the cube are computed for all 924 by 924 positions until none changes any more, for money. The tool
prints, by the rolls that the player on roll needs on average, the efficiency with which Janowski's model loses
the least by its doubles and takes, and what it loses with that of the engine and with the one of other positions.
It takes two minutes.
"""

import numpy as np

from bgterm.engine.builtin.cube import EFFICIENCY, efficiency_of
from bgterm.engine.builtin.tables import mean_rolls, place_of
from bgterm.engine.match_analysis import CLOSE
from tools.bearoff import positions, results_of
from tools.bearoff_two_sided import COUNT, chances

CENTRED, MINE, THEIRS = range(3)
_OTHER = {CENTRED: CENTRED, MINE: THEIRS, THEIRS: MINE}
_EXACT = 1e-9
_TAKE, _CASH = 0.2, 0.8
"""The chances to win at which a live cube is just taken, and just cashed, without gammons."""


def solved() -> np.ndarray:
    """Return the exact equities of the player on roll, who does not double now.

    The indices are the owner of the cube, the place of the player's position and that of the opponent's.
    """
    after = [[(count, [*map(place_of, ends)]) for count, ends in results_of(side)] for side in positions()[:COUNT]]
    values = np.full((3, COUNT, COUNT), 0.0)
    values[:, 0] = 1
    while True:
        new = values.copy()
        for cube, other in _OTHER.items():
            theirs = values[other].copy()
            if other != THEIRS:
                theirs = np.maximum(theirs, np.minimum(2 * values[THEIRS], 1))
            theirs[:, 0] = -1
            for place, rolls in enumerate(after[1:], 1):
                new[cube, place] = sum(count * (-theirs[:, ends]).max(1) for count, ends in rolls) / 36
            new[cube, 1:, 0] = -1
        change, values = np.abs(new - values).max(), new
        if change < _EXACT:
            return values


def modelled(wins: np.ndarray, cube: int, efficiency: float | np.ndarray) -> np.ndarray:
    """Return the equities of Janowski's model without gammons, for chances to win and an owner of the cube."""
    points = {
        CENTRED: ([0, _TAKE, _CASH, 1], [-1, -1, 1, 1]),
        MINE: ([0, _CASH, 1], [-1, 1, 1]),
        THEIRS: ([0, _TAKE, 1], [-1, -1, 1]),
    }
    dead = 2 * wins - 1
    found: np.ndarray = dead + efficiency * (np.interp(wins, *points[cube]) - dead)
    return found


def lost(values: np.ndarray, wins: np.ndarray, efficiency: float | np.ndarray) -> tuple[float, float]:
    """Return the equity that decisions by the model lose on average: to double or not, and to take or pass.

    Of the first only close decisions count, of the second only those after a proper double.
    """
    take, model = 2 * values[THEIRS], 2 * modelled(wins, THEIRS, efficiency)
    doubled, none = np.minimum(take, 1), values[CENTRED]
    made = np.minimum(model, 1) >= modelled(wins, CENTRED, efficiency)
    of_double = np.maximum(np.where(made, none - doubled, doubled - none), 0)[none - doubled < CLOSE]
    of_take = np.maximum(np.where(model <= 1, take - 1, 1 - take), 0)[doubled >= none]
    return float(of_double.mean()), float(of_take.mean())


def main() -> None:
    values, wins = solved(), chances()
    rolls = np.array([mean_rolls(side) for side in positions()[:COUNT]])
    print("rolls needed  best efficiency: lost by doubles, takes  the engine's       that of other positions")
    for least in np.arange(1, 5, 0.5):
        rows = np.flatnonzero((rolls >= least) & (rolls < least + 0.5))
        exact, chance = values[:, rows, 1:], wins[rows, 1:]
        best = min((sum(lost(exact, chance, each)), each) for each in np.arange(0, 1, 0.05))[1]
        ours = np.array([[efficiency_of(float(each))] for each in rolls[rows]])
        figures = [lost(exact, chance, each) for each in (best, ours, EFFICIENCY)]
        columns = "   ".join(f"{double:.4f}, {take:.4f}" for double, take in figures)
        print(f"{least:.1f} to {least + 0.5:.1f}      {best:.2f}   {columns}")


if __name__ == "__main__":
    main()
