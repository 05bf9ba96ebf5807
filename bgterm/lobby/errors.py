"""The refusals of the lobby to its users and the operator. Each message is a complete sentence."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError


class LobbyError(BackgammonError):
    """The error of a user's or the operator's request that the lobby refuses or the server cannot carry out."""


# Names and keys


def name_not_kept(reason: str) -> LobbyError:
    """Return the error for a player's name that could not be saved, for the reason that the system states."""
    return LobbyError(N_("The name could not be kept ({reason}): try again."), reason=reason)


# Tables and matches


def no_free_table() -> LobbyError:
    """Return the error for a user who may not open a table, because the server has as many as it allows."""
    return LobbyError(N_("All tables are taken: wait until one is free, or watch a match."))


class NoTable(LobbyError):
    """The error that no table, open or with a match, has the code that a user has given."""


def no_table(code: str) -> NoTable:
    """Return the error that no table has this code, in capitals."""
    return NoTable(N_("There is no table {code} any more."), code=code)
