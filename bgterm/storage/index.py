"""The index of the saves: a small database beside their folder, so that a list need not read them.

The index holds nothing that is not in the saves, so damage to it costs only the time to read them again. SQLite
lets several programs read and write it at once; each change is atomic.
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
"""The time of a file's last change, in nanoseconds since 1970, and its size; a change of the file changes one."""

_FORMAT = 2
"""The version of the columns; a database with another version is replaced."""
_PATIENCE = 2.0
"""The seconds to wait while another program writes to the index."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The facts that a list shows of one saved match: its row in the index, whose columns are the fields."""

    name: str
    """The name of the save: `2026-11-20-ann-bob`."""
    modified: int
    """The time of the last change, in nanoseconds since 1970."""
    size: int
    """The size of the file in bytes; of a match in a database, the number of its lines."""
    fault: str = ""
    """A sentence about damage of the save; empty without damage."""
    readable: bool = True
    """Whether the save has a readable match, even if it is damaged."""
    date: str = ""
    """The date and time when the match began, as in its header."""
    variant: str = ""
    """The slug of the variant."""
    white: str = ""
    black: str = ""
    white_seat: str = ""
    """The user key of White; empty at one keyboard."""
    black_seat: str = ""
    length: int = 0
    """The match length in points; 0 for a money session."""
    stake: str = ""
    """The stake of a money session."""
    white_score: int = 0
    black_score: int = 0
    white_games: int = 0
    """The number of games that White has won."""
    black_games: int = 0
    white_points: int = 0
    """The points that White has won in the games of the match, without those of a start in the middle."""
    black_points: int = 0
    game: int = 1
    """The number of the current game, from 1."""
    winner: Player | None = None
    """The winner of the match; None for an unfinished match or a money session."""
    closed: bool = False
    """Whether the players have closed the money session."""
    code: str = ""
    """The code of its table on a server; empty at one keyboard."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self.white, self.black

    @property
    def score(self) -> Pair:
        """The points of White and Black."""
        return self.white_score, self.black_score

    @property
    def finished(self) -> bool:
        """Whether the match is over: it has a winner, or the money session is closed."""
        return self.winner is not None or self.closed

    @property
    def seated(self) -> bool:
        """Whether the match was played on a server, with each player at a terminal of their own."""
        return bool(self.white_seat or self.black_seat)


class Show(Enum):
    """The choice of the saves that a list shows; the values are conditions in SQL."""

    ALL = "1"
    UNFINISHED = "readable AND winner IS NULL AND NOT closed"
    FINISHED = "winner IS NOT NULL OR closed"
    DAMAGED = "fault <> ''"


class Sort(Enum):
    """The order of saves in a list; the values are expressions in SQL."""

    PLAYED = "modified DESC, name"
    """The saves with the last played one first."""
    BEGUN = "date DESC, name"
    """The saves with the last begun one first."""
    NAMES = "folded(white), folded(black), date DESC, name"


@dataclass(frozen=True, slots=True)
class Query:
    """The conditions and the order of a list of saves, which the user of the list can change."""

    text: str = ""
    """A text to find in the names of the players and of the save, ignoring case."""
    show: Show = Show.ALL
    sort: Sort = Sort.PLAYED
    seat: str = ""
    """The key of a user who must have a seat; empty for any seats."""
    code: str = ""
    """The code of the table on a server; empty for any match."""

    @property
    def condition(self) -> str:
        """The SQL condition of the query, with the parameters `:text`, `:seat` and `:code`."""
        return (
            f"({self.show.value}) AND (:text = '' OR instr(folded(white || ' ' || black || ' ' || name), :text))"
            " AND (:seat = '' OR :seat IN (white_seat, black_seat)) AND (:code = '' OR :code = code)"
        )

    @property
    def values(self) -> dict[str, str | int]:
        """The values for the parameters in `condition`, keyed by parameter; `text` in lower case."""
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
    """The index of one folder of saves, as a database in a file.

    When the file fails, an empty database in memory replaces it.
    """

    def __init__(self, path: Path | None) -> None:
        """Open the database at `path`, replacing a damaged one; in memory for None or if it cannot be opened."""
        self._base = _opened(path) if path else _memory()

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    def _rows(self, statement: str, values: Mapping[str, object] | tuple[object, ...] = ()) -> list[Any]:
        """Return the rows that an SQL statement selects; if the database fails, those of a new one in memory."""
        try:
            return self._base.execute(statement, values).fetchall()
        except sqlite3.Error:
            self._base = _memory()
            return self._base.execute(statement, values).fetchall()

    def stamps(self) -> Mapping[str, Stamp]:
        """Return for each save, by name, the modification time and size that its file had when it was indexed."""
        rows = self._rows("SELECT name, modified, size FROM saves")
        return {name: (modified, size) for name, modified, size in rows}

    def codes(self) -> set[str]:
        """Return the table codes of all indexed saves that were played on a server."""
        return {code for (code,) in self._rows("SELECT code FROM saves WHERE code <> ''")}

    def count(self, query: Query) -> int:
        """Return the number of indexed saves that match the query."""
        text = f"SELECT count(*) FROM saves WHERE {query.condition}"  # noqa: S608 - our own words
        ((number,),) = self._rows(text, query.values)
        return int(number)

    def page(self, query: Query, first: int, most: int) -> list[Entry]:
        """Return up to `most` entries of the query from the position `first`, from 0; below 0 means all."""
        text = f"SELECT * FROM saves WHERE {query.condition} ORDER BY {query.sort.value} LIMIT :most OFFSET :first"  # noqa: S608
        return [*map(entry_of_row, self._rows(text, {**query.values, "most": most, "first": first}))]

    def place(self, query: Query, name: str) -> int | None:
        """Return the position of a save among those of the query, from 0; None when it does not match."""
        text = f"SELECT name FROM saves WHERE {query.condition} ORDER BY {query.sort.value}"  # noqa: S608
        rows = self._rows(text, query.values)
        return next((place for place, (other,) in enumerate(rows) if other == name), None)

    def tally(self, names: tuple[str, str]) -> Tally:
        """Return the sums over all indexed matches and sessions between two players, from the first one's side.

        Players are identified by name, ignoring case.
        """
        one, other = (_storable(name).casefold() for name in names)
        (row,) = self._rows(_TALLY, {"one": one, "other": other})
        won, lost, unfinished, sessions, *pairs = (number or 0 for number in row)
        return Tally(names, (won, lost), unfinished, sessions, *zip(pairs[::2], pairs[1::2], strict=True))

    def change(self, entries: Sequence[Entry], gone: Collection[str] = ()) -> None:
        """Insert or replace the rows of `entries`, and delete the rows of the saves named in `gone`."""
        with suppress(sqlite3.Error), self._base:
            self._base.executemany("DELETE FROM saves WHERE name = ?", ((name,) for name in gone))
            self._base.executemany(_PUT, (row_of(entry) for entry in entries))
            return
        self._base = _memory()
        self._base.executemany(_PUT, (row_of(entry) for entry in entries))


def row_of(entry: Entry) -> tuple[object, ...]:
    """Return the values of an entry's fields in the order of the columns, as the database stores them."""
    return tuple(_column(getattr(entry, name)) for name in _COLUMNS)


def _column(value: object) -> object:
    """Return the value of a column as stored: a player as 0 for White and 1 for Black."""
    match value:
        case Player():
            return value.index
        case str():
            return _storable(value)
        case _:
            return value


def entry_of_row(row: Sequence[Any]) -> Entry:
    """Return the entry in a row of the database."""
    columns = dict(zip(_COLUMNS, row, strict=True))
    winner = None if columns["winner"] is None else Player(columns["winner"])
    whether = {name: bool(columns[name]) for name in ("readable", "closed")}
    return Entry(**{**columns, **whether, "winner": winner})


def _storable(text: str) -> str:
    """Return the text with unpaired surrogates, which SQLite rejects, replaced by `?`."""
    return text.encode(errors="replace").decode()


def _opened(path: Path) -> sqlite3.Connection:
    """Open the database at the path, replacing a damaged one; in memory when it cannot be opened."""
    for _ in range(2):
        try:
            return _at(path)
        except (sqlite3.OperationalError, OSError):  # no room, no permission, or the index is busy for long
            break
        except sqlite3.DatabaseError:  # the index is damaged, or is not a database
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
    """Check the database, and create the table if it has another version. Raises sqlite3.Error."""
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
