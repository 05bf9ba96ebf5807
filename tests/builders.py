"""Builders of positions and plays from their usual text.

Examples are `board("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")` and `play("8/5 6/5")`.
"""

from dataclasses import dataclass
from typing import Any

from bgterm.rules.board import BAR, OFF, Board, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.rules.match import Header
from bgterm.rules.moves.base import Play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

NUMBERS = {"bar": BAR, "off": OFF}
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
"""The position before the first move of a game."""


@dataclass
class Time:
    """A clock that a test advances."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += seconds


def header(length: int = 1, dice: str = "seed:7", **fields: Any) -> Header:
    """Return the header of a match of Ann and Bob at Backgammon; with other fields where they are given."""
    usual = {"names": ("Ann", "Bob"), "date": "2026-11-20T19:30"}
    return Header(BACKGAMMON, Ruleset(length=length), dice=dice, **usual | fields)


def board(text: str, checkers: int = 15, movement: Movement = Movement.HITTING) -> Board:
    """Return the board of `white / black`, each `point:checkers` in its own numbers; the rest is borne off."""
    white, black = (_side(side, checkers) for side in text.split("/"))
    return Board.of(white, black, movement)


def play(text: str) -> Play:
    """Return the moves of `8/5 6/5`, one word for each; the empty text for a play of no moves."""
    return tuple(Move(*(_number(number) for number in word.split("/"))) for word in text.split())


def legal(position: str, dice: str) -> HittingPlays:
    """Return the legal plays of White, who has rolled `31`, in a position."""
    return HittingPlays(board(position), Player.WHITE, Dice.of(*map(int, dice)))


def blocked(src: int, dst: int, count: int) -> dict[str, object]:
    """Return the facts of White's move to a point that Black holds."""
    return {"src": src, "dst": dst, "count": count, "opponent": Player.BLACK}


def _side(text: str, checkers: int) -> dict[int, int]:
    counts = {_number(number): int(count) for number, count in (word.split(":") for word in text.split())}
    return {OFF: checkers - sum(counts.values()), **counts}


def _number(text: str) -> int:
    return NUMBERS[text] if text in NUMBERS else int(text)


ROLLED_31 = (OpeningThrown(3, 1),)
FIVE_POINT = Moved(Player.WHITE, play("8/5 6/5"))
FIRST_TURN = (*ROLLED_31, FIVE_POINT)
"""The events of the first turn in many tests: White rolls 3-1 for the start and makes the five point."""
