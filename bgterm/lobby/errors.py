"""The refusals of the lobby to its users and the operator. Each message is a complete sentence."""

from collections.abc import Sequence

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError
from bgterm.rules.variants import Variant
from bgterm.text.joining import join_or


class LobbyError(BackgammonError):
    """A refusal of the lobby, or something that the server cannot do."""


# Names and keys


def name_not_kept(reason: str) -> LobbyError:
    """Return the error for a player's name that could not be saved, for the reason that the system states."""
    return LobbyError(N_("The name could not be kept ({reason}): try again."), reason=reason)


# Tables and matches


def not_here(name: str, bots: Sequence[str]) -> LobbyError:
    """Return the error for a name that nobody on the server has; it names the bots that can be challenged."""
    if bots:
        message = N_("{name} is not here: challenge {bots}, or open a table and tell its code.")
        return LobbyError(message, name=name, bots=join_or(bots))
    return LobbyError(N_("{name} is not here: open a table, and tell its code."), name=name)


def no_free_table() -> LobbyError:
    """Return the error for a server that has as many tables as it allows."""
    return LobbyError(N_("All tables are taken: wait until one is free, or watch a match."))


def no_engine_here(variant: Variant) -> LobbyError:
    """Return the error for a variant that no bot of the server plays."""
    return LobbyError(N_("This server has no engine that plays {variant}."), variant=_(variant.name))


class NoTable(LobbyError):
    """The error that no table has the given code."""


def no_table(code: str) -> NoTable:
    """Return the error for a code that no table has."""
    return NoTable(N_("There is no table {code} any more."), code=code)
