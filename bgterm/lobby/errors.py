"""The refusals of the lobby to its users and the operator. Each message is a complete sentence."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError


class LobbyError(BackgammonError):
    """A refusal of the lobby, or something that the server cannot do."""


# Names and keys


def name_not_kept(reason: str) -> LobbyError:
    """Return the error for a player's name that could not be saved, for the reason that the system states."""
    return LobbyError(N_("The name could not be kept ({reason}): try again."), reason=reason)


# Tables and matches


def no_free_table() -> LobbyError:
    """Return the error for a server that has as many tables as it allows."""
    return LobbyError(N_("All tables are taken: wait until one is free, or watch a match."))


class NoTable(LobbyError):
    """The error that no table has the given code."""


def no_table(code: str) -> NoTable:
    """Return the error for a code that no table has."""
    return NoTable(N_("There is no table {code} any more."), code=code)
