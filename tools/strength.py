"""The strength of engines by the equities of GNU Backgammon at 2 plies, for each decision.

    python -m tools.strength judge /tmp/decisions.jsonl --games 20
    python -m tools.strength judge /tmp/cube.jsonl --games 200 --cube
    python -m tools.strength measure /tmp/decisions.jsonl /tmp/cube.jsonl
    python -m tools.strength levels /tmp/decisions.jsonl /tmp/cube.jsonl --games 1000

The decisions are plays with more than one legal result, from games of the built-in engine against itself without
a cube. With `--cube` they are those of games for money with the cube: doubles that cost less than 0.16 by the
judge, and takes and drops. What GNU Backgammon says of all their plays or actions is kept in the file; other
weights are then measured at once.
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
from bgterm.engine.analysis_report import Totals
from bgterm.engine.levels import EXPERT, LEVELS, WORLD_CLASS, Level
from bgterm.engine.match_analysis import CLOSE, worth_of_acts
from bgterm.engine.protocol import Act, EngineRequest, QuestionKind, read_message, write_message
from bgterm.rules.board import Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tools.tournament import AheadPlayer, EnginePlayer, tournament

_RULES, _CUBE_RULES = Ruleset(cube=False), Ruleset()
_FIRST, _SECOND = Player
_ACTIONS = {QuestionKind.CUBE: Act.DOUBLE.value, QuestionKind.TAKE: Act.TAKE.value}
"""The action of each kind of cube decision that risks more."""
_FAR = 0.5
"""A double is not judged when the engine that plays says that it loses more equity than this."""


def key_of(board: Board) -> str:
    """Return the text for a board in the file: the checkers of both players in hexadecimal."""
    return (board.counts(_FIRST) + board.counts(_SECOND)).hex()


class Decision(NamedTuple):
    """A question, and for each answer the equity by the judge and the plies that it looked ahead.

    An answer is the board after a play, as text, or an action with the cube.
    """

    question: EngineRequest
    judged: dict[str, tuple[float, int]]

    def answer(self, engine: Adapter, level: str) -> str:
        """Return the engine's answer at a level, as a key of `judged`."""
        answer = engine.answer(replace(self.question, level=LEVELS[level], count=1, seed=1))
        if answer.cube:
            return answer.cube.action.value
        assert answer.recommended is not None
        return key_of(self.question.match().game.board.played(_FIRST, answer.recommended))

    def cost_of(self, answer: str) -> float:
        """Return how much equity an answer loses, compared with the best one at the most plies."""
        farthest = max(plies for _equity, plies in self.judged.values())
        best = max(equity for equity, plies in self.judged.values() if plies == farthest)
        return max(0.0, best - self.judged[answer][0])


def questions(games: int, seed: int, *, cube: bool = False) -> Iterator[EngineRequest]:
    """Yield the decisions of games of the built-in engine against itself: plays, or doubles and takes."""
    for number in range(games):
        kinds = (QuestionKind.CUBE, QuestionKind.TAKE) if cube else (QuestionKind.PLAYS,)
        yield from (
            question for question in _game(Random(f"{seed} {number}"), cube=cube) if question.kind in kinds
        )


def _game(rng: Random, *, cube: bool) -> Iterator[EngineRequest]:
    """Yield the decisions of a game; the board is turned before each turn, so that White is on roll."""
    engine, rules = open_adapter("builtin"), _CUBE_RULES if cube else _RULES
    setup = Game(BACKGAMMON.board, _FIRST)

    def asked(kind: QuestionKind, setup: Game) -> EngineRequest:
        return EngineRequest.of(MatchState(BACKGAMMON, rules, NAMES, setup), kind, EXPERT)

    while not setup.board.is_off(_SECOND):
        if cube and setup.turns and setup.cube.owner is not _SECOND:
            question = asked(QuestionKind.CUBE, setup)
            answer = engine.answer(question).cube
            assert answer
            cost = answer.no_double - min(answer.double_take, answer.double_pass)
            if cost < _FAR:
                yield question
            if cost <= 0:
                yield asked(QuestionKind.TAKE, setup._replace(doubled=True))
                if not answer.take:
                    return
                setup = setup._replace(cube=Cube(2, _SECOND))
        one, other = rng.randint(1, 6), rng.randint(1, 6)
        if not setup.turns and one == other:
            continue
        question = asked(QuestionKind.PLAYS, setup._replace(dice=Dice.of(one, other)))
        plays = engine.answer(question).plays
        if len(plays) > 1:
            yield question
        board = setup.board.played(_FIRST, plays[0].play)
        board = Board.of_counts(_FIRST, board.counts(_SECOND), board.counts(_FIRST))
        owner = setup.cube.owner and setup.cube.owner.opponent
        setup = setup._replace(board=board, turns=setup.turns + 1, cube=Cube(setup.cube.value, owner))


