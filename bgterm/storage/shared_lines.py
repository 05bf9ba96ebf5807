"""Lines that several programs read and append to, such as the journal of reviews of each player of a server."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from bgterm.storage.durable import DISK, PRIVATE_FOLDER, AppendOnlyFile, Disk
from bgterm.storage.errors import Name, reported
from bgterm.storage.journal import SUFFIX


class NewLines(NamedTuple):
    """Lines that were appended since the last time."""

    lines: Sequence[bytes]
    end: int
    """Where the next ones begin."""


class Lines(Protocol):
    """Where lines are kept. Its calls wait for the disk."""

    @property
    def name(self) -> Name:
        """The name of it in messages."""

    def read(self, start: int) -> NewLines | None:
        """Return the whole lines from `start` on, 0 or an end; None where the lines before are gone.

        Raises FileError, SaveError.
        """

    def append(self, head: bytes, lines: Sequence[bytes]) -> None:
        """Append lines; the first ones after the head. Raises FileError, SaveError."""


class PlayersLines(Protocol):
    """The lines of the players of a server, by their keys. Its calls wait for the disk."""

    def of(self, key: str) -> Lines:
        """Return the lines of a player."""

    def players(self) -> list[str]:
        """Return the keys of the players who have lines. Raises SaveError."""

    def remove(self, key: str) -> None:
        """Remove the lines of a player. Raises FileError, SaveError."""


def copy_lines(source: PlayersLines, target: PlayersLines) -> int:
    """Copy the lines of players who have none in the target; return of how many. Raises FileError, SaveError."""
    missing = [key for key in source.players() if key not in target.players()]
    for key in missing:
        if added := source.of(key).read(0):
            target.of(key).append(added.lines[0], added.lines[1:])
    return len(missing)


class LinesFile:
    """Lines in a file. A last line that a killed program has not finished is cut off by the next append."""

    def __init__(self, path: Path, disk: Disk = DISK, name: Name = "") -> None:
        """Take the path, at which there need not be a file, and its name in messages, by default the path."""
        self.name, self._path, self._disk = name or path, path, disk

    def read(self, start: int) -> NewLines | None:
        """Return the lines from a number of bytes on, as `Lines.read`."""
        with reported(self.name):
            try:
                data = self._path.read_bytes()
            except FileNotFoundError:
                return None
        whole = data[: data.rfind(b"\n") + 1]
        return None if len(whole) < start else NewLines(whole[start:].split(b"\n")[:-1], len(whole))

    def append(self, head: bytes, lines: Sequence[bytes]) -> None:
        """Append lines under a lock, as `Lines.append`."""
        with reported(self.name):
            self._path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            with AppendOnlyFile.open_or_create(self._path, self._disk, waits=True) as file:
                size = self._path.read_bytes().rfind(b"\n") + 1
                file.keep(size)
                file.append(b"".join(line + b"\n" for line in (*(() if size else (head,)), *lines)))


class PlayersFiles:
    """The lines of each player in a file of a folder, which is called after the key without its kind."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, which need not be there."""
        self._folder = folder

    def _path(self, key: str) -> Path:
        return self._folder / f"{key.rpartition(':')[2].replace('/', '_')}{SUFFIX}"

    def of(self, key: str) -> LinesFile:
        """Return the lines of a player."""
        return LinesFile(self._path(key), name=self._folder.name)

    def players(self) -> list[str]:
        """Return the keys of the players who have lines."""
        return [f"SHA256:{path.stem.replace('_', '/')}" for path in sorted(self._folder.glob(f"*{SUFFIX}"))]

    def remove(self, key: str) -> None:
        """Remove the lines of a player. Raises FileError."""
        with reported(self._folder.name):
            self._path(key).unlink(missing_ok=True)
