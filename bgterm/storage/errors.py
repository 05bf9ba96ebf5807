"""Saved matches and match files that cannot be read or written."""

from pathlib import Path

from bgterm.catalog import N_
from bgterm.notation.errors import Text
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
    """No saved match has this name."""

    name: Name
    message = N_("no saved match is called {name}")


class SaveNameTaken(SaveError):
    """Another saved match has this name."""

    name: Name
    message = N_("there is another match called {name}: choose another name")


class NotASaveName(SaveError):
    """Nothing is left of the text that the name of a file could be made of."""

    text: Text
    message = N_('"{text}" cannot be a name: write letters or digits')


class SaveBusy(SaveError):
    """Another program has the save open."""

    name: Name
    message = N_("{name} is being played by another bgterm: leave it there first")


class SaveUnreadable(SaveError):
    """The system could not read the save."""

    name: Name
    reason: str
    message = N_("cannot read {name} ({reason})")


class SaveFailed(SaveError):
    """The system could not write, rename or remove the save; nothing has changed.

    The message is short and begins with the reason, so that a narrow key bar shows it. The log has the name.
    """

    name: Name
    reason: str
    message = N_("{reason}: nothing changed. Try again")


class Overtaken(SaveError):
    """Another process has added lines to the match that must be read first."""

    message = N_("somebody else was first: look at the board again")


class OtherMatch(SaveError):
    """Another match, or another state of the same, is kept under this name where it would be copied to."""

    name: Name
    message = N_("{name} is there already, and has other lines: not copied")


class NotWhole(SaveError):
    """A match that cannot be copied, because of a line that cannot be read."""

    name: Name
    line: int
    fault: BackgammonError
    message = N_("{name} is damaged: line {line}: {fault}: not copied")


class SaveDamaged(SaveError):
    """The save cannot be read at all, because of that line."""

    name: Name
    line: int
    fault: BackgammonError
    message = N_("{name} cannot be read: line {line}: {fault}")


class FileFailed(FileError):
    """The system could not read or write the file."""

    name: Name
    reason: str
    message = N_("{name}: {reason}")


class FileUnreadable(FileError):
    """There is nothing in the file that can be read as a match."""

    name: Name
    fault: BackgammonError
    message = N_("{name}: {fault}")


class ExportFailed(FileError):
    """No new files can be written to the folder."""

    folder: Name
    reason: str
    message = N_("cannot write to {folder} ({reason}); choose another folder with --export-dir")


class FileTooLarge(FileError):
    """The file has more than `most` megabytes, and was not read."""

    name: Name
    most: int
    message = N_("{name}: larger than {most} MB, which no match needs; not read")


class UnknownFormat(FileError):
    """The name of the file does not end like any format's."""

    name: Name
    known: tuple[str, ...]
    message = N_("{name}: the end of the name selects the format: {known}")


class NothingPlayed(FileError):
    """There is a match in the file in which nothing has happened."""

    name: Name
    message = N_("{name}: nothing was played in it, so there is nothing to import")


class ForeignFile(FileError):
    """Only the program that has written a file of this kind reads it."""

    name: Name
    kind: str
    message = N_("{name} is {kind} (binary): export it there as text (.mat)")


class BinaryFile(FileError):
    """The file is not text; `known` are the endings of the files that can be read."""

    name: Name
    kind: str
    known: tuple[str, ...]
    message = N_("{name} is {kind}, not a match in text: {known}")
