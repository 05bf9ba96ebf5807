"""Match files on the disk: their formats, chosen by the suffix of the name, and how to read and write them.

Those of eXtreme Gammon and BGBlitz are read by the library gammonview, the extra `bgterm[xg]`. It runs in a child
process with limits of memory and time, because such files may be malicious.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISDIR
from traceback import extract_tb
from typing import Any, NamedTuple

from bgterm.catalog import N_, _
from bgterm.formats import bgf, mat, sgf, xg
from bgterm.formats.importer import import_transcript
from bgterm.formats.record import GameRecord, read_record
from bgterm.formats.transcript import Transcript
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.durable import numbered, replace
from bgterm.storage.errors import FileError, Name, file_failed, reason_of, reported
from bgterm.storage.journal import SUFFIX
from bgterm.text.installing import pip_install

LONGEST = 8 * 2**20
"""The most bytes of a file that are read: far more than any match needs."""
_SECONDS = 30
"""The seconds that the child process may take, even on a busy machine."""
_HEAD = 1024
"""The number of first bytes that decide whether a file is text."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Format(NamedTuple):
    """A format of match files: its functions to read and to write them."""

    read: Callable[[bytes], GameRecord]
    """Returns the match in the data of a file.

    Raises NotationError when there is none, ImpossiblePosition when its first position cannot occur.
    """
    write: Callable[[Header, tuple[Event | Note, ...]], str]
    """Returns the text of a file with this match."""


class Kind(NamedTuple):
    """A binary format of another program's files, such as eXtreme Gammon's, which a child process reads."""

    name: str
    """The name of the format, as an argument of the child process."""
    program: str
    read: Callable[[Any], Transcript]
    """A function that returns the transcript in the JSON value that the child process writes."""


_XG, _BGF = Kind("xg", xg.PROGRAM, xg.read), Kind("bgf", bgf.PROGRAM, bgf.read)
_MAGIC: Mapping[bytes, Kind] = {b"RGMH": _XG, b'{"format":"BGF"': _BGF, b'{ "format":"BGF"': _BGF}
"""The formats, keyed by the first bytes of a file."""


def kind_of(data: bytes) -> Kind | None:
    """Return the foreign binary format of a file from its first bytes; None for any other format."""
    return next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)


def read_foreign(kind: Kind, data: bytes) -> GameRecord:
    """Return the match in a file's data, with its analysis.

    Raises NotationError when there is none, the library is missing, or reading takes too much memory or time.
    """
    if not find_spec("gvformat"):
        message = N_("a match file of {program} needs gammonview, the extra xg: {command}")
        raise NotationError(message, program=kind.program, command=pip_install("gammonview"))
    try:
        found = _converted(kind, data)
    except (OSError, subprocess.SubprocessError) as error:
        message = N_("a match file of {program} that is damaged, or too large to be read")
        raise NotationError(message, program=kind.program) from error
    try:
        told = kind.read(found)
    except _DAMAGE as error:
        place = extract_tb(error.__traceback__)[-1]
        message = N_(
            "the records of this match file of {program} cannot be read ({error} in {module}, line {line}): it is "
            "damaged, or bgterm does not know all of its format"
        )
        name, module, line = type(error).__name__, Path(place.filename).name, place.lineno
        raise NotationError(message, program=kind.program, error=name, module=module, line=line) from error
    return import_transcript(told)


_DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, StopIteration, RecursionError)


def _converted(kind: Kind, data: bytes) -> object:
    """Return a file's content as JSON from the child process. Raises OSError or SubprocessError if it fails."""
    folder, others = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-P", "-m", "bgterm.storage.gammonview_child", kind.name],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=_SECONDS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (folder, others)))},
    )
    return json.loads(done.stdout)


def decoded(data: bytes) -> str:
    """Return the text of a file: decoded from UTF-8, UTF-16 with a byte order mark, or else Windows-1252."""
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
"""The formats that are read and written, by file suffix."""


