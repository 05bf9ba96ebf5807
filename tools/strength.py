"""The strength of engines by the equities of GNU Backgammon at 2 plies, for each decision.

    python -m tools.strength judge /tmp/decisions.jsonl --games 20
    python -m tools.strength measure /tmp/decisions.jsonl

The decisions are plays with more than one legal result, from games of the built-in engine against itself without
a cube. What GNU Backgammon says of all their plays is kept in the file; other weights are then measured at once.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from bgterm.engine.adapter import Adapter, open_adapter
from bgterm.engine.levels import EXPERT, LEVELS, WORLD_CLASS
from bgterm.engine.protocol import EngineRequest, QuestionKind, read_message, write_message
from bgterm.rules.board import Board, Player
from bgterm.rules.dice import Dice
from bgterm.rules.games import match_from
from bgterm.rules.match import NAMES, GameSetup
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

_RULES = Ruleset(cube=False)
_FIRST, _SECOND = Player


def key_of(board: Board) -> str:
    """Return the text that stands for a board in the file."""
    return (board.counts(_FIRST) + board.counts(_SECOND)).hex()


class Decision(NamedTuple):
    """A roll to be played, and for each board that a play leads to its equity and how far that looked ahead."""

    question: EngineRequest
    judged: dict[str, tuple[float, int]]

    def cost(self, engine: Adapter, level: str) -> float:
        """Return the equity that the play of an engine loses."""
        asked = replace(self.question, level=LEVELS[level], count=1)
        play = engine.answer(asked, lambda _done: None).plays[0].play
        return self.cost_of(self.question.match().game.board.played(_FIRST, play))

    def cost_of(self, board: Board) -> float:
        """Return the equity that is lost by the play to a board."""
        farthest = max(plies for _equity, plies in self.judged.values())
        best = max(equity for equity, plies in self.judged.values() if plies == farthest)
        return max(0.0, best - self.judged[key_of(board)][0])


def questions(games: int, seed: int) -> Iterator[EngineRequest]:
    """Yield the plays of games that the built-in engine plays against itself."""
    engine = open_adapter("builtin")
    for number in range(games):
        rng, board, turns = Random(f"{seed} {number}"), BACKGAMMON.board, 0
        while not board.is_off(_SECOND):
            one, other = rng.randint(1, 6), rng.randint(1, 6)
            if not turns and one == other:
                continue
            setup = GameSetup(board, _FIRST, Dice.of(one, other), turns=turns)
            question = EngineRequest.of(match_from(BACKGAMMON, _RULES, NAMES, setup), QuestionKind.PLAYS, EXPERT)
            plays = engine.answer(question, lambda _done: None).plays
            if len(plays) > 1:
                yield question
            board, turns = board.played(_FIRST, plays[0].play), turns + 1
            board = Board.of_counts(_FIRST, board.counts(_SECOND), board.counts(_FIRST))


def judged(question: EngineRequest, judge: Adapter) -> Decision:
    """Return what the judge says of all plays."""
    board = question.match().game.board
    plays = judge.answer(replace(question, level=WORLD_CLASS), lambda _done: None).plays
    found = {key_of(board.played(_FIRST, ranked.play)): (ranked.equity, ranked.plies) for ranked in plays}
    return Decision(question, found)


def write(path: Path, games: int, seed: int) -> None:
    """Judge the decisions of games, and write them to a file one by one."""
    judge = open_adapter("gnubg")
    with path.open("w", encoding="utf-8") as file:
        for question in questions(games, seed):
            file.write(json.dumps([write_message(question), judged(question, judge).judged]) + "\n")
    judge.close()


def read(path: Path) -> list[Decision]:
    """Return the decisions of a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        message, equities = json.loads(line)
        question = read_message(message)
        assert isinstance(question, EngineRequest)
        found.append(Decision(question, {key: (equity, plies) for key, (equity, plies) in equities.items()}))
    return found


def row(decisions: list[Decision], name: str, level: str) -> str:
    """Return a line of the table."""
    engine = open_adapter(name)
    costs = [decision.cost(engine, level) for decision in decisions]
    engine.close()
    error = pstdev(costs) / len(costs) ** 0.5
    wrong = sum(cost > 0 for cost in costs)
    return f"| {engine.label}, {level} | {len(costs)} | {fmean(costs):.4f} ± {error:.4f} | {wrong} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("judge", "measure"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--engines", nargs="+", default=["builtin:expert", "builtin:world-class", "gnubg:expert"])
    asked = parser.parse_args()
    if asked.what == "judge":
        write(asked.file, asked.games, asked.seed)
        return
    decisions = read(asked.file)
    for engine in asked.engines:
        print(row(decisions, *engine.split(":")), flush=True)


if __name__ == "__main__":
    main()
