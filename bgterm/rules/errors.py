"""The kinds of errors, and the rules of the game that a play or an action can break.

    raise NotationError(N_('"{text}" is not a roll: write what the two dice show'), text=text)
    raise IllegalPlay(PlayRule.BAR_FIRST)

A class exists only where a caller catches or inspects it. An error is made of its sentence, with placeholders, and
of the facts for these, which become its attributes. An error that is raised in two places has a function that
makes it.
"""

from enum import StrEnum
from typing import Self

from bgterm.catalog import N_, _, ngettext
from bgterm.rules.board import BAR, Move, Player, point_text

_LONGEST = 80
"""How many characters of a value are quoted."""
_POINTS = ("src", "dst", "higher")
"""The facts that are points, the bar or the tray, as the mover counts."""


class BackgammonError(ValueError):
    """The base of errors for requests of a player, a file or a program that cannot be fulfilled."""

    def __init__(self, msgid: str, /, *plural: str, **facts: object) -> None:
        """Make an error from the template of a sentence, without capital and full stop, and the facts to fill in.

        `plural` is the template for a `count` other than 1.
        """
        super().__init__(msgid, *plural)
        vars(self).update(facts)

    @property
    def msgid(self) -> str:
        """The template of the sentence, which is the key for its translation."""
        msgid: str = self.args[0]
        return msgid

    def describe(self, names: tuple[str, str] | None = None) -> str:
        """Return the error as a sentence; `names` are White's and Black's.

        Without names a player is called by their side, and the player in a fact `opponent` "the opponent".
        """
        facts = {name: _printed(name, fact, names) for name, fact in vars(self).items()}
        match self.args:
            case message, plural:
                return ngettext(message, plural, vars(self)["count"], **facts)
            case _:
                return _(self.msgid, **facts)

    def about(self, names: tuple[str, str]) -> Self:
        """Set the names of White and Black that `str(error)` uses, and return the same error."""
        vars(self)["names"] = names
        return self

    def __str__(self) -> str:
        """Return the sentence."""
        return self.describe(vars(self).get("names"))

    def __repr__(self) -> str:
        """Return an expression that makes this error."""
        facts = (f"{name}={fact!r}" for name, fact in vars(self).items() if name != "names")
        return f"{type(self).__name__}({', '.join([*map(repr, self.args), *facts])})"


class NotationError(BackgammonError):
    """A text from a player, a file or a program that cannot be read as what it should be."""


class ImpossiblePosition(BackgammonError):
    """A position that cannot occur in a game, set up by hand or from a file."""


class _Rule(StrEnum):
    """A rule that forbids something; the value is its sentence."""

    def __repr__(self) -> str:
        """Return the qualified name of the rule, such as `PlayRule.BAR_FIRST`."""
        return f"{type(self).__name__}.{self.name}"


class PlayRule(_Rule):
    """The rules that a play can break; the value of each is the template of its sentence."""

    MOVE_BACKWARDS = N_("{src}/{dst} goes backwards: checkers move to lower numbers")
    NO_CHECKER = N_("you have no checker on {src}")
    BAR_FIRST = N_("a checker is on the bar: it must enter first")
    """A move of another checker while one is on the bar. [RULES A-31]"""
    POINT_BLOCKED = N_("{src}/{dst} is blocked: {opponent} holds it with {count}")
    """The opponent blocks `dst`: with two checkers, in narde with one. [RULES A-21, L15]"""
    POINT_OUT_OF_REACH = N_("no checker of yours can reach {dst} with {left}")
    NOTHING_HIT = N_("nothing is hit on {dst}: leave the star out")
    NUMBER_NOT_ROLLED = N_("{src}/{dst} needs a {need}: you rolled {dice}")
    NUMBER_USED = N_("{src}/{dst} needs a {need}; only your {left} is left")
    TOO_FAR = N_("{src}/{dst} is {need} pips: not possible with {dice}")
    """The distance is not the number of any die, nor the sum of several."""
    NO_DICE_LEFT = N_("both dice have been used")
    NOT_ALL_HOME = N_("not all your checkers are home: one is still on {src}")
    """Bearing off while a checker is not home. [RULES A-40]"""
    HIGHER_CHECKER = N_("{src}/off with a {die} is for the highest checker only: one is on {higher}")
    """Bearing off with a larger die while a checker is farther from off. [RULES A-43]"""
    PLAY_UNFINISHED = N_("you must still play {left}")
    """A play that leaves a die unplayed although it can be played. [RULES A-23]"""
    BOTH_NUMBERS_REQUIRED = N_("{dice} can both be played: after {done} no {die} is left")
    """A play of one die after which the other cannot be played, though both could be. [RULES A-24]"""
    LARGER_DIE_REQUIRED = N_("only one number can be played: it must be the {die}")
    """The smaller die played where only one of the two can be. [RULES A-25]"""
    MORE_NUMBERS_REQUIRED = N_("{most} numbers can be played: after {done} it would be fewer")
    """A play in Long backgammon with fewer dice than can be played. [RULES L16]"""
    HIT_AND_RUN = N_("no hit and run: the checker that hits on {dst} must stay there")
    """A checker that hits in its home and moves on, in a match without hit and run. [RULES H4]"""
    HEAD_LIMIT = N_("head: {taken} of {allowed} used; no other checker may leave it in this turn")
    """Another checker leaving the head in a turn in which no more may. [RULES L12]"""
    PRIME_WITH_NOBODY_AHEAD = N_("{src}/{dst} would build a six-prime with no opposing checker ahead of it")
    """A six-prime with no opposing checker ahead of it. [RULES L20]"""
    PRIME_BEFORE_HOME = N_("{src}/{dst} would build a six-prime before {opponent} has a checker home")
    """A six-prime before the opponent has a checker home. [RULES L20]"""
    PRIME_FORBIDDEN = N_("{src}/{dst} would build a six-prime, which this match forbids")
    """A six-prime in a match that forbids it. [RULES L20]"""


