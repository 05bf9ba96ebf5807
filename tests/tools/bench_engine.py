"""Figures of the built-in engine: the time of a play, and its errors where GNU Backgammon is installed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from time import perf_counter

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.levels import EXPERT, WORLD_CLASS
from bgterm.engine.protocol import Kind, Question
from bgterm.rules.board import Player
from bgterm.rules.games import match_from
from bgterm.rules.match import NAMES, GameSetup
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant
from tests.tools.figures import Figure
from tests.tools.tournament import EnginePlayer
from tests.tools.train_games import Game, unpacked

_MILLI = 1000
RULES = Ruleset(cube=False)


def rows() -> Iterable[Figure]:
    for variant in VARIANTS.values():
        yield time_of_a_play(variant)
    yield error_beside_gnubg(games=10)


def questions(variant: Variant, games: int) -> Iterator[Question]:
    """Yield the plays of games that the engine plays against itself, without a cube."""
    player = EnginePlayer(variant)
    for number in range(games):
        game = Game(variant, Random(f"bench {number}"))
        while True:
            board = unpacked(game.positions[-1], variant.movement)
            setup = GameSetup(board, Player.WHITE, game.dice, turns=game.turn)
            yield Question.of(match_from(variant, RULES, NAMES, setup), Kind.PLAYS, EXPERT)
            ((after, _),) = player.choose([game])
            if game.play(after):
                break


def time_of_a_play(variant: Variant) -> Figure:
    engine, times = Builtin(), []
    for question in questions(variant, games=5):
        began = perf_counter()
        engine.answer(question, lambda _done: None)
        times.append((perf_counter() - began) * _MILLI)
    times.sort()
    median, late = times[len(times) // 2], times[len(times) * 95 // 100]
    return Figure(
        f"a play of the built-in engine, {variant.name}", f"{median:.1f} ms, p95 {late:.1f} ms", "<= 30 ms"
    )


def error_beside_gnubg(games: int) -> Figure:
    """Return what the plays of the built-in engine lose by the equities of GNU Backgammon at 2 plies."""
    what, gnubg, engine = "equity that its plays lose, by GNU Backgammon at 2 plies", Gnubg(), Builtin()
    if remedy := gnubg.missing():
        return Figure(what, f"GNU Backgammon is not installed: {remedy}")
    errors = []
    for question in questions(BACKGAMMON, games):
        ours, board = engine.answer(question, lambda _done: None).recommended or (), question.match().game.board
        asked = replace(question, level=WORLD_CLASS, count=1, including=ours)
        plays = gnubg.answer(asked, lambda _done: None).plays
        equities = {board.played(Player.WHITE, ranked.play): ranked.equity for ranked in plays}
        errors.append(max(equities.values()) - equities[board.played(Player.WHITE, ours)])
    gnubg.close()
    mean, unforced = sum(errors) / len(errors), sum(error > 0 for error in errors)
    return Figure(what, f"{mean:.4f} a play, {len(errors)} plays, {unforced} of them not its best")
