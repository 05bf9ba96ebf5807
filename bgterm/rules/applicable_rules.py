"""The chosen rules that apply to a match, and why the others cannot."""

from collections.abc import Mapping
from dataclasses import fields, replace

from bgterm.rules.ruleset import Condition, Ruleset
from bgterm.rules.variants import Variant

_HARMLESS_BY_DEFAULT = "crawford"
"""On by default, so that it says nothing where it cannot apply."""

_NEEDS: Mapping[str, tuple[Condition, ...]] = {
    part.name: part.metadata.get("needs", ()) for part in fields(Ruleset)
}


def why_not_option(variant: Variant, ruleset: Ruleset, option: str) -> str | None:
    """Return why a field of the ruleset can make no difference beside the others, or None when it can."""
    return next((need.otherwise for need in _NEEDS[option] if not need.met(variant, ruleset)), None)


def inapplicable_options(variant: Variant, ruleset: Ruleset) -> Mapping[str, str]:
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