SIX_PRIME = {PlayRule.PRIME_WITH_NOBODY_AHEAD, PlayRule.PRIME_BEFORE_HOME, PlayRule.PRIME_FORBIDDEN}
"""The rules against a six-prime; each match has only one of them."""
_ON_BAR = {
    PlayRule.NO_CHECKER: N_("you have no checker on the bar"),
    PlayRule.NOT_ALL_HOME: N_("not all your checkers are home: one is still on the bar"),
}
"""The sentences that some rules have instead when a checker is on the bar."""


class IllegalPlay(BackgammonError):
    """A play that was understood but is not legal here. The fields that its rule does not use are None."""

    src: int | None = None
    dst: int | None = None
    higher: int | None = None
    """The point of the rearmost checker, which must be borne off first."""
    opponent: Player | None = None
    count: int | None = None
    """How many checkers the opponent has on `dst`."""
    dice: tuple[int, int] | None = None
    """The roll."""
    die: int | None = None
    need: int | None = None
    """The distance of the move, which is not on any die."""
    left: tuple[int, ...] | None = None
    """The numbers of the dice that are not played yet; for an unfinished play only those that can be."""
    done: Move | None = None
    """The move after which fewer numbers can be played than must be."""
    most: int | None = None
    """How many numbers can be played at most."""
    taken: int | None = None
    """How many checkers have left the head in this turn."""
    allowed: int | None = None
    """How many checkers may leave the head in this turn."""

    def __init__(self, rule: PlayRule, /, **facts: object) -> None:
        """Make the error from the rule that the play breaks and the facts in its sentence."""
        super().__init__(rule, **facts)

    @property
    def rule(self) -> PlayRule:
        """The rule that the play breaks."""
        return PlayRule(self.msgid)

    def describe(self, names: tuple[str, str] | None = None) -> str:
        """Return the sentence; for some rules it depends on whether a checker is on the bar."""
        return _(_ON_BAR[self.rule]) if self.src == BAR and self.rule in _ON_BAR else super().describe(names)


