"""The analysis of GNU Backgammon in an `.sgf` file; `bgterm.engine.annotations` describes its properties."""

from collections.abc import Callable, Iterable

from bgterm.formats.foreign_values import chances, figure
from bgterm.formats.record import JudgedCube, JudgedPlay, Judgement
from bgterm.formats.sgf_parser import Property
from bgterm.rules.moves.base import Play

_EVALUATION = "E"
"""The first word of figures from an evaluation; those of rollouts are not read."""
_CHANCES = 5


def judged(node: Iterable[Property], moves: Callable[[str], Play], *, money: bool) -> Judgement | None:
    """Return the analysis in the properties of a node; None without one, or when it cannot be read.

    `moves` returns a play from its letters. If `money` is false, cube figures are chances to win the
    match.
    """
    found = {name: values for _line, name, values in node}
    try:
        plays = tuple(_play(value, moves) for value in found.get("A", ())[1:])
        cube = _cube(found["DA"][0], money=money) if "DA" in found else None
        luck = figure(float(found["LU"][0])) if "LU" in found else None
    except (ValueError, LookupError):
        return None
    return Judgement(plays, None, cube, luck)


def _play(value: str, moves: Callable[[str], Play]) -> JudgedPlay:
    letters, kind, _ver, _version, *figures, plies, _c, _1, _noise, _2 = value.split()
    *odds, equity = map(float, figures)
    if kind != _EVALUATION or len(odds) != _CHANCES:
        raise ValueError(value)
    return JudgedPlay(moves(letters), figure(equity), chances(tuple(odds)), _level(plies))


def _cube(value: str, *, money: bool) -> JudgedCube:
    kind, _ver, _version, plies, _1, _noise, _2, *figures = value.split()
    *odds, _cubeless, no_double = map(float, figures[: _CHANCES + 2])
    take = float(figures[-1])
    if kind != _EVALUATION or len(figures) != 2 * (_CHANCES + 2):
        raise ValueError(value)
    return JudgedCube(figure(no_double), figure(take), 1.0, chances(tuple(odds)), _level(plies), not money)


def _level(plies: str) -> str:
    """Return the level of an analysis, as GNU Backgammon names it."""
    return f"{'cubeful' if plies.endswith('C') else 'cubeless'} {int(plies.removesuffix('C'))}-ply"
