"""The errors of dice that cannot be thrown, contributed to or verified."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError, NotationError


class DiceError(BackgammonError):
    """No dice can be thrown now."""


class VerificationError(BackgammonError):
    """The dice of a record could not be verified."""


def contribution_too_long(length: int, most: int) -> NotationError:
    """Return the error for a contribution of too many characters."""
    return NotationError(N_("that is {length} characters long: type at most {most}"), length=length, most=most)


class UnknownScheme(DiceError, VerificationError):
    """The verifiable dice use a scheme of a later version."""


def unknown_scheme(scheme: int) -> UnknownScheme:
    """Return the error for verifiable dice of that scheme, which is unknown."""
    message = N_("these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm")
    return UnknownScheme(message, scheme=scheme)
