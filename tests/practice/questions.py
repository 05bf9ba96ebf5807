"""Questions for tests: opening rolls with made-up costs."""

from dataclasses import replace
from typing import Any

from bgterm.engine.protocol import Act
from bgterm.practice.question import Card, Choice, Question
from bgterm.rules.board import Move, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import Game
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

OPENING = Game(BACKGAMMON.board, Player.WHITE, Dice.of(3, 1))
BEST, SPLIT, BUILDER = (Move(8, 5), Move(6, 5)), (Move(24, 23), Move(13, 10)), (Move(13, 10), Move(6, 5))
PLAYS = (
    Choice(Act.PLAY, 0.0, 0.160, BEST),
    Choice(Act.PLAY, 0.164, -0.004, SPLIT),
    Choice(Act.PLAY, 0.210, -0.050, BUILDER),
)
THREE_ONE = Question(BACKGAMMON, Ruleset(length=3), OPENING, PLAYS, ("Ann", "Bob"), least=0.164)
TO_ROLL = OPENING._replace(dice=None)
DOUBLED = OPENING._replace(dice=None, on_roll=Player.BLACK, doubled=True, cube=Cube())
CUBE = (Choice(Act.NO_DOUBLE, 0.0, 0.07), Choice(Act.DOUBLE, 0.4, -0.33))
ANSWERS = (Choice(Act.TAKE, 0.0, 0.33), Choice(Act.PASS, 1.33, -1.0))
TO_DOUBLE = replace(THREE_ONE, start=TO_ROLL, choices=CUBE)
TO_TAKE = replace(THREE_ONE, start=DOUBLED, choices=ANSWERS)


def card(high: int = 3, low: int = 1, **values: Any) -> Card:
    """Return a card about White's roll from the opening position, of step 1 of a match of its own."""
    start = OPENING._replace(dice=Dice.of(high, low))
    values = {"match": f"m{high}{low}", "step": 1, "made": PLAYS[1], **values}
    return Card(replace(THREE_ONE, start=start, choices=values.pop("choices", PLAYS)), **values)
