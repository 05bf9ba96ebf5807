"""The best plays of the 15 opening rolls, and of the 21 replies to each, by GNU Backgammon at 2 plies.

    nice python -m tools.openings > bgterm/practice/opening_replies.txt

It takes a few minutes. `bgterm/practice/drills.py` describes the file.
"""

import asyncio
from collections.abc import AsyncIterator

from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.pool import EnginePool
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.plays import play_text
from bgterm.practice.drills import MONEY
from bgterm.rules.board import Board, Player
from bgterm.rules.dice import ROLLS, Dice
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.variants import BACKGAMMON

HEAD = (
    "# GNU Backgammon {version}, 2 plies\n"
    "# The best replies to each opening roll; openings are played by their best play. Equities are cubeful:\n"
    "# money play, the cube in the middle, without the Jacoby rule. 0 plies: what the filter of the program\n"
    "# leaves out, and all plays where it leaves only one. Made by tools/openings.py."
)
SHOWN = 5
"""The number of plays that are kept for each roll."""


async def _answer(pool: EnginePool, board: Board, player: Player, dice: Dice) -> EngineAnswer:
    match = MatchState(BACKGAMMON, MONEY, NAMES, Game(board, player, dice))
    return await pool.ask(EngineRequest.of(match, QuestionKind.PLAYS, WORLD_CLASS))


def _line(board: Board, player: Player, dice: Dice, answer: EngineAnswer) -> str:
    """Return a line with the roll and its best plays, each with its equity and plies, divided by tabs."""
    plays = (f"{play_text(board, player, one.play)} {one.equity:+.3f} {one.plies}" for one in answer.plays[:SHOWN])
    return "\t".join((f"{dice.high}-{dice.low}", *plays))


async def lines(pool: EnginePool) -> AsyncIterator[str]:
    """Yield the lines of the file: each opening roll with its best play, and then the 21 replies."""
    start, head = BACKGAMMON.board, HEAD
    for opening in (dice for dice in ROLLS if not dice.is_double):
        answer = await _answer(pool, start, Player.BLACK, opening)
        if head:
            yield head.format(version=answer.version)
        head, best = "", answer.plays[0].play
        yield f"{opening.high}-{opening.low} {play_text(start, Player.BLACK, best)}"
        board = start.played(Player.BLACK, best)
        for dice in ROLLS:
            yield _line(board, Player.WHITE, dice, await _answer(pool, board, Player.WHITE, dice))


async def _main() -> None:
    pool = EnginePool("gnubg")
    try:
        async for line in lines(pool):
            print(line, flush=True)
    finally:
        await pool.aclose()


if __name__ == "__main__":
    asyncio.run(_main())
