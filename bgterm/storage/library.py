"""The folder of saves: which matches exist, how they stand, and which of them can be continued.

Ten thousand matches are listed at once because none of them is read: an index (`bgterm.storage.index`) has all
that a list shows of each. A save is read again only when the time of its last change or its size differ from those
in the index. Saves that are not indexed are read newest first, as many at a time as the caller likes.
"""

import os
from collections.abc import Container, Iterator
from contextlib import AbstractContextManager, suppress
from itertools import islice
from logging import WARNING
from math import inf
from pathlib import Path
from stat import S_ISREG

from bgterm.catalog import N_
from bgterm.formats.messages import damaged
from bgterm.formats.record import GameRecord, is_closed, read_outline, read_record
from bgterm.formats.sharing_notes import sharing
from bgterm.notation.errors import quoted
from bgterm.rules.board import Player
from bgterm.storage.errors import SaveError, no_such_save, other_match
from bgterm.storage.index import Entry, Index, Query, Show, Stamp
from bgterm.storage.journal import ANALYSIS, SECRET, SUFFIX, load, move, put, remove, slug, take
from bgterm.storage.log import log
from bgterm.storage.store import MOST_FINISHED, Copy, FileStore

_BATCH = 100
"""The number of saves that are read before they are indexed."""


class Library(Index, AbstractContextManager["Library"]):
    """The list of the saves in a folder, by the index of the folder. Close it, or use it in a `with` statement."""

    def __init__(self, folder: Path, unread: Container[str] = ()) -> None:
        """Compare the folder, which need not exist, with its index; the saves named in `unread` are never read."""
        self._folder, self._never_read = folder, unread
        self._found = _found(folder)
        super().__init__(folder.with_name(f"{folder.name}.index") if self._found else None)
        self._unread: Iterator[tuple[str, Stamp]] = iter(())
        self.left = 0
        """The number of saves that are new or changed, and not read yet."""
        self._compare()

    def __exit__(self, *_error: object) -> None:
        """Close the index."""
        self.close()

    # Changes in the folder

    def look(self) -> None:
        """Find saves that are new or changed, without reading them; remove gone ones from the index."""
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
        """Read and index the saves that are new or have changed, newest first and at most `most` of them.

        Saves are indexed a hundred at a time, so that few are read again if the program is ended meanwhile.
        """
        while entries := [
            _read(self.path(name), stamp) for name, stamp in islice(self._unread, min(most, _BATCH))
        ]:
            self.change(entries)
            self.left, most = self.left - len(entries), most - len(entries)

    def last_unfinished(self, most: float = inf) -> Entry | None:
        """Return the last played save that can be continued; None when there is none.

        A new or changed save is read when its turn comes, but at most `most` of them, and the others are omitted.
        """
        known, read = self.stamps(), list[Entry]()
        unfinished = {entry.name: entry for entry in self.page(Query(show=Show.UNFINISHED), 0, -1)}
        try:
            for name, stamp in self._found:
                entry = None
                if known.get(name) == stamp:
                    entry = unfinished.get(name)
                elif len(read) < most:
                    entry = _read(self.path(name), stamp)
                    read.append(entry)
                if entry and entry.readable and not entry.finished:
                    return entry
        finally:
            self.change(read)
        return None

    # Actions on one save

    def path(self, name: str) -> Path:
        """Return the path at which the save with this name is, or would be."""
        return self._folder / f"{name}{SUFFIX}"

    def rename(self, name: str, wanted: str) -> str:
        """Rename the save `name`; return its new name, the letters and digits of `wanted` joined by dashes.

        Raises SaveError when the name is taken or has no letter or digit, when another program plays the match, or
        when the system refuses.
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
        """Delete the save and the files beside it. Raises SaveBusy when it is open elsewhere, SaveError."""
        remove(self.path(name), _BESIDE)
        self.look()


class FileLibrary(FileStore):
    """All matches of a server, in one folder, with the lists that the server needs."""

    def seated(self, unplayed_since: float = 0.0) -> Iterator[tuple[str, GameRecord]]:
        """Yield the name and the record of each match of the server that can be resumed, the last played first.

        Records are outlines without events, except that a damaged one is read whole, up to the damage. Matches
        without an event are omitted when their last change is before `unplayed_since`, in seconds since 1970.
        Saves that the index excludes are not read.
        """
        with Library(self.folder) as library:
            library.read(library.left)
            for entry in library.page(Query(show=Show.UNFINISHED), 0, -1):
                if entry.seated:
                    with suppress(SaveError):
                        record = load(self.path(entry.name), read_record if entry.fault else read_outline)
                        if record.is_outline or record.events or entry.modified >= unplayed_since * 1e9:
                            yield entry.name, record

    def finished(
        self, *, seat: str = "", code: str = "", unfinished: Container[str] = (), most: int = MOST_FINISHED
    ) -> list[Entry]:
        """Return the entries of the server's last finished matches, at most `most`, the last played first.

        With `seat`, only matches of the user with this key; with `code`, only those of the table with this code.
        Matches named in `unfinished`, which are being played, are not read.
        """
        with Library(self.folder, unfinished) as library:
            library.read(library.left)
            entries = library.page(Query(show=Show.FINISHED, seat=seat, code=code), 0, most)
        return [entry for entry in entries if code or entry.seated]

    def names(self) -> list[str]:
        """Return the names of all matches, sorted."""
        return sorted(name for name, _ in _found(self.folder))

    def take(self, name: str) -> Copy:
        """Return a copy of a match with its secret. Raises SaveBusy when it is open elsewhere, SaveError."""
        return Copy(name, *take(self.path(name)))

    def put(self, copy: Copy) -> bool:
        """Save a copy under its name; return False if the same match was there already.

        Raises SaveError when the name has another match, or the copy cannot be saved.
        """
        path = self.path(copy.name)
        if path.exists():
            if take(path)[0] != copy.lines:
                raise other_match(copy.name)
            return False
        put(path, copy.lines, copy.secret, copy.played)
        return True

    def codes(self) -> set[str]:
        """Return the table codes of all matches of the server, finished or not."""
        with Library(self.folder) as library:
            library.read(library.left)
            return library.codes()


def last_unfinished(folder: Path, most: float = inf) -> Entry | None:
    """Return the last played save that can be continued, or None; at most `most` new or changed ones are read."""
    with Library(folder) as library:
        return library.last_unfinished(most)


def find_save(folder: Path, name: str) -> Path:
    """Return the path of the save that a user names, with or without suffix.

    Raises SaveError when there is none in the folder.
    """
    for found, _ in _found(folder):
        if name in (found, f"{found}{SUFFIX}"):
            return folder / f"{found}{SUFFIX}"
    raise no_such_save(name)


_BESIDE = (SECRET, ANALYSIS)
"""The suffixes of the files beside a save that belong to it."""
_LONGEST_NAME = 60
"""The most characters of a new name, so that no file name is too long."""


def _found(folder: Path) -> list[tuple[str, Stamp]]:
    """Return the name, modification time and size of each save file in the folder, newest first."""
    found = list[tuple[Stamp, str]]()
    with suppress(OSError), os.scandir(folder) as files:
        saves = (file for file in files if file.name.endswith(SUFFIX))
        found.extend((stamp, file.name.removesuffix(SUFFIX)) for file in saves if (stamp := _stamp(file)))
    return [(name, stamp) for stamp, name in sorted(found, reverse=True)]


def _stamp(file: "os.DirEntry[str]") -> Stamp | None:
    """Return a file's modification time and size; None when it was just removed, or is not a regular file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if S_ISREG(status.st_mode) else None


def _read(path: Path, stamp: Stamp) -> Entry:
    """Return the entry of a save, which is read from the disk; one that cannot be read has a `fault`."""
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
    """Return the entry for a list of matches that describes this one.

    `modified` is the time of its last change, in nanoseconds since 1970, `size` that of its file in bytes, or of a
    match in a database the number of its lines.
    """
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
