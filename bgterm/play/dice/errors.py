"""The errors of dice that cannot be thrown, contributed to or verified."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError, NotationError

UNKNOWN_SCHEME = N_("these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm")
"""The reason why verifiable dice of a later version can neither be thrown nor verified."""


class DiceError(BackgammonError):
    """No dice can be thrown now."""


class VerificationError(BackgammonError):
    """The dice of a record could not be verified."""


def contribution_too_long(length: int, most: int) -> NotationError:
    """Return the error for a contribution of too many characters."""
    return NotationError(N_("that is {length} characters long: type at most {most}"), length=length, most=most)
