"""Tables of matches that are saved in a folder of files."""

from collections.abc import Sequence
from pathlib import Path

from bgterm.notation.json_codec import Note
from bgterm.play.dice.sources import DiceSource
from bgterm.play.table import Table
from bgterm.rules.match import Header
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.store import FileStore


def begin_table(
    folder: Path,
    header: Header,
    source: DiceSource | None = None,
    disk: Disk = DISK,
    *,
    lazily: bool = False,
    notes: Sequence[Note] = (),
) -> Table:
    """Begin a new match that is saved in the folder, as `Table.create`."""
    return Table.create(FileStore(folder, disk), header, source, lazily=lazily, notes=notes)


def resume_table(path: Path, source: DiceSource | None = None, disk: Disk = DISK) -> Table:
    """Resume the match in a file, as `Table.open`."""
    return Table.open(FileStore(path.parent, disk), path.stem, source)
