"""The file a match is kept in: every line of it is safe on the disk before anyone sees what it says.

A journal is a record (`bgterm.notation.json_codec`) that one program at a time has open. Whatever happens to the
program, what is lost is at most a last line that nobody has seen.
"""

import fcntl
import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from logging import ERROR
from pathlib import Path
from typing import Self

from bgterm.formats.record import Record, read_record
from bgterm.notation.json_codec import Line, Note, write_line
from bgterm.rules.errors import BackgammonError, ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.log import log
from bgterm.text.system_errors import Trouble, reason_of

SUFFIX = ".jsonl"
"""How the names of journals end."""
SECRET = ".secret"  # noqa: S105 - a file suffix
"""How the names of the private files beside journals end."""
_LONGEST = 24
"""How many characters of a player's name a save takes, so that no system refuses the name of the file."""
_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600
_OPEN = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
_NEW = _OPEN | os.O_CREAT | os.O_EXCL


class SaveError(BackgammonError):
    """A save that cannot be read or written; nothing has changed."""


class SaveBusy(SaveError):
    """A save that another program has open."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The system calls that a disk can fail."""

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = os.fsync
    truncate: Callable[[int, int], None] = os.ftruncate


DISK = Disk()
"""The disk itself."""


@dataclass(slots=True)
class _Unsaved:
    """The first lines of a match in which nothing has happened yet, to be saved with its first event."""

    name: str
    """The name of the save, to which a number is added where it is taken."""
    lines: bytes
    beside: dict[str, bytes]
    """The files beside the save, by their endings."""


