"""The folder of saves: which matches there are, how they stand, and which of them go on.

Ten thousand matches are there at once because none of them is read: an index (`bgterm.storage.index`) knows what a
list shows of each, and a save is read again only when its file is not as the index has read it, by the time of its
last change and its size. What was never read is read the newest first, as many at a time as the caller likes.
"""

import os
from collections.abc import Container, Iterator
from contextlib import suppress
from itertools import islice
from logging import WARNING
from pathlib import Path
from stat import S_ISREG
from types import TracebackType
from typing import Self

from bgterm.catalog import N_
from bgterm.formats.messages import damaged
from bgterm.formats.record import GameRecord, is_closed
from bgterm.formats.sharing_notes import sharing
from bgterm.notation.errors import quoted
from bgterm.rules.board import Player
from bgterm.storage.errors import SaveError, no_such_save, other_match
from bgterm.storage.index import Entry, Index, Query, Show, Stamp
from bgterm.storage.journal import ANALYSIS, SECRET, SUFFIX, load, move, put, remove, slug, take
from bgterm.storage.log import log
from bgterm.storage.store import Copy, FileStore

MOST_FINISHED = 1000
"""How many finished matches of one player are listed on a server."""


class Library(Index):
    """The saves of a folder as a list, by their index. Close it, or use it in a `with`."""

    def __init__(self, folder: Path, unread: Container[str] = ()) -> None:
        """Look into the folder, which need not be there; the saves named in `unread` are never read."""
        self._folder, self._never_read = folder, unread
        self._found = _found(folder)
        super().__init__(folder.with_name(f"{folder.name}.index") if self._found else None)
        self._unread: Iterator[tuple[str, Stamp]] = iter(())
        self.left = 0
        """How many saves are still to be read."""
        self._compare()

    def __enter__(self) -> Self:
        """Return the library."""
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        """Close it."""
        self.close()

    # What has changed

    def look(self) -> None:
        """See which saves are new, changed or gone since the index has read them; none is read."""
        self._found = _found(self._folder)
        self._compare()

    def _compare(self) -> None:
        known = self.stamps()
        gone = known.keys() - {name for name, _ in self._found}
        changed = ((name, stamp) for name, stamp in self._found if known.get(name) != stamp)
        unread = [(name, stamp) for name, stamp in changed if name not in self._never_read]
        self._unread, self.left = iter(unread), len(unread)
        if gone:
            self.change([], gone)

    def read(self, most: int) -> None:
        """Read the next saves that the index does not know as they are, `most` of them, the newest first."""
        entries = [_read(self.path(name), stamp) for name, stamp in islice(self._unread, most)]
        self.left = self.left - len(entries) if entries else 0
        if entries:
            self.change(entries)

    def resumable(self, most: int | None = None) -> Iterator[Entry]:
        """Yield every save that can be continued, the one played last first.

        What the index does not know is read when it is its turn; no more than `most` are, and the others left out.
        """
        known, unfinished = self.stamps(), self.names(Query(show=Show.UNFINISHED))
        read = list[Entry]()
        try:
            for name, stamp in self._found:
                if known.get(name) == stamp:
                    entry = self.find(name) if name in unfinished else None
                elif most is None or len(read) < most:
                    entry = _read(self.path(name), stamp)
                    read.append(entry)
                else:
                    continue
                if entry and entry.readable and not entry.finished:
                    yield entry
        finally:
            if read:
                self.change(read)

    # What can be done with one

    def path(self, name: str) -> Path:
        """Return the path of the save of that name."""
        return _path(self._folder, name)

    def rename(self, name: str, wanted: str) -> str:
        """Call the save something else, and give the name it has now.

        Raises SaveError when the name is taken or says nothing, when another program plays the match, or when the
        system refuses.
        """
        new = slug(wanted, longest=_LONGEST_NAME)
        if not new:
            raise SaveError(N_('"{text}" cannot be a name: write letters or digits'), text=quoted(wanted))
        if new != name:
            move(self.path(name), self.path(new), _BESIDE)
            self.look()
            self.read(self.left)
        return new

    def delete(self, name: str) -> None:
        """Remove the save for good. Raises SaveError as `rename` does."""
        remove(self.path(name), _BESIDE)
        self.look()


