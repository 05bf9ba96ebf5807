"""What is played: the variants and the rules that can be chosen, as data."""

from dataclasses import dataclass

from bgterm.rules.board import Board

MAX_LENGTH = 99
"""The longest match, in points. [RULES A-75]"""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game of the backgammon family."""

    slug: str
    """The name in files and flags."""
    name: str
    """The name shown to players."""
    start: tuple[tuple[int, int], ...]
    """Where each side's checkers stand at first: (point, checkers) in its own numbers."""

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(count for _, count in self.start)

    @property
    def board(self) -> Board:
        """The starting position."""
        return Board.of(dict(self.start), dict(self.start))


BACKGAMMON = Variant("backgammon", "Backgammon", ((24, 2), (13, 5), (8, 3), (6, 5)))
NACKGAMMON = Variant("nackgammon", "Nackgammon", ((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)))
HYPER = Variant("hyper", "Hyper-backgammon", ((24, 1), (23, 1), (22, 1)))

VARIANTS = {variant.slug: variant for variant in (BACKGAMMON, NACKGAMMON, HYPER)}
"""Every variant by its slug. [RULES A-08, A-76, A-79]"""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules that two players agree on before they start."""

    length: int = 0
    """Points to win the match, 1 to 99; 0 is a money session, which has no end. [RULES A-75]"""
    crawford: bool = True
    """Whether the game after a player comes within one point of the match is played without cube. [RULES A-75]"""
    cube: bool = True
    """Whether the doubling cube is used. [RULES A-59]"""
    hit_and_run: bool = True
    """Whether a checker that hits in its own home may move on in the same turn. [RULES part H]"""

    def __post_init__(self) -> None:
        """Refuse a length that no match has with ValueError."""
        if not 0 <= self.length <= MAX_LENGTH:
            raise ValueError(f"a match is to 1 to {MAX_LENGTH} points, not {self.length}")
