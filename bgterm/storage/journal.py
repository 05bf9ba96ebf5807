"""The file of a match: each line is safe on the disk before anyone sees the event in it.

A journal is a record (`bgterm.notation.json_codec`) that one program at a time has open. Whatever happens to the
program, at most a last line that nobody has seen is lost.
"""

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from logging import ERROR
from pathlib import Path
from typing import Self

from bgterm.catalog import N_
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.json_codec import Line, Note, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage import errors
from bgterm.storage.durable import (
    DISK,
    PRIVATE,
    PRIVATE_FOLDER,
    AppendOnlyFile,
    Disk,
    numbered,
    replace,
    sync_folder,
)
from bgterm.storage.log import log
from bgterm.storage.open_match import OpenMatch

SUFFIX = ".jsonl"
"""The file suffix of journals."""
SECRET = ".secret"  # noqa: S105 - a file suffix
"""The suffix of the private files beside journals, with the secrets of verifiable dice."""
ANALYSIS = ".analysis"
"""The suffix of the analyses beside journals."""
_LONGEST = 24
"""The most characters of a player's name in the name of a save, so that no file name is too long."""


class Journal(OpenMatch):
    """A match whose save this program has open and locked, to append to it. Make one with `create` or `open`."""

    _file: AppendOnlyFile
    """The open file, once the match is saved."""

    def __init__(
        self, path: Path, disk: Disk, items: Iterable[Event | Note] = (), unsaved: Header | None = None
    ) -> None:
        """Begin with the `items` of the file at `path`, or with the header of an unsaved match."""
        super().__init__(items, unsaved)
        self.path = path
        """The file of the match; while it is unsaved, a path at which no file exists."""
        self._disk, self._damaged = disk, False

    @classmethod
    def create(cls, folder: Path, header: Header, disk: Disk = DISK) -> Self:
        """Return a match not saved yet; its first event saves it in the folder, named by date and players."""
        return cls(folder / f".{save_name(header)}{SUFFIX}", disk, unsaved=header)

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> tuple[Self, GameRecord]:
        """Open the save at `path` to continue it; return its journal, and the match up to the first damage.

        Damage in the file is left as it is until the first append. Raises SaveBusy when another program has it
        open, SaveError when it cannot be read.
        """
        with _reported(path, errors.save_unreadable):
            file = AppendOnlyFile.open(path, disk)
        try:
            record = load(path)
        except BaseException:
            file.close()
            raise
        file.keep(record.size)
        journal = cls(path, disk, record.items)
        journal._file, journal._damaged = file, record.damage is not None
        return journal, record

    @property
    def name(self) -> str:
        """The name of the save."""
        return self.path.stem

    def close(self) -> None:
        """Close the file, so that other programs can open it. Nothing can be added any more."""
        if self.saved:
            self._file.close()

    def _append(self, item: Event | Note, _news: object) -> None:
        line = _line(item)
        with _reported(self.path):
            self._copy_damaged()
            self._file.append(line)
        self.items.append(item)

    def _read_secret(self) -> bytes:
        with suppress(OSError):
            return self.path.with_suffix(SECRET).read_bytes()
        return b""

    def _write_secret(self, data: bytes) -> None:
        with _reported(self.path):
            replace(self.path.with_suffix(SECRET), data, self._disk, private=True)

    def _remove_secret(self) -> None:
        with suppress(OSError):
            self.path.with_suffix(SECRET).unlink()

    def _begin(self, header: Header) -> None:
        folder, name = self.path.parent, save_name(header)
        lines = b"".join(map(_line, (header, *self.items)))
        with _reported(folder / name, partial(errors.save_failed, kind=errors.NotBegun)):
            folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            names = (folder / f"{name}{tail}{SUFFIX}" for tail in numbered())
            path, file = AppendOnlyFile.create(names, self._disk)
        try:
            with _reported(path, partial(errors.save_failed, kind=errors.NotBegun)):
                if self._secret:
                    replace(path.with_suffix(SECRET), self._secret, self._disk, private=True)
                file.append(lines)
                sync_folder(folder, self._disk)
        except BaseException:
            if self._secret:
                path.with_suffix(SECRET).unlink(missing_ok=True)
            path.unlink()
            file.close()
            raise
        self.path, self._file = path, file

    def _copy_damaged(self) -> None:
        """Copy a damaged file to a new one beside it, once, before the damage is cut off."""
        if not self._damaged:
            return
        names = (self.path.with_name(f"{self.path.name}.damaged{tail}") for tail in numbered())
        copy, file = AppendOnlyFile.create(names, self._disk)
        with file:
            try:
                file.append(self.path.read_bytes())
            except OSError:
                copy.unlink()
                raise
        self._damaged = False


def keep(folder: Path, header: Header, items: Iterable[Event | Note], disk: Disk = DISK) -> Path:
    """Save a whole match at once in the folder, under a unique name, and return the path of the save.

    If the program ends meanwhile, all of it or nothing is saved. Raises SaveError.
    """
    name = save_name(header)
    paths = (folder / f"{name}{tail}{SUFFIX}" for tail in numbered())
    return keep_lines(folder, name, b"".join(map(_line, (header, *items))), paths, disk)