class Journal:
    """A record open for writing. Make one with `create` or `open`."""

    def __init__(
        self, path: Path, file: int, record: Record, disk: Disk = DISK, unsaved: _Unsaved | None = None
    ) -> None:
        """Take the locked, open `file` at `path`, which holds `record`; or what is `unsaved`, and no file."""
        self.path = path
        """The file; while there is none, a path at which there never is one."""
        self._file, self._disk, self._unsaved = file, disk, unsaved
        self._size = record.size
        self._untidy = record.damage is not None
        self._precious = self._untidy

    @classmethod
    def create(
        cls, folder: Path, header: Header, disk: Disk = DISK, *, lazily: bool = False
    ) -> tuple[Self, Record]:
        """Begin a record of a new match in the folder, under a name of its own. Raises SaveError.

        A record that is begun `lazily` is saved with its first event, and with it all notes before: however the
        program ends until then, no file is left behind.
        """
        name, line = save_name(header), _line(header)
        record = read_record(line)
        journal = cls(folder / f".{name}{SUFFIX}", -1, record, disk, _Unsaved(name, line, {}))
        if not lazily:
            journal.save()
        return journal, record

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> tuple[Self, Record]:
        """Open a record to go on with it. Damage is left as it is until something is added.

        Raises SaveBusy when another program has it open, SaveError when it cannot be read.
        """
        with _reported(path):
            file = os.open(path, _OPEN)
        try:
            with _reported(path):
                _lock(file)
            record = load(path)
        except BaseException:
            os.close(file)
            raise
        return cls(path, file, record, disk), record

    def append(self, item: Event | Note) -> None:
        """Add a line and wait until it is safe on the disk.

        Raises SaveError when the disk fails; the record is then as it was before.
        """
        line = _line(item)
        if self._unsaved and isinstance(item, Note):
            self._unsaved.lines += line
            return
        if self._unsaved:
            self._save_first(self._unsaved, line)
            return
        with _reported(self.path):
            self._tidy()
            self._untidy = True
            try:
                _write(self._disk, self._file, line)
            except OSError:
                with suppress(OSError):
                    self._tidy()
                raise
        self._untidy = False
        self._size += len(line)

    @property
    def saved(self) -> bool:
        """Whether there is a file."""
        return self._unsaved is None

    def save(self) -> None:
        """Save now what was begun lazily. Raises SaveError."""
        if self._unsaved:
            self._save_first(self._unsaved)

    def close(self) -> None:
        """Release the save to other programs. Nothing can be added any more."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def beside(self, suffix: str) -> Path:
        """Return the path of a file that belongs to this save, of the same name with another ending."""
        return self.path.with_suffix(suffix)

    def read_beside(self, suffix: str) -> bytes:
        """Return what the file beside this save says; nothing when it cannot be read."""
        if self._unsaved:
            return self._unsaved.beside.get(suffix, b"")
        with suppress(OSError):
            return self.beside(suffix).read_bytes()
        return b""

    def write_beside(self, suffix: str, data: bytes) -> None:
        """Replace the contents of a file beside this save, readable only by its user.

        When this returns it is safe on the disk. Raises SaveError when the disk fails.
        """
        if self._unsaved:
            self._unsaved.beside[suffix] = data
            return
        with _reported(self.path):
            _replace(self._disk, self.beside(suffix), data)

    def remove_beside(self, suffix: str) -> None:
        """Remove the file beside this save, if it is there and the system lets us."""
        if self._unsaved:
            self._unsaved.beside.pop(suffix, None)
            return
        with suppress(OSError):
            self.beside(suffix).unlink()

    def _save_first(self, unsaved: _Unsaved, line: bytes = b"") -> None:
        """Save for the first time, with this line more; if that fails, no file is left. Raises SaveError."""
        folder, name, data = self.path.parent, unsaved.name, unsaved.lines + line
        with _reported(folder / name):
            folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
            path, file = _new_file(folder / f"{name}{tail}{SUFFIX}" for tail in _numbered())
        try:
            with _reported(path):
                _lock(file)
                for suffix, text in unsaved.beside.items():
                    _replace(self._disk, path.with_suffix(suffix), text)
                _write(self._disk, file, data)
                _sync_folder(self._disk, folder)
        except BaseException:
            for suffix in unsaved.beside:
                path.with_suffix(suffix).unlink(missing_ok=True)
            path.unlink()
            os.close(file)
            raise
        self.path, self._file, self._size, self._unsaved = path, file, len(data), None

    def _tidy(self) -> None:
        """Cut off what is not valid, having put aside a copy of the whole file if it might mean something."""
        if not self._untidy:
            return
        if self._precious:
            _put_aside(self._disk, self.path)
            self._precious = False
        self._disk.truncate(self._file, self._size)
        self._untidy = False


def keep(folder: Path, header: Header, items: Iterable[Event | Note], disk: Disk = DISK) -> Path:
    """Save a whole match at once, under a name of its own, and return its path.

    However the program ends meanwhile, there is all of it or nothing. Raises SaveError.
    """
    name, data = save_name(header), b"".join(map(_line, (header, *items)))
    with _reported(folder / name):
        folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
        scratch, file = _new_file(folder / f".{name}.new{tail}" for tail in _numbered())
        try:
            _write(disk, file, data)
            path = _linked(scratch, (folder / f"{name}{tail}{SUFFIX}" for tail in _numbered()))
        finally:
            os.close(file)
            scratch.unlink()
        _sync_folder(disk, folder)
    return path


def load(path: Path) -> Record:
    """Read a save, even one that another program has open. Raises SaveError when its header cannot be read."""
    with _reported(path):
        text = path.read_bytes()
    try:
        return read_record(text)
    except (NotationError, ImpossiblePosition) as fault:
        raise SaveError(Trouble.SAVE_DAMAGED, name=path.stem, line=1, fault=fault) from fault


def move(path: Path, target: Path, beside: Iterable[str] = ()) -> None:
    """Rename a save, and the files beside it with these endings; nothing is ever overwritten.

    Raises SaveBusy when another program has it open, SaveError when the name is taken or the system refuses.
    """
    with _held(path):
        try:
            os.close(os.open(target, _NEW, _PRIVATE_FILE))
        except FileExistsError as error:
            raise SaveError(Trouble.SAVE_NAME_TAKEN, name=target.stem) from error
        path.replace(target)
        for suffix in beside:
            with suppress(FileNotFoundError):
                path.with_suffix(suffix).replace(target.with_suffix(suffix))


def remove(path: Path, beside: Iterable[str] = ()) -> None:
    """Remove a save for good, and the files beside it with these endings. Raises SaveBusy, SaveError."""
    with _held(path):
        path.unlink()
        for suffix in beside:
            path.with_suffix(suffix).unlink(missing_ok=True)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Lock the save for this block; errors of the system are reported."""
    with _reported(path):
        file = os.open(path, _OPEN)
        try:
            _lock(file)
            yield
        finally:
            os.close(file)


