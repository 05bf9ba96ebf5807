"""Figures of the engines: the time of a hint, and the memory of their processes.

Of the built-in one also the time of a play, and its errors where GNU Backgammon is installed.
"""

import asyncio
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from random import Random
from resource import getpagesize
from time import perf_counter

from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.levels import EXPERT, LEVELS, WORLD_CLASS
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.engine.protocol import EngineRequest, QuestionKind
from bgterm.rules.board import Player
from bgterm.rules.match import NAMES, MatchState
from bgterm.rules.match import Game as GameState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant
from tools.figures import Figure
from tools.tournament import EnginePlayer
from tools.train_games import Game, unpacked

_MILLI = 1000
RULES = Ruleset(cube=False)


def rows() -> Iterable[Figure]:
    for variant in VARIANTS.values():
        yield time_of_a_play(variant)
    for name in ADAPTERS:
        yield from asyncio.run(hints(name, many=20))
    yield error_beside_gnubg(games=10)


def questions(variant: Variant, games: int) -> Iterator[EngineRequest]:
    """Yield a question for the plays at each turn of games of the engine against itself, without a cube."""
    player = EnginePlayer(variant)
    for number in range(games):
        game = Game(variant, Random(f"bench {number}"))
        while True:
            board = unpacked(game.positions[-1], variant.movement)
            setup = GameState(board, Player.WHITE, game.dice, turns=game.turn)
            yield EngineRequest.of(MatchState(variant, RULES, NAMES, setup), QuestionKind.PLAYS, EXPERT)
            ((after, _),) = player.choose([game])
            if game.play(after):
                break


def time_of_a_play(variant: Variant) -> Figure:
    engine, times = Builtin(), []
    for question in questions(variant, games=5):
        began = perf_counter()
        engine.answer(question)
        times.append((perf_counter() - began) * _MILLI)
    times.sort()
    median, late = times[len(times) // 2], times[len(times) * 95 // 100]
    return Figure(
        f"a play of the built-in engine, {variant.name}", f"{median:.1f} ms, p95 {late:.1f} ms", "<= 30 ms"
    )


async def hints(name: str, many: int) -> list[Figure]:
    """Measure how long an engine takes to rank the plays at `many` positions, and the memory of its process.

    It runs in a process of its own, as in a match. Levels that only differ in their noise take the same time.
    """
    engine = open_adapter(name)
    if remedy := engine.missing():
        return [Figure(f"a hint of {engine.label}", f"not installed: {remedy}")]
    pool, found = EnginePool(name, PoolLimits(children=1)), []
    asked = [*islice(questions(BACKGAMMON, games=1), 0, 3 * many, 3)]
    began = perf_counter()
    await pool.ask(asked[0])
    found.append(Figure(f"the first answer of {engine.label}", f"{(perf_counter() - began) * _MILLI:.0f} ms"))
    for _plies, levels in groupby(LEVELS.values(), key=lambda level: level.plies):
        alike, times = [*levels], []
        for question in asked:
            began = perf_counter()
            await pool.ask(replace(question, level=alike[-1]))
            times.append((perf_counter() - began) * _MILLI)
        times.sort()
        what = f"a hint of {engine.label}, {' to '.join(dict.fromkeys((alike[0].name, alike[-1].name)))}"
        found.append(Figure(what, f"{times[len(times) // 2]:.1f} ms, p95 {times[len(times) * 95 // 100]:.1f} ms"))
    (child,) = pool.children
    found.append(Figure(f"memory of {engine.label}", f"{memory(child.group) / 2**20:.0f} MB"))
    await pool.aclose()
    return found


def memory(group: int) -> int:
    """Return how many bytes of memory all processes of a process group use."""
    processes = [int(found.name) for found in Path("/proc").glob("[0-9]*") if _group_of(int(found.name)) == group]
    pages = sum(int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in processes)
    return pages * getpagesize()


def _group_of(process: int) -> int | None:
    try:
        return os.getpgid(process)
    except ProcessLookupError:  # it has ended meanwhile
        return None


def error_beside_gnubg(games: int) -> Figure:
    """Measure the equity that the built-in engine's plays lose, judged by GNU Backgammon at 2 plies."""
    what, gnubg, engine = "equity that its plays lose, by GNU Backgammon at 2 plies", Gnubg(), Builtin()
    if remedy := gnubg.missing():
        return Figure(what, f"GNU Backgammon is not installed: {remedy}")
    errors = []
    for question in questions(BACKGAMMON, games):
        ours, board = engine.answer(question).recommended or (), question.match().game.board
        asked = replace(question, level=WORLD_CLASS, count=1, including=ours)
        plays = gnubg.answer(asked).plays
        equities = {board.played(Player.WHITE, ranked.play): ranked.equity for ranked in plays}
        errors.append(max(equities.values()) - equities[board.played(Player.WHITE, ours)])
    gnubg.close()
    mean, unforced = sum(errors) / len(errors), sum(error > 0 for error in errors)
    return Figure(what, f"{mean:.4f} a play, {len(errors)} plays, {unforced} of them not its best")
