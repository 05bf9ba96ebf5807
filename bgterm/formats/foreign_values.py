"""Checks of values in match files of other programs, which may be anything in a damaged file."""

from collections.abc import Iterable, Mapping
from datetime import date
from math import isfinite
from typing import Any

from bgterm.formats.transcript import GameText, Transcript
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import BAR, OFF, Move
from bgterm.rules.match import named
from bgterm.rules.moves.base import Play

Fields = Mapping[str, Any]
"""The fields of a record, or of an object in a document."""

_NAME = 40
"""The most characters of a name that are read."""
_MONEY = 99999
"""The match length with which eXtreme Gammon writes money play."""

_MOST = 100.0
"""The limit for the absolute value of an equity."""


def figure(value: object) -> float:
    """Return an equity in a file. Raises ValueError for a value that is not a number, or too large."""
    if not isinstance(value, int | float) or not isfinite(value) or abs(value) > _MOST:
        raise ValueError(value)
    return float(value)


def chances(values: tuple[Any, ...]) -> tuple[float, ...]:
    """Return chances in a file as floats. Raises ValueError for values outside 0 to 1 by more than 0.01."""
    if not all(isinstance(each, int | float) and -0.01 <= each <= 1.01 for each in values):
        raise ValueError(values)
    return tuple(map(float, values))


def play(moves: Iterable[tuple[int, int]]) -> Play:
    """Return a play from pairs of the mover's own points; numbers above 24 are the bar, those below 1 are off."""
    return tuple(Move(min(src, BAR), max(dst, OFF)) for src, dst in moves)


def _title(value: object) -> str:
    """Return the name of a player as one line. Raises TypeError for a value that is not a text."""
    if not isinstance(value, str):
        raise TypeError(value)
    return clean_line(value, _NAME)


def transcript_of(
    facts: Fields, names: tuple[object, object], day: date | None, games: Iterable[GameText], program: str
) -> Transcript:
    """Return the transcript of a match with these facts, such as `match_length` and `jacoby`.

    Raises ValueError for a negative length, and LookupError for a missing fact.
    """
    length = 0 if facts["match_length"] == _MONEY else facts["match_length"]
    if length < 0:
        raise ValueError(length)
    return Transcript(
        names=named(*map(_title, names)),
        length=length,
        jacoby=facts["jacoby"],
        crawford=facts["crawford"],
        date=day.isoformat() if day else "",
        games=tuple(games),
        program=program,
    )
