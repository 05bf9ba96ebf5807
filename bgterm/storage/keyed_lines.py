"""Lines that several programs read and append to, such as the journal of reviews of each player of a server."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from bgterm.storage.durable import DISK, PRIVATE_FOLDER, AppendOnlyFile, Disk
from bgterm.storage.errors import Name, reported
from bgterm.storage.journal import SUFFIX

Added = Callable[[list[bytes]], Sequence[bytes]]
"""A function that returns the lines to append to those that are there."""


class KeyedLines(Protocol):
    """Lists of lines, one for each key, in files or in a database. Calls block on the disk.

    A server keeps the reviews of its players so; the keys are those of the players.
    """

    @property
    def name(self) -> Name:
        """The files or the database, as named in messages."""

    def read(self, key: str) -> list[bytes]:
        """Return the lines with this key, oldest first; empty when there are none.

        Raises FileError when a file cannot be read, SaveError when a database cannot.
        """

    def append(self, key: str, added: Added) -> list[bytes]:
        """Call `added` with the present lines of `key`, append the lines that it returns, and return all of `key`.

        No other program appends meanwhile; `added` may be called twice. Raises FileError, SaveError, and the
        exceptions of `added`.
        """

    def players(self) -> list[str]:
        """Return the keys of the players who have lines. Raises SaveError."""

    def remove(self, key: str) -> None:
        """Delete the lines with this key. Raises FileError, SaveError."""


def copy_lines(source: KeyedLines, target: KeyedLines) -> int:
    """Copy the lines of each player who has none in `target`; return the number of players copied.

    Raises FileError when a file cannot be read or written, SaveError when a database cannot.
    """
    known = {*target.players()}
    missing = [key for key in source.players() if key not in known]
    for key in missing:
        if lines := source.read(key):
            target.append(key, lambda _there: lines)
    return len(missing)


class LinesFolder:
    """The implementation of `KeyedLines` in a folder, with a file for each key.

    The next append cuts off an unfinished last line, which a killed program has left.
    """

    def __init__(self, folder: Path, name: Name, disk: Disk = DISK) -> None:
        """Use the folder, which need not exist; messages call its files `name`."""
        self.name, self._folder, self._disk = name, folder, disk

    def _path(self, key: str) -> Path:
        return self._folder / f"{key.rpartition(':')[2].replace('/', '_')}{SUFFIX}"

    def read(self, key: str) -> list[bytes]:
        """Return the complete lines with this key. Raises FileError when the file cannot be read."""
        with reported(self.name):
            try:
                data = self._path(key).read_bytes()
            except FileNotFoundError:
                return []
        return data.split(b"\n")[:-1]

    def append(self, key: str, added: Added) -> list[bytes]:
        """Append lines that `added` makes of the present ones; return all. Raises FileError, and its errors."""
        path = self._path(key)
        with reported(self.name):
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            with AppendOnlyFile.open_or_create(path, self._disk, waits=True) as file:
                data = path.read_bytes()
                *there, torn = data.split(b"\n")
                file.keep(len(data) - len(torn))
                lines = added(there)
                file.append(b"".join(line + b"\n" for line in lines))
        return [*there, *lines]

    def players(self) -> list[str]:
        """Return the keys of the players who have lines: the fingerprints of their SSH keys."""
        return [f"SHA256:{path.stem.replace('_', '/')}" for path in sorted(self._folder.glob(f"*{SUFFIX}"))]

    def remove(self, key: str) -> None:
        """Delete the lines with this key, if there are some. Raises FileError when the file cannot be removed."""
        with reported(self.name):
            self._path(key).unlink(missing_ok=True)
