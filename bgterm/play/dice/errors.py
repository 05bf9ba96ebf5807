"""The errors of dice that cannot be thrown or contributed to."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError, NotationError


class DiceError(BackgammonError):
    """No dice can be thrown now."""


def contribution_too_long(length: int, most: int) -> NotationError:
    """Return the error for a contribution of too many characters."""
    return NotationError(N_("that is {length} characters long: type at most {most}"), length=length, most=most)
