"""bgterm: backgammon for two people in a terminal, and as a library.

`import bgterm` loads nothing else. The names in `__all__` are those of `bgterm.api`, which is loaded when one of
them is first used; docs/library.md describes them.
"""
# ruff: noqa: F403, F405 - the names of `bgterm.api.__all__`, which are those of `__all__` here

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in typing, which takes longer to load than all of this
    from bgterm.api import *

__version__ = "0.2.0"

__all__ = [
    "BackgammonError",
    "Cube",
    "Dice",
    "EngineError",
    "FileError",
    "IllegalAction",
    "IllegalPlay",
    "Match",
    "NotationError",
    "Player",
    "Plays",
    "Record",
    "Win",
    "read",
]


def __getattr__(name: str) -> object:
    """Return a name of the public interface. Raises AttributeError for any other."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bgterm import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """Return the names of the public interface, and `__version__`."""
    return [*__all__, "__version__"]
