"""Where matches are kept: in files, or in a database that several processes share.

A match is kept as the lines of a journal (`bgterm.notation.json_codec`), numbered from 0, the header. A line is
added after all that its writer knows. Where several processes play one match, the one that is overtaken by another
has to read on first, and to judge again.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bgterm.catalog import N_
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.json_codec import Note
from bgterm.rules.errors import BackgammonError, ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import Name, SaveError, no_such_save
from bgterm.storage.journal import SECRET, SUFFIX, Journal, load, remove

if TYPE_CHECKING:
    from bgterm.storage.index import Entry


class News(Enum):
    """The consequence of an event for the lists that show its match elsewhere."""

    NONE = "-"
    TURN = "turn"
    """Another player is to act."""
    GAME = "game"
    """A game has ended."""


class OpenMatch(Protocol):
    """A match that is open for appending. Its calls wait for the disk, so a `Writer` makes them."""

    @property
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""

    @property
    def saved(self) -> bool:
        """Whether the match is kept: one that was created lazily is when something has happened."""

    @property
    def items(self) -> Sequence[Event | Note]:
        """The events and notes so far, in the order in which they are kept."""

    def append(self, item: Event | Note, news: News = News.NONE) -> None:
        """Add a line; when this returns, it is safe on the disk. Other processes are notified with the `news`.

        Raises SaveError when it is not, and Overtaken when another process has added lines that are not read yet.
        """

    def add(self, note: Note) -> None:
        """Add a note in any case, after lines that are not read yet too. Raises SaveError."""

    def post(self, note: Note) -> None:
        """Add a note as `add`, if that is possible; where it will be later, then, and before all later lines."""

    def read_on(self) -> Sequence[Event | Note]:
        """Return what other processes have added since. Raises SaveError."""

    def save(self) -> None:
        """Keep from now on what was created lazily. Raises SaveError."""

    def close(self) -> None:
        """Release the match. Nothing can be added any more."""

    def finish(self, record: GameRecord) -> None:
        """Take note that nothing more will happen, for the lists of matches."""

    def read_secret(self) -> bytes:
        """Return what is kept in private beside the match; nothing when it cannot be read. Raises SaveError."""

    def write_secret(self, data: bytes) -> None:
        """Replace what is kept in private, safe on the disk when this returns.

        Raises SaveError, and Overtaken when another process has replaced it since it was read.
        """

    def remove_secret(self) -> None:
        """Remove what is kept in private, if it is there and that is possible."""

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call `look`, in the event loop, when another process may have added lines; return what ends that."""


class MatchStore(Protocol):
    """The matches of one player or one server. Its calls wait for the disk."""

    def create(self, header: Header, *, lazily: bool = False) -> tuple[OpenMatch, GameRecord]:
        """Begin a new match under a name of its own, `lazily` with its first event. Raises SaveError."""

    def open(self, name: str) -> tuple[OpenMatch, GameRecord]:
        """Open a match to go on with it. Raises SaveBusy when only one program may, SaveError."""

    def load(self, name: str) -> GameRecord:
        """Read a match. Raises SaveError."""

    def remove(self, name: str) -> None:
        """Remove a match for good. Raises SaveError."""


class MatchLibrary(MatchStore, Protocol):
    """The matches of one server with the lists of them."""

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the matches with seats that can be resumed, the one played last first.

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


class Copyable(Protocol):
    """A store whose matches can be copied to another."""

    def names(self) -> list[str]:
        """Return the names of all matches."""

    def take(self, name: str) -> Copy:
        """Return a match that nobody plays meanwhile. Raises SaveBusy, SaveError."""

    def put(self, copy: Copy) -> bool:
        """Keep a match under its name, unless it is there already; return whether it was not.

        Raises SaveError when another match is kept under this name, or it cannot be kept.
        """


def copy_all(source: Copyable, target: Copyable) -> Iterator[tuple[str, bool | SaveError]]:
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

    def create(self, header: Header, *, lazily: bool = False) -> tuple[Journal, GameRecord]:
        """Begin a new match, as `MatchStore.create`."""
        return Journal.create(self.folder, header, self._disk, lazily=lazily)

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
