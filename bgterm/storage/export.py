"""The export of a match to files for other programs, in a folder that the player chose."""

from collections.abc import Mapping
from pathlib import Path

from bgterm.catalog import N_
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.durable import numbered
from bgterm.storage.errors import FileError, reason_of
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import FORMATS, write_file

_ALIKE = (SUFFIX, ".txt")
"""The formats that are not exported: bgterm's own, unless the dice are verifiable, and `.txt`, as `.mat`."""


def export(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> list[Path]:
    """Write a match to files for other programs, and return their paths.

    A match with verifiable dice is also written as bgterm's own record, which carries their proof. The folder is
    created if necessary. Files with the same content are not written again; if files of that name have other
    content, the new ones get a number. Raises FileError.
    """
    suffixes = [suffix for suffix in FORMATS if suffix not in _ALIKE]
    if evidence(items).commitment:
        suffixes.append(SUFFIX)
    texts = {suffix: FORMATS[suffix].write(header, items).encode(errors="replace") for suffix in suffixes}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for tail in numbered():
            files = {folder / f"{name}{tail}{suffix}": text for suffix, text in texts.items()}
            is_there = all(path.is_file() and path.read_bytes() == text for path, text in files.items())
            if is_there or _write_if_free(files):
                break
    except OSError as error:
        message = N_("cannot write to {folder} ({reason}); choose another folder with --export-dir")
        raise FileError(message, folder=folder, reason=reason_of(error)) from error
    return [*files]


def _write_if_free(files: Mapping[Path, bytes]) -> bool:
    """Write all of the files and return True; return False if one of them exists.

    Raises FileError or OSError, after which none of the new files is left.
    """
    created = list[Path]()
    try:
        for path in files:
            path.touch(exist_ok=False)
            created.append(path)
        for path, text in files.items():
            write_file(path, text, name=str(path))
    except BaseException as error:
        for path in created:
            path.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            return False
        raise
    return True
