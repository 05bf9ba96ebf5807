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
    """The matches of one player or one server. Calls block on the disk."""

    def create(self, header: Header) -> OpenMatch:
        """Return a new match; its first event saves it under a unique name."""

    def open(self, name: str) -> tuple[OpenMatch, GameRecord]:
        """Open a saved match to continue it. Raises SaveBusy when another program has it open, SaveError."""

    def load(self, name: str) -> GameRecord:
        """Return the record of a match. Raises SaveError."""

    def remove(self, name: str) -> None:
        """Delete a match. Raises SaveError."""


class MatchLibrary(MatchStore, Protocol):
    """The matches of one server, with lists of them."""

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
        """Return the entries of the server's last finished matches, the last played first. Raises SaveError.

        They are those of the user with this `seat`, or with this table `code`, if one is given. Matches named in
        `unfinished` are not read.
        """

    def names(self) -> list[str]:
        """Return the names of all matches."""

    def take(self, name: str) -> "Copy":
        """Return a copy of a match. Raises SaveBusy when a program has it open, SaveError."""

    def put(self, copy: "Copy") -> bool:
        """Save a copy under its name; return False if the same match was there already.

        Raises SaveError when the name has another match, or the copy cannot be saved.
        """


class Copy(NamedTuple):
    """A copy of a match, to be saved in another store."""

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
    """Copy all matches; yield each name with whether it was copied, or with the error that prevented it."""
    for name in source.names():
        try:
            copy = source.take(name)
            yield name, target.put(copy) if copy.record else False
        except SaveError as error:
            yield name, error


class FileStore:
    """The matches in one folder; one program at a time may have a match open."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """Use the folder, which need not exist."""
        self.folder, self._disk = folder, disk

    def create(self, header: Header) -> Journal:
        """Return a new match; its first event saves it under a unique name."""
        return Journal.create(self.folder, header, self._disk)

    def open(self, name: str) -> tuple[Journal, GameRecord]:
        """Open a saved match to continue it. Raises SaveBusy when another program has it open, SaveError."""
        return Journal.open(self.path(name), self._disk)

    def path(self, name: str) -> Path:
        """Return the path of the match with this name."""
        return self.folder / f"{name}{SUFFIX}"

    def load(self, name: str) -> GameRecord:
        """Return the record of a match. Raises SaveError when there is none of this name, or it cannot be read."""
        path = self.path(name)
        if not path.exists():
            raise no_such_save(name)
        return load(path)

    def remove(self, name: str) -> None:
        """Delete a match and its secret. Raises SaveBusy, SaveError."""
        remove(self.path(name), (SECRET,))


def _not_whole(name: Name, line: int, fault: BackgammonError) -> SaveError:
    return SaveError(N_("{name} is damaged: line {line}: {fault}: not copied"), name=name, line=line, fault=fault)
