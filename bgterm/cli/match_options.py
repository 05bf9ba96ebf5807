"""The match that the flags of `bgterm play` ask for."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bgterm.catalog import _
from bgterm.cli.usage import option_inapplicable, usage
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.applicable_rules import inapplicable_options, why_not_option
from bgterm.rules.match import GameSetup
from bgterm.rules.ruleset import IN_MONEY_PLAY
from bgterm.rules.variants import VARIANTS
from bgterm.text.joining import join_list
from bgterm.text.ruleset_options import Value, options

if TYPE_CHECKING:
    from bgterm.notation.position import Position

_NOTHING = (False, 0, "none")
"""Values that ask for nothing, and so are accepted where their option cannot apply."""


class Chosen(NamedTuple):
    """A match to begin."""

    settings: Settings
    """The terminal's own settings, with the match that the flags ask for."""
    start: GameSetup | None
    """The position it begins from; None for the opening."""
    notice: str
    """The rules of a preset that cannot apply; empty for none."""


@usage()
def match_chosen(workspace: Workspace, asked: argparse.Namespace) -> Chosen:
    """Return the match that the flags ask for, whatever was played before: the same flags give the same match.

    Raises UsageError for flags that cannot be, DiceError when a file of rolls cannot be read, and EngineError when
    the engine cannot play.
    """
    settings = workspace.settings.with_default_match()
    if asked.names:
        white, black = asked.names
        if not black and asked.vs is None:
            reason = _("a match of two people needs two names, like Ann,Bob")
            raise option_inapplicable("--names", reason)
        settings = replace(settings, white=white, black=black)
    if asked.dice is not None:
        from bgterm.play.dice.sources import dice_asked  # loaded on demand

        settings = replace(settings, dice=dice_asked(asked.dice))
    settings = replace(settings, variant=asked.variant or settings.variant).with_usual_rules()
    settings = _against(settings, asked)
    if asked.preset is not None:
        from bgterm.profile.presets import find_preset

        settings = find_preset(asked.preset, *workspace.presets()).over(settings)
    own = {name: getattr(asked, name) for name in ("seats_by_lot", "mars_koks")}
    settings = settings.changed(**{name: value for name, value in own.items() if value is not None})
    chosen = _rules_asked(asked)
    settings = settings.changed(**chosen)
    start = None
    if asked.position is not None:
        position = _position(settings, asked.position, chosen)
        settings, start = replace(settings, ruleset=position.ruleset), position.start
    _refuse_idle(settings, chosen)
    if asked.stake is not None:
        from bgterm.notation.stake import read_stake

        if settings.ruleset.length:
            raise option_inapplicable("--stake", _(IN_MONEY_PLAY.otherwise))
        settings = replace(settings, stake=str(read_stake(asked.stake)))
    return Chosen(settings, start, _left_out(settings))


def _against(settings: Settings, asked: argparse.Namespace) -> Settings:
    """Return the settings with the engine that the flags ask for.

    Raises EngineError where it cannot play the variant, and UsageError for a level without an engine.
    """
    if asked.vs is None:
        if asked.level:
            raise option_inapplicable("--level", _("--vs names the engine"))
        return settings
    from bgterm.engine.adapter import engine_for  # only for matches against engines

    engine = engine_for(VARIANTS[settings.variant], asked.vs)
    return replace(settings, opponent=engine, level=asked.level or settings.level)


def _left_out(settings: Settings) -> str:
    """Describe which chosen rules cannot apply and are left out; empty when all can."""
    dropped = inapplicable_options(VARIANTS[settings.variant], settings.ruleset)
    labels = {option.name: option.label for option in options()}
    named = (_("{rule} ({reason})", rule=labels[name], reason=_(reason)) for name, reason in dropped.items())
    return _("Left out: {rules}.", rules=join_list(named)) if dropped else ""


def _position(settings: Settings, text: str, chosen: dict[str, Value]) -> "Position":
    """Return the position to begin from, with all rules.

    Raises NotationError for an id that is none and for a flag that says something else, and
    ImpossiblePosition when no game comes to the position.
    """
    from bgterm.notation.parse_position import read_position  # loaded on demand

    position, ruleset = read_position(text, VARIANTS[settings.variant]), settings.ruleset
    told = position.rules_over(ruleset)
    for name, value in chosen.items():
        if getattr(told, name) != getattr(ruleset, name):
            raise option_inapplicable(_flag(name, value), _("the id of the position says otherwise"))
    return position.under(ruleset)


def _flag(name: str, value: Value) -> str:
    """Return the flag that chooses a rule, as it was typed."""
    if name == "length":
        return "--match" if value else "--money"
    return f"--{'no-' if value is False else ''}{name.replace('_', '-')}"


def _rules_asked(asked: argparse.Namespace) -> dict[str, Value]:
    """Return the rules that the flags name."""
    flags = ((option.name, getattr(asked, option.name, None)) for option in options())
    chosen = {name: value for name, value in flags if value is not None}
    if asked.match or asked.money:
        chosen["length"] = asked.match or 0
    return chosen


def _refuse_idle(settings: Settings, chosen: dict[str, Value]) -> None:
    """Raise NotationError for a flag that cannot apply beside the others."""
    variant, ruleset = VARIANTS[settings.variant], settings.ruleset
    wrong = inapplicable_options(variant, ruleset)
    for name, value in chosen.items():
        reason = why_not_option(variant, ruleset, name)
        if reason and (name in wrong or value not in _NOTHING):
            raise option_inapplicable(_flag(name, value), _(reason))
