"""The analysis in a match file, by the program that wrote it."""

from typing import NamedTuple


class JudgedPlay(NamedTuple):
    """A play that another program has judged."""

    text: str
    equity: float
    chances: tuple[float, ...]
    """Wins, gammons and backgammons won, gammons and backgammons lost; empty when they are not said."""
    level: str
    """How it was judged, in the words of that program."""


class JudgedCube(NamedTuple):
    """The cube as another program has judged it, from the side of the player who doubles or could double."""

    no_double: float
    double_take: float
    double_pass: float
    chances: tuple[float, ...]
    level: str
    in_chances: bool = False
    """Whether the first two equities are given as chances to win the match."""


class Judgement(NamedTuple):
    """The judgement of an entry by the program that wrote the file."""

    plays: tuple[JudgedPlay, ...] = ()
    """The best play first; the one that was made is among them."""
    cost: float | None = None
    """The cost of the play that was made."""
    cube: JudgedCube | None = None
    """Of a play: the double that was not offered before it."""
    luck: float | None = None
