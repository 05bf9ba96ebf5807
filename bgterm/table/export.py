"""Files of a match for other programs, written where the player is."""

from itertools import count
from pathlib import Path

from bgterm.notation import refusals
from bgterm.notation.book_words import exported
from bgterm.notation.lines import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.table.formats import FORMATS, FileError, write_file
from bgterm.table.saves import SUFFIX

EXPORTED = tuple(suffix for suffix in FORMATS if suffix not in {SUFFIX, ".txt"})
"""The endings of the files that are written."""


def export(header: Header, items: tuple[Event | Note, ...], name: str) -> str:
    """Write a match as other programs read it, and say which files that made and where, or why it made none.

    They go where the player is, or where he may not write, to his home; no file there is overwritten.
    """
    texts = {suffix: FORMATS[suffix].write(header, items).encode(errors="replace") for suffix in EXPORTED}
    try:
        try:
            return _written(Path.cwd(), name, texts)
        except (FileError, OSError):
            return _written(Path.home(), name, texts)
    except FileError as error:
        return f"{refusals.why(error)}."


def _written(folder: Path, name: str, texts: dict[str, bytes]) -> str:
    name = _free(folder, name)
    for suffix, text in texts.items():
        write_file(folder / f"{name}{suffix}", text)
    return exported(str(folder), [f"{name}{suffix}" for suffix in texts])


def _free(folder: Path, name: str) -> str:
    """Give the name, with a number behind it where there are files of that name."""
    tried = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(one for one in tried if not any((folder / f"{one}{suffix}").exists() for suffix in EXPORTED))
