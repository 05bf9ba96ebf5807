"""The match that the flags of `bgterm play` describe."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bgterm.catalog import _
from bgterm.cli.flags.usage import option_inapplicable, usage
from bgterm.notation.json_codec import write_fields
from bgterm.play.match_offer import RULES, MatchOffer
from bgterm.profile.presets import find_preset
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import Game
from bgterm.rules.ruleset import IN_MONEY_PLAY, inapplicable_options, why_not_option
from bgterm.rules.variants import BACKGAMMON
from bgterm.text.joining import join_list
from bgterm.text.options import Value, options

if TYPE_CHECKING:
    from bgterm.notation.position import Position
    from bgterm.play.table import Table

_NOTHING = (False, 0, "none")
"""The values that turn an option off, which are accepted even if the option cannot apply."""


class Chosen(NamedTuple):
    """A match to begin, as the flags of `bgterm play` describe it."""

    settings: Settings
    """The settings of the terminal, with the offer of the match."""
    start: Game | None
    """The position from which the match begins; None for the opening position."""
    notice: str
    """The message about a preset's rules that cannot apply; empty without any."""
    side: Player | None = None
    """The person's side against an engine; None for the usual side."""


def table_asked(workspace: Workspace, asked: argparse.Namespace) -> "tuple[Table, str]":
    """Open the saved match that `resume` names, or begin a match; return its table, and a message about its rules.

    The message is empty when no rule was left out. The workspace gets the settings of a new match. Raises
    BackgammonError when the match cannot be played.
    """
    if asked.command == "resume":
        return workspace.resumed_table(asked.name), ""
    chosen = match_chosen(workspace, asked)
    workspace.settings = chosen.settings
    table = workspace.new_table(start=chosen.start, seed=asked.seed, side=chosen.side)
    table.journal.kept = not asked.no_save
    return table, chosen.notice


@usage()
def match_chosen(workspace: Workspace, asked: argparse.Namespace) -> Chosen:
    """Return the match that the flags describe, from the usual rules and not from those of earlier matches.

    Raises UsageError for flags that contradict each other, DiceError when a file of rolls cannot be read, and
    EngineError when the engine cannot play.
    """
    flags = ((name, getattr(asked, name, None)) for name in (*MatchOffer().values, "mars_koks"))
    chosen = {name: value for name, value in flags if value is not None}
    rules = {name: chosen[name] for name in chosen if name in RULES}
    offer = MatchOffer().changed(variant=asked.variant or BACKGAMMON.slug).with_usual_rules()
    settings = replace(workspace.settings, offer=offer, mars_koks=False)
    if asked.names:
        chosen["white"], chosen["black"] = asked.names
        if not chosen["black"] and asked.vs is None:
            reason = _("a match of two people needs two names, like Ann,Bob")
            raise option_inapplicable("--names", reason)
    if asked.dice is not None:
        from bgterm.play.dice.sources import dice_asked  # loaded on demand

        chosen["dice"] = dice_asked(asked.dice)
    if asked.vs is not None:
        from bgterm.engine.adapter import engine_for  # only for matches against engines

        chosen["opponent"] = engine_for(settings.offer.variant, asked.vs)
    elif idle := next((flag for flag in ("level", "side") if getattr(asked, flag)), ""):
        raise option_inapplicable(f"--{idle}", _("--vs names the engine"))
    if asked.preset is not None:
        settings = find_preset(asked.preset, *workspace.presets()).over(settings)
    if asked.stake is not None:
        from bgterm.notation.stake import read_stake

        chosen["stake"] = str(read_stake(asked.stake))
    settings, start = settings.changed(**chosen), None
    if asked.position is not None:
        position = _position(settings.offer, asked.position, rules)
        settings, start = settings.changed(**write_fields(position.ruleset)), position.start
    _refuse_idle(settings.offer, rules)
    if asked.stake is not None and settings.offer.ruleset.length:
        raise option_inapplicable("--stake", _(IN_MONEY_PLAY.otherwise))
    return Chosen(settings, start, _left_out(settings.offer), asked.side)


def _left_out(offer: MatchOffer) -> str:
    """Return a message about the chosen rules that cannot apply and are omitted; empty when all can."""
    dropped = inapplicable_options(offer.variant, offer.ruleset)
    labels = {option.name: option.label for option in options()}
    named = (_("{rule} ({reason})", rule=labels[name], reason=_(reason)) for name, reason in dropped.items())
    return _("Left out: {rules}.", rules=join_list(named)) if dropped else ""


def _position(offer: MatchOffer, text: str, chosen: dict[str, Value]) -> "Position":
    """Return the position to begin from, with all rules.

    Raises NotationError for an invalid id, UsageError for a flag that contradicts it, and ImpossiblePosition for
    a position that cannot occur.
    """
    from bgterm.notation.parse_position import read_position  # loaded on demand

    position, ruleset = read_position(text, offer.variant), offer.ruleset
    told = position.rules_over(ruleset)
    for name, value in chosen.items():
        if getattr(told, name) != getattr(ruleset, name):
            raise option_inapplicable(_flag(name, value), _("the id of the position says otherwise"))
    return position.under(ruleset)


def _flag(name: str, value: Value) -> str:
    """Return the flag that chooses this value of a rule, as it was typed."""
    if name == "length":
        return "--match" if value else "--money"
    return f"--{'no-' if value is False else ''}{name.replace('_', '-')}"


def _refuse_idle(offer: MatchOffer, chosen: dict[str, Value]) -> None:
    """Raise UsageError for a flag that cannot apply with the other rules."""
    wrong = inapplicable_options(offer.variant, offer.ruleset)
    for name, value in chosen.items():
        reason = why_not_option(offer.variant, offer.ruleset, name)
        if reason and (name in wrong or value not in _NOTHING):
            raise option_inapplicable(_flag(name, value), _(reason))
