"""Match files on the disk: which formats there are by the ends of their names, how they are read and written."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from stat import S_ISDIR
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.formats import mat, sgf
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.durable import replace
from bgterm.storage.errors import FileError, Name, file_failed, reported
from bgterm.storage.foreign_files import Kind, kind_of, read_foreign
from bgterm.storage.journal import SUFFIX

LONGEST = 8 * 2**20
"""The longest file that is read, in bytes: far more than any match needs."""
_HEAD = 1024
"""How many bytes tell whether it is text."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Format(NamedTuple):
    """A way to keep a match."""

    read: Callable[[bytes], GameRecord]
    """Give what a file says.

    Raises NotationError when there is no match in it, ImpossiblePosition when it begins as none can.
    """
    write: Callable[[Header, tuple[Event | Note, ...]], str]
    """Give the text of a file."""


def decoded(data: bytes) -> str:
    """Return the text of a file of any program: UTF-8, UTF-16 that says so, or else what Windows once wrote."""
    if data[:2] in _UTF16:
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _write_journal(header: Header, items: tuple[Event | Note, ...]) -> str:
    return "".join(f"{write_line(line)}\n" for line in (header, *items))


_MAT = Format(lambda data: mat.read(decoded(data)), mat.write)
FORMATS: Mapping[str, Format] = {
    ".mat": _MAT,
    ".txt": _MAT,
    ".sgf": Format(lambda data: sgf.read(decoded(data)), sgf.write),
    SUFFIX: Format(read_record, _write_journal),
}
"""The formats by the endings of the names of files."""


_POSITION = ".xgp"
_FOREIGN: Mapping[str, str] = {
    ".xg": N_("a match file of eXtreme Gammon"),
    _POSITION: N_("a position file of eXtreme Gammon"),
    ".bgf": N_("a match file of BGBlitz"),
}
"""Binary files of other programs by the endings of their names."""
_PACKED: Mapping[bytes, str] = {
    b"PK\x03\x04": N_("a zip archive"),
    b"\x1f\x8b": N_("a file packed by gzip"),
    b"7z\xbc\xaf": N_("a 7z archive"),
    b"%PDF": N_("a PDF document"),
}
"""The first bytes of other files."""


def is_format_known(name: str) -> bool:
    """Return whether the end of a name tells what the file is, though it may be nothing that can be read."""
    suffix = Path(name).suffix.lower()
    return suffix in FORMATS or suffix in _FOREIGN


def format_of(name: str) -> Format:
    """Return the format of a file by its name. Raises FileError when no format that can be read is called so."""
    suffix = Path(name).suffix.lower()
    if suffix not in FORMATS:
        raise _unknown_format(name)
    return FORMATS[suffix]


def format_in(data: bytes, name: str) -> Format:
    """Return the format of a file by its name, or by its content where the name is one of a binary file.

    Raises FileError for a format that cannot be read.
    """
    if Path(name).suffix.lower() not in _FOREIGN:
        return format_of(name)
    if not _foreign_kind(data, name):
        _refuse_binary(data, name)
    text = decoded(data).lstrip()
    return FORMATS[".sgf" if text.startswith("(") else SUFFIX if text.startswith("{") else ".mat"]


def is_file_meant(text: str) -> bool:
    """Whether the text names a match file: it ends like one, or there is such a file."""
    try:
        return bool(text) and (is_format_known(text) or Path(text).exists())
    except OSError:  # no file can be called so
        return False


def read_file(path: Path, *, name: str = "") -> GameRecord:
    """Return the match that a file tells, as far as it is valid.

    In sentences it is called as it was typed, by `name`, or else by its own without the folder. Raises FileError
    when it cannot be read, is too long or has no match in it.
    """
    called = name or path.name
    if not is_format_known(called):
        raise _unknown_format(called)
    data = read_bytes(path, name=called)
    return read_data(data, called, format_in(data, called))


def read_bytes(path: Path, *, name: str) -> bytes:
    """Return what a file or device holds, called `name` in sentences. Raises FileError, also for too much."""
    with reported(name):
        found = path.stat()
        if S_ISDIR(found.st_mode):
            raise file_failed(name, "Is a directory")
        _refuse_too_much(found.st_size, name)  # before anything is read
        with os.fdopen(
            os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb"
        ) as file:  # not waiting for a FIFO's writer
            os.set_blocking(file.fileno(), True)
            data = file.read(LONGEST + 1)
    _refuse_too_much(len(data), name)
    return data


def read_data(data: bytes, name: str, found: Format) -> GameRecord:
    """Return the match in the data of a file in this format; `name` is for the sentences. Raises FileError."""
    _refuse_too_much(len(data), name)
    read, other = found.read, _foreign_kind(data, name)
    if other:
        read = partial(read_foreign, other)
    elif found is not FORMATS[SUFFIX]:  # which is read as far as it is valid, whatever a crash has left in it
        _refuse_binary(data, name)
    try:
        return read(data)
    except (NotationError, ImpossiblePosition) as fault:
        raise FileError(N_("{name}: {fault}"), name=name, fault=fault) from fault


def _foreign_kind(data: bytes, name: str) -> Kind | None:
    """Return the kind of a match file of another program by its content; None for all that is read here."""
    return None if name.lower().endswith(_POSITION) else kind_of(data)


def _refuse_binary(data: bytes, name: str) -> None:
    """Raise FileError for data that is not text, naming its kind."""
    is_binary = b"\0" in data[:_HEAD] and data[:2] not in _UTF16
    suffix = Path(name).suffix.lower()
    foreign = _FOREIGN.get(suffix) if is_binary else None
    if foreign:
        message = N_("{name} is damaged, or not {kind}: export it there again, or as text (.mat)")
        if suffix == _POSITION:
            message = N_("{name} is {kind} (binary): export it there as text (.mat)")
        raise FileError(message, name=name, kind=_(foreign))
    packed = next((kind for magic, kind in _PACKED.items() if data.startswith(magic)), "")
    if packed or is_binary:
        kind = _(packed) if packed else _("a binary file")
        message = N_("{name} is {kind}, not a match in text: {known}")
        raise FileError(message, name=name, kind=kind, known=tuple(FORMATS))


def write_file(path: Path, data: bytes, *, name: str = "") -> None:
    """Write a file whole or not at all: what was there before stays until all of it is on the disk.

    In sentences it is called as in `read_file`. Raises FileError.
    """
    with reported(name or path.name):
        if not path.parent.is_dir():
            raise file_failed(path.parent, _("there is no such folder"))
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe
        else:
            replace(path, data)


def _unknown_format(name: Name) -> FileError:
    message = N_("{name}: the end of the name selects the format: {known}")
    return FileError(message, name=name, known=tuple(FORMATS))


def _refuse_too_much(size: int, name: Name) -> None:
    if size > LONGEST:
        message = N_("{name}: larger than {most} MB, which no match needs; not read")
        raise FileError(message, name=name, most=LONGEST // 2**20)