_POSITION = ".xgp"
_FOREIGN: Mapping[str, str] = {
    ".xg": N_("a match file of eXtreme Gammon"),
    _POSITION: N_("a position file of eXtreme Gammon"),
    ".bgf": N_("a match file of BGBlitz"),
}
"""The binary formats of other programs, by file suffix."""
_PACKED: Mapping[bytes, str] = {
    b"PK\x03\x04": N_("a zip archive"),
    b"\x1f\x8b": N_("a file packed by gzip"),
    b"7z\xbc\xaf": N_("a 7z archive"),
    b"%PDF": N_("a PDF document"),
}
"""The kinds of other files, by their first bytes."""


def is_format_known(name: str) -> bool:
    """Return whether the suffix of a file's name is that of a match file, even of a kind that cannot be read."""
    suffix = Path(name).suffix.lower()
    return suffix in FORMATS or suffix in _FOREIGN


def format_of(name: str) -> Format:
    """Return the format of a file by its suffix. Raises FileError for an unknown suffix."""
    suffix = Path(name).suffix.lower()
    if suffix not in FORMATS:
        raise _unknown_format(name)
    return FORMATS[suffix]


def format_in(data: bytes, name: str) -> Format:
    """Return the format of a file by its suffix, or by its content if the suffix is one of a binary format.

    Raises FileError for a format that cannot be read.
    """
    if Path(name).suffix.lower() not in _FOREIGN:
        return format_of(name)
    if not _foreign_kind(data, name):
        _refuse_binary(data, name)
    text = decoded(data).lstrip()
    return FORMATS[".sgf" if text.startswith("(") else SUFFIX if text.startswith("{") else ".mat"]


def is_file_meant(text: str) -> bool:
    """Return whether a text that a player typed seems to name a match file, rather than a save.

    It does if it has the suffix of a match file, or is the path of a file.
    """
    try:
        return bool(text) and (is_format_known(text) or Path(text).exists())
    except OSError:  # no file can have this name
        return False


def read_file(path: Path, *, name: str = "") -> GameRecord:
    """Return the match in a file, as far as it is valid.

    Error messages call the file `name`, by default the last part of its path. Raises FileError when it cannot be
    read, is too long or has no match in it.
    """
    called = name or path.name
    if not is_format_known(called):
        raise _unknown_format(called)
    data = read_bytes(path, name=called)
    return read_data(data, called, format_in(data, called))


def read_bytes(path: Path, *, name: str) -> bytes:
    """Return the content of a file or device, which error messages call `name`.

    Raises FileError when it cannot be read or is longer than LONGEST bytes.
    """
    with reported(name):
        found = path.stat()
        if S_ISDIR(found.st_mode):
            raise file_failed(name, "Is a directory")
        _refuse_too_much(found.st_size, name)  # before anything is read
        with os.fdopen(
            os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb"
        ) as file:  # do not wait for the writer of a FIFO
            os.set_blocking(file.fileno(), True)
            data = file.read(LONGEST + 1)
    _refuse_too_much(len(data), name)
    return data


def read_data(data: bytes, name: str, found: Format) -> GameRecord:
    """Return the match in a file's data, which is in the format `found`; error messages call the file `name`.

    Raises FileError when there is no match in it.
    """
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
    """Return the foreign format of a match file by its content; None for a format of bgterm or a position file."""
    return None if name.lower().endswith(_POSITION) else kind_of(data)


def _refuse_binary(data: bytes, name: str) -> None:
    """Raise FileError for data that is not text."""
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
    """Replace the file at `path` by the data atomically; a device or pipe is written directly.

    Error messages call the file `name`, by default the last part of its path. Raises FileError.
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


# The export of a match to files for other programs, in a folder that the player chose


_ALIKE = (SUFFIX, ".txt")
"""The formats that are not exported: bgterm's own, unless the dice are verifiable, and `.txt`, as `.mat`."""


def export(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> list[Path]:
    """Write a match to one file in `folder` for each format of other programs, and return their paths.

    The files are called `name` with the suffix of their format. A match with verifiable dice is also written as
    bgterm's own record, which carries their proof. The folder is created if necessary. Files with the same content
    are not written again; if files of that name have other content, the new ones get a number. Raises FileError.
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
