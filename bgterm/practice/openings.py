"""Replies to the opening rolls: their best plays, from the file `opening_replies.txt`.

    # GNU Backgammon 1.07.001, 2 plies
    2-1 24/23 13/11
    1-1<tab>24/22 6/5(2) +0.160 2<tab>24/23 6/5(3) +0.142 2

After the head, lines that begin with #, come the 15 openings with their best plays. Each is followed by its 21
replies: the roll, and its best plays with their equities and the plies that were looked ahead, separated by tabs.
"""

from functools import cache
from importlib.resources import files
from random import Random

from bgterm.engine.protocol import Probabilities, RankedPlay
from bgterm.notation.plays import read_plays
from bgterm.practice.question import Question, question_of_plays
from bgterm.rules.board import Board, Player
from bgterm.rules.dice import Dice
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

RULESET = Ruleset(length=0, jacoby=False)
"""The rules of the replies: money play without the Jacoby rule."""


@cache
def _lines() -> list[str]:
    text = (files("bgterm.practice") / "opening_replies.txt").read_text(encoding="ascii")
    return text.splitlines()


def engine_line() -> str:
    """Return the engine of the replies, with its version and plies."""
    return _lines()[0].lstrip("# ")


@cache
def replies() -> list[tuple[str, str]]:
    """Return all pairs of an opening's line and the line of one of its replies."""
    found, opening = [], ""
    for line in _lines():
        if "\t" in line:
            found.append((opening, line))
        else:
            opening = line
    return found


def random_reply(random: Random) -> Question | None:
    """Return a question about a random reply; None if only one play is legal."""
    return question(*random.choice(replies()))


def question(opening: str, line: str) -> Question | None:
    """Return the question of an opening's line and a reply's line; None if only one play is legal."""
    roll, play = opening.split(" ", 1)
    board = BACKGAMMON.board
    first = _plays(board, Player.BLACK, roll)
    board = board.played(Player.BLACK, read_plays(play, first)[0].moves)
    roll, *texts = line.split("\t")
    legal = _plays(board, Player.WHITE, roll)
    ranked = tuple(_ranked(text, legal) for text in texts)
    setup = Game(board, Player.WHITE, legal.dice, turns=1)
    match = MatchState(BACKGAMMON, RULESET, NAMES, setup)
    return question_of_plays(match, ranked)


def _plays(board: Board, player: Player, roll: str) -> LegalPlays:
    return plays_of(RULESET, board, player, Dice.of(*map(int, roll.split("-"))))


def _ranked(text: str, legal: LegalPlays) -> RankedPlay:
    """Return the play in a text, with its equity and plies."""
    play, equity, plies = text.rsplit(" ", 2)
    return RankedPlay(read_plays(play, legal)[0].moves, float(equity), Probabilities(), int(plies))