def judged(question: EngineRequest, judge: Adapter) -> Decision | None:
    """Return the judge's equities of all plays or actions; None for a double that is not close."""
    match = question.match()
    answer = judge.answer(replace(question, level=WORLD_CLASS))
    if cube := answer.cube:
        worth = worth_of_acts(question.kind, cube, match)
        if question.kind is QuestionKind.CUBE and worth[Act.NO_DOUBLE] - worth[Act.DOUBLE] >= CLOSE:
            return None
        return Decision(question, {act.value: (equity, cube.plies) for act, equity in worth.items()})
    board = match.game.board
    found = {key_of(board.played(_FIRST, ranked.play)): (ranked.equity, ranked.plies) for ranked in answer.plays}
    return Decision(question, found)


def write(path: Path, games: int, seed: int, *, cube: bool) -> None:
    """Write each decision of the games to a file as soon as GNU Backgammon has judged it."""
    judge = open_adapter("gnubg")
    with path.open("w", encoding="utf-8") as file:
        for question in questions(games, seed, cube=cube):
            if decision := judged(question, judge):
                file.write(json.dumps([write_message(question), decision.judged]) + "\n")
    judge.close()


def read(path: Path) -> list[Decision]:
    """Return the decisions that `write` has written to a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        message, equities = json.loads(line)
        question = read_message(message)
        assert isinstance(question, EngineRequest)
        found.append(Decision(question, {key: (equity, plies) for key, (equity, plies) in equities.items()}))
    return found


def row(decisions: list[Decision], name: str, level: str) -> str:
    """Return a line of the table: how much equity the engine's answers lose at a level."""
    engine = open_adapter(name)
    answers = [decision.answer(engine, level) for decision in decisions]
    engine.close()
    costs = [decision.cost_of(answer) for decision, answer in zip(decisions, answers, strict=True)]
    wrong = [answer for answer, cost in zip(answers, costs, strict=True) if cost > 0]
    error = pstdev(costs) / len(costs) ** 0.5
    kind = decisions[0].question.kind
    brave = f", {wrong.count(_ACTIONS[kind])} too brave" if kind in _ACTIONS else ""
    return (
        f"| {kind.value} | {engine.label}, {level} | {len(costs)} | {fmean(costs):.4f} ± {error:.4f} "
        f"| {len(wrong)}{brave} |"
    )


def levels(decisions: list[Decision], games: int, seed: int) -> Iterator[str]:
    """Yield the table of the levels.

    Its columns are the equity lost by plays, doubles and takes, GNU Backgammon's word for the plays, and the
    points a game against `expert`.
    """
    yield "| level | plays lose | doubles lose | takes lose | its word | points a game against `expert` |"
    yield "|---|---|---|---|---|---|"
    expert = EnginePlayer(BACKGAMMON)
    for level in LEVELS.values():
        costs = [_costs(decisions, kind, level) for kind in (QuestionKind.PLAYS, *_ACTIONS)]
        lost = " | ".join(f"{fmean(each):.4f} ± {pstdev(each) / len(each) ** 0.5:.4f}" for each in costs)
        word = Totals(unforced=len(costs[0]), play_error=sum(costs[0])).word
        player = AheadPlayer(BACKGAMMON) if level.plies else EnginePlayer(BACKGAMMON, noise=level.noise)
        result = tournament(BACKGAMMON, player, expert, games, seed) if level is not EXPERT else None
        points = f"{result.points:+.3f} ± {result.error:.3f}" if result else "0"
        yield f"| `{level.name}` | {lost} | {word} | {points} |"


def _costs(decisions: list[Decision], kind: QuestionKind, level: Level) -> list[float]:
    engine = open_adapter("builtin")
    of_kind = [decision for decision in decisions if decision.question.kind is kind]
    return [decision.cost_of(decision.answer(engine, level.name)) for decision in of_kind]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("judge", "measure", "levels"))
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--cube", action="store_true", help="judge decisions about the cube, not plays")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--engines", nargs="+", default=["builtin:expert", "builtin:world-class", "gnubg:expert"])
    asked = parser.parse_args()
    if asked.what == "judge":
        write(asked.files[0], asked.games, asked.seed, cube=asked.cube)
        return
    decisions = [decision for file in asked.files for decision in read(file)]
    if asked.what == "levels":
        for line in levels(decisions, asked.games, asked.seed):
            print(line, flush=True)
        return
    for kind in QuestionKind:
        of_kind = [decision for decision in decisions if decision.question.kind is kind]
        for engine in asked.engines if of_kind else ():
            print(row(of_kind, *engine.split(":")), flush=True)


if __name__ == "__main__":
    main()
