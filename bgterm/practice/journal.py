"""The journal of reviews: the lines about all cards of a player, which are only ever appended to.

    {"practice":1,"parameters":[0.212,1.2931,...],"desired_retention":0.9,...}
    {"card":{"question":{"variant":"backgammon","ruleset":{"length":3},"start":{...},"choices":[...]},...}}
    {"review":{"card":"5f1d...","at":"2026-11-26T20:00:00+00:00","grade":"again","answer":{...}}}
    {"undone":{"card":"5f1d...","at":"2026-11-26T20:00:00+00:00"}}
    {"marked":{"card":"5f1d...","at":"2026-11-26T20:01:00+00:00","mark":"aside"}}

Several terminals may append to it at the same time. A line that cannot be read is left out, and reported.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from bgterm.catalog import N_
from bgterm.notation.json_codec import UNREADABLE, read_fields, write_fields
from bgterm.practice.question import Card, Entry, Marked, Review, moment
from bgterm.practice.schedule import Schedule, usual_scheduler
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.errors import FileError, Name
from bgterm.storage.keyed_lines import KeyedLines, LinesFolder

if TYPE_CHECKING:
    from fsrs import Scheduler

_FORMAT = 1
_KINDS: Mapping[str, type[Entry]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}
_FORMER = {"fated": "marked", "fate": "mark", "asks": "number_kind"}
"""Names in the journals of earlier versions, with their present names."""


class ReviewJournal:
    """The journal of a player's reviews and cards, with the entries that were read so far."""

    def __init__(self, lines: KeyedLines | None, key: str, most: float = inf) -> None:
        """Use the `lines` with this key, of at most `most` bytes; nothing is read yet. None saves no review."""
        self._file, self._key, self._most = lines, key, most
        self._lines: list[bytes] = []
        self._parsed: dict[bytes, Entry | None] = {}
        """The entries of the lines after the first; None for an unreadable line."""
        self.scheduler: Scheduler | None = None
        """The scheduler in the first line; None without one."""

    @property
    def keeps(self) -> bool:
        """Whether reviews are saved; a guest's are not."""
        return self._file is not None

    @property
    def name(self) -> Name:
        """The journal's name in messages; empty if no review is saved."""
        return self._file.name if self._file else ""

    @property
    def entries(self) -> list[Entry]:
        """The entries in the order of the lines."""
        return [entry for line in self._lines[1:] if (entry := self._parsed[line])]

    @property
    def faults(self) -> list[int]:
        """The numbers of the unreadable lines, from 1."""
        return [number for number, line in enumerate(self._lines[1:], 2) if self._parsed[line] is None]

    @cached_property
    def schedule(self) -> Schedule:
        """The schedule after the entries that were read; cached until more are read."""
        return Schedule(self.scheduler or usual_scheduler(), self.entries)

    def read(self) -> Schedule:
        """Read the new lines, and return the schedule.

        Raises FileError, also for a file that is not a journal of reviews, and SaveError.
        """
        self._parse(self._file.read(self._key) if self._file else [])
        return self.schedule

    def append(self, *entries: Entry) -> None:
        """Append entries after reading those of other terminals. Raises FileError, also if full, and SaveError."""
        if self._file:
            self._parse(self._file.append(self._key, partial(self._added, entries)))

    def _added(self, entries: Sequence[Entry], there: list[bytes]) -> list[bytes]:
        """Return the lines of new entries after the lines that are there. Raises FileError, also if full."""
        self._parse(there)
        lines = [*([] if there else [_head(usual_scheduler())]), *map(_line, entries)]
        if sum(len(line) + 1 for line in (*there, *lines)) > self._most:
            raise FileError(N_("no room for more reviews: this server keeps no more of one player"))
        return lines

    def _parse(self, lines: list[bytes]) -> None:
        """Parse all lines, except those that are known. Raises FileError."""
        if lines == self._lines:
            return
        self.scheduler = _read_head(self.name, lines[0]) if lines else None
        self._parsed = {line: self._parsed.get(line) or _read_entry(line) for line in lines[1:]}
        self._lines = lines
        vars(self).pop("schedule", None)


def own_journal(path: Path, disk: Disk = DISK) -> ReviewJournal:
    """Return the journal of the player at one keyboard, whose file at `path` need not exist."""
    return ReviewJournal(LinesFolder(path.parent, path, disk), path.stem)


def _head(scheduler: "Scheduler") -> bytes:
    return json.dumps({"practice": _FORMAT, **scheduler.to_dict()}, separators=(",", ":")).encode()


def _line(entry: Entry) -> bytes:
    return json.dumps({type(entry).__name__.lower(): write_fields(entry)}, separators=(",", ":")).encode()


def _read_head(name: Name, line: bytes) -> "Scheduler":
    """Return the scheduler of a journal's first line, which no newer library changes. Raises FileError."""
    from fsrs import Card as Memory  # only where a card is reviewed
    from fsrs import Rating, Scheduler

    with suppress(*UNREADABLE):
        fields = json.loads(line)
        if fields.pop("practice") == _FORMAT:
            scheduler = Scheduler.from_dict(fields)
            scheduler.review_card(Memory(card_id=0), Rating.Good)  # checks all of it
            return scheduler
    raise FileError(N_("{name} is not a journal of reviews: move it away, and a new one is begun"), name=name)


def _renamed(pairs: list[tuple[str, object]]) -> dict[str, object]:
    return {_FORMER.get(name, name): value for name, value in pairs}


def _read_entry(line: bytes) -> Entry | None:
    """Return the entry in a line; None if the line cannot be read."""
    with suppress(*UNREADABLE):
        ((name, fields),) = json.loads(line, object_pairs_hook=_renamed).items()
        entry: Entry = read_fields(_KINDS[name], fields)
        if isinstance(entry, Review | Marked):
            moment(entry.at)
        if isinstance(entry, Card):
            entry.question.check()
        return entry
    return None
