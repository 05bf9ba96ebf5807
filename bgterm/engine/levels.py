"""The levels of play: how far an engine looks ahead, and how much noise is added to what it sees."""

from typing import NamedTuple

from bgterm.catalog import N_


class Level(NamedTuple):
    """A level of play."""

    name: str
    """The name in flags and files."""
    label: str
    """The name shown to players."""
    plies: int = 0
    """How many rolls the engine looks ahead; one that cannot look so far ahead does what it can."""
    noise: float = 0.0
    """The standard deviation of what is added to each equity before the best is chosen, in points of a game."""


NOVICE = Level("novice", N_("Novice"), noise=0.15)
CASUAL = Level("casual", N_("Casual"), noise=0.06)
INTERMEDIATE = Level("intermediate", N_("Intermediate"), noise=0.03)
ADVANCED = Level("advanced", N_("Advanced"), noise=0.015)
EXPERT = Level("expert", N_("Expert"))
WORLD_CLASS = Level("world-class", N_("World class"), plies=2)

LEVELS = {level.name: level for level in (NOVICE, CASUAL, INTERMEDIATE, ADVANCED, EXPERT, WORLD_CLASS)}
"""Every level by its name, the weakest first."""

DEFAULT_PLIES, MAX_PLIES = 2, 3
"""How many rolls an analysis looks ahead by default, and at most."""
