"""The immutable state of a match: everything that both players see. `bgterm.rules.referee` makes the next one."""

from enum import Enum, IntEnum, auto
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.rules.board import OFF, Board, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.moves.base import Play
from bgterm.rules.persistent import PersistentList
from bgterm.rules.ruleset import Clock, Ruleset, has_crawford_game
from bgterm.rules.variants import Variant

Pair = tuple[int, int]
"""A number for White and another for Black."""
NAMES = ("White", "Black")
"""The default names of White and Black."""


def named(white: str, black: str) -> tuple[str, str]:
    """Return the names of White and Black; for an empty name, that of the side."""
    return white or NAMES[Player.WHITE.index], black or NAMES[Player.BLACK.index]


class Phase(Enum):
    """The phases of a game, named for the action that it waits for."""

    OPENING = auto()
    """One die each decides who starts."""
    TO_ROLL = auto()
    """The player on roll rolls or doubles."""
    DOUBLED = auto()
    """The doubled player takes or drops; after a beaver the doubler, and so on in turn."""
    TO_MOVE = auto()
    """The player on roll plays the dice."""
    TO_ACCEPT = auto()
    """The opponent accepts or challenges the play with which the player on roll bore off the last checker. [RULES
    A-73]
    """
    OVER = auto()
    """The game has a result."""


class Win(IntEnum):
    """How much a game is won by; the value is the multiple of the cube that it counts. [RULES A-55 to A-58]"""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Ending(Enum):
    """The ways in which a game ends."""

    BORNE_OFF = auto()
    DROPPED = auto()
    RESIGNED = auto()
    DRAWN = auto()
    """Both players bore off all checkers, the second one with the last throw. [RULES L32]"""
    ON_TIME = auto()
    """A player had no time left: the match is lost, whatever the score."""
    UNRECORDED = auto()
    """The record does not say how the game ended, only its points."""


class Result(NamedTuple):
    """The result of a finished game: who won it, how, and at which value of the cube."""

    winner: Player | None
    """The player who won the game; None after a draw."""
    win: Win
    """The kind of win: single, gammon or backgammon."""
    ending: Ending
    cube: int
    """The value of the cube at the end."""
    as_single: bool = False
    """Whether a gammon or backgammon counts as a single win. [RULES A-60, A-66]"""

    @property
    def times(self) -> int:
        """The multiple of the cube that the game counts, from 1 to 3."""
        return Win.SINGLE if self.as_single else self.win

    @property
    def points(self) -> int:
        """The points won; 0 for a draw, and when a match was lost on time."""
        return self.times * self.cube if self.winner is not None and self.ending is not Ending.ON_TIME else 0


class PlayedTurn(NamedTuple):
    """A turn that was played: the board before it, the roll, the play, and how the referee checked it."""

    player: Player
    board: Board
    """The board before the play."""
    dice: Dice
    play: Play
    unchecked: bool = False
    """Whether the referee did not check the play, so that only the opponent can challenge it. [RULES A-73]"""
    must_be_legal: bool = False
    """Whether the play replaces one that was challenged and illegal. [RULES A-73]"""
    settled: bool = False
    """Whether the opponent has acted since, so that the play can neither be taken back nor challenged."""


class Resignation(NamedTuple):
    """An offer to give up the game, not yet answered. [RULES A-83]"""

    player: Player
    """The player who resigns."""
    win: Win
    """The loss that the player offers."""


class TakeBack(NamedTuple):
    """A request to take the last play back, not yet answered. [RULES A-18b]"""

    player: Player
    """The player who made the play and asks to take it back."""


Offer = Resignation | TakeBack
"""An offer to the opponent, who accepts or refuses it."""


