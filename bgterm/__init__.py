"""bgterm: backgammon for two people in a terminal, and as a library.

`import bgterm` loads nothing else. Its names are those in `__all__` of `bgterm.api`, which is loaded when one of
them is first used; docs/library.md describes them.
"""
# ruff: noqa: F403 - the names of `bgterm.api.__all__`

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in typing, which takes longer to load than all of this
    from bgterm.api import *

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Return a name of the public interface. Raises AttributeError for any other."""
    import bgterm.api

    if name not in ("__all__", *bgterm.api.__all__):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(bgterm.api, name)


def __dir__() -> list[str]:
    """Return the names of the public interface, and `__version__`."""
    import bgterm.api

    return [*bgterm.api.__all__, "__version__"]
