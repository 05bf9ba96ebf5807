"""Exact results of Hyper-backgammon with one checker, where every position and roll can be counted.

python -m tools.exact_hyper
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from bgterm.rules.board import Player as Side
from bgterm.rules.dice import ROLLS
from bgterm.rules.variants import HYPER_1
from tools.tournament import Chooser, EnginePlayer, SensiblePlayer
from tools.train_games import Game, loss, packed, turned

_WEIGHTS = np.array([1 if dice.is_double else 2 for dice in ROLLS]) / 36
_EXACT = 1e-7
_FIRST = np.array([HYPER_1.fresh_first_roll or not dice.is_double for dice in ROLLS])
"""Whether each roll may begin a game."""


class _Turn(Game):
    """A game whose next turn is the given roll in the given position."""

    def __init__(self, position: int, dice_number: int) -> None:
        super().__init__(HYPER_1, Random(0))
        self.positions, self.dice, self.turn = [position], ROLLS[dice_number], 2


class Play(NamedTuple):
    """The position after a play, packed and by its number for the opponent (-1 at the end), and the points won."""

    after: int
    position: int
    points: float


class Positions:
    """All positions that can occur, each seen by the player on roll, with the legal plays of every roll."""

    def __init__(self, *, gammons: bool) -> None:
        """Find all positions and plays; without gammons every win is worth one point."""
        numbers = {packed(HYPER_1.board, Side.WHITE): 0}
        self.turns: list[list[_Turn]] = []
        self.plays: list[list[list[Play]]] = []
        waiting = [*numbers]
        for position in waiting:
            turns = [_Turn(position, number) for number in range(len(ROLLS))]
            self.turns.append(turns)
            self.plays.append([])
            for turn in turns:
                self.plays[-1].append([])
                for after in turn.options():
                    theirs, over = turned(after), after & 0xFF == HYPER_1.checkers
                    if not over and theirs not in numbers:
                        numbers[theirs] = len(numbers)
                        waiting.append(theirs)
                    points = 1 + (sum(loss(theirs)) if gammons else 0) if over else 0.0
                    self.plays[-1][-1].append(Play(after, -1 if over else numbers[theirs], points))

    def chosen(self, chooser: Chooser) -> "Policy":
        """Return the plays that `chooser` chooses in each position with each roll."""
        found = [[after for after, _ in chooser.choose(turns)] for turns in self.turns]
        return self._policy(
            [
                [
                    next(play for play in plays if play.after == after)
                    for plays, after in zip(row, chosen, strict=True)
                ]
                for row, chosen in zip(self.plays, found, strict=True)
            ]
        )

    def perfect(self) -> "Policy":
        """Return the best plays, found by improving all plays until no value changes by more than `_EXACT`."""
        policy = self._policy([[plays[0] for plays in row] for row in self.plays])
        while True:
            values, _ = results(policy, policy)

            def value(play: Play, values: np.ndarray = values) -> float:
                return play.points if play.position < 0 else -values[play.position]

            better = self._policy([[max(plays, key=value) for plays in row] for row in self.plays])
            if np.abs(results(better, policy)[0] - values).max() < _EXACT:
                return policy
            policy = better

    @staticmethod
    def _policy(rows: Sequence[Sequence[Play]]) -> "Policy":
        return Policy(
            np.array([[play.position for play in row] for row in rows]),
            np.array([[play.points for play in row] for row in rows]),
        )


class Policy(NamedTuple):
    """The play of each position and roll: the position that it leads to, -1 at the end, and the points won."""

    after: np.ndarray
    points: np.ndarray

    def values(self, theirs: np.ndarray) -> np.ndarray:
        """Return the points that each play is worth, by what each position is worth to the opponent on roll."""
        return self.points - np.where(self.after < 0, 0.0, theirs[self.after])


def results(one: Policy, other: Policy) -> tuple[np.ndarray, np.ndarray]:
    """Return the points each position is worth to the player on roll, when `one` plays `other` and the reverse."""
    mine = theirs = np.zeros(len(one.after))
    while True:
        new = one.values(theirs) @ _WEIGHTS, other.values(mine) @ _WEIGHTS
        if max(np.abs(new[0] - mine).max(), np.abs(new[1] - theirs).max()) < _EXACT:
            return new
        mine, theirs = new


def points(one: Policy, other: Policy) -> float:
    """Return the points a game that `one` wins from `other`, when each player starts half of the games."""
    mine, theirs = results(one, other)
    first = _WEIGHTS * _FIRST / (_WEIGHTS * _FIRST).sum()
    return float(one.values(theirs)[0] @ first - other.values(mine)[0] @ first) / 2


def main() -> None:
    for gammons in (False, True):
        positions = Positions(gammons=gammons)
        perfect, sensible, engine = (
            positions.perfect(),
            positions.chosen(SensiblePlayer()),
            positions.chosen(EnginePlayer(HYPER_1, gammons=gammons)),
        )
        print("points a game, for money" if gammons else "points a game, to one point")
        print(f"  perfect against tests/sensible.py   {points(perfect, sensible):+.5f}")
        print(f"  engine against tests/sensible.py    {points(engine, sensible):+.5f}")
        print(f"  engine against perfect              {points(engine, perfect):+.5f}")


if __name__ == "__main__":
    main()