class ActionRule(_Rule):
    """The rules that can forbid an action at some moment; their values are the templates of sentences."""

    NOT_YOUR_TURN = N_("it is not your turn")
    ANSWER_AWAITED = N_("{opponent} has to answer first")
    MATCH_OVER = N_("the match is over")
    GAME_NOT_BEGUN = N_("the game has not begun: roll for the start first")
    """An action before the opening roll. [RULES A-14, L6]"""
    OPENING_DECIDED = N_("the opening roll has been made")
    ROLL_FIRST = N_("roll first")
    TURN_UNFINISHED = N_("finish your move first")
    """A roll or double before the player has confirmed their own play. [RULES A-20, A-74]"""
    DICE_NOT_PICKED_UP = N_("too early to roll: {opponent} has not picked up the dice")
    """A roll before the opponent has picked up the dice. [RULES A-74]"""
    DICE_PICKED_UP = N_("too late to correct the roll: the dice are picked up")
    """A correction of typed dice that were picked up. [RULES A-20]"""
    NOTHING_ROLLED = N_("there is no roll to correct yet")
    ROLL_STANDS = N_("the roll stands: it is played again after a challenge")
    """A correction of the roll that is played again after a challenge. [RULES A-73]"""
    DOUBLE_UNANSWERED = N_("answer the double first: take or pass")
    """Another action while a double waits for its answer. [RULES A-49]"""
    PLAY_UNANSWERED = N_("accept or challenge the last play first")
    """Another action while the last play has to be accepted or challenged. [RULES A-73]"""
    RESIGNATION_UNANSWERED = N_("{opponent} offers to resign: accept or refuse first")
    """Another action while a resignation waits for its answer. [RULES A-83]"""
    TAKE_BACK_UNANSWERED = N_("{opponent} asks to take back the play: agree or refuse first")
    """Another action while a request to take back waits for its answer. [RULES A-18b]"""
    NOTHING_OFFERED = N_("there is no offer to answer")
    NO_DOUBLE_OFFERED = N_("nobody has doubled")
    NO_BEAVERS = N_("no beavers in this match")
    """A beaver in a match without beavers. [RULES A-63]"""
    BEAVER_LIMIT = N_("no more beavers: this match allows {most} per double")
    """More beavers after a double than the match allows. [RULES A-63]"""
    OFFER_REFUSED = N_("{opponent} has refused: offer again after the next roll, play or double")
    """A refused offer repeated too early. [RULES A-83]"""
    WIN_NOT_POSSIBLE = N_("a {win} cannot be resigned in this game")
    """A resignation of a win that is impossible in this game. [RULES L32]"""
    NO_TAKE_BACKS = N_("no take-backs in this match")
    """A take-back in a match without take-backs. [RULES A-18b]"""
    NO_PLAY_YET = N_("no play has been made yet")
    OPPONENTS_PLAY = N_("only the player who made the last play can ask for it back")
    """A request to take back the opponent's play. [RULES A-18b]"""
    TAKE_BACK_TOO_LATE = N_("too late to take it back: {opponent} has already acted")
    """A request to take back a play after the opponent has acted. [RULES A-18b]"""
    PLAY_STANDS = N_("{opponent} has refused: the play stands")
    """A request to take back that was refused before. [RULES A-18b]"""
    NO_CHALLENGES = N_("no challenges: only legal plays can be made in this match")
    """A challenge in a match with a referee. [RULES A-73]"""
    OWN_PLAY = N_("you cannot challenge your own play")
    """A challenge of the player's own play. [RULES A-73]"""
    CHALLENGE_TOO_LATE = N_("too late to challenge: rolling or doubling accepted the play")
    """A challenge after accepting the play by a roll or double. [RULES A-73]"""
    PLAY_JUDGED = N_("too late to challenge: the play has been judged and stands")
    """The play has been challenged already, or replaces an illegal one. [RULES A-73]"""
    NO_CUBE = N_("no doubling: this match is played without the cube")
    """A double in a match without the cube. [RULES A-59]"""
    CRAWFORD_GAME = N_("Crawford game: no doubling")
    """A double in the Crawford game. [RULES A-75]"""
    CUBE_NOT_YOURS = N_("no doubling: {opponent} owns the cube")
    """A double while the opponent owns the cube. [RULES A-49]"""
    DEAD_CUBE = N_("no doubling: with the cube at {value}, this game already wins you the match")
    """A double with a cube that already wins the match. [RULES A-75b]"""
    DOUBLE_TOO_LATE = N_("too late to double: you have rolled")
    """A double after the roll. [RULES A-49]"""
    LAST_ROLL = N_("no doubling: {opponent} has borne off all checkers, and this is the last roll")
    """A double before the last roll, when the opponent has borne off all checkers. [RULES L32]"""
    NO_CLOCK = N_("no flag to claim: this match is played without a clock")


class IllegalAction(BackgammonError):
    """An action that the player may not take now, for a rule of the game or another reason."""

    @property
    def rule(self) -> ActionRule | None:
        """The rule of the game that forbids the action; None where something else does."""
        return self.msgid if isinstance(self.msgid, ActionRule) else None


# Formatting facts


def _printed(name: str, fact: object, names: tuple[str, str] | None) -> str:
    match fact:
        case BackgammonError():
            return fact.describe(names)
        case Player() if names:
            return names[fact.index]
        case Player() if name == "opponent":
            return _("the opponent")
        case Player():
            return _("White") if fact is Player.WHITE else _("Black")
        case int() if name in _POINTS:
            return point_text(fact)
        case int():
            return shortened(fact)
        case (*numbers, int(last)) if type(fact) is tuple:
            others = ", ".join(map(str, numbers))
            return _("{others} and {last}", others=others, last=last) if others else str(last)
        case tuple() if type(fact) is tuple:
            return ", ".join(map(str, fact))
        case _:
            return str(fact)


def shortened(value: object) -> str:
    """Return a value from a file or a form, of any type and length, as a short text."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of thousands of digits
        return _("a number with too many digits")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
