"""The analysis of GNU Backgammon in an `.sgf` file; `bgterm.engine.annotations` shows its properties."""

from collections.abc import Callable, Iterable

from bgterm.formats.foreign_values import chances, figure
from bgterm.formats.judged import JudgedCube, JudgedPlay, Judgement
from bgterm.formats.sgf_parser import Property

_EVALUATION = "E"
"""The first word of figures that are not those of a rollout."""
_CHANCES = 5


def judged(node: Iterable[Property], moves: Callable[[str], str], *, money: bool) -> Judgement | None:
    """Return what the properties of a node say; None where that is nothing, or not understood.

    `moves` returns the text of a play in letters. Figures about the cube of a match are chances to win it.
    """
    found = {name: values for _line, name, values in node}
    try:
        plays = tuple(_play(value, moves) for value in found.get("A", ())[1:])
        cube = _cube(found["DA"][0], money=money) if "DA" in found else None
        luck = figure(float(found["LU"][0])) if "LU" in found else None
    except (ValueError, LookupError):
        return None
    return Judgement(plays, None, cube, luck)


def _play(value: str, moves: Callable[[str], str]) -> JudgedPlay:
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
    """Return the level in the words of the program."""
    return f"{'cubeful' if plies.endswith('C') else 'cubeless'} {int(plies.removesuffix('C'))}-ply"
