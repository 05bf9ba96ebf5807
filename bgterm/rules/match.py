"""The state of a match: what everyone at the table can see. Frozen; `bgterm.rules.referee` makes the next one."""

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from bgterm.rules.board import OFF, Board, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.plays import Play
from bgterm.rules.variants import Ruleset, Variant

Pair = tuple[int, int]
"""A number for White and one for Black."""

_FIRST_QUARTER = 19
"""The lowest of a player's own numbers where he starts, his opponent's home if they hit; the bar is above it."""


class Phase(Enum):
    """What a game waits for."""

    OPENING = auto()
    """One die each decides who starts."""
    TO_ROLL = auto()
    """The player on roll rolls or doubles."""
    DOUBLED = auto()
    """The opponent of the player on roll takes or drops."""
    TO_MOVE = auto()
    """The player on roll plays his dice."""
    OVER = auto()
    """The game has a result."""


class Win(IntEnum):
    """How a game is won, and how often it counts the cube. [RULES A-55 to A-58]"""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Ending(Enum):
    """What ended a game."""

    BORNE_OFF = auto()
    DROPPED = auto()
    RESIGNED = auto()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: Player
    win: Win
    ending: Ending
    cube: int
    """What the cube counted."""

    @property
    def points(self) -> int:
        """The points won."""
        return self.win * self.cube


@dataclass(frozen=True, slots=True)
class Turn:
    """A play that was made, and where."""

    player: Player
    board: Board
    """The board before it."""
    dice: Dice
    play: Play


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to give up the game, not yet answered. [RULES A-83]"""

    player: Player
    """Who gives up."""
    win: Win
    """What the opponent is offered."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match."""

    board: Board
    number: int = 1
    """Which game of the match this is, from 1."""
    crawford: bool = False
    """Whether this is the Crawford game."""
    phase: Phase = Phase.OPENING
    on_roll: Player | None = None
    """Whose turn it is; None before the opening roll is decided."""
    throws: tuple[Pair, ...] = ()
    """The opening throws so far, White's die and Black's; all but the last are ties."""
    dice: Dice | None = None
    """The roll to be played, in phase TO_MOVE."""
    cube: Cube = Cube()
    pending: Resignation | None = None
    """An offer that must be answered before the game goes on where it stands."""
    turns: int = 0
    """How many rolls have been played, or could not be."""
    last_turn: Turn | None = None
    """The last play of this game."""
    result: Result | None = None

    @property
    def to_act(self) -> Player | None:
        """Who must act now; None when either may, before the opening roll and after the end."""
        if self.pending:
            return self.pending.player.opponent
        if self.phase is Phase.OVER or self.on_roll is None:
            return None
        return self.on_roll.opponent if self.phase is Phase.DOUBLED else self.on_roll


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed before a match begins."""

    variant: Variant
    ruleset: Ruleset
    names: tuple[str, str] = ("White", "Black")
    """White's name and Black's."""
    dice: str = "random"
    """Where the rolls come from; the referee does not read it."""
    date: str = ""
    """When the match began, as in ISO 8601; the referee does not read it."""
    stake: str = ""
    """What a point of a money session is worth to the players, like `0.50 euro`; no rule reads it. [RULES A-48]"""


@dataclass(frozen=True, slots=True)
class Match:
    """A match or a money session, up to now."""

    variant: Variant
    ruleset: Ruleset
    names: tuple[str, str]
    game: Game
    score: Pair = (0, 0)
    results: tuple[Result, ...] = ()
    """How the finished games ended, the current one too when it is over."""

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None while it goes on. A money session always goes on."""
        length = self.ruleset.length
        return next((player for player in Player if length and self.score[player] >= length), None)

    def need(self, player: Player) -> int:
        """How many points `player` is short of the match; 0 in a money session."""
        return max(self.ruleset.length - self.score[player], 0)


def wins_of(variant: Variant, ruleset: Ruleset) -> tuple[Win, ...]:
    """Give the ways to win a game: in Long backgammon none counts three, unless koks is on. [RULES L32]"""
    if variant.movement is Movement.HITTING or ruleset.koks:
        return tuple(Win)
    return Win.SINGLE, Win.GAMMON


def win_on_board(match: Match, loser: Player) -> Win:
    """Tell how the game is won by bearing off, from where `loser` stands. [RULES A-55 to A-58, L31]"""
    board = match.game.board
    if board.counts(loser)[OFF]:
        return Win.SINGLE
    worst = Win.BACKGAMMON if board.highest(loser) >= _FIRST_QUARTER else Win.GAMMON
    return min(worst, max(wins_of(match.variant, match.ruleset)))


def is_crawford(ruleset: Ruleset, before: Pair, now: Pair) -> bool:
    """Whether a game that begins at score `now`, after one that began at `before`, is the Crawford game.

    It is the first game after a player has come within one point of the match. [RULES A-75]
    """
    last = ruleset.length - 1
    return ruleset.crawford and max(before) < last <= max(now)
