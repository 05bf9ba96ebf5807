"""The analysis that another program has saved in a match file."""

from typing import NamedTuple

from bgterm.rules.moves.base import Play


class JudgedPlay(NamedTuple):
    """A play with the evaluation of another program."""

    moves: Play
    """The moves as the file has them, which may join those of one checker."""
    equity: float
    chances: tuple[float, ...]
    """The chances of wins, gammons and backgammons won, gammons and backgammons lost; empty if not given."""
    level: str
    """The level of the analysis, in the words of the program that made it."""


class JudgedCube(NamedTuple):
    """The equities of the cube from another program, for the player who doubles or might double."""

    no_double: float
    double_take: float
    double_pass: float
    chances: tuple[float, ...]
    level: str
    in_chances: bool = False
    """Whether `no_double` and `double_take` are chances to win the match instead of equities."""


class Judgement(NamedTuple):
    """Another program's analysis of an entry."""

    plays: tuple[JudgedPlay, ...] = ()
    """The plays, best first, including the one that was made."""
    cost: float | None = None
    """The loss of equity by the play that was made; None if not given."""
    cube: JudgedCube | None = None
    """The cube decision; for a play, the double that was not offered before its roll."""
    luck: float | None = None
