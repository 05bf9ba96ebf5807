"""Why a database cannot be used."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError
from bgterm.storage.errors import SaveError


class DatabaseError(BackgammonError):
    """A database that a server cannot be started with."""


class DriverNotInstalled(DatabaseError):
    """The package that speaks to PostgreSQL is not installed."""

    message = N_("--database needs another package: install it with pip install 'bgterm[postgres]'")


class DatabaseUnusable(DatabaseError):
    """The database cannot be opened; its `address` is without the password."""

    address: str
    reason: str
    message = N_("cannot use the database {address} ({reason})")


class DatabaseTooNew(DatabaseError):
    """A newer version of bgterm has changed the tables of the database."""

    address: str
    version: int
    known: int
    message = N_(
        "the tables of {address} have version {version}, but this bgterm knows {known}: install a newer one"
    )


class DatabaseAway(SaveError):
    """The database does not answer. What was asked of it may have been done, which the next answer shows."""

    message = N_("the database does not answer: try again in a moment")
