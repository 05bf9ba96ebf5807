"""The stores of matches: in files, or in a database that several processes share."""

from collections.abc import Container, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bgterm.catalog import N_
from bgterm.formats.record import GameRecord, read_record
from bgterm.rules.errors import BackgammonError, ImpossiblePosition, NotationError
from bgterm.rules.match import Header
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import Name, SaveError, no_such_save
from bgterm.storage.journal import SECRET, SUFFIX, Journal, load, remove
from bgterm.storage.open_match import OpenMatch

if TYPE_CHECKING:
    from bgterm.storage.index import Entry


MOST_FINISHED = 1000
"""The most finished matches that are listed on a server."""


class MatchStore(Protocol):
    """The saved matches of one player or one server, in files or in a database. Calls block on the disk."""

    def create(self, header: Header) -> OpenMatch:
        """Return a new match; its first event saves it under a unique name."""

    def open(self, name: str) -> tuple[OpenMatch, GameRecord]:
        """Open a saved match to continue it; return it open for appending, and its record so far.

        Raises SaveBusy when another program has it open, SaveError when it cannot be read.
        """

    def load(self, name: str) -> GameRecord:
        """Return the record of the saved match `name`, without opening it. Raises SaveError."""

    def remove(self, name: str) -> None:
        """Delete a match. Raises SaveError."""


class MatchLibrary(MatchStore, Protocol):
    """The saved matches of one server, with the lists and the copies of them that a server needs."""

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield names and records of the server's matches that can be resumed, the last played first.

        A record may be an outline, without events. Matches without an event are omitted when their last change is
        before `unplayed_since`, in seconds since 1970.
        """

    def codes(self) -> set[str]:
        """Return the table codes of all matches."""

    def finished(
        self, *, seat: str = "", code: str = "", unfinished: Container[str] = (), most: int = MOST_FINISHED
    ) -> "list[Entry]":
        """Return the entries of the server's last finished matches, at most `most`, the last played first.

        With `seat`, only matches of the user with this key; with `code`, only those of the table with this code.
        Matches named in `unfinished`, which are being played, are left out. Raises SaveError.
        """

    def names(self) -> list[str]:
        """Return the names of all matches."""

    def take(self, name: str) -> "Copy":
        """Return a copy of the match `name`, with its secret; the match stays.

        Raises SaveBusy when a program has it open, SaveError when it cannot be read.
        """

    def put(self, copy: "Copy") -> bool:
        """Save a copy under its name; return False if the same match was there already.

        Raises SaveError when the name has another match, or the copy cannot be saved.
        """


class Copy(NamedTuple):
    """A whole match with its secret, read from one store to be saved in another."""

    name: str
    lines: bytes
    """The lines of the match, in the format of a journal."""
    secret: bytes
    """The secret of verifiable dice; empty without one."""
    played: float
    """The time of the last line, in seconds since 1970."""

    @property
    def record(self) -> GameRecord:
        """The record of the match. Raises SaveError when a line cannot be read."""
        try:
            record = read_record(self.lines)
        except (NotationError, ImpossiblePosition) as fault:
            raise _not_whole(self.name, 1, fault) from fault
        if record.damage and record.damage.error:
            raise _not_whole(self.name, record.damage.line, record.damage.error)
        return record


def copy_all(source: MatchLibrary, target: MatchLibrary) -> Iterator[tuple[str, bool | SaveError]]:
    """Copy all matches from one library to another; yield the name and the outcome of each.

    The outcome is True for a match that was copied, False if the same match was there already, or the error that
    prevented the copy.
    """
    for name in source.names():
        try:
            copy = source.take(name)
            yield name, target.put(copy) if copy.record else False
        except SaveError as error:
            yield name, error


class FileStore:
    """The saved matches in one folder, each of which one program at a time may have open."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """Use the folder, which need not exist."""
        self.folder, self._disk = folder, disk

    def create(self, header: Header) -> Journal:
        """Return a new match; its first event saves it under a unique name."""
        return Journal.create(self.folder, header, self._disk)

    def open(self, name: str) -> tuple[Journal, GameRecord]:
        """Open a match; return its journal and its record so far. Raises SaveBusy, SaveError."""
        return Journal.open(self.path(name), self._disk)

    def path(self, name: str) -> Path:
        """Return the path of the match with this name."""
        return self.folder / f"{name}{SUFFIX}"

    def load(self, name: str) -> GameRecord:
        """Return the record of the saved match `name`, without opening it.

        Raises SaveError when there is none of this name, or it cannot be read.
        """
        path = self.path(name)
        if not path.exists():
            raise no_such_save(name)
        return load(path)

    def remove(self, name: str) -> None:
        """Delete a match and its secret. Raises SaveBusy, SaveError."""
        remove(self.path(name), (SECRET,))


def _not_whole(name: Name, line: int, fault: BackgammonError) -> SaveError:
    return SaveError(N_("{name} is damaged: line {line}: {fault}: not copied"), name=name, line=line, fault=fault)