def keep_lines(folder: Path, name: str, lines: bytes, paths: Iterable[Path], disk: Disk = DISK) -> Path:
    """Save the `lines` of a whole match at the first of `paths` where no file exists, and return that path.

    The lines go to a scratch file in the folder first, whose name contains `name`. If the program ends meanwhile,
    all of it or nothing is saved. Raises SaveError, also when all paths are taken.
    """
    with _reported(folder / name):
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        scratch, file = AppendOnlyFile.create((folder / f".{name}.new{tail}" for tail in numbered()), disk)
        try:
            file.append(lines)
            path = _linked(scratch, paths)
        finally:
            file.close()
            scratch.unlink()
        sync_folder(folder, disk)
    return path


def load(path: Path, read: Callable[[bytes], GameRecord] = read_record) -> GameRecord:
    """Return the match in the save at `path`, which another program may have open.

    `read` parses the lines of the save, by default whole. Raises SaveError when its header cannot be read.
    """
    with _reported(path, errors.save_unreadable):
        text = path.read_bytes()
    try:
        return read(text)
    except (NotationError, ImpossiblePosition) as fault:
        raise errors.save_damaged(path.stem, 1, fault) from fault


def take(path: Path) -> tuple[bytes, bytes, float]:
    """Return the lines of a save, the secret of its dice, and the time of its last change in seconds since 1970.

    The secret is empty without one. Raises SaveBusy when a program has the save open, SaveError when it cannot be
    read.
    """
    with _reported(path, errors.save_unreadable), AppendOnlyFile.open(path):
        secret = path.with_suffix(SECRET)
        return path.read_bytes(), secret.read_bytes() if secret.exists() else b"", path.stat().st_mtime


def put(path: Path, lines: bytes, secret: bytes, played: float) -> None:
    """Create a save at this path from the lines of a match, the secret of its dice, and the time `played`.

    `played` is the time of its last change, in seconds since 1970. Raises SaveError, also when a file exists
    there.
    """
    with _reported(path):
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        if path.exists():
            raise _name_taken(path.stem)
        if secret:
            replace(path.with_suffix(SECRET), secret, private=True)
        keep_lines(path.parent, path.stem, lines, [path])
        os.utime(path, (played, played))


def move(path: Path, target: Path, beside: Iterable[str] = ()) -> None:
    """Rename a save, and each file beside it whose name is that of the save with one of the suffixes in `beside`.

    Nothing is ever overwritten. Raises SaveBusy when another program has the save open, SaveError when the name is
    taken or the system refuses.
    """
    with _reported(path), AppendOnlyFile.open(path):
        try:
            target.touch(PRIVATE, exist_ok=False)
        except FileExistsError as error:
            raise _name_taken(target.stem) from error
        path.replace(target)
        for suffix in beside:
            with suppress(FileNotFoundError):
                path.with_suffix(suffix).replace(target.with_suffix(suffix))


def remove(path: Path, beside: Iterable[str] = ()) -> None:
    """Delete a save, and each file beside it whose name is that of the save with one of the suffixes in `beside`.

    Raises SaveBusy when another program has the save open, SaveError when the system refuses.
    """
    with _reported(path), AppendOnlyFile.open(path):
        path.unlink()
        for suffix in beside:
            path.with_suffix(suffix).unlink(missing_ok=True)


def save_name(header: Header) -> str:
    """Return the name for a match: the date and the letters and digits of the players' names.

    >>> from bgterm.rules.ruleset import Ruleset
    >>> from bgterm.rules.variants import BACKGAMMON
    >>> save_name(Header(BACKGAMMON, Ruleset(), ("Jürgen O'Neil", "李"), date="2026-11-20T19:30"))
    '2026-11-20-jurgen-o-neil-李'
    """
    words = map(slug, (header.date[:10], *header.names))
    return "-".join(filter(None, words)) or header.variant.slug


def slug(text: str, longest: int = _LONGEST) -> str:
    """Return up to `longest` letters and digits of a text, in lower case, without accents, joined by dashes."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in unicodedata.normalize("NFC", plain)).split()
    return "-".join(words)[:longest].strip("-")


@contextmanager
def _reported(path: Path, failure: Callable[[str, str], errors.SaveError] = errors.save_failed) -> Iterator[None]:
    """Turn an OSError into SaveBusy, or the SaveError that `failure` returns, and log it."""
    try:
        yield
    except BlockingIOError as error:
        message = N_("{name} is being played by another bgterm: leave it there first")
        raise errors.SaveBusy(message, name=path.stem) from error
    except OSError as error:
        log("disk failed", ERROR, file=path.name, reason=errors.reason_of(error))
        raise failure(path.stem, errors.reason_of(error)) from error


def _line(item: Line) -> bytes:
    return (write_line(item) + "\n").encode()


def _linked(path: Path, names: Iterable[Path]) -> Path:
    """Hard-link the file to the first name where no file exists, and return that. Raises SaveError."""
    for name in names:
        with suppress(FileExistsError):
            name.hardlink_to(path)
            return name
    raise _name_taken(path.stem)


def _name_taken(name: errors.Name) -> errors.SaveError:
    return errors.SaveError(N_("there is another match called {name}: choose another name"), name=name)
