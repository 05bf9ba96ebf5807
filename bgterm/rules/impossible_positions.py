"""Why no game comes to a position."""

from bgterm.catalog import N_, nN_
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, ImpossiblePosition, Number


class OtherMovement(ImpossiblePosition):
    """The checkers do not move on this board as they do in the variant."""

    variant: str
    message = N_("checkers on this board do not move as in {variant}")


class CheckerCount(ImpossiblePosition):
    """A side has fewer or more checkers than the variant."""

    player: Player
    count: int
    checkers: int
    message, plural = nN_(
        "{player} has {count} checker instead of {checkers}",
        "{player} has {count} checkers instead of {checkers}",
    )


class AllBorneOff(ImpossiblePosition):
    """The player has borne off all, so the game is over. [RULES A-47, L30]"""

    player: Player
    message = N_("{player} has borne off all: the game is over")


class PointShared(ImpossiblePosition):
    """Both sides stand on White's `point`, which is Black's `facing`."""

    point: int
    facing: int
    message = N_("both stand on White's {point} point, which is Black's {facing}")


class BothShutOut(ImpossiblePosition):
    """Both have a checker on the bar and a closed home, so nobody can ever move."""

    message = N_("both are on the bar against a closed board: nobody can ever move")


class OnBarInLong(ImpossiblePosition):
    """The player has a checker on the bar, where nobody is ever hit. [RULES L15]"""

    player: Player
    message = N_("{player} has a checker on the bar: in Long backgammon nobody is hit")


class ForbiddenPrimeHeld(ImpossiblePosition):
    """The player holds a six-prime that is not allowed. [RULES L20]"""

    player: Player
    row: tuple[int, ...]
    message = N_("{player} holds a six-prime, {row}, which is not allowed here")


class MatchWon(ImpossiblePosition):
    """The player has won the match already."""

    player: Player
    count: int
    length: int
    message, plural = nN_(
        "{player} has {count} point: a match to {length} is over",
        "{player} has {count} points: a match to {length} is over",
    )


class CrawfordInMoneyPlay(ImpossiblePosition):
    """Only a match has a Crawford game. [RULES A-75]"""

    message = N_("a money session has no Crawford game")


class NoCrawfordRule(ImpossiblePosition):
    """The match is played without the Crawford rule."""

    message = N_("there is no Crawford game where the Crawford rule is not played")


class CrawfordWithoutCube(ImpossiblePosition):
    """A match without the cube has no Crawford game. [RULES A-75]"""

    message = N_("a match without the cube has no Crawford game")


class NotCrawfordScore(ImpossiblePosition):
    """In the Crawford game exactly one player is one point short of the match. [RULES A-75]"""

    length: int
    message = N_("this cannot be the Crawford game: exactly one player must be one point from {length}")


class NotACubeValue(ImpossiblePosition):
    """No cube shows that."""

    value: Number
    message = N_("the cube cannot show {value}: it shows 1, 2, 4, 8 and so on")


class CubeTurnedUnused(ImpossiblePosition):
    """The cube was turned in a match that is played without it."""

    message = N_("the cube has been turned, and the match is played without it")


class CubeTurnedInCrawfordGame(ImpossiblePosition):
    """The cube was turned in the Crawford game. [RULES A-75]"""

    message = N_("the cube has been turned, and the Crawford game is played without it")


class CubeOwnedAtOne(ImpossiblePosition):
    """The player owns a cube that has never been turned."""

    player: Player
    message = N_("{player} owns the cube at 1: it stays in the middle until it is turned")


class CubeWithoutOwner(ImpossiblePosition):
    """The cube was turned and nobody owns it, though no automatic doubles explain it. [RULES A-61]"""

    value: Number
    message = N_("the cube is at {value} and nobody owns it: it belongs to the player who took it")


class BeforeOpening(ImpossiblePosition):
    """Nobody is on roll, so there can be no dice, no double and no resignation."""

    message = N_("nobody is on roll yet, so nobody can have rolled, doubled or resigned")


class DoubleAfterRoll(ImpossiblePosition):
    """A double is to be answered, and dice lie on the board. [RULES A-49]"""

    message = N_("a double waits for its answer, so no dice can have been rolled")


class TooManyBeavers(ImpossiblePosition):
    """The cube was turned again more often than is allowed, or without a double. [RULES A-63]"""

    count: int
    most: int
    message, plural = nN_(
        "the cube was turned again {count} time; this match allows {most}",
        "the cube was turned again {count} times; this match allows {most}",
    )


class BeaveredCubeOwner(ImpossiblePosition):
    """The cube was turned again, and does not belong to the player who was doubled. [RULES A-63]"""

    message = N_("after a beaver the cube belongs to the player who was doubled")


class ImpossibleNumber(ImpossiblePosition):
    """A count of the match is lower than it can be."""

    field: str
    value: Number
    message = N_("{field} cannot be {value}")


class ImpossibleAction(ImpossiblePosition):
    """The position contains an action that is not possible in it: a double, or a resignation."""

    reason: IllegalAction
    message = N_("{reason}")
