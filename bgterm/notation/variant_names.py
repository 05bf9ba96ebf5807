"""Variants by the names that match files of other programs have for them."""

from collections.abc import Iterable

from bgterm.notation.errors import UnknownVariant
from bgterm.rules.errors import NotationError
from bgterm.rules.variants import BACKGAMMON, HYPER, VARIANTS, Variant

_ALIASES = {"standard": BACKGAMMON, "standard backgammon": BACKGAMMON, "hypergammon": HYPER}
"""Further names, in small letters."""
_FAMILY = "gammon"
"""How the words for variants end among the rules of an `.sgf` file."""


def variant_called(name: str) -> Variant:
    """Return the variant that a `.mat` file calls by this name. Raises NotationError when there is none.

    >>> variant_called("HyperGammon (1)").slug
    'hyper-1'
    """
    known = {called.casefold(): variant for variant in VARIANTS.values() for called in _names(variant)}
    found = (known | _ALIASES).get(name.strip().casefold())
    if found is None:
        raise _unknown(name)
    return found


def variant_among(rules: Iterable[str]) -> Variant:
    """Return the variant that the rules of an `.sgf` file name, the usual one when they name none.

    Raises NotationError when they name one that is not known.
    """
    known = {variant.sgf_rule.casefold(): variant for variant in VARIANTS.values() if variant.sgf_rule}
    for rule in rules:
        if is_variant(rule):
            found = (known | _ALIASES | {"backgammon": BACKGAMMON}).get(rule.casefold())
            if found is None:
                raise _unknown(rule)
            return found
    return BACKGAMMON


def is_variant(rule: str) -> bool:
    """Return whether a rule of an `.sgf` file names a variant, known or not."""
    return rule.casefold().rstrip("0123456789 ()").endswith(_FAMILY)


def _names(variant: Variant) -> tuple[str, ...]:
    return tuple(filter(None, (variant.mat_name, variant.name)))


def _unknown(name: str) -> NotationError:
    known = (variant.mat_name for variant in VARIANTS.values() if variant.mat_name)
    return UnknownVariant(text=name, known=tuple(known))
