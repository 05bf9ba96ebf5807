"""The errors of saved matches, match files and the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError

Name = Path | str
"""The name of a file or a folder, or its path."""


class SaveError(BackgammonError):
    """A saved match or a database cannot be read or written; the refused call has changed nothing."""


class FileError(BackgammonError):
    """A match file or another file of the user cannot be read or written."""


def reason_of(error: OSError | ValueError) -> str:
    """Return the reason of an error: the system's, like `No space left on device`, or a decoding error's."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


class NoSuchSave(SaveError):
    """No saved match has the requested name."""


def no_such_save(name: Name) -> NoSuchSave:
    """Return the error for a name that no saved match has."""
    return NoSuchSave(N_("no saved match is called {name}"), name=name)


class NotBegun(SaveError):
    """A new match cannot be saved for the first time, so that it has not begun."""

    reason: str


class SaveBusy(SaveError):
    """The save is open in another program."""


def save_unreadable(name: Name, reason: str) -> SaveError:
    """Return the error for a save that the system could not read."""
    return SaveError(N_("cannot read {name} ({reason})"), name=name, reason=reason)


def save_failed(name: Name, reason: str, kind: type[SaveError] = SaveError) -> SaveError:
    """Return the error for a save that the system could not write, rename or remove; nothing has changed.

    The message is short and begins with the reason, so that a narrow key bar shows it. The log has the name.
    """
    return kind(N_("{reason}: nothing changed. Try again"), name=name, reason=reason)


class Overtaken(SaveError):
    """Another process has added lines to the match, which must be read before the next append."""


def overtaken() -> Overtaken:
    """Return the error for a process that has not read all lines of the match."""
    return Overtaken(N_("somebody else was first: look at the board again"))


def other_match(name: Name) -> SaveError:
    """Return the error for saving under a name that another match, or another state of the same one, has."""
    return SaveError(N_("{name} is there already, and has other lines: not copied"), name=name)


def save_damaged(name: Name, line: int, fault: BackgammonError) -> SaveError:
    """Return the error for a save of which nothing can be used, because of the fault in line `line`, from 1."""
    return SaveError(N_("{name} cannot be read: line {line}: {fault}"), name=name, line=line, fault=fault)


def file_failed(name: Name, reason: str) -> FileError:
    """Return the error for a file that the system could not read or write."""
    return FileError(N_("{name}: {reason}"), name=name, reason=reason)


@contextmanager
def reported(name: Name) -> Iterator[None]:
    """Return a context manager that turns an OSError into a FileError, whose message calls the file `name`."""
    try:
        yield
    except OSError as error:
        raise file_failed(name, reason_of(error)) from error


# The database


class DatabaseError(BackgammonError):
    """A server cannot start or continue with its database, for the reason in the message."""


class DatabaseTooNew(DatabaseError):
    """The tables of the database belong to a newer version of bgterm."""


class DatabaseAway(SaveError):
    """The database does not answer. The last statement may or may not have been executed."""


def database_away() -> DatabaseAway:
    """Return the error for a database that does not answer."""
    return DatabaseAway(N_("the database does not answer: try again in a moment"))
