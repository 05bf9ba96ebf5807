"""`bgterm convert`: write a match file in another format."""

from argparse import Namespace
from pathlib import Path

from bgterm.analysis.text_report import faults
from bgterm.catalog import N_
from bgterm.cli.match_file_io import STREAM, chosen, meant, put, source, tell
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import write_file


def run(options: Namespace) -> int:
    """Convert a match file; return the exit status, 1 when the match has faults, else 0.

    The valid part of a faulty file is written. Raises FileError when there is none, and UsageError when the format
    of a file is unknown.
    """
    origin, target = options.source, options.target
    form = chosen(target, options.target_form, "--to")
    if STREAM not in (origin, target) and _same(meant(origin), Path(target)):
        raise FileError(N_("{name} is the input file: choose another name for the output"), name=target)
    found = source(origin, options.source_form).match()
    data = form.write(found.header, found.items).encode(errors="backslashreplace")
    if target == STREAM:
        put(data)
    else:
        write_file(Path(target), data, name=target)
    return tell(faults(found), origin)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of the files does not exist
        return False
