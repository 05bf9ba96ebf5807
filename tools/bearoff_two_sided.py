"""The two-sided bear-off table: what the one-sided chances lack, for up to six checkers on each side.

    python -m tools.bearoff_two_sided bgterm/engine/builtin/bearoff_pairs.xz

Each side plays for the highest chance to win by where the opponent stands. The chances are computed for all
924 by 924 positions until none changes any more; the layout of the file is described in
`bgterm/engine/builtin/tables.py`.
"""

import argparse
import lzma
from math import comb
from pathlib import Path

import numpy as np

from bgterm.engine.builtin.tables import FEW, UNITS_OF_A_CHANCE, done_first, place_of, rolls_needed
from bgterm.rules.board import HOME
from tools.bearoff import positions, results_of

COUNT = comb(FEW + HOME, HOME)


def chances() -> np.ndarray:
    """Return the player on roll's chance to win, by the places of both positions; at place 0 all are off."""
    few = positions()[:COUNT]
    after = [[(count, [*map(place_of, ends)]) for count, ends in results_of(side)] for side in few]
    wins = np.zeros((COUNT, COUNT))
    wins[0] = 1
    while True:
        new = wins.copy()
        for place, rolls in enumerate(after[1:], 1):
            new[place] = sum(count * (1 - wins[:, ends].min(1)) for count, ends in rolls) / 36
        new[1:, 0] = 0
        if np.array_equal(new, wins):
            return wins
        wins = new


def written(wins: np.ndarray) -> bytes:
    """Return the bytes of the table's file before its compression."""
    needed = [rolls_needed(bytes(side))[0] for side in positions()[1:COUNT]]
    alone = np.array([[done_first(mine, theirs) for theirs in needed] for mine in needed])
    units: np.ndarray = np.rint((wins[1:, 1:] - alone) * UNITS_OF_A_CHANCE)
    return bytes(units.astype(np.int8))


def main() -> None:
    """Write the compressed file of the table."""
    parser = argparse.ArgumentParser(description="Compute the two-sided bear-off table.")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    options.file.write_bytes(lzma.compress(written(chances()), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
