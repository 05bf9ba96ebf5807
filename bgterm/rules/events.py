"""The events of a match, in the past tense. A match is its header and a list of these."""

from dataclasses import dataclass

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import Win
from bgterm.rules.moves.base import Play


@dataclass(frozen=True, slots=True)
class _ByPlayer:
    """An act of one player."""

    player: Player


@dataclass(frozen=True, slots=True)
class _ThrownByBoth:
    """A throw for the opening: one die by each player."""

    white: int
    black: int

    def __post_init__(self) -> None:
        """Raise NotationError for numbers that are not on a die."""
        Dice.of(self.white, self.black)


class OpeningThrown(_ThrownByBoth):
    """Each player threw one die for the opening; equal numbers are thrown again. [RULES A-14 to A-17]"""


@dataclass(frozen=True, slots=True)
class _DiceOfPlayer(_ByPlayer):
    """The dice of one player."""

    dice: Dice


class Rolled(_DiceOfPlayer):
    """The player on roll rolled the dice."""


class OpeningCorrected(_ThrownByBoth):
    """The last opening throw was mistyped, and these are its dice; they replace it as if typed at once."""


class RollCorrected(_DiceOfPlayer):
    """The player's roll was mistyped, and these are its dice; the play has not been confirmed yet."""


@dataclass(frozen=True, slots=True)
class Moved(_ByPlayer):
    """The player played the roll and picked up the dice. [RULES A-20]"""

    play: Play


class Doubled(_ByPlayer):
    """The player offered to play for twice the stake. [RULES A-49]"""


class Beavered(_ByPlayer):
    """The player answered a double by turning the cube once more. [RULES A-63]

    The cube belongs to the player who was doubled first, also after further turns.
    """


class Taken(_ByPlayer):
    """The player accepted a double, or the turn of the cube that answered one. [RULES A-53, A-63]"""


class Dropped(_ByPlayer):
    """The player refused a double, or the turn of the cube that answered one, and lost. [RULES A-52, A-64]"""


@dataclass(frozen=True, slots=True)
class ResignationOffered(_ByPlayer):
    """The player offered to resign for a single game, a gammon or a backgammon. [RULES A-83]"""

    win: Win


class ResignationAccepted(_ByPlayer):
    """The player accepted the opponent's resignation and won."""


class ResignationRefused(_ByPlayer):
    """The player refused the opponent's resignation; the game continues unchanged."""


class TakeBackAsked(_ByPlayer):
    """The player asked to take back the play just made. [RULES A-18b]"""


class TakenBack(_ByPlayer):
    """The player agreed to the opponent's take-back: the roll is to be played again."""


class TakeBackRefused(_ByPlayer):
    """The player refused the opponent's take-back; the play stands."""


class Challenged(_ByPlayer):
    """The player challenged the opponent's play; if it was not legal, another has to be made. [RULES A-73]"""


class PlayAccepted(_ByPlayer):
    """The player accepted the play that bore off the opponent's last checker. [RULES A-73]"""


class FlagClaimed(_ByPlayer):
    """The player claimed the match because the opponent's time was up.

    The referee does not know the time left: see `bgterm.play.clocks`.
    """


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """The record has a gap: plays of a game are missing, and only its points and their winner are known.

    This never happens at a table; it comes from files in which plays are missing.
    """

    winner: Player | None
    """The winner of the game; None when the file does not name one."""
    points: int
    """The winner's points, with the cube counted; 0 without a winner."""

    def __post_init__(self) -> None:
        """Raise ValueError for points without a winner, or a winner without points."""
        if self.points < 0 or (self.winner is None) != (self.points == 0):
            raise ValueError(f"{self.points} points for {self.winner}")


DECISIONS = (Moved, Doubled, Beavered, Taken, Dropped)
"""The events that are decisions of a player about a play or the cube."""

Event = (
    OpeningThrown
    | OpeningCorrected
    | Rolled
    | RollCorrected
    | Moved
    | Doubled
    | Beavered
    | Taken
    | Dropped
    | ResignationOffered
    | ResignationAccepted
    | ResignationRefused
    | TakeBackAsked
    | TakenBack
    | TakeBackRefused
    | Challenged
    | PlayAccepted
    | FlagClaimed
    | Unrecorded
)
"""Anything that changes the board, the score, or what the players may do next."""
