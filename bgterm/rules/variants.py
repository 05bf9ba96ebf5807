"""The variants and the rules that can be chosen, as data."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from bgterm.rules.board import HEAD, Board, Movement

MAX_LENGTH = 99
"""The longest match, in points. [RULES A-75]"""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game of the backgammon family."""

    slug: str
    """The name in files and flags."""
    name: str
    """The name shown to players."""
    start: tuple[tuple[int, int], ...]
    """The starting position of each side: (point, checkers) in its own numbers."""
    movement: Movement = Movement.HITTING
    """How the sides pass each other, and so which steps are legal."""
    fresh_first_roll: bool = False
    """Whether the starter rolls both dice anew, instead of playing the two of the opening. [RULES L7]"""
    cube: bool = True
    """Whether it is usually played with the doubling cube. [RULES L35]"""
    mat_name: str = ""
    """The name in `.mat` files of other programs; empty where no other program plays it."""
    sgf_rule: str = ""
    """The word among the rules of `.sgf` files; empty for the usual game and where no other program plays it."""

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(count for _, count in self.start)

    @property
    def board(self) -> Board:
        """The starting position."""
        return _board(self.start, self.movement)


@cache
def _board(start: tuple[tuple[int, int], ...], movement: Movement) -> Board:
    return Board.of(dict(start), dict(start), movement)


BACKGAMMON = Variant("backgammon", "Backgammon", ((24, 2), (13, 5), (8, 3), (6, 5)), mat_name="Backgammon")
NACKGAMMON = Variant(
    "nackgammon",
    "Nackgammon",
    ((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    mat_name="NackGammon",
    sgf_rule="Nackgammon",
)
HYPER = Variant(
    "hyper",
    "Hyper-backgammon",
    ((24, 1), (23, 1), (22, 1)),
    mat_name="HyperGammon (3)",
    sgf_rule="Hypergammon3",
)
HYPER_2 = Variant(
    "hyper-2",
    "Hyper-backgammon (2)",
    ((24, 1), (23, 1)),
    mat_name="HyperGammon (2)",
    sgf_rule="Hypergammon2",
)
HYPER_1 = Variant(
    "hyper-1",
    "Hyper-backgammon (1)",
    ((24, 1),),
    mat_name="HyperGammon (1)",
    sgf_rule="Hypergammon1",
)
LONG = Variant("long", "Long backgammon", ((HEAD, 15),), Movement.NARDE, fresh_first_roll=True, cube=False)

VARIANTS = {variant.slug: variant for variant in (BACKGAMMON, NACKGAMMON, HYPER, HYPER_2, HYPER_1, LONG)}
"""Every variant by its slug. [RULES A-08, A-76 to A-79, L5]"""


class FirstThrow(Enum):
    """When two checkers may leave the head in a player's first turn of Long backgammon. [RULES L13]"""

    EACH = auto()
    """With 3-3, 4-4 and 6-6, where the opponent's head is what stops a lone checker."""
    SECOND = auto()
    """With 3-3, 4-4 and 6-6, only for the second player, whatever the first has played."""
    ANY_DOUBLE = auto()
    """With any double."""
    NONE = auto()
    """Never."""


class SixInARow(Enum):
    """When six points in a row may be held in Long backgammon. [RULES L20]"""

    IN_FRONT = auto()
    """When an opposing checker is in front of the row."""
    ONE_IN_HOME = auto()
    """When an opposing checker has come home."""
    FORBIDDEN = auto()
    """Never."""
    FREE = auto()
    """Always."""


class NextGame(Enum):
    """Rules for the player who starts the next game of a match or session."""

    OPENING = auto()
    """A new opening roll, or in Long backgammon a new lot, decides. [RULES A-19, L34]"""
    WINNER = auto()
    """The winner of the last one; after a draw a new opening decides."""
    ALTERNATE = auto()
    """The player who did not start the last one."""


class Clock(Enum):
    """The kinds of time control; the numbers are in `bgterm.rules.time_control`."""

    NONE = auto()
    """Nothing."""
    DELAY = auto()
    """A reserve for the match; the first seconds of each turn do not count."""
    BRONSTEIN = auto()
    """A reserve for the match; what is used of the first seconds of each turn is given back after it."""


class Pause(Enum):
    """How long in all the clocks stand for each player who is away; see `bgterm.rules.time_control`."""

    NEVER = auto()
    FIVE_MINUTES = auto()
    TEN_MINUTES = auto()
    THIRTY_MINUTES = auto()
    UNLIMITED = auto()


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules that two players agree on before they start.

    Which of them cannot apply in a match, and why, is in `bgterm.rules.ruleset`.
    """

    length: int = 0
    """Points to win the match, 1 to 99; 0 is a money session, which has no end. [RULES A-75]"""
    crawford: bool = True
    """Whether the game after a player comes within one point of the match is played without cube. [RULES A-75]"""
    cube: bool = True
    """Whether the doubling cube is used. [RULES A-59]"""
    jacoby: bool = False
    """Whether every win counts as single in a game in which nobody has offered a double. [RULES A-66 to A-68]"""
    beavers: int = 0
    """How often the cube may be turned once more in answer to a double. [RULES A-63 to A-65]"""
    automatic_doubles: int = 0
    """How often equal numbers in the opening double the stake of a game. [RULES A-61, A-62]"""
    gammons: bool = True
    """Whether gammons and backgammons count more than a single win. [RULES A-60]"""
    next_game: NextGame = NextGame.OPENING
    """The rule for the player who starts later games; without an opening roll they may double, and roll both
    dice.
    """
    take_back: bool = True
    """Whether a play can be taken back when the opponent agrees. [RULES A-18b]"""
    hit_and_run: bool = True
    """Whether a checker that hits in its own home may move on in the same turn. [RULES part H]"""
    policing: bool = False
    """Whether the players themselves see to it that plays are legal, by challenging them. [RULES A-73]"""
    clock: Clock = Clock.NONE
    """The time control; a player without time loses the match when the opponent claims it."""
    pause: Pause = Pause.TEN_MINUTES
    """The total time the clocks stay paused for each absent player."""
    first_throw: FirstThrow = FirstThrow.EACH
    """Long: when two checkers may leave the head in a player's first turn. [RULES L13]"""
    six_in_a_row: SixInARow = SixInARow.IN_FRONT
    """Long: when six points in a row may be held. [RULES L20]"""
    koks: bool = False
    """Long: whether a loser with nothing off and a checker in the first quarter loses three. [RULES L32]"""
    last_throw: bool = False
    """Long: whether the second player rolls once more when the first is off, for a draw. [RULES L32]"""

    def __post_init__(self) -> None:
        """Refuse a length that no match has, and limits below zero, with ValueError."""
        if not 0 <= self.length <= MAX_LENGTH:
            raise ValueError(f"a match is to 1 to {MAX_LENGTH} points, not {self.length}")
        if min(self.beavers, self.automatic_doubles) < 0:
            raise ValueError("a limit is 0 or more")