def save_name(header: Header) -> str:
    """Return what a person can type to name the match: the date, and the letters and digits of the players' names.

    >>> from bgterm.rules.variants import BACKGAMMON, Ruleset
    >>> save_name(Header(BACKGAMMON, Ruleset(), ("Jürgen O'Neil", "李"), date="2026-11-20T19:30"))
    '2026-11-20-jurgen-o-neil-李'
    """
    words = map(slug, (header.date[:10], *header.names))
    return "-".join(filter(None, words)) or header.variant.slug


def slug(text: str, longest: int = _LONGEST) -> str:
    """Return the letters and digits, in small letters without accents, with a dash for all that is between."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in unicodedata.normalize("NFC", plain)).split()
    return "-".join(words)[:longest].strip("-")


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn what the system says into what a player is told."""
    try:
        yield
    except BlockingIOError as error:
        raise SaveBusy(Trouble.SAVE_BUSY, name=path.stem) from error
    except OSError as error:
        log("disk failed", ERROR, file=path.name, reason=reason_of(error))
        raise SaveError(Trouble.SAVE_FAILED, name=path.stem, reason=reason_of(error)) from error


def _line(item: Line) -> bytes:
    return (write_line(item) + "\n").encode()


def _lock(file: int) -> None:
    """Take the lock, which ends with the program that holds it, however it ends."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _new_file(paths: Iterable[Path]) -> tuple[Path, int]:
    """Make a file at the first of the paths, which have no end, at which there is none."""
    for path in paths:
        with suppress(FileExistsError):
            return path, os.open(path, _NEW, _PRIVATE_FILE)
    raise AssertionError


def _linked(path: Path, names: Iterable[Path]) -> Path:
    """Return a file the first of the names, which have no end, that is free."""
    for name in names:
        with suppress(FileExistsError):
            name.hardlink_to(path)
            return name
    raise AssertionError


def _write(disk: Disk, file: int, data: bytes) -> None:
    """Write all of the data, which a full disk may take only a part of at first, and wait for it."""
    while data:
        data = data[disk.write(file, data) :]
    disk.sync(file)


def _replace(disk: Disk, path: Path, data: bytes) -> None:
    """Write a file that only its user can read in place of the one there was, whole or not at all."""
    scratch = path.with_suffix(f"{path.suffix}.new")
    scratch.unlink(missing_ok=True)
    file = os.open(scratch, _NEW, _PRIVATE_FILE)
    try:
        _write(disk, file, data)
    except OSError:
        scratch.unlink()
        raise
    finally:
        os.close(file)
    scratch.replace(path)
    _sync_folder(disk, path.parent)


def _sync_folder(disk: Disk, folder: Path) -> None:
    """Make sure that a new file is found again after a power cut."""
    file = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        disk.sync(file)
    finally:
        os.close(file)


def _put_aside(disk: Disk, path: Path) -> None:
    """Copy a damaged file to a new one beside it."""
    copy, file = _new_file(path.with_name(f"{path.name}.damaged{tail}") for tail in _numbered())
    try:
        _write(disk, file, path.read_bytes())
    except OSError:
        copy.unlink()
        raise
    finally:
        os.close(file)


def _numbered() -> Iterator[str]:
    """Yield what tells names apart that are wanted twice: nothing, `-2`, `-3` and so on without end."""
    yield ""
    yield from (f"-{number}" for number in count(2))
