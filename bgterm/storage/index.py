"""The index of the saves: a small database beside their folder, so that a list need not read them.

It holds nothing that is not in the saves themselves, so whatever is wrong with it costs only the time to read them
again. SQLite lets several programs read and write it at once, each change whole or not at all.
"""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any

from bgterm.analysis.head_to_head import Tally
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.storage.durable import PRIVATE, PRIVATE_FOLDER

Stamp = tuple[int, int]
"""When a file was changed last, in nanoseconds since 1970, and its size: with both equal it is still the same."""

_FORMAT = 2
"""The number of the columns' meaning; a database with another one is replaced."""
_PATIENCE = 2.0
"""How many seconds to wait while another program writes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The row of a save in a list. Its fields are the columns of the database."""

    name: str
    """The name of the save: `2026-11-20-ann-bob`."""
    modified: int
    """When it was played last, in nanoseconds since 1970."""
    size: int
    """How many bytes it has."""
    fault: str = ""
    """The sentence about its fault; empty without one."""
    readable: bool = True
    """Whether there is a match in it, whatever is wrong with the rest."""
    date: str = ""
    """When the match began, as its header says."""
    variant: str = ""
    """The slug of the variant."""
    white: str = ""
    black: str = ""
    white_seat: str = ""
    """The user who may sit down as White; empty where both play at one keyboard."""
    black_seat: str = ""
    length: int = 0
    """The points of the match; 0 for a money session."""
    stake: str = ""
    """The stake of a money session."""
    white_score: int = 0
    black_score: int = 0
    white_games: int = 0
    """How many games White has won."""
    black_games: int = 0
    white_points: int = 0
    """How many points White has won in these; less than the score when the match began from a position."""
    black_points: int = 0
    game: int = 1
    """The number of the game that is being played, from 1."""
    winner: Player | None = None
    """The winner of the match; None while there is none."""
    closed: bool = False
    """Whether it is a money session that the players have closed."""
    code: str = ""
    """The code it was found by on a server; empty where both play at one keyboard."""

    @property
    def names(self) -> tuple[str, str]:
        """White's name and Black's."""
        return self.white, self.black

    @property
    def score(self) -> Pair:
        """White's points and Black's."""
        return self.white_score, self.black_score

    @property
    def finished(self) -> bool:
        """Whether the match is over: it has a winner, or the money session is closed."""
        return self.winner is not None or self.closed

    @property
    def seated(self) -> bool:
        """Whether its seats belong to players at terminals of their own."""
        return bool(self.white_seat or self.black_seat)


class Show(Enum):
    """The saves that are wanted."""

    ALL = "1"
    UNFINISHED = "readable AND winner IS NULL AND NOT closed"
    FINISHED = "winner IS NOT NULL OR closed"
    DAMAGED = "fault <> ''"


class Sort(Enum):
    """In which order saves are wanted."""

    PLAYED = "modified DESC, name"
    """The one played last first."""
    BEGUN = "date DESC, name"
    """The one begun last first."""
    NAMES = "folded(white), folded(black), date DESC, name"


@dataclass(frozen=True, slots=True)
class Query:
    """A query for saves, with its order."""

    text: str = ""
    """Text to find in the names of the players or of the save, ignoring case."""
    show: Show = Show.ALL
    sort: Sort = Sort.PLAYED
    seat: str = ""
    """The user who has one of the seats; empty for everyone."""
    code: str = ""
    """The code of the table on a server; empty for every match."""

    @property
    def condition(self) -> str:
        """The condition in SQL, with values to be put in: `:text`, folded, `:seat` and `:code`."""
        return (
            f"({self.show.value}) AND (:text = '' OR instr(folded(white || ' ' || black || ' ' || name), :text))"
            " AND (:seat = '' OR :seat IN (white_seat, black_seat)) AND (:code = '' OR :code = code)"
        )

    @property
    def values(self) -> dict[str, str | int]:
        """The columns to write."""
        return {"text": _storable(self.text).casefold(), "seat": self.seat, "code": self.code}


_COLUMNS = tuple(part.name for part in fields(Entry))
_MAKE = f"CREATE TABLE saves ({', '.join(_COLUMNS)}, PRIMARY KEY (name))"
_PUT = f"REPLACE INTO saves VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608 - our own columns
_TALLY = """
    SELECT sum(length > 0 AND winner = side), sum(length > 0 AND winner <> side),
        sum(length > 0 AND winner IS NULL), sum(length = 0), sum(won), sum(lost), sum((length > 0) * points),
        sum((length > 0) * against), sum((length = 0) * points), sum((length = 0) * against)
    FROM (
        SELECT length, winner, 0 AS side, white_games AS won, black_games AS lost, white_points AS points,
            black_points AS against
        FROM saves WHERE readable AND folded(white) = :one AND folded(black) = :other
        UNION ALL SELECT length, winner, 1, black_games, white_games, black_points, white_points
        FROM saves WHERE readable AND folded(white) = :other AND folded(black) = :one AND :one <> :other
    )
"""


