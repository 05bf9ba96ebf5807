"""The rules that can be chosen, as data, each with the conditions under which it applies.

The value of an enum member is its label; files have its name. The explanation of a rule for players is in the
metadata of its field.
"""
# ruff: noqa: RUF009 - `option` makes a field; offers and rulesets never change

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum, auto
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from bgterm.catalog import N_
from bgterm.rules.board import Movement
from bgterm.rules.errors import NotationError
from bgterm.rules.variants import Variant

_T = TypeVar("_T")

MAX_LENGTH = 99
"""The longest match, in points. [RULES A-75]"""


class FirstThrow(Enum):
    """When two checkers may leave the head in a player's first turn of Long backgammon. [RULES L13]"""

    EACH = N_("each player")
    """Two checkers may leave with 3-3, 4-4 and 6-6, if the opponent's head is what blocks a lone checker."""
    SECOND = N_("the second player only")
    """Two checkers may leave with 3-3, 4-4 and 6-6, but only for the player who moves second."""
    ANY_DOUBLE = N_("on any double")
    """Two checkers may leave the head with any double."""
    NONE = N_("none")
    """Never."""


class SixInARow(Enum):
    """When six points in a row may be held in Long backgammon. [RULES L20]"""

    IN_FRONT = N_("with one in front")
    """Six in a row are allowed when an opposing checker is ahead of them."""
    ONE_IN_HOME = N_("with one at home")
    """Six in a row are allowed when an opposing checker has reached its home."""
    FORBIDDEN = N_("forbidden")
    """Never."""
    FREE = N_("free")
    """Six in a row are always allowed."""


class NextGame(Enum):
    """The ways to decide who starts the next game of a match or session."""

    OPENING = N_("opening roll")
    """A new opening roll, or in Long backgammon a new lot, decides. [RULES A-19, L34]"""
    WINNER = N_("winner")
    """The winner of the last game; after a draw an opening roll decides."""
    ALTERNATE = N_("alternate")
    """The player who did not start the last game."""


class Clock(Enum):
    """The kinds of time control; the numbers are in `bgterm.rules.time_control`."""

    NONE = N_("none")
    """No clock."""
    DELAY = N_("simple delay")
    """A reserve for the match; the first seconds of each turn are free."""
    BRONSTEIN = N_("Bronstein")
    """A reserve for the match; the time used of the first seconds of each turn is given back after the turn."""


class Pause(Enum):
    """The total time that the clocks stay paused for one absent player; see `bgterm.rules.time_control`."""

    NEVER = N_("never")
    FIVE_MINUTES = N_("five minutes")
    TEN_MINUTES = N_("ten minutes")
    THIRTY_MINUTES = N_("thirty minutes")
    UNLIMITED = N_("unlimited")


class Condition(NamedTuple):
    """A condition on variant and rules without which an option makes no difference, and what players are told."""

    met: "Callable[[Variant, Ruleset], bool]"
    otherwise: str
    """The reason, for players, when the condition is not met."""


IN_MONEY_PLAY = Condition(lambda _variant, rules: not rules.length, N_("only in a money session"))
IN_A_MATCH = Condition(lambda _variant, rules: rules.length > 0, N_("only in a match"))
FROM_TWO_POINTS = Condition(lambda _variant, rules: rules.length > 1, N_("only in a match to two points or more"))
WITH_CUBE = Condition(lambda _variant, rules: rules.cube, N_("only with the doubling cube"))
WITH_GAMMONS = Condition(lambda _variant, rules: rules.gammons, N_("only where gammons count more than one"))
WITH_CLOCK = Condition(lambda _variant, rules: rules.clock is not Clock.NONE, N_("only with a clock"))
WITH_HITTING = Condition(
    lambda variant, _rules: variant.movement is Movement.HITTING, N_("not in Long backgammon")
)
IN_LONG = Condition(lambda variant, _rules: variant.movement is Movement.NARDE, N_("only in Long backgammon"))


