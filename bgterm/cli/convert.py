"""`bgterm convert`: a match file in another format."""

from pathlib import Path
from typing import BinaryIO, TextIO

from bgterm.analysis.text_report import faults
from bgterm.catalog import N_
from bgterm.cli.match_file_io import STREAM, chosen, meant, put, source, tell
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import Format, write_file


class SameFile(FileError):
    """The file would be written over the one that it is made from."""

    name: str
    message = N_("{name} is the input file: choose another name for the output")


def run(
    origin: str,
    target: str,
    forms: tuple[Format | None, Format | None],
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: TextIO,
) -> int:
    """Write the match of `origin` to `target`; `forms` are the formats of both where their names do not tell.

    Give the exit status, 1 when something in the match is wrong, else 0: what was valid is written all the same.
    Raises FileError when nothing is.
    """
    form = chosen(target, forms[1], "--to")
    if STREAM not in (origin, target) and _same(meant(origin), Path(target)):
        raise SameFile(name=target)
    found = source(origin, forms[0], stdin).match()
    data = form.write(found.header, found.items).encode(errors="backslashreplace")
    if target == STREAM:
        put(data, stdout)
    else:
        write_file(Path(target), data, name=target)
    return tell(faults(found), origin, stderr)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there
        return False
