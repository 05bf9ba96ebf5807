"""Lines that several programs read and append to, such as the journal of reviews of each player of a server."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from bgterm.storage.durable import DISK, PRIVATE_FOLDER, AppendOnlyFile, Disk
from bgterm.storage.errors import Name, reported
from bgterm.storage.journal import SUFFIX


class Lines(Protocol):
    """A list of lines in a file or a database. Calls block on the disk."""

    @property
    def name(self) -> Name:
        """The file or database, as named in messages."""

    def read(self) -> list[bytes]:
        """Return the lines. Raises FileError, SaveError."""

    def append(self, head: bytes, lines: Sequence[bytes]) -> None:
        """Append lines, preceded by `head` if there are none yet. Raises FileError, SaveError."""


class PlayersLines(Protocol):
    """The lines of a server's players, keyed by user key. Calls block on the disk."""

    def of(self, key: str) -> Lines:
        """Return the lines of the player with this key."""

    def players(self) -> list[str]:
        """Return the keys of the players who have lines. Raises SaveError."""

    def remove(self, key: str) -> None:
        """Delete the lines of the player with this key. Raises FileError, SaveError."""


def copy_lines(source: PlayersLines, target: PlayersLines) -> int:
    """Copy the lines of players who have none in `target`; return their number. Raises FileError, SaveError."""
    missing = [key for key in source.players() if key not in target.players()]
    for key in missing:
        if lines := source.of(key).read():
            target.of(key).append(lines[0], lines[1:])
    return len(missing)


class LinesFile:
    """Lines in a file. The next append cuts off an unfinished last line, which a killed program has left."""

    def __init__(self, path: Path, disk: Disk = DISK, name: Name = "") -> None:
        """Use the file at the path, which need not exist; messages call it `name`, by default the path."""
        self.name, self._path, self._disk = name or path, path, disk

    def read(self) -> list[bytes]:
        """Return the whole lines. Raises FileError."""
        with reported(self.name):
            try:
                data = self._path.read_bytes()
            except FileNotFoundError:
                return []
        return data.split(b"\n")[:-1]

    def append(self, head: bytes, lines: Sequence[bytes]) -> None:
        """Append lines under a lock, as `Lines.append`. Raises FileError."""
        with reported(self.name):
            self._path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            with AppendOnlyFile.open_or_create(self._path, self._disk, waits=True) as file:
                size = self._path.read_bytes().rfind(b"\n") + 1
                file.keep(size)
                file.append(b"".join(line + b"\n" for line in (*(() if size else (head,)), *lines)))


class PlayersFiles:
    """The lines of each player in a file in one folder, named after the key."""

    def __init__(self, folder: Path) -> None:
        """Use the folder, which need not exist."""
        self._folder = folder

    def _path(self, key: str) -> Path:
        return self._folder / f"{key.rpartition(':')[2].replace('/', '_')}{SUFFIX}"

    def of(self, key: str) -> LinesFile:
        """Return the lines of the player with this key."""
        return LinesFile(self._path(key), name=self._folder.name)

    def players(self) -> list[str]:
        """Return the keys of the players who have lines."""
        return [f"SHA256:{path.stem.replace('_', '/')}" for path in sorted(self._folder.glob(f"*{SUFFIX}"))]

    def remove(self, key: str) -> None:
        """Delete the lines of the player with this key. Raises FileError."""
        with reported(self._folder.name):
            self._path(key).unlink(missing_ok=True)