class RuleGroup(Enum):
    """The groups into which forms put the rules, in the order of the form."""

    MATCH = auto()
    STAKE = auto()
    CLOCK = auto()
    OTHER = auto()


YES_OR_NO = (N_("yes"), N_("no"))


def option(default: _T, label: str, explanation: str, *needs: Condition, **about: object) -> _T:
    """Return a dataclass field for an option, with what forms, flags and the help say about it.

    `needs` are the conditions for it, the most important first. `about` is the metadata that `bgterm.text.options`
    reads: a rule `of_plays` decides which plays are legal; the help has a paragraph of its own about a rule that
    is `described`, and names the others where they are in force; `choices` are the labels of True and False;
    `values` are pairs of the texts that can be chosen and their labels; `empty` is the label of an empty text;
    `group` is the group of rules in a form; plain mode offers what is `spoken`.
    """
    return field(default=default, metadata={"label": label, "explanation": explanation, "needs": needs, **about})


_rule: partial[Any] = partial(option, described=True)
_of_plays: partial[Any] = partial(_rule, of_plays=True)
_stake, _time = partial(_rule, group=RuleGroup.STAKE), partial(_rule, group=RuleGroup.CLOCK)
_ALLOWED = (N_("allowed"), N_("not allowed"))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a match, which two players agree on before they start."""

    length: int = _rule(
        0,
        N_("Match to"),
        N_("Points to win the match; type a number. Money: every game counts, without an end"),
        group=RuleGroup.MATCH,
    )
    """The match length, 1 to 99 points; 0 for a money session, which has no end. [RULES A-75]"""
    crawford: bool = _stake(
        True,
        N_("Crawford rule"),
        N_("No doubling in the first game after a player is one point short of the match"),
        FROM_TWO_POINTS,
        WITH_CUBE,
    )
    """Whether a match has a Crawford game, without doubling. [RULES A-75]"""
    cube: bool = _stake(True, N_("Doubling cube"), N_("Whether the stake may be doubled"))
    """Whether the doubling cube is used. [RULES A-59]"""
    jacoby: bool = _stake(
        False,
        N_("Jacoby rule"),
        N_("Gammons and backgammons count only after a double was offered in the game"),
        IN_MONEY_PLAY,
        WITH_CUBE,
        WITH_GAMMONS,
    )
    """Whether gammons count only after a double, in a money session. [RULES A-66 to A-68]"""
    beavers: int = _stake(
        0,
        N_("Beavers"),
        N_("How often a doubled player and the doubler may at once turn the cube again"),
        IN_MONEY_PLAY,
        WITH_CUBE,
    )
    """The most beavers after a double; 0 for none. [RULES A-63 to A-65]"""
    automatic_doubles: int = _stake(
        0,
        N_("Automatic doubles"),
        N_("How often equal numbers in the opening double the stake"),
        IN_MONEY_PLAY,
        WITH_CUBE,
    )
    """The most automatic doubles after ties in the opening. [RULES A-61, A-62]"""
    gammons: bool = _stake(True, N_("Gammons"), N_("Whether gammons and backgammons count more than one"))
    """Whether gammons and backgammons count more than a single win. [RULES A-60]"""
    next_game: NextGame = _rule(
        NextGame.OPENING, N_("Later games"), N_("First to move: by an opening roll, the winner, or each in turn")
    )
    """The rule for the next game's starter, who without an opening roll may double and rolls both dice."""
    take_back: bool = _rule(
        True,
        N_("Take-back"),
        N_("A play may be taken back if the opponent agrees, before they roll or double"),
        choices=_ALLOWED,
    )
    """Whether a player may ask to take back the last play. [RULES A-18b]"""
    hit_and_run: bool = _of_plays(
        True,
        N_("Hit and run"),
        N_("Whether a checker that hits in its own home may move on in the same turn"),
        WITH_HITTING,
        choices=_ALLOWED,
    )
    """Whether a checker may hit in its home and move on in the same turn. [RULES part H]"""
    policing: bool = _rule(
        False,
        N_("Referee"),
        N_("Without a referee any play may be made; the opponent challenges illegal ones before rolling"),
        WITH_HITTING,
        choices=(N_("none"), N_("bgterm")),
    )
    """Whether the match has no referee, so that players challenge illegal plays. [RULES A-73]"""
    clock: Clock = _time(
        Clock.NONE,
        N_("Clock"),
        N_("A reserve of 2 minutes a point for each player, and 12 seconds a move besides"),
        IN_A_MATCH,
    )
    """The time control. A player without time loses the match when the opponent claims it."""
    pause: Pause = _time(
        Pause.TEN_MINUTES,
        N_("Pause while away"),
        N_("The total time that the clocks stay paused for an absent player"),
        IN_A_MATCH,
        WITH_CLOCK,
    )
    first_throw: FirstThrow = _of_plays(
        FirstThrow.EACH,
        N_("First throw"),
        N_("Long: when two checkers may leave the head in a player's first turn"),
        IN_LONG,
    )
    """The rule for leaving the head with two checkers in the first turn. [RULES L13]"""
    six_in_a_row: SixInARow = _of_plays(
        SixInARow.IN_FRONT,
        N_("Six in a row"),
        N_("Long: when six points in a row may be held"),
        IN_LONG,
    )
    """The rule for holding six points in a row. [RULES L20]"""
    koks: bool = _rule(
        False,
        N_("Koks"),
        N_("Long: a loser with nothing off and a checker in the first quarter loses three"),
        WITH_GAMMONS,
        IN_LONG,
    )
    """Whether Long backgammon has koks, a loss that counts three. [RULES L32]"""
    last_throw: bool = _rule(
        False,
        N_("Last throw"),
        N_("Long: if the starter finishes first, the opponent rolls once more, for a draw"),
        IN_LONG,
    )
    """Whether the opponent rolls once more if the starter finishes first, in Long backgammon. [RULES L32]"""

    def __post_init__(self) -> None:
        """Raise NotationError for a length or a limit out of range."""
        if not 0 <= self.length <= MAX_LENGTH:
            message = N_("a match length is 1 to {most} points, not {length}")
            raise NotationError(message, most=MAX_LENGTH, length=self.length)
        if min(self.beavers, self.automatic_doubles) < 0:
            raise NotationError(N_("a limit is 0 or more"))