class Index:
    """The database of one folder. Should it fail, it continues empty in memory: no match is lost with it."""

    def __init__(self, path: Path | None) -> None:
        """Open the database, or replace it when it is damaged; in memory if there is no path or no space."""
        self._base = _opened(path) if path else _memory()

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    def _rows(self, statement: str, values: Mapping[str, object] | tuple[object, ...] = ()) -> list[Any]:
        """Return the rows of a statement."""
        try:
            return self._base.execute(statement, values).fetchall()
        except sqlite3.Error:
            self._base = _memory()
            return self._base.execute(statement, values).fetchall()

    def stamps(self) -> Mapping[str, Stamp]:
        """Return which state of each save is known."""
        rows = self._rows("SELECT name, modified, size FROM saves")
        return {name: (modified, size) for name, modified, size in rows}

    def codes(self) -> set[str]:
        """Return the codes of all saves that have one, by which they were found on a server."""
        return {code for (code,) in self._rows("SELECT code FROM saves WHERE code <> ''")}

    def find(self, name: str) -> Entry | None:
        """Return what is known of the save of that name."""
        return next(map(entry_of_row, self._rows("SELECT * FROM saves WHERE name = ?", (name,))), None)

    def names(self, query: Query) -> set[str]:
        """Return the names of the saves that are wanted."""
        text = f"SELECT name FROM saves WHERE {query.condition}"  # noqa: S608 - our own words
        return {name for (name,) in self._rows(text, query.values)}

    def count(self, query: Query) -> int:
        """Return how many saves are wanted, of those that are read."""
        text = f"SELECT count(*) FROM saves WHERE {query.condition}"  # noqa: S608 - our own words
        ((number,),) = self._rows(text, query.values)
        return int(number)

    def page(self, query: Query, first: int, most: int) -> list[Entry]:
        """Return as many of the wanted saves, from the `first` on, counted from 0."""
        text = f"SELECT * FROM saves WHERE {query.condition} ORDER BY {query.sort.value} LIMIT :most OFFSET :first"  # noqa: S608
        return [*map(entry_of_row, self._rows(text, {**query.values, "most": most, "first": first}))]

    def place(self, query: Query, name: str) -> int | None:
        """Return the place of a save among those that are wanted, counted from 0; None when it is not there."""
        text = f"SELECT name FROM saves WHERE {query.condition} ORDER BY {query.sort.value}"  # noqa: S608
        rows = self._rows(text, query.values)
        return next((place for place, (other,) in enumerate(rows) if other == name), None)

    def tally(self, names: tuple[str, str]) -> Tally:
        """Add up all that these two have played with each other, in capitals or not."""
        one, other = (_storable(name).casefold() for name in names)
        (row,) = self._rows(_TALLY, {"one": one, "other": other})
        won, lost, unfinished, sessions, *pairs = (number or 0 for number in row)
        return Tally(names, (won, lost), unfinished, sessions, *zip(pairs[::2], pairs[1::2], strict=True))

    def change(self, entries: Sequence[Entry], gone: Collection[str] = ()) -> None:
        """Add or update these saves, and delete those that are gone."""
        with suppress(sqlite3.Error), self._base:
            self._base.executemany("DELETE FROM saves WHERE name = ?", ((name,) for name in gone))
            self._base.executemany(_PUT, (row_of(entry) for entry in entries))
            return
        self._base = _memory()
        self._base.executemany(_PUT, (row_of(entry) for entry in entries))


def row_of(entry: Entry) -> tuple[object, ...]:
    """Return the values of the columns."""
    return tuple(_column(getattr(entry, name)) for name in _COLUMNS)


def _column(value: object) -> object:
    """Return a value as it is stored: a player as 0 for White and 1 for Black."""
    match value:
        case Player():
            return value.index
        case str():
            return _storable(value)
        case _:
            return value


def entry_of_row(row: Sequence[Any]) -> Entry:
    """Return the entry with these values."""
    columns = dict(zip(_COLUMNS, row, strict=True))
    winner = None if columns["winner"] is None else Player(columns["winner"])
    whether = {name: bool(columns[name]) for name in ("readable", "closed")}
    return Entry(**{**columns, **whether, "winner": winner})


def _storable(text: str) -> str:
    """Return the text without halves of pairs, which a name typed in a broken locale may hold."""
    return text.encode(errors="replace").decode()


def _opened(path: Path) -> sqlite3.Connection:
    """Open the database at the path, replaced when it is damaged; in memory when there can be none."""
    for _ in range(2):
        try:
            return _at(path)
        except (sqlite3.OperationalError, OSError):  # no room, no right, somebody is busy for long
            break
        except sqlite3.DatabaseError:  # it is damaged, or none
            path.unlink(missing_ok=True)
    return _memory()


def _at(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    path.touch(PRIVATE)
    base = sqlite3.connect(path, timeout=_PATIENCE)
    try:
        _prepare(base)
    except BaseException:
        base.close()
        raise
    return base


def _memory() -> sqlite3.Connection:
    base = sqlite3.connect(":memory:")
    _prepare(base)
    return base


def _prepare(base: sqlite3.Connection) -> None:
    """See that the database is sound, and make what it lacks. Raises sqlite3.Error."""
    base.create_function("folded", 1, str.casefold, deterministic=True)
    (soundness,) = base.execute("PRAGMA quick_check").fetchone()
    if soundness != "ok":
        raise sqlite3.DatabaseError(soundness)
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version != _FORMAT:
        with base:
            base.execute("BEGIN IMMEDIATE")
            base.execute("DROP TABLE IF EXISTS saves")
            base.execute(_MAKE)
            base.execute("CREATE INDEX played ON saves (modified DESC, name)")
            base.execute(f"PRAGMA user_version = {_FORMAT}")
