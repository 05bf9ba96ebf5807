"""Files of a match for other programs, in the folder that the player chose for them."""

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
"""bgterm's own format, which only matches with verifiable dice need, and a second name for `.mat`."""


def export(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> list[Path]:
    """Write a match into files for other programs, and return their paths.

    A match with verifiable dice is written as bgterm's own record too, which carries their proof. The folder is
    made if it is not there. Files that hold the match as it is now are not written again; where files of that name
    hold something else, the new ones get a number. Raises FileError.
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
    """Write all of the files, or none where one is there already; return whether they are written.

    Raises FileError, OSError; none is left then.
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
