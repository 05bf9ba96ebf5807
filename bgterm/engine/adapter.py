"""The adapters: one for each engine, and the list of them. No engine is loaded before it is asked."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol

from bgterm.engine.errors import UnknownEngine
from bgterm.engine.protocol import Answer, Kind, Question

Report = Callable[[float], None]
"""Called with how far an answer is, 0 to 1."""


class Adapter(Protocol):
    """An engine. It is made both where it is listed and in the child; only `answer` and `version` may load it.

    `answer` runs in the child process, one question after the other. It raises EngineError for what it cannot do;
    whatever else it raises ends the child.
    """

    name: str
    """The name in flags, settings and answers."""
    label: str
    """The name shown to players."""
    variants: frozenset[str]
    """The slugs of the variants that it plays."""
    kinds: frozenset[Kind]
    """The questions that it can answer."""

    def missing(self) -> str | None:
        """Return how to install the engine where it is not installed; None where it is."""

    def version(self) -> str:
        """Return the version of the engine. Raises EngineError where it is missing or too old."""

    def answer(self, question: Question, report: Report) -> Answer:
        """Return the answer to a question about a legal position of one of the variants."""

    def close(self) -> None:
        """End what the engine has started."""


ADAPTERS: Mapping[str, str] = {"gnubg": "gnubg.Gnubg", "bgsage": "bgsage.Sage"}
"""Where the adapter of each engine is: its module in `bgterm.engine.adapters` and its class, by its name."""


def open_adapter(name: str) -> Adapter:
    """Return the adapter of an engine; an engine with a parameter is named like `ubgi:COMMAND`.

    Raises UnknownEngine.
    """
    kind, colon, parameter = name.partition(":")
    if kind not in ADAPTERS:
        raise UnknownEngine(name=name, known=tuple(ADAPTERS))
    module, made = ADAPTERS[kind].rsplit(".", 1)
    adapter: Adapter = getattr(import_module(f"bgterm.engine.adapters.{module}"), made)(
        *([parameter] if colon else [])
    )
    return adapter
