"""Shared code of the commands for match files: reading a match, and reporting the faults of a damaged one."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.cli.flags.usage import UsageError
from bgterm.cli.streams import complain, discard, shown
from bgterm.formats.record import GameRecord
from bgterm.profile.settings import state_folder
from bgterm.storage.errors import SaveError, file_failed, reason_of
from bgterm.storage.library import find_save
from bgterm.storage.match_files import (
    LONGEST,
    Format,
    format_in,
    format_of,
    is_file_meant,
    is_format_known,
    read_bytes,
    read_data,
    read_file,
)

STREAM = "-"
"""The argument that stands for standard input or output."""
_STDIN = N_("standard input")


class Source(NamedTuple):
    """The bytes that a command has read from a match file, a saved match or standard input, and their format."""

    called: str
    """The name of the source in messages."""
    data: bytes
    form: Format | None
    """The format of the data; None if neither the name nor an option shows it."""

    def match(self) -> GameRecord:
        """Return the match in the data. Raises FileError if there is none, UsageError for an unknown format."""
        if self.form is None:
            raise _no_format(self.called, "--from")
        return read_data(self.data, self.called, self.form)


def source(name: str, form: Format | None) -> Source:
    """Read the file, the saved match or for `-` the standard input that an argument names; return its content.

    The format is `form`, or by default that of the file's suffix. Raises FileError when it cannot be read,
    UsageError for standard input without a format and for an empty name.
    """
    if not name or (name == STREAM and form is None):
        raise _no_format(name, "--from")
    if name == STREAM:
        return Source(_(_STDIN), _everything(), form)
    path = meant(name)
    data, told = read_bytes(path, name=name), name if is_format_known(name) else path.name
    return Source(name, data, form or (format_in(data, told) if is_format_known(told) else None))


def meant(name: str) -> Path:
    """Return the path that an argument means: of the saved match with this name, otherwise the name as a path.

    A name that looks like a file's never means a saved match.
    """
    if not is_file_meant(name) and (kept := kept_match(name)):
        return kept
    return Path(name)


def file_asked(saves: Path, name: str) -> tuple[GameRecord, Path]:
    """Return the match in a file, or the saved match with that name in the folder `saves`, and its path.

    Raises BackgammonError when there is neither, or it cannot be read.
    """
    if is_file_meant(name):
        return read_file(Path(name), name=name), Path(name)
    path = find_save(saves, name)
    return read_file(path), path


def kept_match(name: str) -> Path | None:
    """Return the path of the player's saved match with that name; None when there is none."""
    try:
        return find_save(state_folder() / "matches", name)
    except SaveError:
        return None


def _everything() -> bytes:
    try:
        return sys.stdin.buffer.read(LONGEST + 1)
    except OSError as error:
        raise file_failed(_(_STDIN), reason_of(error)) from error


def chosen(name: str, form: Format | None, option: str) -> Format:
    """Return the format `form`, or if it is None the format that the suffix of the file's name shows.

    Raises UsageError, with the `option` that sets the format, when the suffix shows none.
    """
    if form:
        return form
    if name == STREAM or not is_format_known(name):
        raise _no_format(name, option)
    return format_of(name)


def _no_format(name: str, option: str) -> UsageError:
    called = _("a stream") if name == STREAM else name or '""'
    message = N_("the name of {name} does not show the format: set it with {option}, like {option} mat")
    return UsageError(message, name=called, option=option)


def put(text: bytes) -> None:
    """Write bytes to standard output; do nothing more if the reader has closed it.

    Raises FileError for other failures.
    """
    stdout = sys.stdout.buffer
    try:
        stdout.write(text)
        stdout.flush()
    except BrokenPipeError:
        discard(stdout)
    except OSError as error:
        discard(stdout)
        raise file_failed(_("standard output"), reason_of(error)) from error


def put_lines(lines: Iterable[str]) -> None:
    """Write lines, each with a newline, to standard output in its encoding. Raises FileError as `put` does."""
    encoding = sys.stdout.encoding or "utf-8"
    put("".join(f"{shown(line, encoding)}\n" for line in lines).encode(encoding))


def tell(lines: Iterable[str], name: str) -> int:
    """Print these faults of the file `name` on standard error; return the exit status: 1 with faults, else 0."""
    status, source = 0, _(_STDIN) if name == STREAM else name
    for line in lines:
        complain(f"{source}: {line}.")
        status = 1
    return status
