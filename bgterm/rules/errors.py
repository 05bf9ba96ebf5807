"""Errors of a notation, a play or an action: the rule that is broken and the facts.

The sentence a player reads is made in `bgterm.text.errors`; here is only what it is about.
"""

from enum import Enum, auto


class Reason(Enum):
    """Why something is refused: a `Rule`, or what stands in the way around a game, as higher floors know it."""


class Rule(Reason):
    """Every rule of the game or of a notation that can be broken, with the facts its sentence needs."""

    # A play that was read but may not be made (IllegalPlay).
    NO_CHECKER = auto()
    """src: no checker of the mover stands there."""
    BAR_FIRST = auto()
    """A checker is on the bar: it must enter first. [RULES A-31]"""
    BLOCKED = auto()
    """src, dst, count: the opponent holds dst with two checkers, or in narde one, or more. [RULES A-21, L15]"""
    WRONG_NUMBER = auto()
    """src, dst, need, dice: no die shows that distance."""
    TOO_FAR = auto()
    """src, dst, need, dice: no die can show that distance, and several do not add up to it."""
    NOT_HOME = auto()
    """src: bearing off while a checker is still outside home, on src. [RULES A-40]"""
    HIGHER_CHECKER = auto()
    """src, die, higher: a larger number bears off only the highest checker. [RULES A-43]"""
    BOTH_NUMBERS = auto()
    """done, die, dice: both numbers can be played, and after `done` the other one could not be. [RULES A-24]"""
    LARGER_NUMBER = auto()
    """die: only one number can be played, and it must be the larger one. [RULES A-25]"""
    UNFINISHED = auto()
    """left: dice that can still be played and so must be. [RULES A-23]"""
    NOTHING_LEFT = auto()
    """No die is left to move with."""
    WRONG_STAR = auto()
    """dst: the play is marked as a hit where nothing is hit."""
    BACKWARDS = auto()
    """src, dst: checkers only move forward."""
    NUMBER_USED = auto()
    """src, dst, need, left: none of the numbers that are left, each named once, is that distance."""
    NOT_REACHED = auto()
    """dst: no checker can be moved there with the dice that are left."""
    HIT_AND_RUN = auto()
    """dst: the checker that hits there, at home, would not stay there, and another play is possible. [RULES H4]"""
    HEAD = auto()
    """taken, allowed: so many have left the head in this turn, and no more may. [RULES L12]"""
    SIX_IN_A_ROW = auto()
    """src, dst, row: the step would hold six points in a row with no opposing checker in front. [RULES L20]"""
    SIX_AND_NOBODY_HOME = auto()
    """src, dst, row: the same, where an opposing checker must have come home. [RULES L20]"""
    NO_SIX_IN_A_ROW = auto()
    """src, dst, row: the same, where six in a row are forbidden. [RULES L20]"""
    FEWER_NUMBERS = auto()
    """done, most: `most` of the numbers can be played, and after `done` it would be fewer. [RULES L16]"""

    # A notation that cannot be read (NotationError).
    UNREADABLE = auto()
    """text, expected: the unreadable word, and an example of a readable one."""
    NO_SUCH_POINT = auto()
    """text: a number above 25 where a point is meant."""
    OTHER_ROLL = auto()
    """text, dice: a roll was typed before the play and it is not the roll on the board."""
    TOO_LONG = auto()
    """length, most: more characters than any notation has."""
    BAD_ID = auto()
    """text, kind, fault: it is not an id of that kind."""
    NO_ID = auto()
    """text: it is not an id at all."""
    NO_BOARD = auto()
    """text: a Match ID alone does not tell where the checkers stand."""
    NO_FORM = auto()
    """kind, what: an id of that kind cannot say this."""
    BAD_LINE = auto()
    """text: a line of a record that is neither header, event nor note."""
    OTHER_FORMAT = auto()
    """version, known: a record in a format this program does not know, made by a later one."""
    UNKNOWN_FIELD = auto()
    """field, known: a line says something that a line of its kind never says."""
    MISSING_FIELD = auto()
    """field: a line leaves out something that a line of its kind must say."""
    BAD_VALUE = auto()
    """field, value: a line says something of the field that it cannot be."""
    TORN_LINE = auto()
    """The last line of a record is not finished: its writing was interrupted."""
    BAD_ROLL = auto()
    """text: it does not say what two dice show."""
    BAD_STAKE = auto()
    """text: it does not say what a point is worth."""

    UNKNOWN_VARIANT = auto()
    """text, known: a file names a variant that is not among the known ones."""
    NO_MATCH_IN_FILE = auto()
    """A file has no match in it, in the format that its name says."""

    # An action that is not possible now (IllegalAction).
    NOT_YOUR_TURN = auto()
    """The other player is to act."""
    AWAIT_ANSWER = auto()
    """opponent: is asked something, and must answer first."""
    MATCH_OVER = auto()
    """The match has been won."""
    NOT_BEGUN = auto()
    """The opening roll comes before anything else of a game. [RULES A-14, L6]"""
    OPENING_DECIDED = auto()
    """The opening roll has been made."""
    ROLL_FIRST = auto()
    """There is nothing to move before the roll."""
    LATE_DOUBLE = auto()
    """A double comes before the roll, and the dice of this turn are thrown. [RULES A-49]"""
    NOT_PICKED_UP = auto()
    """opponent: has not picked up the dice, so that a roll now would be void. [RULES A-74]"""
    PICKED_UP = auto()
    """The dice are picked up, and no longer corrected. [RULES A-20]"""
    NOTHING_ROLLED = auto()
    """Nothing has been rolled in this game that could be corrected."""
    ROLL_STANDS = auto()
    """The roll is played again after a challenge, and stands. [RULES A-73]"""
    ANSWER_DOUBLE = auto()
    """The player must answer a double first. [RULES A-49]"""
    ANSWER_PLAY = auto()
    """The player must accept the opponent's last play or challenge it first. [RULES A-73]"""
    ANSWER_RESIGNATION = auto()
    """opponent: offers to resign, and must be answered first. [RULES A-83]"""
    ANSWER_TAKE_BACK = auto()
    """opponent: asks for a play back, and must be answered first. [RULES A-18b]"""
    NOTHING_OFFERED = auto()
    """There is no resignation, take-back or last play to answer."""
    NO_DOUBLE_OFFERED = auto()
    """Nobody has doubled, so there is nothing to take, to pass or to beaver."""
    NO_BEAVERS = auto()
    """The match is played without beavers. [RULES A-63]"""
    BEAVER_LIMIT = auto()
    """most: the cube has been turned again as often as the match allows. [RULES A-63]"""
    OFFER_REFUSED = auto()
    """opponent: has refused to let the player resign, and nothing else has happened since. [RULES A-83]"""
    NO_TAKE_BACKS = auto()
    """No play is taken back in this match. [RULES A-18b]"""
    NO_PLAY_YET = auto()
    """No play of this game has been made that could be challenged or taken back."""
    OTHERS_PLAY = auto()
    """A player asks for their own play back, not for the opponent's. [RULES A-18b]"""
    LATE_TAKE_BACK = auto()
    """opponent: has gone on from the play. [RULES A-18b]"""
    TAKE_BACK_REFUSED = auto()
    """opponent: has refused, and nothing else has happened since. [RULES A-18b]"""
    NO_CHALLENGES = auto()
    """Only legal plays can be made in this match. [RULES A-73]"""
    OWN_PLAY = auto()
    """A player challenges the opponent's play, not their own. [RULES A-73]"""
    LATE_CHALLENGE = auto()
    """By rolling or doubling the player has accepted the opponent's play. [RULES A-73]"""
    CHALLENGED_BEFORE = auto()
    """The play has been challenged, or was made in place of one that was; it stands. [RULES A-73]"""
    NO_GAME_YET = auto()
    """A money session is closed after a game, and none has been played."""
    GAME_GOES_ON = auto()
    """A money session is closed between two games, and one has begun."""
    NOTHING_TO_UNDO = auto()
    """No move of the turn has been made."""
    NO_LIST = auto()
    """There is no list to go on with."""
    NO_CUBE = auto()
    """The match is played without the doubling cube. [RULES A-59]"""
    CRAWFORD = auto()
    """The Crawford game is played without the doubling cube. [RULES A-75]"""
    NOT_YOUR_CUBE = auto()
    """The opponent owns the cube, so only the opponent may double. [RULES A-49]"""
    DEAD_CUBE = auto()
    """value, need: the cube as it stands already wins the match. [RULES A-75b]"""
    VOID_ROLL = auto()
    """The player has rolled, and has not picked up the dice. [RULES A-20, A-74]"""
    LAST_THROW = auto()
    """The opponent has borne off all; this is the last throw, and the stake stands. [RULES L32]"""
    NO_CLOCK = auto()
    """The match is played without a clock, so that there is no flag to claim."""

    # A position that no game comes to (ImpossiblePosition).
    OTHER_MOVEMENT = auto()
    """variant: the checkers do not move on this board as they do in the variant."""
    CHECKER_COUNT = auto()
    """player, count, checkers: a side has fewer or more checkers than the variant."""
    ALL_OFF = auto()
    """player: has borne off all, so the game is over. [RULES A-47, L30]"""
    BOTH_ON_POINT = auto()
    """point, facing: both sides stand on White's `point`, which is Black's `facing`."""
    BOTH_SHUT_OUT = auto()
    """Both have a checker on the bar and a closed home, so that nobody can ever move."""
    BAR_IN_LONG = auto()
    """player: has a checker on the bar, where nobody is ever hit. [RULES L15]"""
    STANDS_SIX_IN_A_ROW = auto()
    """player, row: holds a six-prime that is not allowed. [RULES L20]"""
    MATCH_WON = auto()
    """player, score, length: has won the match already."""
    CRAWFORD_IN_MONEY_PLAY = auto()
    """Only a match has a Crawford game. [RULES A-75]"""
    NO_CRAWFORD_RULE = auto()
    """The match is played without the Crawford rule."""
    CRAWFORD_WITHOUT_CUBE = auto()
    """A match without the cube has no Crawford game. [RULES A-75]"""
    CRAWFORD_SCORE = auto()
    """length: in the Crawford game just one player is one point short of the match. [RULES A-75]"""
    CUBE_VALUE = auto()
    """value: no cube shows that."""
    CUBE_UNUSED = auto()
    """The cube was turned in a match that is played without it."""
    CUBE_IN_CRAWFORD = auto()
    """The cube was turned in the Crawford game. [RULES A-75]"""
    CUBE_OF_ONE = auto()
    """player: owns a cube that has never been turned."""
    CUBE_OF_NOBODY = auto()
    """value: the cube was turned and nobody owns it, though no automatic doubles explain it. [RULES A-61]"""
    BEFORE_OPENING = auto()
    """Nobody is on roll, so there can be no dice, no double and no resignation."""
    DOUBLE_AFTER_ROLL = auto()
    """A double is to be answered, and dice lie on the board. [RULES A-49]"""
    RAISES = auto()
    """raises, most: the cube was turned again more often than is allowed, or without a double. [RULES A-63]"""
    RAISED_CUBE = auto()
    """The cube was turned again, and it does not belong to the player who was doubled. [RULES A-63]"""
    RESIGNED_TOO_MUCH = auto()
    """win: the game cannot be lost so. [RULES L32]"""
    GAME_OVER = auto()
    """The game of this position has ended."""


class BackgammonError(ValueError):
    """The error for a request of a player, a file or a program that is not possible.

    `rule` is the reason and `facts` are its details; `bgterm.text.errors.why` makes the sentence.
    """

    def __init__(self, rule: Reason, **facts: object) -> None:
        """Keep the reason and the facts that its entry among the reasons names."""
        super().__init__(rule, facts)
        self.rule = rule
        self.facts = facts
        self.message = ""
        """The sentence that says why, once somebody who knows the match has made it."""

    def __str__(self) -> str:
        """Return the message; while there is none, the rule's name and the facts, for logs."""
        if self.message:
            return self.message
        about = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule.name}({about})"


class NotationError(BackgammonError):
    """A text that cannot be read."""


class IllegalPlay(BackgammonError):
    """A play that was read, and that the rules do not allow here."""


class IllegalAction(BackgammonError):
    """An action that is not possible now."""


class ImpossiblePosition(BackgammonError):
    """A position that no game comes to."""
