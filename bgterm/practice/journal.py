"""The journal of reviews: one file for all cards of a player, which is only ever appended to.

    {"practice":1,"parameters":[0.212,1.2931,...],"desired_retention":0.9,...}
    {"card":{"question":{"variant":"backgammon","ruleset":{"length":3},"start":{...},"choices":[...]},...}}
    {"review":{"card":"5f1d...","at":"2026-11-26T20:00:00+00:00","grade":"again","answer":{...}}}
    {"undone":{"card":"5f1d...","at":"2026-11-26T20:00:00+00:00"}}
    {"marked":{"card":"5f1d...","at":"2026-11-26T20:01:00+00:00","mark":"aside"}}

Several terminals may append to it at the same time: each call locks the file, reads the lines of the others, cuts
off a line that a killed program has not finished, and appends. A line that cannot be read is left out, and
reported.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import get_args

from bgterm.catalog import N_
from bgterm.notation.json_codec import UNREADABLE, read_fields, write_fields
from bgterm.practice.reviews import Card, Entry, Marked, Review, moment
from bgterm.practice.schedule import Parameters, Schedule
from bgterm.storage.durable import DISK, PRIVATE_FOLDER, AppendOnlyFile, Disk
from bgterm.storage.errors import FileError, file_failed, reason_of

_FORMAT = 1
_KINDS: Mapping[str, type[Entry]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}


class ReviewJournal:
    """The reviews of a player in a file, as far as they are read."""

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Take the path, at which there need not be a file. Nothing is read yet."""
        self.path, self._disk = path, disk
        self._forget()

    def _forget(self) -> None:
        self.parameters: Parameters | None = None
        """The parameters in the head; None without one."""
        self.entries: list[Entry] = []
        """The entries in their order."""
        self.faults: list[int] = []
        """The numbers of the lines that cannot be read, from 1."""
        self._size = self._lines = 0
        self._schedule: Schedule | None = None

    @property
    def schedule(self) -> Schedule:
        """The schedule after the entries that are read, computed once for them."""
        if self._schedule is None:
            self._schedule = Schedule(self.parameters or Parameters.usual(), self.entries)
        return self._schedule

    def read(self) -> None:
        """Read the lines that are not read yet. Raises FileError, also for a file of another kind."""
        try:
            self._read()
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise file_failed(self.path, reason_of(error)) from error

    def append(self, *entries: Entry) -> None:
        """Append entries, after the lines of other terminals, which are read. Raises FileError."""
        try:
            self.path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            with AppendOnlyFile.open_or_create(self.path, self._disk, waits=True) as file:
                self._read()
                file.keep(self._size)
                lines = [] if self._size else [_head(self.parameters or Parameters.usual())]
                file.append("".join(f"{line}\n" for line in (*lines, *map(_line, entries))).encode())
            self._read()
        except OSError as error:
            raise file_failed(self.path, reason_of(error)) from error

    def _read(self) -> None:
        with self.path.open("rb") as file:
            if file.seek(0, 2) < self._size:  # it was replaced by another file
                self._forget()
            file.seek(self._size)
            added = file.read()
        for line in added.split(b"\n")[:-1]:
            if self.parameters is None:
                self.parameters = _read_head(self.path, line)
            else:
                self._take(line)
            self._size, self._lines, self._schedule = self._size + len(line) + 1, self._lines + 1, None

    def _take(self, line: bytes) -> None:
        try:
            self.entries.append(_read_entry(line))
        except UNREADABLE:
            self.faults.append(self._lines + 1)


def _head(parameters: Parameters) -> str:
    return json.dumps({"practice": _FORMAT, **write_fields(parameters)}, separators=(",", ":"))


def _line(entry: Entry) -> str:
    return json.dumps({type(entry).__name__.lower(): write_fields(entry)}, separators=(",", ":"))


def _read_head(path: Path, line: bytes) -> Parameters:
    """Return the parameters in the head of a journal. Raises FileError."""
    with suppress(*UNREADABLE):
        fields = json.loads(line)
        if fields.pop("practice") == _FORMAT:
            parameters = read_fields(Parameters, fields)
            parameters.scheduler  # noqa: B018 - checks the weights
            return parameters
    raise FileError(N_("{name} is not a journal of reviews: move it away, and a new one is begun"), name=path)


def _read_entry(line: bytes) -> Entry:
    """Return the entry of a line. Raises one of `UNREADABLE`."""
    ((name, fields),) = json.loads(line).items()
    entry: Entry = read_fields(_KINDS[name], fields)
    if isinstance(entry, Review | Marked):
        moment(entry.at)
    if isinstance(entry, Card):
        entry.question.check()
    return entry