USUAL = Ruleset()
"""The usual rules, of a money session."""


_HARMLESS_BY_DEFAULT = "crawford"
"""The rule that is on by default, so that no reason is reported where it cannot apply."""

_NEEDS: Mapping[str, tuple[Condition, ...]] = {
    part.name: part.metadata.get("needs", ()) for part in fields(Ruleset)
}


def why_not_option(variant: Variant, ruleset: Ruleset, option: str) -> str | None:
    """Return why this option makes no difference under the variant and the other rules; None if it can apply."""
    return next((need.otherwise for need in _NEEDS[option] if not need.met(variant, ruleset)), None)


def inapplicable_options(variant: Variant, ruleset: Ruleset) -> Mapping[str, str]:
    """Return the options that are not at their defaults but cannot apply, by name, each with the reason."""
    chosen = (part.name for part in fields(ruleset) if getattr(ruleset, part.name) != getattr(USUAL, part.name))
    reasons = ((option, why_not_option(variant, ruleset, option)) for option in chosen)
    return {option: reason for option, reason in reasons if reason and option != _HARMLESS_BY_DEFAULT}


def has_crawford_game(variant: Variant, ruleset: Ruleset) -> bool:
    """Return whether the match can come to a Crawford game; a match without the cube never does. [RULES A-75]"""
    return ruleset.crawford and why_not_option(variant, ruleset, "crawford") is None


@lru_cache
def without_inapplicable(variant: Variant, ruleset: Ruleset) -> Ruleset:
    """Return the ruleset with the defaults in place of options that cannot apply under the variant."""
    return replace(
        ruleset, **{option: getattr(USUAL, option) for option in inapplicable_options(variant, ruleset)}
    )
