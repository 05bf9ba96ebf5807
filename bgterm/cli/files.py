"""What the commands for match files share: where a match comes from, and what is said of one that is broken."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, TextIO

from bgterm.cli.streams import discard, shown
from bgterm.cli.usage import UsageError
from bgterm.notation.transcript import MatchFile
from bgterm.notation.troubles import Trouble, reason_of
from bgterm.table.formats import FORMATS, LONGEST, FileError, Format, format_of, read_data, read_file

STREAM = "-"
"""The name of standard input, and of standard output."""
_STDIN = "standard input"


def read(name: str, form: Format | None, stdin: BinaryIO) -> MatchFile:
    """Give the match of a file or of standard input, in the format `form` or the one that its name tells.

    Raises FileError.
    """
    found = chosen(name, form, "--from")
    if name == STREAM:
        return read_data(_everything(stdin), _STDIN, found)
    return read_file(Path(name), found, name=name)


def _everything(stdin: BinaryIO) -> bytes:
    try:
        return stdin.read(LONGEST + 1)
    except OSError as error:
        raise FileError(Trouble.FILE_FAILED, name=_STDIN, reason=reason_of(error)) from error


def chosen(name: str, form: Format | None, option: str) -> Format:
    """Return the format that an `option` has named, or else the end of the name. Raises UsageError."""
    if form:
        return form
    file = Path(name).name
    if name == STREAM or Path(file).suffix.lower() not in FORMATS:
        called = "a stream" if name == STREAM else name or '""'
        raise UsageError(FileError(Trouble.FORMAT_NOT_TOLD, name=called, option=option))
    return format_of(file)


def put(text: bytes, stdout: BinaryIO) -> None:
    """Write it all, or as much as anybody reads. Raises FileError when the system does not take it."""
    try:
        stdout.write(text)
        stdout.flush()
    except BrokenPipeError:
        discard(stdout)
    except OSError as error:
        discard(stdout)
        raise FileError(Trouble.FILE_FAILED, name="standard output", reason=reason_of(error)) from error


def tell(lines: Iterable[str], name: str, stderr: TextIO) -> int:
    """Say on `stderr` what is wrong with a file; give the exit status: 1 when something is, else 0."""
    status, source = 0, _STDIN if name == STREAM else name
    for line in lines:
        print(shown(f"bgterm: {source}: {line}.", stderr.encoding), file=stderr)
        status = 1
    return status
