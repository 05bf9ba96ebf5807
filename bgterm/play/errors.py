"""Why an action at a table is not possible now."""

from bgterm.catalog import N_
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction


class OwnDice(IllegalAction):
    """The players throw dice of their own and type what they show."""

    message = N_("these are your own dice: roll them and type what they show")


class DiceRolledForYou(IllegalAction):
    """The dice of this match are thrown by the program, so nothing is typed or cocked. [RULES A-71]"""

    message = N_("the dice of this match are rolled for you: there is nothing to type")


class NoContributions(IllegalAction):
    """The dice of this match are not verifiable, so nobody contributes to them."""

    message = N_("nothing can be added to these dice: only verifiable dice take contributions")


class NoProof(IllegalAction):
    """The dice of this match are not verifiable, so there is no proof of them."""

    message = N_("the dice of this match are not verifiable, so there is no proof of them")


class ContributionAwaited(IllegalAction):
    """Before the first roll the players have to contribute or decline. [RULES V4]"""

    players: str
    message = N_("no roll yet: {players} must contribute to the dice or decline first")


class OpeningAwaited(IllegalAction):
    """Before the first roll the players have to open their contributions. [RULES V4]"""

    players: str
    message = N_("no roll yet: {players} must open the sealed contribution first")


class MatchVoid(IllegalAction):
    """The player did not open their contribution, which ended the match before its first roll."""

    player: Player
    message = N_("this match is void: {player} did not open the sealed contribution. Begin a new one")


class TimeLeft(IllegalAction):
    """The opponent has that much time left, so no flag can be claimed."""

    opponent: Player
    left: str
    message = N_("no flag to claim yet: {opponent} has {left} left")


class NotMoneySession(IllegalAction):
    """A match has its own end; only a money session is closed by the players."""

    message = N_("only a money session is closed: a match ends by itself")


class SessionClosed(IllegalAction):
    """The players have closed the money session."""

    message = N_("this session is closed: begin a new one to play on")


class NoGamePlayed(IllegalAction):
    """A money session is closed after a game, and none has been played."""

    message = N_("no game of the session has been played: leave the table instead")


class GameUnfinished(IllegalAction):
    """A money session is closed between two games, and one has begun."""

    message = N_("finish the game first: a session ends between two games")
