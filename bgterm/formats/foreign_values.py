"""Checks of the values in match files of other programs: those of a damaged file can be anything."""

from collections.abc import Iterable, Mapping
from datetime import date
from math import isfinite
from typing import Any

from bgterm.formats.transcript import GameText, Transcript
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import BAR, OFF
from bgterm.rules.match import named

Fields = Mapping[str, Any]
"""The fields of a record, or of an object of a document."""

_NAME = 40
"""The longest name that is read, in characters."""
_MONEY = 99999
"""How eXtreme Gammon writes the length of money play."""

_MOST = 100.0
"""No equity is as far from zero as that."""


def figure(value: object) -> float:
    """Return an equity. Raises ValueError for what cannot be one."""
    if not isinstance(value, int | float) or not isfinite(value) or abs(value) > _MOST:
        raise ValueError(value)
    return float(value)


def chances(values: tuple[object, ...]) -> tuple[float, ...]:
    """Return the chances of wins, gammons and backgammons won and lost. Raises ValueError for what are none."""
    found = tuple(map(figure, values))
    if not all(-0.01 <= each <= 1.01 for each in found):
        raise ValueError(values)
    return found


def play(moves: list[tuple[int, int]]) -> str:
    """Return the text of a play by the mover's own points, the bar being 25 and all below 1 off."""
    return " ".join(f"{min(src, BAR)}/{max(dst, OFF)}" for src, dst in moves)


def _title(value: object) -> str:
    """Return the name of a player. Raises TypeError for what is not a text."""
    if not isinstance(value, str):
        raise TypeError(value)
    return clean_line(value, _NAME)


def match_told(
    facts: Fields, names: tuple[object, object], day: date | None, games: Iterable[GameText], program: str
) -> Transcript:
    """Return the transcript of a match with these facts. Raises ValueError for a length below 0."""
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
