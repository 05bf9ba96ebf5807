"""The adapters: one for each engine, and the list of them. No engine is loaded before it is asked."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Protocol

from bgterm.catalog import N_, _
from bgterm.engine.errors import EngineError, UnknownEngine, engine_missing, no_engine
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.errors import quoted
from bgterm.rules.variants import Variant

Check = Callable[[], None]
"""Called during a thought, as often as an adapter likes: it raises once the answer is no longer wanted."""


class Adapter(Protocol):
    """An engine. It is made both where it is listed and in the child; only `answer` and `version` may load it.

    `answer` runs in the child process, one question after the other. It raises EngineError for what it cannot do;
    whatever else it raises ends the child.
    """

    name: str
    """The name in flags, settings and answers."""
    label: str
    """The name shown to players."""
    kinds: frozenset[QuestionKind]
    """The questions that it can answer."""
    deepest: int
    """The most rolls that it looks ahead."""

    @property
    def variants(self) -> frozenset[str]:
        """The slugs of the variants that it plays."""

    def missing(self) -> str | None:
        """Return how to install the engine where it is not installed; None where it is."""

    def version(self) -> str:
        """Return the version of the engine. Raises EngineError where it is missing or too old."""

    def answer(self, question: EngineRequest, check: Check) -> EngineAnswer:
        """Return the answer to a question about a legal position of one of the variants."""

    def close(self) -> None:
        """End what the engine has started; another answer starts it again."""


ADAPTERS: Mapping[str, str] = {
    "gnubg": "gnubg.Gnubg",
    "bgsage": "bgsage.Sage",
    "builtin": "builtin.Builtin",
    "ubgi": "ubgi.Ubgi",
}
"""Where the adapter of each engine is: its module in `bgterm.engine.adapters` and its class, by its name.

The strongest ones are first. A name has no command in it: it may come from a record or a visitor of a server.
"""
AUTO = "auto"
"""The name that stands for the strongest engine that is installed and plays the variant."""


def engine_for(variant: Variant, name: str = AUTO) -> str:
    """Return the name of the engine to ask, with `auto` resolved.

    Raises EngineError where it is unknown, is not installed or does not play the variant, and when no engine is
    installed that does.
    """
    if name != AUTO:
        demand(open_adapter(name), variant)
        return name
    if first := next(installed_engines(variant), None):
        return first.name
    raise no_engine(_(variant.name))


def demand(adapter: Adapter, variant: Variant | None = None) -> None:
    """Raise EngineError where the engine is not installed, or does not play the variant."""
    if remedy := adapter.missing():
        raise engine_missing(adapter.label, remedy)
    if variant and variant.slug not in adapter.variants:
        message = N_("{engine} does not play {variant}: choose another engine")
        raise EngineError(message, engine=adapter.label, variant=_(variant.name))


def installed_engines(variant: Variant, kind: QuestionKind = QuestionKind.PLAYS) -> Iterator[Adapter]:
    """Yield the engines that are installed, play the variant and answer such questions, the strongest first."""
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
