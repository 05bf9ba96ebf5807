"""Dice that cannot be thrown, contributed to or verified."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError, NotationError


class DiceError(BackgammonError):
    """There are no dice to throw now."""


class VerificationError(BackgammonError):
    """Dice that are not shown to be what they had to be."""


def contribution_too_long(length: int, most: int) -> NotationError:
    """Return the error for a contribution of too many characters."""
    return NotationError(N_("that is {length} characters long: type at most {most}"), length=length, most=most)


class UnknownScheme(DiceError, VerificationError):
    """Verifiable dice of a scheme that a later version has made."""


def unknown_scheme(scheme: int) -> UnknownScheme:
    """Return the error for verifiable dice of that scheme, which is unknown."""
    message = N_("these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm")
    return UnknownScheme(message, scheme=scheme)
