"""`bgterm list`: the kept matches."""

import json
from collections.abc import Sequence
from typing import TextIO

from rich.cells import cell_len

from bgterm.cli.files import put_lines
from bgterm.notation import book_words
from bgterm.table.book import Book
from bgterm.table.config import state_folder
from bgterm.table.index import Entry, Query

_DATE = len("2026-11-20")
_HEAD = ("name", "begun", "players", "to", "score", "stands")


def run(stdout: TextIO, *, as_json: bool) -> int:
    """Print a line for each kept match, the one played last first; return the exit status."""
    with Book(state_folder() / "matches") as book:
        book.read(book.left)
        entries = book.page(Query(), 0, book.count(Query()))
    if as_json:
        put_lines([json.dumps([_value(entry) for entry in entries])], stdout)
    elif entries:
        put_lines(_laid_out([_HEAD, *map(_cells, entries)]), stdout)
    else:
        put_lines([book_words.EMPTY_LIST], stdout)
    return 0


def _value(entry: Entry) -> dict[str, object]:
    """Return what JSON tells of a match."""
    if not entry.readable:
        return {"name": entry.name, "fault": entry.fault}
    told: dict[str, object] = {
        "name": entry.name,
        "date": entry.date,
        "variant": entry.variant,
        "names": [*entry.names],
        "length": entry.length,
        "score": [*entry.score],
        "game": entry.game,
        "winner": entry.winner,
        "finished": entry.finished,
    }
    return told | ({"fault": entry.fault} if entry.fault else {})


def _cells(entry: Entry) -> tuple[str, ...]:
    if not entry.readable:
        return entry.name, "", "", "", "", book_words.DAMAGED
    return (
        entry.name,
        entry.date[:_DATE],
        " - ".join(entry.names),
        book_words.to_points(entry.length),
        "-".join(map(str, entry.score)),
        book_words.stands(entry.game, finished=entry.finished, closed=entry.closed),
    )


def _laid_out(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows with each column as wide as its widest cell."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    padded = (
        (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)) for row in rows
    )
    return ["  ".join(row).rstrip() for row in padded]
