"""The variants of backgammon, as data."""

from functools import cache
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.rules.board import HEAD, Board, Movement


class Variant(NamedTuple):
    """A variant of backgammon: its names, its starting position, and how its checkers move."""

    slug: str
    """The name in files and flags."""
    name: str
    """The name shown to players."""
    start: tuple[tuple[int, int], ...]
    """The starting position of each side: (point, checkers) in its own numbers."""
    movement: Movement = Movement.HITTING
    """How the sides pass each other, which decides the legal steps."""
    fresh_first_roll: bool = False
    """Whether the starter rolls both dice again, instead of playing the opening roll. [RULES L7]"""
    cube: bool = True
    """Whether the doubling cube is used by default. [RULES L35]"""
    mat_name: str = ""
    """The name in `.mat` files of other programs; empty where no other program plays it."""
    sgf_rule: str = ""
    """The word for the variant among the rules of `.sgf` files; empty for backgammon and where there is none."""
    other_names: tuple[str, ...] = ()
    """Further names in files of other programs; JSON reports use the first where there is no `sgf_rule`."""

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(count for _, count in self.start)

    @property
    def board(self) -> Board:
        """The starting position."""
        return _board(self.start, self.movement)


@cache
def _board(start: tuple[tuple[int, int], ...], movement: Movement) -> Board:
    return Board.of(dict(start), dict(start), movement)


BACKGAMMON = Variant(
    "backgammon",
    N_("Backgammon"),
    ((24, 2), (13, 5), (8, 3), (6, 5)),
    mat_name="Backgammon",
    other_names=("Standard", "Standard backgammon"),
)
NACKGAMMON = Variant(
    "nackgammon",
    N_("Nackgammon"),
    ((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    mat_name="NackGammon",
    sgf_rule="Nackgammon",
)


def _hyper(checkers: int, slug: str, name: str, *other_names: str) -> Variant:
    """Return Hyper-backgammon with so many checkers a side."""
    start = ((24, 1), (23, 1), (22, 1))[:checkers]
    mat_name, sgf_rule = f"HyperGammon ({checkers})", f"Hypergammon{checkers}"
    return Variant(slug, name, start, mat_name=mat_name, sgf_rule=sgf_rule, other_names=other_names)


HYPER = _hyper(3, "hyper", N_("Hyper-backgammon"), "Hypergammon")
HYPER_2 = _hyper(2, "hyper-2", N_("Hyper-backgammon (2)"))
HYPER_1 = _hyper(1, "hyper-1", N_("Hyper-backgammon (1)"))
LONG = Variant(
    "long",
    N_("Long backgammon"),
    ((HEAD, 15),),
    Movement.NARDE,
    fresh_first_roll=True,
    cube=False,
    other_names=("Long",),
)

VARIANTS = {variant.slug: variant for variant in (BACKGAMMON, NACKGAMMON, HYPER, HYPER_2, HYPER_1, LONG)}
"""Every variant by its slug. [RULES A-08, A-76 to A-79, L5]"""
