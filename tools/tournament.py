"""Tournaments of the built-in engine: games without a cube against other players; each starts half of them.

python -m tools.tournament                       (the table of docs/engines.md)
python -m tools.tournament long --games 100
"""

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

import numpy as np

from bgterm.engine.adapters.builtin import CANDIDATES, CLOSE
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.builtin.network import Networks, network_name, networks_of
from bgterm.engine.levels import EXPERT, LEVELS, WORLD_CLASS, Level
from bgterm.engine.protocol import EngineRequest, QuestionKind
from bgterm.rules.board import Player as Side
from bgterm.rules.dice import ROLLS
from bgterm.rules.match import NAMES, MatchState
from bgterm.rules.match import Game as GameState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from tests.sensible import value
from tools.train_brain import CHANCES, Brain, turned_values
from tools.train_games import Game, loss, packed, turned, unpacked
from tools.train_plays import rows_of_packed


class Chooser(Protocol):
    """A player of many games at once."""

    def choose(self, games: Sequence[Game]) -> Sequence[tuple[int, object]]:
        """Return for each game the packed position after the chosen play, paired with a value that is not used."""


class RandomPlayer:
    """Makes any legal play at random."""

    def choose(self, games: Sequence[Game]) -> list[tuple[int, None]]:
        return [(game.rng.choice(game.options()), None) for game in games]


class SensiblePlayer:
    """Makes the plays that `tests/sensible.py` values most."""

    def choose(self, games: Sequence[Game]) -> list[tuple[int, None]]:
        return [(best(game), None) for game in games]


def best(game: Game) -> int:
    movement = game.variant.movement
    return max(game.options(), key=lambda position: value(unpacked(position, movement), Side.WHITE))


class EnginePlayer:
    """Makes the plays of the built-in engine at 0 plies, by numpy: for money, or in matches to one point."""

    def __init__(
        self, variant: Variant, *, gammons: bool = True, networks: Networks | None = None, noise: float = 0.0
    ) -> None:
        """Play a variant with the noise of a level, by networks that are the package's if none are given."""
        self._noise, self._rng = noise, np.random.default_rng(0)
        name = network_name(variant)
        worth = None if gammons else ONLY_WINS
        self.brain = Brain.of(networks or networks_of(name), long=name == "long", worth=worth)

    def choose(self, games: Sequence[Game]) -> list[tuple[int, None]]:
        options = [game.options() for game in games]
        flat = [position for found in options for position in found]
        noisy = self.outputs(flat) @ self.brain.worth + self._rng.normal(0, self._noise, len(flat))
        equities = np.split(noisy, np.cumsum([len(found) for found in options])[:-1])
        return [(found[int(part.argmin())], None) for found, part in zip(options, equities, strict=True)]

    def outputs(self, after: Sequence[int]) -> np.ndarray:
        """Return the networks' outputs for the opponents, who are on roll after plays to these positions."""
        return self.brain.judged(rows_of_packed(after)[:, ::-1])[0]


class AheadPlayer(EnginePlayer):
    """Makes the plays of the built-in engine's highest level: it looks at all rolls after the best few plays."""

    def choose(self, games: Sequence[Game]) -> list[tuple[int, None]]:
        close = [self._close_plays(game) for game in games]
        asked = [
            (game, after) for game, found in zip(games, close, strict=True) if len(found) > 1 for after in found
        ]
        equities = iter(self._equities(asked))
        return [
            (
                min(zip((next(equities) for _ in found), found, strict=True))[1] if len(found) > 1 else found[0],
                None,
            )
            for found in close
        ]

    def _close_plays(self, game: Game) -> list[int]:
        options = game.options()
        equities = self.outputs(options) @ self.brain.worth
        best = equities.argsort(kind="stable")[:CANDIDATES]
        return [options[at] for at in best if equities[at] < equities[best[0]] + CLOSE]

    def _equities(self, asked: Sequence[tuple[Game, int]]) -> np.ndarray:
        """Return the equities of the opponents after these plays, with the best reply to each roll."""
        replies, begins, over = list[int](), list[int](), dict[int, tuple[float, ...]]()
        for game, after in asked:
            for dice in ROLLS:
                begins.append(len(replies))
                found = game.plays(turned(after), dice).positions_after()
                if won := next((end for end in found if end & 0xFF == game.checkers), None):
                    over[len(replies)], found = loss(turned(won)), [won]
                replies += found
        if not asked:
            return np.empty(0)
        outputs = self.outputs(replies)
        for at, values in over.items():
            outputs[at] = values
        parts = np.split(outputs @ self.brain.worth, begins[1:])
        best = [begin + int(part.argmin()) for begin, part in zip(begins, parts, strict=True)]
        found = turned_values(outputs[best]) @ self.brain.worth
        chosen: np.ndarray = found.reshape(len(asked), len(ROLLS)) @ CHANCES
        return chosen


