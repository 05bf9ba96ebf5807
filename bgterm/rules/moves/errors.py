"""Why a play is not legal."""

from bgterm.catalog import N_, _
from bgterm.rules.board import BAR, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, Numbers, Point


class NoChecker(IllegalPlay):
    """The player has no checker on `src`."""

    src: Point
    message = N_("you have no checker on {src}")

    def sentence(self, **values: str) -> str:
        """Return the sentence, with another for the bar."""
        return _("you have no checker on the bar") if self.src == BAR else super().sentence(**values)


class BarFirst(IllegalPlay):
    """A checker is on the bar: it must enter first. [RULES A-31]"""

    message = N_("a checker is on the bar: it must enter first")


class PointBlocked(IllegalPlay):
    """The opponent holds `dst` with two checkers, or in narde one, or more. [RULES A-21, L15]"""

    src: Point
    dst: Point
    count: int
    opponent: Player
    message = N_("{src}/{dst} is blocked: {opponent} holds it with {count}")


class NumberNotRolled(IllegalPlay):
    """No die shows that distance."""

    src: Point
    dst: Point
    need: int
    dice: Dice
    message = N_("{src}/{dst} needs a {need}: you rolled {dice}")


class TooFar(IllegalPlay):
    """No die can show that distance, and several do not add up to it."""

    src: Point
    dst: Point
    need: int
    dice: Dice
    message = N_("{src}/{dst} is {need} pips: not possible with {dice}")


class NotAllHome(IllegalPlay):
    """A checker cannot be borne off while another, on `src`, is still outside home. [RULES A-40]"""

    src: Point
    message = N_("not all your checkers are home: one is still on {src}")

    def sentence(self, **values: str) -> str:
        """Return the sentence, with another for the bar."""
        if self.src == BAR:
            return _("not all your checkers are home: one is still on the bar")
        return super().sentence(**values)


class HigherChecker(IllegalPlay):
    """A larger number bears off only the highest checker, and one stands on `higher`. [RULES A-43]"""

    src: Point
    die: int
    higher: Point
    message = N_("{src}/off with a {die} is for the highest checker only: one is on {higher}")


class BothNumbersRequired(IllegalPlay):
    """Both numbers can be played, and after `done` the other one could not be. [RULES A-24]"""

    done: Move
    die: int
    dice: Dice
    message = N_("{dice} can both be played: after {done} no {die} is left")


class LargerDieRequired(IllegalPlay):
    """Only one number can be played, and it must be the larger one. [RULES A-25]"""

    die: int
    message = N_("only one number can be played: it must be the {die}")


class MoreNumbersRequired(IllegalPlay):
    """So many of the numbers can be played, and after `done` it would be fewer. [RULES L16]"""

    done: Move
    most: int
    message = N_("{most} numbers can be played: after {done} it would be fewer")


class PlayUnfinished(IllegalPlay):
    """Dice are left that can still be played, and so must be. [RULES A-23]"""

    left: Numbers
    message = N_("you must still play {left}")


class NoDiceLeft(IllegalPlay):
    """Both dice have been played."""

    message = N_("both dice have been used")


class NothingHit(IllegalPlay):
    """The play is marked as a hit on a point where nothing is hit."""

    dst: Point
    message = N_("nothing is hit on {dst}: leave the star out")


class MoveBackwards(IllegalPlay):
    """Checkers only move forward."""

    src: Point
    dst: Point
    message = N_("{src}/{dst} goes backwards: checkers move to lower numbers")


class NumberUsed(IllegalPlay):
    """None of the numbers that are left, each named once, is that distance."""

    src: Point
    dst: Point
    need: int
    left: Numbers
    message = N_("{src}/{dst} needs a {need}; only your {left} is left")


class PointOutOfReach(IllegalPlay):
    """No checker can be moved to `dst` with the dice that are left."""

    dst: Point
    message = N_("no checker of yours can reach {dst} with the rest of the roll")


class HitAndRun(IllegalPlay):
    """The checker that hits on `dst`, at home, would not stay there, and another play is possible. [RULES H4]"""

    dst: Point
    message = N_("no hit and run: the checker that hits on {dst} must stay there")


class HeadLimit(IllegalPlay):
    """So many checkers have left the head in this turn, and no more may. [RULES L12]"""

    taken: int
    allowed: int
    message = N_("head: {taken} of {allowed} used; no other checker may leave it in this turn")


class SixPrime(IllegalPlay):
    """A step would build a six-prime that the match forbids. [RULES L20]"""

    src: Point
    dst: Point


class PrimeWithNobodyAhead(SixPrime):
    """The match forbids a six-prime with no opposing checker in front of it. [RULES L20]"""

    message = N_("{src}/{dst} would build a six-prime with no opposing checker ahead of it")


class PrimeBeforeHome(SixPrime):
    """The match forbids a six-prime before an opposing checker has come home. [RULES L20]"""

    opponent: Player
    message = N_("{src}/{dst} would build a six-prime before {opponent} has a checker home")


class PrimeForbidden(SixPrime):
    """The match forbids every six-prime. [RULES L20]"""

    message = N_("{src}/{dst} would build a six-prime, which this match forbids")
