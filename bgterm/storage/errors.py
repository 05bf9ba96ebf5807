"""Saved matches and match files that cannot be read or written."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError

Name = Path | str
"""The name of a file or a folder, or its path."""


class SaveError(BackgammonError):
    """A save that cannot be read or written; nothing has changed."""


class FileError(BackgammonError):
    """A match file that cannot be read or written."""


def reason_of(error: OSError | ValueError) -> str:
    """Return the message of the system, like `No space left on device`, or that of a decoding error."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


class NoSuchSave(SaveError):
    """A save that is not there."""


def no_such_save(name: Name) -> NoSuchSave:
    """Return the error for a name that no saved match has."""
    return NoSuchSave(N_("no saved match is called {name}"), name=name)


class NotBegun(SaveError):
    """A new match that cannot be saved for the first time."""

    reason: str


class SaveBusy(SaveError):
    """Another program has the save open."""


def save_unreadable(name: Name, reason: str) -> SaveError:
    """Return the error for a save that the system could not read."""
    return SaveError(N_("cannot read {name} ({reason})"), name=name, reason=reason)


def save_failed(name: Name, reason: str, kind: type[SaveError] = SaveError) -> SaveError:
    """Return the error for a save that the system could not write, rename or remove; nothing has changed.

    The message is short and begins with the reason, so that a narrow key bar shows it. The log has the name.
    """
    return kind(N_("{reason}: nothing changed. Try again"), name=name, reason=reason)


class Overtaken(SaveError):
    """Another process has added lines to the match that must be read first."""


def overtaken() -> Overtaken:
    """Return the error for a process that has not read all lines of the match."""
    return Overtaken(N_("somebody else was first: look at the board again"))


def other_match(name: Name) -> SaveError:
    """Return the error for a name under which another match is kept, or another state of the same."""
    return SaveError(N_("{name} is there already, and has other lines: not copied"), name=name)


def save_damaged(name: Name, line: int, fault: BackgammonError) -> SaveError:
    """Return the error for a save that cannot be read at all, because of that line."""
    return SaveError(N_("{name} cannot be read: line {line}: {fault}"), name=name, line=line, fault=fault)


def file_failed(name: Name, reason: str) -> FileError:
    """Return the error for a file that the system could not read or write."""
    return FileError(N_("{name}: {reason}"), name=name, reason=reason)


@contextmanager
def reported(name: Name) -> Iterator[None]:
    """Turn an error of the system about a file into FileError."""
    try:
        yield
    except OSError as error:
        raise file_failed(name, reason_of(error)) from error


# The database


class DatabaseError(BackgammonError):
    """A database that a server cannot be started with."""


class DatabaseTooNew(DatabaseError):
    """A newer version of bgterm has changed the tables of the database."""


class DatabaseAway(SaveError):
    """The database does not answer. What was asked of it may have been done, which the next answer shows."""


def database_away() -> DatabaseAway:
    """Return the error for a database that does not answer."""
    return DatabaseAway(N_("the database does not answer: try again in a moment"))
