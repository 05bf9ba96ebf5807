"""The folder of saves: which matches there are, and which of them go on."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bgterm.notation.record import Record
from bgterm.rules.errors import Rule
from bgterm.table.saves import SESSION_CLOSED, SUFFIX, SaveError, load


@dataclass(frozen=True, slots=True)
class Save:
    """A match in the folder, as far as it was played when it was looked at."""

    path: Path
    record: Record

    @property
    def name(self) -> str:
        """What it is called: `2026-11-20-ann-bob`."""
        return self.path.stem

    @property
    def finished(self) -> bool:
        """Whether there is a winner. A money session can be continued until the players close it."""
        return self.record.match.winner is not None or SESSION_CLOSED in self.record.items


def saves(folder: Path) -> Iterator[Save]:
    """Give the saves in the folder, the one played last first; those that cannot be read at all are left out.

    Each is read when it is asked for, so that the first costs no more than itself.
    """
    dated = sorted(((path.stat().st_mtime_ns, path) for path in _files(folder)), reverse=True)
    for _, path in dated:
        try:
            yield Save(path, load(path))
        except SaveError:
            continue


def unfinished(folder: Path) -> Iterator[Save]:
    """Give the saves that can be continued, the one played last first."""
    return (save for save in saves(folder) if not save.finished)


def find_save(folder: Path, name: str) -> Path:
    """Give the save of that name. Raises SaveError when there is none."""
    for path in _files(folder):
        if name in (path.stem, path.name):
            return path
    raise SaveError(Rule.NO_SAVE, name=name)


def _files(folder: Path) -> Iterator[Path]:
    return folder.glob(f"*{SUFFIX}")
