"""Why an action is not possible now."""

from bgterm.catalog import N_
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, Number


class NotYourTurn(IllegalAction):
    """The other player is to act."""

    message = N_("it is not your turn")


class AnswerAwaited(IllegalAction):
    """The opponent has to answer first."""

    opponent: Player
    message = N_("{opponent} has to answer first")


class MatchOver(IllegalAction):
    """The match has been won."""

    message = N_("the match is over")


class GameNotBegun(IllegalAction):
    """The opening roll comes before anything else of a game. [RULES A-14, L6]"""

    message = N_("the game has not begun: roll for the start first")


class OpeningDecided(IllegalAction):
    """The opening roll has been made."""

    message = N_("the opening roll has been made")


class RollFirst(IllegalAction):
    """There is nothing to move before the roll."""

    message = N_("roll first")


class DoubleTooLate(IllegalAction):
    """A double comes before the roll. [RULES A-49]"""

    message = N_("too late to double: you have rolled")


class DiceNotPickedUp(IllegalAction):
    """The opponent has not picked up the dice, so a roll now would be void. [RULES A-74]"""

    opponent: Player
    message = N_("too early to roll: {opponent} has not picked up the dice")


class DicePickedUp(IllegalAction):
    """The dice have been picked up, and are no longer corrected. [RULES A-20]"""

    message = N_("too late to correct the roll: the dice are picked up")


class NothingRolled(IllegalAction):
    """Nothing has been rolled in this game that could be corrected."""

    message = N_("there is no roll to correct yet")


class RollStands(IllegalAction):
    """The roll is played again after a challenge, and stands. [RULES A-73]"""

    message = N_("the roll stands: it is played again after a challenge")


class DoubleUnanswered(IllegalAction):
    """The player must answer a double first. [RULES A-49]"""

    message = N_("answer the double first: take or pass")


class PlayUnanswered(IllegalAction):
    """The player must accept the opponent's last play or challenge it first. [RULES A-73]"""

    message = N_("accept or challenge the last play first")


class ResignationUnanswered(IllegalAction):
    """The opponent offers to resign, and must be answered first. [RULES A-83]"""

    opponent: Player
    message = N_("{opponent} offers to resign: accept or refuse first")


class TakeBackUnanswered(IllegalAction):
    """The opponent asks for a play back, and must be answered first. [RULES A-18b]"""

    opponent: Player
    message = N_("{opponent} asks to take back the play: agree or refuse first")


class NothingOffered(IllegalAction):
    """There is no resignation, take-back or last play to answer."""

    message = N_("there is no offer to answer")


class NoDoubleOffered(IllegalAction):
    """Nobody has doubled, so there is nothing to take, to drop or to beaver."""

    message = N_("nobody has doubled")


class NoBeavers(IllegalAction):
    """The match is played without beavers. [RULES A-63]"""

    message = N_("no beavers in this match")


class BeaverLimit(IllegalAction):
    """The cube has been turned again as often as the match allows. [RULES A-63]"""

    most: int
    message = N_("no more beavers: this match allows {most} per double")


class OfferRefused(IllegalAction):
    """The opponent has refused a resignation, and nothing else has happened since. [RULES A-83]"""

    opponent: Player
    message = N_("{opponent} has refused: offer again after the next roll, play or double")


class NoTakeBacks(IllegalAction):
    """No play is taken back in this match. [RULES A-18b]"""

    message = N_("no take-backs in this match")


class NoPlayYet(IllegalAction):
    """No play of this game has been made that could be challenged or taken back."""

    message = N_("no play has been made yet")


class OpponentsPlay(IllegalAction):
    """Players ask for their own play back, not for the opponent's. [RULES A-18b]"""

    message = N_("only the player who made the last play can ask for it back")


class TakeBackTooLate(IllegalAction):
    """The opponent has gone on from the play. [RULES A-18b]"""

    opponent: Player
    message = N_("too late to take it back: {opponent} has already acted")


class PlayStands(IllegalAction):
    """The opponent has refused to let the play be taken back. [RULES A-18b]"""

    opponent: Player
    message = N_("{opponent} has refused: the play stands")


class NoChallenges(IllegalAction):
    """Only legal plays can be made in this match. [RULES A-73]"""

    message = N_("no challenges: only legal plays can be made in this match")


class OwnPlay(IllegalAction):
    """Players challenge the opponent's play, not their own. [RULES A-73]"""

    message = N_("you cannot challenge your own play")


class ChallengeTooLate(IllegalAction):
    """By rolling or doubling the player has accepted the opponent's play. [RULES A-73]"""

    message = N_("too late to challenge: rolling or doubling accepted the play")


class PlayJudged(IllegalAction):
    """The play has been challenged, or was made in place of one that was; it stands. [RULES A-73]"""

    message = N_("too late to challenge: the play has been judged and stands")


class NoCube(IllegalAction):
    """The match is played without the doubling cube. [RULES A-59]"""

    message = N_("no doubling: this match is played without the cube")


class CrawfordGame(IllegalAction):
    """The Crawford game is played without the doubling cube. [RULES A-75]"""

    message = N_("Crawford game: no doubling")


class CubeNotYours(IllegalAction):
    """The opponent owns the cube, so only the opponent may double. [RULES A-49]"""

    opponent: Player
    message = N_("no doubling: {opponent} owns the cube")


class DeadCube(IllegalAction):
    """The cube as it stands already wins the match. [RULES A-75b]"""

    value: Number
    message = N_("no doubling: with the cube at {value}, this game already wins you the match")


class TurnUnfinished(IllegalAction):
    """The player has rolled, and has not picked up the dice. [RULES A-20, A-74]"""

    message = N_("finish your move first")


class LastRoll(IllegalAction):
    """The opponent has borne off all; this is the last roll, and the stake stands. [RULES L32]"""

    opponent: Player
    message = N_("no doubling: {opponent} has borne off all checkers, and this is the last roll")


class NoClock(IllegalAction):
    """The match is played without a clock, so there is no flag to claim."""

    message = N_("no flag to claim: this match is played without a clock")
