"""The file a match is kept in: every line of it is safe on the disk before anyone sees what it says.

A journal is a record (`bgterm.notation.json_codec`) that one program at a time has open. Whatever happens to the
program, what is lost is at most a last line that nobody has seen.
"""

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from logging import ERROR
from pathlib import Path
from typing import Self

from bgterm.catalog import N_
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.json_codec import Line, Note, write_line
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
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
from bgterm.storage.errors import (
    Name,
    SaveBusy,
    SaveError,
    reason_of,
    save_damaged,
    save_failed,
    save_unreadable,
)
from bgterm.storage.log import log

SUFFIX = ".jsonl"
"""How the names of journals end."""
SECRET = ".secret"  # noqa: S105 - a file suffix
"""How the names of the private files beside journals end."""
ANALYSIS = ".analysis"
"""How the names of the analyses beside journals end."""
_LONGEST = 24
"""How many characters of a player's name a save takes, so that no system refuses the name of the file."""


@dataclass(slots=True)
class _Unsaved:
    """The first lines of a match in which nothing has happened yet, to be saved with its first event."""

    name: str
    """The name of the save, to which a number is added where it is taken."""
    lines: bytes
    secret: bytes = b""
    """The contents of the private file beside the save; empty without one."""


class Journal:
    """A record open for writing. Make one with `create` or `open`."""

    def __init__(self, path: Path, file: AppendOnlyFile | _Unsaved, record: GameRecord, disk: Disk = DISK) -> None:
        """Take the file at `path`, or the lines that are not saved yet, and the record that it contains."""
        self.path = path
        """The file; while there is none, a path at which there never is one."""
        self.items = [*record.items]
        """The events and notes so far."""
        self._file, self._disk, self._damaged = file, disk, record.damage is not None

    @classmethod
    def create(
        cls, folder: Path, header: Header, disk: Disk = DISK, *, lazily: bool = False
    ) -> tuple[Self, GameRecord]:
        """Begin a record of a new match in the folder, under a name of its own. Raises SaveError.

        A record that is begun `lazily` is saved with its first event, and with it all notes before: however the
        program ends until then, no file is left behind.
        """
        name, line = save_name(header), _line(header)
        record = read_record(line)
        journal = cls(folder / f".{name}{SUFFIX}", _Unsaved(name, line), record, disk)
        if not lazily:
            journal.save()
        return journal, record

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> tuple[Self, GameRecord]:
        """Open a record to go on with it. Damage is left as it is until something is added.

        Raises SaveBusy when another program has it open, SaveError when it cannot be read.
        """
        with _reported(path, save_unreadable):
            file = AppendOnlyFile.open(path, disk)
        try:
            record = load(path)
        except BaseException:
            file.close()
            raise
        file.keep(record.size)
        return cls(path, file, record, disk), record

    def append(self, item: Event | Note, _news: object = None) -> None:
        """Add a line and wait until it is safe on the disk.

        Raises SaveError when the disk fails; the record is then as it was before.
        """
        line = _line(item)
        if isinstance(self._file, AppendOnlyFile):
            with _reported(self.path):
                self._copy_damaged()
                self._file.append(line)
        elif isinstance(item, Note):
            self._file.lines += line
        else:
            self._save_first(self._file, line)
        self.items.append(item)

    add = append
    """Nobody else adds lines, so that a note is added like anything else."""

    def post(self, note: Note) -> None:
        """Add a note, if the disk does not fail."""
        with suppress(SaveError):
            self.add(note)

    def read_on(self) -> Sequence[Event | Note]:
        """Return nothing: nobody else adds lines."""
        return ()

    def follow(self, _look: Callable[[], None]) -> Callable[[], None]:
        """Return a function that does nothing: nobody else adds lines."""
        return lambda: None

    def finish(self, record: GameRecord) -> None:
        """Do nothing: the index reads the file again."""

    @property
    def name(self) -> str:
        """The name of the save."""
        return self.path.stem

    @property
    def saved(self) -> bool:
        """Whether there is a file."""
        return isinstance(self._file, AppendOnlyFile)

    def save(self) -> None:
        """Save now what was begun lazily. Raises SaveError."""
        if isinstance(self._file, _Unsaved):
            self._save_first(self._file)

    def close(self) -> None:
        """Release the save to other programs. Nothing can be added any more."""
        if isinstance(self._file, AppendOnlyFile):
            self._file.close()

    def read_secret(self) -> bytes:
        """Return the contents of the private file beside this save; nothing when it cannot be read."""
        if isinstance(self._file, _Unsaved):
            return self._file.secret
        with suppress(OSError):
            return self.path.with_suffix(SECRET).read_bytes()
        return b""

    def write_secret(self, data: bytes) -> None:
        """Replace the contents of the private file beside this save.

        When this returns it is safe on the disk. Raises SaveError when the disk fails.
        """
        if isinstance(self._file, _Unsaved):
            self._file.secret = data
            return
        with _reported(self.path):
            replace(self.path.with_suffix(SECRET), data, self._disk, private=True)

    def remove_secret(self) -> None:
        """Remove the private file beside this save, if it is there and the system lets us."""
        if isinstance(self._file, _Unsaved):
            self._file.secret = b""
            return
        with suppress(OSError):
            self.path.with_suffix(SECRET).unlink()

    def _save_first(self, unsaved: _Unsaved, line: bytes = b"") -> None:
        """Save for the first time, with this line more; if that fails, no file is left. Raises SaveError."""
        folder, name = self.path.parent, unsaved.name
        with _reported(folder / name):
            folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            names = (folder / f"{name}{tail}{SUFFIX}" for tail in numbered())
            path, file = AppendOnlyFile.create(names, self._disk)
        try:
            with _reported(path):
                if unsaved.secret:
                    replace(path.with_suffix(SECRET), unsaved.secret, self._disk, private=True)
                file.append(unsaved.lines + line)
                sync_folder(folder, self._disk)
        except BaseException:
            if unsaved.secret:
                path.with_suffix(SECRET).unlink(missing_ok=True)
            path.unlink()
            file.close()
            raise
        self.path, self._file = path, file

    def _copy_damaged(self) -> None:
        """Copy a damaged file to a new one beside it, once, before something is cut off."""
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
    """Save a whole match at once, under a name of its own, and return its path.

    However the program ends meanwhile, there is all of it or nothing. Raises SaveError.
    """
    name = save_name(header)
    paths = (folder / f"{name}{tail}{SUFFIX}" for tail in numbered())
    return keep_lines(folder, name, b"".join(map(_line, (header, *items))), paths, disk)


