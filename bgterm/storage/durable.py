"""Files that survive crashes and power cuts: appended to durably, replaced atomically, locked by one program.

When a call returns, the data is safe on the disk; when the disk fails, it raises OSError. A lock is a `flock` of
the file itself, so it ends with the program that holds it, however the program ends, and leaves nothing behind.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple, Self

PRIVATE_FOLDER = 0o700
PRIVATE = 0o600
"""The permissions of a file that only its user can read and write."""
_USUAL = 0o666
"""The permissions of a new file before the umask is applied."""
_PERMISSIONS = 0o777
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
_NEW = _APPEND | os.O_CREAT | os.O_EXCL
_SHOWN = 40
"""The most characters of a file's name in the name of its scratch file, so that no system finds it too long."""


class Disk(NamedTuple):
    """The system calls that fail when the disk does; tests replace them."""

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = os.fsync
    truncate: Callable[[int, int], None] = os.ftruncate


DISK = Disk()
"""The real system calls."""


class AppendOnlyFile(AbstractContextManager["AppendOnlyFile"]):
    """A locked file to which only this program appends, each time all of the data or none of it."""

    def __init__(self, file: int, disk: Disk = DISK, *, waits: bool = False) -> None:
        """Lock an open file, all of whose data is valid.

        Raises BlockingIOError when another program has locked it, unless `waits`, which waits for the lock.
        """
        self._file, self._disk, self._torn = file, disk, False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            self._size = os.fstat(file).st_size
        except BaseException:
            os.close(file)
            raise

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> Self:
        """Open and lock an existing file. Raises BlockingIOError when another program has locked it."""
        return cls(os.open(path, _APPEND), disk)

    @classmethod
    def open_or_create(cls, path: Path, disk: Disk = DISK, *, waits: bool = False) -> Self:
        """Open the file at `path`, or create it readable by its owner only, and lock it.

        When another program has locked it, raises BlockingIOError, or with `waits` blocks until the lock is free.
        """
        return cls(os.open(path, _APPEND | os.O_CREAT, PRIVATE), disk, waits=waits)

    @classmethod
    def create(cls, paths: Iterable[Path], disk: Disk = DISK) -> tuple[Path, Self]:
        """Create and lock a private file at the first of the endless `paths` where no file exists.

        Return that path and the open file.
        """
        for path in paths:
            with suppress(FileExistsError):
                return path, cls(os.open(path, _NEW, PRIVATE), disk)
        raise AssertionError

    def __exit__(self, *_error: object) -> None:
        """Close the file."""
        self.close()

    def keep(self, size: int) -> None:
        """Set how many bytes at the start are valid; the next append cuts off the bytes after them."""
        self._torn = self._torn or size != self._size
        self._size = size

    def append(self, data: bytes) -> None:
        """Append the data. If that fails, the partly written data is cut off at once or by the next call."""
        self._cut()
        self._torn = True
        try:
            _write(self._file, data, self._disk)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._torn = False
        self._size += len(data)

    def survive_exec(self) -> None:
        """Keep the file open and locked when this process replaces its program with another by `exec`."""
        os.set_inheritable(self._file, True)

    def close(self) -> None:
        """Close the file, which releases the lock; nothing can be appended any more."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _cut(self) -> None:
        if self._torn:
            self._disk.truncate(self._file, self._size)
            self._torn = False


def replace(path: Path, data: bytes, disk: Disk = DISK, *, private: bool = False) -> None:
    """Replace the content of a file atomically, or create the file; a symbolic link stays, its target is replaced.

    With `private` only the owner can read the new file; otherwise it has the permissions of the old one, or the
    usual ones where there was none.
    """
    path = path.resolve()
    scratch = path.with_name(f".{path.name[:_SHOWN]}.{os.urandom(4).hex()}")
    file = os.open(scratch, _NEW, PRIVATE if private else _USUAL)
    try:
        try:
            if not private and path.exists():
                os.fchmod(file, path.stat().st_mode & _PERMISSIONS)
            _write(file, data, disk)
        finally:
            os.close(file)
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    sync_folder(path.parent, disk)


def _write(file: int, data: bytes, disk: Disk) -> None:
    """Write all of the data, in several steps if necessary, and wait until it is on the disk."""
    while data:
        data = data[disk.write(file, data) :]
    disk.sync(file)


def sync_folder(folder: Path, disk: Disk = DISK) -> None:
    """Sync a folder, so that new files in it survive a power cut."""
    file = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        disk.sync(file)
    finally:
        os.close(file)


def numbered() -> Iterator[str]:
    """Yield suffixes that make a name unique: none, `-2`, `-3` and so on without end."""
    yield ""
    yield from (f"-{number}" for number in count(2))
