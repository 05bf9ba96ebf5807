"""Offers of a match on a server as they are typed: `long 5 clock=delay`."""

from collections.abc import Collection
from dataclasses import replace

from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.open_tables import DICE
from bgterm.notation.sanitize import visible
from bgterm.profile.settings import Settings
from bgterm.rules.applicable_rules import why_not_option, without_inapplicable
from bgterm.rules.ruleset import MAX_LENGTH, Ruleset
from bgterm.rules.variants import VARIANTS
from bgterm.text.joining import join_or
from bgterm.text.ruleset_options import options, shown

_SHOWN = 30
"""How many characters are said again of a word that means nothing."""
_YES = {"yes": True, "no": False, "on": True, "off": False}


def offer_of(settings: Settings, text: str, levels: Collection[str] = ()) -> Settings:
    """Return the settings with the words of the text applied: a variant, `money`, a length, `rule=value`.

    An offer to a bot may have one of its `levels`.

    Raises LobbyError for any other word.
    """
    if settings.dice not in DICE:
        settings = replace(settings, dice=DICE[0])
    for word in text.lower().split():
        settings = replace(settings, level=word) if word in levels else _with(settings, word)
    return replace(settings, ruleset=without_inapplicable(VARIANTS[settings.variant], settings.ruleset))


def _with(settings: Settings, word: str) -> Settings:
    if word in VARIANTS:
        return replace(settings, variant=word).with_usual_rules()
    if word == "money":
        return replace(settings, ruleset=replace(settings.ruleset, length=0))
    if word in ("private", "public"):
        return replace(settings, listed=word == "public")
    if word.isascii() and word.isdecimal() and 1 <= len(word) <= len(str(MAX_LENGTH)) and int(word):
        return replace(settings, ruleset=replace(settings.ruleset, length=int(word)))
    name, equals, value = word.partition("=")
    if equals and name == "dice" and value in DICE:
        return replace(settings, dice=value)
    if equals and name in {option.name for option in options()} - {"length"}:
        return _with_rule(settings, name, value)
    message = N_(
        '"{word}" is not part of an offer: type a variant ({variants}), the points of the '
        "match, money, private, dice=verifiable, or a rule like clock=delay."
    )
    raise LobbyError(message, word=visible(word[:_SHOWN]), variants=join_or(VARIANTS))


def _with_rule(settings: Settings, name: str, text: str) -> Settings:
    option = next(option for option in options() if option.name == name)
    values = {str(value): value for value, _label in option.values}
    values |= {shown(option, value): value for value, _label in option.values}
    if isinstance(option.default, bool):
        values |= _YES
    if text not in values:
        switch = isinstance(option.default, bool)
        named = join_or([_("yes"), _("no")] if switch else [str(value) for value, _label in option.values])
        raise LobbyError(N_("{rule} can be {values}."), rule=name, values=named)
    changed = settings.changed(**{name: values[text]})
    usual = getattr(Ruleset(), name)
    if getattr(changed.ruleset, name) != usual:
        variant, ruleset = VARIANTS[changed.variant], changed.ruleset
        if reason := why_not_option(variant, ruleset, name):
            raise LobbyError(N_("{rule}: {reason}."), rule=name, reason=_(reason))
    return changed
