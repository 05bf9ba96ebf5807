"""The rules that can be chosen, as data: which of them apply to a match, and why the others cannot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from typing import NamedTuple

from bgterm.rules.board import Movement
from bgterm.rules.errors import Rule
from bgterm.rules.variants import Variant

MAX_LENGTH = 99
"""The longest match, in points. [RULES A-75]"""


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
    """The rules that two players agree on before they start."""

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


class _Condition(NamedTuple):
    """The conditions of some options."""

    options: frozenset[str]
    met: Callable[[Variant, Ruleset], bool]
    reason: Rule
    """Why they cannot apply otherwise."""


_CONDITIONS = (
    _Condition(
        frozenset({"jacoby", "beavers", "automatic_doubles"}),
        lambda _, ruleset: not ruleset.length,
        Rule.ONLY_IN_MONEY_PLAY,
    ),
    _Condition(frozenset({"clock", "pause"}), lambda _, ruleset: ruleset.length > 0, Rule.NOT_IN_MONEY_PLAY),
    _Condition(frozenset({"pause"}), lambda _, ruleset: ruleset.clock is not Clock.NONE, Rule.ONLY_WITH_A_CLOCK),
    _Condition(frozenset({"crawford"}), lambda _, ruleset: ruleset.length > 1, Rule.ONLY_IN_A_MATCH),
    _Condition(
        frozenset({"jacoby", "beavers", "automatic_doubles", "crawford"}),
        lambda _, ruleset: ruleset.cube,
        Rule.ONLY_WITH_THE_CUBE,
    ),
    _Condition(frozenset({"jacoby", "koks"}), lambda _, ruleset: ruleset.gammons, Rule.ONLY_WITH_GAMMONS),
    _Condition(
        frozenset({"hit_and_run", "policing"}),
        lambda variant, _: variant.movement is Movement.HITTING,
        Rule.NOT_IN_LONG,
    ),
    _Condition(
        frozenset({"first_throw", "six_in_a_row", "koks", "last_throw"}),
        lambda variant, _: variant.movement is Movement.NARDE,
        Rule.ONLY_IN_LONG,
    ),
)
_HARMLESS_BY_DEFAULT = "crawford"
"""On by default, so that it says nothing where it cannot apply."""


def why_not_option(variant: Variant, ruleset: Ruleset, option: str) -> Rule | None:
    """Return why a field of the ruleset can make no difference beside the others, or None when it can."""
    for condition in _CONDITIONS:
        if option in condition.options and not condition.met(variant, ruleset):
            return condition.reason
    return None


def inapplicable_options(variant: Variant, ruleset: Ruleset) -> Mapping[str, Rule]:
    """Return the options that are chosen but cannot apply, each with the reason."""
    usual = Ruleset()
    chosen = (part.name for part in fields(ruleset) if getattr(ruleset, part.name) != getattr(usual, part.name))
    reasons = ((option, why_not_option(variant, ruleset, option)) for option in chosen)
    return {option: reason for option, reason in reasons if reason and option != _HARMLESS_BY_DEFAULT}


def has_crawford_game(variant: Variant, ruleset: Ruleset) -> bool:
    """Return whether the match may come to a Crawford game; one without the cube never does. [RULES A-75]"""
    return ruleset.crawford and why_not_option(variant, ruleset, "crawford") is None


def without_inapplicable(variant: Variant, ruleset: Ruleset) -> Ruleset:
    """Return the ruleset without the options that cannot apply."""
    usual = Ruleset()
    return replace(
        ruleset, **{option: getattr(usual, option) for option in inapplicable_options(variant, ruleset)}
    )