class FileLibrary(FileStore):
    """The matches of the folder of a server, with the lists of them."""

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the matches that players at terminals of their own can resume, the one played last first.

        Those that the index knows to be others are not read. Those in which nothing was ever played are left out
        when they are older than `unplayed_since`, in seconds since 1970.
        """
        with Library(self.folder) as library:
            for entry in library.resumable():
                if entry.seated:
                    with suppress(SaveError):
                        record = load(self.path(entry.name))
                        if record.events or entry.modified >= unplayed_since * 1e9:
                            yield entry.name, record

    def finished(self, seat: str, unfinished: Container[str] = ()) -> list[Entry]:
        """Return what is known of the finished matches in which the player has a seat, the one played last first.

        There are at most MOST_FINISHED. The saves known to be `unfinished` are not read.
        """
        with Library(self.folder, unfinished) as library:
            library.read(library.left)
            return library.page(Query(show=Show.FINISHED, seat=seat), 0, MOST_FINISHED)

    def last_finished(self, most: int) -> list[Entry]:
        """Return what the index knows of the last finished matches on a server, the one played last first.

        No save is read for this.
        """
        with Library(self.folder) as library:
            return [entry for entry in library.page(Query(show=Show.FINISHED), 0, most) if entry.seated]

    def recorded(self, code: str, unfinished: Container[str] = ()) -> list[GameRecord]:
        """Return the finished matches that had this code on a server, the one played last first.

        The saves known to be `unfinished` are not read. Raises SaveError.
        """
        with Library(self.folder, unfinished) as library:
            library.read(library.left)
            entries = library.page(Query(show=Show.FINISHED, code=code), 0, MOST_FINISHED)
        return [load(self.path(entry.name)) for entry in entries]

    def names(self) -> list[str]:
        """Return the names of all matches, sorted."""
        return sorted(name for name, _ in _found(self.folder))

    def take(self, name: str) -> Copy:
        """Return a match that no program has open. Raises SaveBusy, SaveError."""
        return Copy(name, *take(self.path(name)))

    def put(self, copy: Copy) -> bool:
        """Keep a match under its name, unless it is there already; return whether it was not. Raises SaveError."""
        path = self.path(copy.name)
        if path.exists():
            if take(path)[0] != copy.lines:
                raise other_match(copy.name)
            return False
        put(path, copy.lines, copy.secret, copy.played)
        return True

    def codes(self) -> set[str]:
        """Return the codes of all matches of a server, finished or not."""
        with Library(self.folder) as library:
            library.read(library.left)
            return library.codes()


def last_unfinished(folder: Path, most: int | None = None) -> Entry | None:
    """Return what is known of the save that was played last and can be continued.

    Of those that nobody has looked at yet no more than `most` are read.
    """
    with Library(folder) as library:
        return next(library.resumable(most), None)


def find_save(folder: Path, name: str) -> Path:
    """Return the save of that name. Raises SaveError when there is none."""
    for found, _ in _found(folder):
        if name in (found, f"{found}{SUFFIX}"):
            return _path(folder, found)
    raise no_such_save(name)


_BESIDE = (SECRET, ANALYSIS)
"""How the names of the files end that belong to a save."""
_LONGEST_NAME = 60
"""How many characters of a new name are taken, so that no system refuses the name of the file."""


def _found(folder: Path) -> list[tuple[str, Stamp]]:
    """Return what could be saves in the folder, and which state of each there is, the newest first."""
    found = list[tuple[Stamp, str]]()
    with suppress(OSError), os.scandir(folder) as files:
        saves = (file for file in files if file.name.endswith(SUFFIX))
        found.extend((stamp, file.name.removesuffix(SUFFIX)) for file in saves if (stamp := _stamp(file)))
    return [(name, stamp) for stamp, name in sorted(found, reverse=True)]


def _stamp(file: "os.DirEntry[str]") -> Stamp | None:
    """Return the state of the file; None when it has just gone, or is not a regular file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if S_ISREG(status.st_mode) else None


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def _read(path: Path, stamp: Stamp) -> Entry:
    """Read a save for the index."""
    modified, size = stamp
    try:
        record = load(path)
    except SaveError as fault:
        log("journal unreadable", WARNING, file=path.name, reason=str(fault))
        return Entry(path.stem, modified, size, fault=f"{fault}.", readable=False)
    if record.damage:
        log("journal damaged", WARNING, file=path.name, reason=damaged(record.damage))
    return entry_of(path.stem, modified, size, record)


def entry_of(name: str, modified: int, size: int, record: GameRecord) -> Entry:
    """Return the row of a match in a list."""
    header, match = record.header, record.match
    white, black = ([won.points for won in match.results if won.winner is player] for player in Player)
    return Entry(
        name,
        modified,
        size,
        fault=damaged(record.damage) if record.damage else "",
        date=header.date,
        variant=header.variant.slug,
        white=header.names[Player.WHITE.index],
        black=header.names[Player.BLACK.index],
        white_seat=header.seats[Player.WHITE.index],
        black_seat=header.seats[Player.BLACK.index],
        length=header.ruleset.length,
        stake=header.stake,
        white_score=match.score[Player.WHITE.index],
        black_score=match.score[Player.BLACK.index],
        white_games=len(white),
        black_games=len(black),
        white_points=sum(white),
        black_points=sum(black),
        game=match.game.number,
        winner=match.winner,
        closed=is_closed(record.items),
        code=sharing(record.items).code,
    )
