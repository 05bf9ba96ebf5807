"""The events of the first turn in many tests: White rolls 3-1 for the start and makes the five point."""

from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningThrown
from tests.builders import play

ROLLED_31 = (OpeningThrown(3, 1),)
FIVE_POINT = Moved(Player.WHITE, play("8/5 6/5"))
FIRST_TURN = (*ROLLED_31, FIVE_POINT)