def keep_lines(folder: Path, name: str, lines: bytes, paths: Iterable[Path], disk: Disk = DISK) -> Path:
    """Save the lines of a whole match at once at the first of the paths that is free, and return it.

    However the program ends meanwhile, there is all of it or nothing. Raises SaveError, also when none is
    free.
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


def load(path: Path) -> GameRecord:
    """Read a save, even one that another program has open. Raises SaveError when its header cannot be read."""
    with _reported(path, save_unreadable):
        text = path.read_bytes()
    try:
        return read_record(text)
    except (NotationError, ImpossiblePosition) as fault:
        raise save_damaged(path.stem, 1, fault) from fault


def take(path: Path) -> tuple[bytes, bytes, float]:
    """Return the lines of a save that no program has open, its secret, and when it was played last.

    Raises SaveBusy, SaveError.
    """
    with _reported(path, save_unreadable), AppendOnlyFile.open(path):
        secret = path.with_suffix(SECRET)
        return path.read_bytes(), secret.read_bytes() if secret.exists() else b"", path.stat().st_mtime


def put(path: Path, lines: bytes, secret: bytes, played: float, disk: Disk = DISK) -> None:
    """Save the lines of a match at this path, with its secret, as what `take` has returned.

    Raises SaveError, also when there is a file.
    """
    with _reported(path):
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        if path.exists():
            raise _name_taken(path.stem)
        if secret:
            replace(path.with_suffix(SECRET), secret, disk, private=True)
        keep_lines(path.parent, path.stem, lines, [path], disk)
        os.utime(path, (played, played))


def move(path: Path, target: Path, beside: Iterable[str] = ()) -> None:
    """Rename a save, and the files beside it with these endings; nothing is ever overwritten.

    Raises SaveBusy when another program has it open, SaveError when the name is taken or the system refuses.
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
    """Remove a save for good, and the files beside it with these endings. Raises SaveBusy, SaveError."""
    with _reported(path), AppendOnlyFile.open(path):
        path.unlink()
        for suffix in beside:
            path.with_suffix(suffix).unlink(missing_ok=True)


def save_name(header: Header) -> str:
    """Return what a person can type to name the match: the date, and the letters and digits of the players' names.

    >>> from bgterm.rules.ruleset import Ruleset
    >>> from bgterm.rules.variants import BACKGAMMON
    >>> save_name(Header(BACKGAMMON, Ruleset(), ("Jürgen O'Neil", "李"), date="2026-11-20T19:30"))
    '2026-11-20-jurgen-o-neil-李'
    """
    words = map(slug, (header.date[:10], *header.names))
    return "-".join(filter(None, words)) or header.variant.slug


def slug(text: str, longest: int = _LONGEST) -> str:
    """Return the letters and digits, in small letters without accents, with a dash for all that is between."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in unicodedata.normalize("NFC", plain)).split()
    return "-".join(words)[:longest].strip("-")


@contextmanager
def _reported(path: Path, failure: Callable[[str, str], SaveError] = save_failed) -> Iterator[None]:
    """Turn an error of the system into one with a message for the player, and log it."""
    try:
        yield
    except BlockingIOError as error:
        message = N_("{name} is being played by another bgterm: leave it there first")
        raise SaveBusy(message, name=path.stem) from error
    except OSError as error:
        log("disk failed", ERROR, file=path.name, reason=reason_of(error))
        raise failure(path.stem, reason_of(error)) from error


def _line(item: Line) -> bytes:
    return (write_line(item) + "\n").encode()


def _linked(path: Path, names: Iterable[Path]) -> Path:
    """Return the first of the names that is free, given to the file. Raises SaveError when none is."""
    for name in names:
        with suppress(FileExistsError):
            name.hardlink_to(path)
            return name
    raise _name_taken(path.stem)


def _name_taken(name: Name) -> SaveError:
    return SaveError(N_("there is another match called {name}: choose another name"), name=name)
