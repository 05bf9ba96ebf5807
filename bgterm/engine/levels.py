"""The levels of play: how far an engine looks ahead, and how much noise is added to its equities."""

from typing import NamedTuple

from bgterm.catalog import N_


class Level(NamedTuple):
    """A level of play that players can choose: the rolls that an engine looks ahead, and the noise it adds."""

    name: str
    """The name of the level in flags and files."""
    label: str
    """The name of the level that players see."""
    plies: int = 0
    """The rolls that the engine looks ahead; an engine that cannot do so looks ahead as far as it can."""
    noise: float = 0.0
    """The standard deviation of the noise that is added to each normalised equity before the best is chosen."""


NOVICE = Level("novice", N_("Novice"), noise=0.15)
CASUAL = Level("casual", N_("Casual"), noise=0.06)
INTERMEDIATE = Level("intermediate", N_("Intermediate"), noise=0.03)
ADVANCED = Level("advanced", N_("Advanced"), noise=0.015)
EXPERT = Level("expert", N_("Expert"))
WORLD_CLASS = Level("world-class", N_("World class"), plies=2)

LEVELS = {level.name: level for level in (NOVICE, CASUAL, INTERMEDIATE, ADVANCED, EXPERT, WORLD_CLASS)}
"""Every level by its name, weakest first."""

DEFAULT_PLIES, MAX_PLIES = 2, 3
"""The plies of an analysis by default, and the most that can be chosen."""
TRIALS = 36
"""The trials of a rollout by default."""
