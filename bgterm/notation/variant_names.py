"""Variants by the names that match files of other programs have for them."""

from collections.abc import Callable, Iterable

from bgterm.notation.errors import UnknownVariant
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant

_FAMILY = "gammon"
"""How the words for variants end among the rules of an `.sgf` file."""


def variant_called(name: str) -> Variant:
    """Return the variant that a `.mat` file calls by this name. Raises NotationError when there is none.

    >>> variant_called("HyperGammon (1)").slug
    'hyper-1'
    """
    return _named(name.strip(), lambda variant: (variant.mat_name, variant.name))


def variant_among(rules: Iterable[str]) -> Variant:
    """Return the variant that the rules of an `.sgf` file name, the usual one when they name none.

    Raises NotationError when they name one that is not known.
    """
    rule = next(filter(is_variant, rules), None)
    return _named(rule, lambda variant: (variant.sgf_rule or variant.mat_name,)) if rule else BACKGAMMON


def is_variant(rule: str) -> bool:
    """Return whether a rule of an `.sgf` file names a variant, known or not."""
    return rule.casefold().rstrip("0123456789 ()").endswith(_FAMILY)


def _named(name: str, names: Callable[[Variant], Iterable[str]]) -> Variant:
    for variant in VARIANTS.values():
        if name.casefold() in map(str.casefold, filter(None, (*names(variant), *variant.other_names))):
            return variant
    raise UnknownVariant(
        text=name, known=tuple(variant.mat_name for variant in VARIANTS.values() if variant.mat_name)
    )
