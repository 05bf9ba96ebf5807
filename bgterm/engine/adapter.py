"""The interface of an engine's adapter, and the list of all adapters. An engine is loaded on demand."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Protocol

from bgterm.catalog import N_, _
from bgterm.engine.errors import EngineError, UnknownEngine, engine_missing, no_engine
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.errors import quoted
from bgterm.rules.variants import Variant


class Adapter(Protocol):
    """An engine, as an adapter presents it.

    An adapter is made both in the parent, to list the engine, and in the child process that asks it. Only `answer`
    and `version` may load the engine. `answer` runs in the child, one question after the other; it raises
    EngineError for a question that it cannot answer, and any other exception ends the child.
    """

    name: str
    """The name of the engine in flags, settings and answers."""
    label: str
    """The name of the engine that players see."""
    kinds: frozenset[QuestionKind]
    """The kinds of questions that the engine can answer."""
    deepest: int
    """The most plies that the engine looks ahead."""

    @property
    def variants(self) -> frozenset[str]:
        """The slugs of the variants that the engine plays."""

    def missing(self) -> str | None:
        """Return how to install the engine; None when it is installed."""

    def version(self) -> str:
        """Return the version of the engine. Raises EngineError when it is missing or too old."""

    def answer(self, question: EngineRequest) -> EngineAnswer:
        """Return the answer to a question about a legal position of one of the variants. Raises EngineError."""

    def close(self) -> None:
        """End programs that the adapter has started; `answer` starts them again."""


ADAPTERS: Mapping[str, str] = {
    "gnubg": "gnubg.Gnubg",
    "bgsage": "bgsage.Sage",
    "builtin": "builtin.Builtin",
    "ubgi": "ubgi.Ubgi",
}
"""The adapters by name, strongest first: the module in `bgterm.engine.adapters` and the class.

A name contains no command, because it may come from a record or from a visitor of a server.
"""
AUTO = "auto"
"""The name for the strongest engine that is installed and plays the variant."""


def engine_for(variant: Variant, name: str = AUTO) -> str:
    """Return the name of the engine to ask, with `auto` resolved.

    Raises EngineError when the engine is unknown, not installed or does not play the variant; for `auto`, when no
    installed engine does.
    """
    if name != AUTO:
        demand(open_adapter(name), variant)
        return name
    if first := next(installed_engines(variant), None):
        return first.name
    raise no_engine(_(variant.name))


def demand(adapter: Adapter, variant: Variant | None = None) -> None:
    """Raise EngineError when the engine is not installed, or does not play the variant."""
    if remedy := adapter.missing():
        raise engine_missing(adapter.label, remedy)
    if variant and variant.slug not in adapter.variants:
        message = N_("{engine} does not play {variant}: choose another engine")
        raise EngineError(message, engine=adapter.label, variant=_(variant.name))


def installed_engines(variant: Variant, kind: QuestionKind = QuestionKind.PLAYS) -> Iterator[Adapter]:
    """Yield the installed engines that play the variant and answer questions of the kind, strongest first."""
    for adapter in map(open_adapter, ADAPTERS):
        if variant.slug in adapter.variants and kind in adapter.kinds and not adapter.missing():
            yield adapter


def open_adapter(name: str) -> Adapter:
    """Return the adapter of an engine. Raises EngineError for an unknown name."""
    if name not in ADAPTERS:
        message = N_('unknown engine "{name}"; bgterm knows {known}')
        raise UnknownEngine(message, name=quoted(name), known=tuple(ADAPTERS))
    module, made = ADAPTERS[name].rsplit(".", 1)
    adapter: Adapter = getattr(import_module(f"bgterm.engine.adapters.{module}"), made)()
    return adapter
