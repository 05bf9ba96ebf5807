"""Which of the rules that can be chosen apply to a match, and why the others cannot."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import NamedTuple

from bgterm.rules.board import Movement
from bgterm.rules.errors import Rule
from bgterm.rules.variants import Clock, Ruleset, Variant


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
