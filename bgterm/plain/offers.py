"""Offers of matches on a server, typed as words: `long 5 clock=delay`."""

from collections.abc import Collection
from dataclasses import replace

from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.open_tables import DICE
from bgterm.plain.messages import quoted
from bgterm.play.match_offer import RULES, MatchOffer
from bgterm.rules.ruleset import MAX_LENGTH, why_not_option, without_inapplicable
from bgterm.rules.variants import VARIANTS
from bgterm.text.joining import join_or
from bgterm.text.options import options

_YES = {"yes": True, "no": False, "on": True, "off": False}


def offer_of(offer: MatchOffer, text: str, levels: Collection[str] = ()) -> MatchOffer:
    """Return the offer changed by the words of the text: a variant, `money`, a length, `rule=value`.

    In an offer to a bot, a word may also be one of its `levels`. Raises LobbyError for any other word.
    """
    if offer.dice not in DICE:
        offer = replace(offer, dice=DICE[0])
    for word in text.lower().split():
        offer = replace(offer, level=word) if word in levels else _with(offer, word)
    return replace(offer, ruleset=without_inapplicable(offer.variant, offer.ruleset))


def _with(offer: MatchOffer, word: str) -> MatchOffer:
    if word in VARIANTS:
        return replace(offer, variant=VARIANTS[word]).with_usual_rules()
    if word == "money":
        return offer.changed(length=0)
    if word in ("private", "public"):
        return replace(offer, listed=word == "public")
    if word.isascii() and word.isdecimal() and 1 <= len(word) <= len(str(MAX_LENGTH)) and int(word):
        return offer.changed(length=int(word))
    name, equals, value = word.partition("=")
    if equals and name == "dice" and value in DICE:
        return replace(offer, dice=value)
    if equals and name in RULES - {"length"}:
        return _with_rule(offer, name, value)
    message = N_(
        '"{word}" is not part of an offer: type a variant ({variants}), the points of the '
        "match, money, private, dice=verifiable, or a rule like clock=delay."
    )
    raise LobbyError(message, word=quoted(word), variants=join_or(VARIANTS))


def _with_rule(offer: MatchOffer, name: str, text: str) -> MatchOffer:
    option = next(option for option in options() if option.name == name)
    values = {str(value): value for value, _label in option.values}
    values |= {label: value for value, label in option.values}
    switch = isinstance(option.default, bool)
    if switch:
        values |= _YES
    if text not in values:
        named = join_or([_("yes"), _("no")] if switch else [str(value) for value, _label in option.values])
        raise LobbyError(N_("{rule} can be {values}."), rule=name, values=named)
    changed = offer.changed(**{name: values[text]})
    reason = why_not_option(changed.variant, changed.ruleset, name)
    if reason and values[text] != option.default:
        raise LobbyError(N_("{rule}: {reason}."), rule=name, reason=_(reason))
    return changed