ONLY_WINS = np.array([2, 0, 0, 0, 0], np.float32)


class GnubgPlayer:
    """Makes the plays of GNU Backgammon at 0 plies, for money without a cube or in matches to one point."""

    def __init__(self, *, gammons: bool = True) -> None:
        self.engine, self.rules = Gnubg(), Ruleset(length=0 if gammons else 1, cube=False)

    def choose(self, games: Sequence[Game]) -> list[tuple[int, None]]:
        return [(self.after(game), None) for game in games]

    def after(self, game: Game) -> int:
        options = game.options()
        if len(options) == 1:
            return options[0]
        board = unpacked(game.positions[-1], game.variant.movement)
        setup = GameState(board, Side.WHITE, game.dice, turns=game.turn)
        question = EngineRequest.of(
            MatchState(game.variant, self.rules, NAMES, setup), QuestionKind.PLAYS, count=1
        )
        (best, *_) = self.engine.answer(question).plays
        return packed(board.played(Side.WHITE, best.play), Side.WHITE)


class Result(NamedTuple):
    """The results of a player in a tournament."""

    games: int
    won: float
    """The share of games won."""
    points: float
    """The points a game without a cube, with gammons."""
    error: float
    """The standard error of the points."""


def tournament(variant: Variant, player: Chooser, other: Chooser, games: int, seed: int) -> Result:
    """Play games with dice from the seed, each player starting half of them, and return the first one's result."""
    scores = play_out([Game(variant, Random(f"{seed} {number}")) for number in range(games)], (player, other))
    mean = sum(scores) / games
    spread = (sum((score - mean) ** 2 for score in scores) / games) ** 0.5
    return Result(games, sum(score > 0 for score in scores) / games, mean, spread / games**0.5)


def play_out(games: Sequence[Game], players: tuple[Chooser, Chooser]) -> list[int]:
    """Return the first player's points in each game, negative if lost; the second starts every other game."""
    scores = [0] * len(games)
    playing, turn = list(range(len(games))), 0
    while playing:
        for index, chooser in enumerate(players):
            to_play = [number for number in playing if (turn + number) % 2 == index]
            chosen = chooser.choose([games[number] for number in to_play]) if to_play else []
            for number, (after, _) in zip(to_play, chosen, strict=True):
                if games[number].play(after):
                    scores[number] = games[number].points() * (-1 if index else 1)
        playing = [number for number in playing if not scores[number]]
        turn += 1
    return scores


def row(variant: Variant, name: str, opponents: Sequence[Chooser], games: int, level: Level, seed: int) -> str:
    """Return a line of the table in `docs/engines.md`, with the results of games to one point and for money."""
    engine = AheadPlayer if level.plies else EnginePlayer
    single, money = (
        tournament(variant, engine(variant, gammons=gammons), other, games, seed)
        for gammons, other in zip((False, True), opponents, strict=True)
    )
    won = f"{single.won:.1%} ± {(single.won * (1 - single.won) / games) ** 0.5:.1%}"
    points = f"{money.points:+.3f} ± {money.error:.3f}"
    return f"| {variant.name} | {level.name} | {name} | {seed} | {games:,} | {won} | {money.won:.1%} | {points} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", help="all variants if none is named")
    parser.add_argument("--games", type=int, help="1,000, and 10,000 of Hyper-backgammon, if not given")
    parser.add_argument("--gnubg", type=int, default=400, help="games against GNU Backgammon")
    parser.add_argument("--seed", type=int, default=4, help="of the dice; with 1 the networks were chosen")
    parser.add_argument("--level", choices=(EXPERT.name, WORLD_CLASS.name), default=EXPERT.name)
    asked = parser.parse_args()
    level = LEVELS[asked.level]
    for slug in asked.variants or VARIANTS:
        variant = VARIANTS[slug]
        games = asked.games or (10_000 if network_name(variant) == "hyper" else 1_000)
        for name, other in (("random", RandomPlayer()), ("`tests/sensible.py`", SensiblePlayer())):
            print(row(variant, name, (other, other), games, level, asked.seed), flush=True)
        gnubg = GnubgPlayer(gammons=False), GnubgPlayer()
        if not gnubg[0].engine.missing() and slug in gnubg[0].engine.variants:
            print(
                row(variant, "GNU Backgammon, 0 plies", gnubg, min(games, asked.gnubg), level, asked.seed),
                flush=True,
            )


if __name__ == "__main__":
    main()
