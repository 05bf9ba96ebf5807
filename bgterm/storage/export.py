"""Files of a match for other programs, in the folder that the player chose for them."""

from collections.abc import Collection
from itertools import count
from pathlib import Path

from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import FORMATS, FileError, write_file
from bgterm.text.system_errors import Trouble, reason_of

_ALIKE = (SUFFIX, ".txt")
"""bgterm's own format, which only matches with verifiable dice need, and a second name for `.mat`."""


def export(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> list[Path]:
    """Write a match into new files for other programs, and return their paths.

    A match with verifiable dice is written as bgterm's own record too, which carries their proof. The folder is
    made if it is not there; where files of that name are, the new ones get a number. Raises FileError.
    """
    suffixes = [suffix for suffix in FORMATS if suffix not in _ALIKE]
    if evidence(items).commitment:
        suffixes.append(SUFFIX)
    texts = [FORMATS[suffix].write(header, items).encode(errors="replace") for suffix in suffixes]
    paths = _reserved(folder, name, suffixes)
    try:
        for path, text in zip(paths, texts, strict=True):
            write_file(path, text, name=str(path))
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise
    return paths


def _reserved(folder: Path, name: str, suffixes: Collection[str]) -> list[Path]:
    """Create empty files of one name in the folder, with a number behind it if needed. Raises FileError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tried = (name if number == 1 else f"{name}-{number}" for number in count(1))
        return next(paths for one in tried if (paths := _created([folder / f"{one}{end}" for end in suffixes])))
    except OSError as error:
        raise FileError(Trouble.EXPORT_FAILED, folder=folder, reason=reason_of(error)) from error


def _created(paths: list[Path]) -> list[Path]:
    """Create all of these files, or none where one of them is there already; return those created."""
    created = list[Path]()
    try:
        for path in paths:
            path.touch(exist_ok=False)
            created.append(path)
    except OSError as error:
        for path in created:
            path.unlink()
        if not isinstance(error, FileExistsError):
            raise
        return []
    return created
