"""`bgterm convert`: a match file in another format."""

from pathlib import Path
from typing import BinaryIO, TextIO

from bgterm.cli.files import STREAM, chosen, put, read, tell
from bgterm.notation.summary import faults
from bgterm.notation.troubles import Trouble
from bgterm.table.formats import FileError, Format, write_file


def run(
    source: str,
    target: str,
    forms: tuple[Format | None, Format | None],
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: TextIO,
) -> int:
    """Write the match of `source` to `target`; `forms` are the formats of both where their names do not tell.

    Give the exit status, 1 when something in the source is wrong, else 0: what was valid is written all the same.
    Raises FileError when nothing is.
    """
    form = chosen(target, forms[1], "--to")
    if STREAM not in (source, target) and _same(Path(source), Path(target)):
        raise FileError(Trouble.SAME_FILE, name=target)
    found = read(source, forms[0], stdin)
    data = form.write(found.header, found.items).encode(errors="backslashreplace")
    if target == STREAM:
        put(data, stdout)
    else:
        write_file(Path(target), data, name=target)
    return tell(faults(found), source, stderr)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there
        return False