class Game(NamedTuple):
    """The immutable state of one game of a match at a moment.

    A match can also start from a game that has no throws, last turn or result: from its position.
    """

    board: Board
    on_roll: Player | None = None
    """The player whose turn it is; None before the opening roll is decided."""
    dice: Dice | None = None
    """The roll to be played; None before it is thrown."""
    cube: Cube = Cube()
    """The cube before a pending double; if `doubled`, twice its value is offered."""
    doubled: bool = False
    """Whether a double by the player on roll is pending."""
    raises: int = 0
    """How many beavers have followed the pending double. [RULES A-63]"""
    double_offered: bool = False
    """Whether somebody has offered to double in this game. [RULES A-66]"""
    must_be_legal: bool = False
    """Whether the play must be legal even without a referee, since it replaces an illegal one. [RULES A-73]"""
    pending: Offer | None = None
    """An offer to be answered before the game continues."""
    score: Pair = (0, 0)
    """The score before this game."""
    crawford: bool = False
    """Whether this is the Crawford game."""
    number: int = 1
    """The number of the game in the match, from 1."""
    starter: Player | None = None
    """The player who moves first; None before that is decided, and when it is not known."""
    turns: int = 0
    """How many rolls have been played in this game, including those without a legal move; where a match starts
    from a position, at least so many.
    """
    throws: tuple[Pair, ...] = ()
    """The opening throws so far, White's die and Black's; all but the last are ties."""
    refused: tuple[Offer, ...] = ()
    """The offers that were refused and may not be repeated until something else happens. [RULES A-83, A-18b]"""
    last_turn: PlayedTurn | None = None
    """The last play of this game."""
    result: Result | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the game: the action that it waits for, or that it is over."""
        if self.result:
            return Phase.OVER
        if self.on_roll is None:
            return Phase.OPENING
        if self.doubled:
            return Phase.DOUBLED
        if self.dice:
            return Phase.TO_MOVE
        # A play passes the turn, except an unchecked play that bears off the last checker: that waits to be
        # accepted.
        return Phase.TO_ACCEPT if self.last_turn and self.last_turn.player is self.on_roll else Phase.TO_ROLL

    @property
    def resignation(self) -> Resignation | None:
        """The pending resignation; None without one."""
        return self.pending if isinstance(self.pending, Resignation) else None

    @property
    def to_act(self) -> Player | None:
        """The player to act; None when either may, before the opening roll and after the end."""
        return self.pending.player.opponent if self.pending else self.to_go_on

    @property
    def to_go_on(self) -> Player | None:
        """The player to act once a pending resignation or take-back is refused.

        None in the opening and after the end.
        """
        phase = self.phase
        if phase is Phase.OVER or self.on_roll is None:
            return None
        answering = phase is Phase.TO_ACCEPT or (phase is Phase.DOUBLED and not self.raises % 2)
        return self.on_roll.opponent if answering else self.on_roll

    @property
    def score_after(self) -> Pair:
        """The score after this game; as long as it has no result, that before it."""
        if self.result is None or self.result.winner is None:
            return self.score
        white, black = self.score
        points = self.result.points
        return (white + points, black) if self.result.winner is Player.WHITE else (white, black + points)


class Header(NamedTuple):
    """The terms of a match, fixed before it begins: variant, rules, players, dice and stake."""

    variant: Variant
    ruleset: Ruleset
    names: tuple[str, str] = NAMES
    """White's name and Black's."""
    dice: str = "random"
    """The source of the rolls; the referee does not read it."""
    date: str = ""
    """When the match began, as in ISO 8601; the referee does not read it."""
    stake: str = ""
    """The stake of a money session for each point, like `0.50 euro`; no rule reads it. [RULES A-48]"""
    seats: tuple[str, str] = ("", "")
    """The keys of the users who may sit down as White and as Black; empty where both play at one keyboard."""
    start: Game | None = None
    """The game from which the match starts; None for the opening roll at 0-0."""


class MatchState(NamedTuple):
    """The immutable state of a match or a money session at a moment: its terms, its games and its results."""

    variant: Variant
    ruleset: Ruleset
    names: tuple[str, str]
    game: Game
    """The game to be played: the next game as soon as one has ended, but after the match its last game."""
    results: PersistentList[Result] = PersistentList()
    """The results of the finished games."""
    finished: Game | None = None
    """The game that has just ended, with its result; None once the next game has had an event."""

    @property
    def score(self) -> Pair:
        """The points of White and of Black."""
        return self.game.score_after

    @property
    def shown_game(self) -> Game:
        """The game of the last event; its last play may still be taken back. [RULES A-18b]"""
        return self.finished or self.game

    @property
    def to_act(self) -> Player | None:
        """The player to act or to answer now; None when either may throw for the opening, and after the end."""
        pending = self.shown_game.pending
        return pending.player.opponent if pending else self.game.to_act

    @property
    def cube(self) -> Cube | None:
        """The cube of the game of the last event; None where none is used. [RULES A-59, A-75, A-75b]

        None is used without the rule `cube`, in a match to 1, and in the Crawford game.
        """
        game, ruleset = self.shown_game, self.ruleset
        return game.cube if ruleset.cube and ruleset.length != 1 and not game.crawford else None

    @property
    def timed(self) -> bool:
        """Whether the match has clocks."""
        return self.ruleset.clock is not Clock.NONE

    @property
    def winner(self) -> Player | None:
        """The winner of the match; None while it is unfinished. A money session never ends this way."""
        length, result = self.ruleset.length, self.shown_game.result
        if result is None or result.ending is Ending.ON_TIME:
            return result and result.winner
        if not length or max(self.score) < length:
            return None
        return next(player for player in Player if self.score[player.index] >= length)

    @property
    def opening_roll_is_showing(self) -> bool:
        """Whether the last event was a throw for the opening."""
        game = self.game
        if not game.throws or game.turns or game.double_offered:
            return False
        return game.phase in (Phase.OPENING, Phase.TO_ROLL if self.variant.fresh_first_roll else Phase.TO_MOVE)

    def at_next_game(self) -> "MatchState":
        """Return the state without the game that has just ended, so that the next one is shown.

        The state is unchanged while an offer about that game, such as a take-back, is pending.
        """
        return self if self.finished is None or self.finished.pending else self._replace(finished=None)

    def need(self, player: Player) -> int:
        """Return how many points `player` needs to win the match; 0 in a money session."""
        return max(self.ruleset.length - self.score[player.index], 0)


# The value of a game, and whether the Crawford game follows

_FIRST_QUARTER = 19
"""The lowest number of a player's starting quarter, which with hitting is the opponent's home."""
_WINS = tuple(Win)
_WIN_TEXTS = {Win.SINGLE: N_("single"), Win.GAMMON: N_("gammon"), Win.BACKGAMMON: N_("backgammon")}


def wins_of(variant: Variant, ruleset: Ruleset) -> tuple[Win, ...]:
    """Return the ways to win a game; Long backgammon has a triple win only with koks. [RULES L32]"""
    if variant.movement is Movement.HITTING or ruleset.koks:
        return _WINS
    return _WINS[:-1]


def win_not_possible(win: Win) -> IllegalAction:
    """Return the error for offering a loss in a resignation that the variant does not have. [RULES L32]"""
    return IllegalAction(ActionRule.WIN_NOT_POSSIBLE, win=_(_WIN_TEXTS[win]))


def is_answered(ruleset: Ruleset, player: Player, starter: Player | None) -> bool:
    """Whether the opponent throws once more when `player` is the first to bear off all checkers. [RULES L32]"""
    return ruleset.last_throw and player is starter


def win_on_board(match: MatchState, loser: Player) -> Win:
    """Return the kind of win when `loser`'s opponent bears off the last checker. [RULES A-55 to A-58, L31]"""
    board = match.game.board
    if board.counts(loser)[OFF]:
        return Win.SINGLE
    worst = Win.BACKGAMMON if board.highest(loser) >= _FIRST_QUARTER else Win.GAMMON
    return min(worst, max(wins_of(match.variant, match.ruleset)))


def result_of(match: MatchState, winner: Player | None, win: Win, ending: Ending) -> Result:
    """Return the result of the present game if it ends now. [RULES A-48 to A-60, A-66 to A-68]

    `winner` is None for a draw, `win` the kind of win before the rules that make it count as single.
    """
    single = counts_as_single(match) and win > Win.SINGLE
    return Result(winner, win, ending, match.game.cube.value, as_single=single)


def counts_as_single(match: MatchState) -> bool:
    """Whether a gammon would count as a single win now. [RULES A-66 to A-68]"""
    return not match.ruleset.gammons or (match.ruleset.jacoby and not match.game.double_offered)


def crawford_follows(match: MatchState) -> bool:
    """Whether the game after the one that is over is the Crawford game.

    The Crawford game is the first game after a player has come within one point of the match. [RULES A-75]
    """
    last = match.ruleset.length - 1
    return max(match.game.score) < last <= max(match.score) and has_crawford_game(match.variant, match.ruleset)
