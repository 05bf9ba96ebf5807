"""The chosen rules that apply to a match, and the reasons why other rules cannot."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import lru_cache

from bgterm.rules.ruleset import USUAL, Condition, Ruleset
from bgterm.rules.variants import Variant

_HARMLESS_BY_DEFAULT = "crawford"
"""The rule that is on by default, so that no reason is reported where it cannot apply."""

_NEEDS: Mapping[str, tuple[Condition, ...]] = {
    part.name: part.metadata.get("needs", ()) for part in fields(Ruleset)
}


def why_not_option(variant: Variant, ruleset: Ruleset, option: str) -> str | None:
    """Return why a rule would make no difference under the variant and the other rules; None when it can apply."""
    return next((need.otherwise for need in _NEEDS[option] if not need.met(variant, ruleset)), None)


def inapplicable_options(variant: Variant, ruleset: Ruleset) -> Mapping[str, str]:
    """Return the options that are chosen but cannot apply, each with the reason."""
    chosen = (part.name for part in fields(ruleset) if getattr(ruleset, part.name) != getattr(USUAL, part.name))
    reasons = ((option, why_not_option(variant, ruleset, option)) for option in chosen)
    return {option: reason for option, reason in reasons if reason and option != _HARMLESS_BY_DEFAULT}


def has_crawford_game(variant: Variant, ruleset: Ruleset) -> bool:
    """Return whether the match can come to a Crawford game; a match without the cube never does. [RULES A-75]"""
    return ruleset.crawford and why_not_option(variant, ruleset, "crawford") is None


@lru_cache
def without_inapplicable(variant: Variant, ruleset: Ruleset) -> Ruleset:
    """Return the ruleset without the options that cannot apply."""
    return replace(
        ruleset, **{option: getattr(USUAL, option) for option in inapplicable_options(variant, ruleset)}
    )
