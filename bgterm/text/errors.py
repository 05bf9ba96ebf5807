"""Why options and presets are left out, and why nobody may double."""

from collections.abc import Sequence
from dataclasses import fields

from bgterm.catalog import _, ngettext
from bgterm.rules.choices import Choices
from bgterm.rules.match import Match
from bgterm.rules.ruleset import Ruleset, inapplicable_options, why_not_option
from bgterm.rules.variants import Variant
from bgterm.text.joining import join_list
from bgterm.text.ruleset_options import options


def why_not_double(match: Match, can: Choices) -> str:
    """Describe why the player to roll may not double; empty when they may, or when there is no cube."""
    if can.no_double is None or not match.ruleset.cube:
        return ""
    return can.no_double.describe(match.names)


def idle_options(variant: Variant, ruleset: Ruleset) -> dict[str, str]:
    """Return the fields of a ruleset that cannot apply, each with the reason."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: _(reason) for name, reason in reasons if reason}


def left_out(variant: Variant, ruleset: Ruleset) -> str:
    """Describe which chosen options cannot apply and are left out; empty when all can."""
    dropped = inapplicable_options(variant, ruleset)
    labels = {option.name: option.label for option in options()}
    named = join_list(f"{_(labels[name])} ({_(reason)})" for name, reason in dropped.items())
    return _("Left out: {options}.", options=named) if dropped else ""


def presets_left_out(faults: Sequence[str]) -> str:
    """Describe how many presets cannot be read, with the first reason and the key for more; empty for none."""
    if not faults:
        return ""
    return ngettext(
        "{count} preset left out, F3 tells why: {fault}",
        "{count} presets left out, F3 tells why: {fault}",
        len(faults),
        fault=faults[0],
    )
