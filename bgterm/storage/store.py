"""Where matches are kept: in files, or in a database that several processes share."""

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


class MatchStore(Protocol):
    """The matches of one player or one server. Its calls wait for the disk."""

    def create(self, header: Header) -> OpenMatch:
        """Return a new match, which is saved with its first event, under a name of its own."""

    def open(self, name: str) -> tuple[OpenMatch, GameRecord]:
        """Open a match to go on with it. Raises SaveBusy when only one program may, SaveError."""

    def load(self, name: str) -> GameRecord:
        """Read a match. Raises SaveError."""

    def remove(self, name: str) -> None:
        """Remove a match for good. Raises SaveError."""


class MatchLibrary(MatchStore, Protocol):
    """The matches of one server with the lists of them."""

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the matches with seats that can be resumed, the one played last first; a record may be an outline.

        Those in which nothing was played are left out when they are older, in seconds since 1970.
        """

    def codes(self) -> set[str]:
        """Return the codes of all matches."""

    def finished(self, seat: str, unfinished: Container[str] = ()) -> "list[Entry]":
        """Return the finished matches with this seat, the one played last first; `unfinished` names others."""

    def last_finished(self, most: int) -> "list[Entry]":
        """Return the last finished matches with seats, the one played last first."""

    def recorded(self, code: str, unfinished: Container[str] = ()) -> list[GameRecord]:
        """Return the finished matches that had this code, the one played last first. Raises SaveError."""

    def names(self) -> list[str]:
        """Return the names of all matches."""

    def take(self, name: str) -> "Copy":
        """Return a match that nobody plays meanwhile. Raises SaveBusy, SaveError."""

    def put(self, copy: "Copy") -> bool:
        """Keep a match under its name, unless it is there already; return whether it was not.

        Raises SaveError when another match is kept under this name, or it cannot be kept.
        """


class Copy(NamedTuple):
    """A match as it is carried from one store to another."""

    name: str
    lines: bytes
    """The lines as the file of a journal has them."""
    secret: bytes
    """The contents of the private file beside it; empty without one."""
    played: float
    """When the last line was added, in seconds since 1970."""

    @property
    def record(self) -> GameRecord:
        """The match. Raises SaveError when not all of it can be read."""
        try:
            record = read_record(self.lines)
        except (NotationError, ImpossiblePosition) as fault:
            raise _not_whole(self.name, 1, fault) from fault
        if record.damage and record.damage.error:
            raise _not_whole(self.name, record.damage.line, record.damage.error)
        return record


def copy_all(source: MatchLibrary, target: MatchLibrary) -> Iterator[tuple[str, bool | SaveError]]:
    """Copy all matches; yield the name of each with whether it was not there yet, or why it was not copied."""
    for name in source.names():
        try:
            copy = source.take(name)
            yield name, target.put(copy) if copy.record else False
        except SaveError as error:
            yield name, error


class FileStore:
    """The matches of one folder, each of which one program at a time has open."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """Take the folder, which need not be there."""
        self.folder, self._disk = folder, disk

    def create(self, header: Header) -> Journal:
        """Return a new match, as `MatchStore.create`."""
        return Journal.create(self.folder, header, self._disk)

    def open(self, name: str) -> tuple[Journal, GameRecord]:
        """Open a match, as `MatchStore.open`."""
        return Journal.open(self.path(name), self._disk)

    def path(self, name: str) -> Path:
        """Return the file of the match of that name."""
        return self.folder / f"{name}{SUFFIX}"

    def load(self, name: str) -> GameRecord:
        """Read a match, as `MatchStore.load`."""
        path = self.path(name)
        if not path.exists():
            raise no_such_save(name)
        return load(path)

    def remove(self, name: str) -> None:
        """Remove a match and its secret."""
        remove(self.path(name), (SECRET,))


def _not_whole(name: Name, line: int, fault: BackgammonError) -> SaveError:
    return SaveError(N_("{name} is damaged: line {line}: {fault}: not copied"), name=name, line=line, fault=fault)
