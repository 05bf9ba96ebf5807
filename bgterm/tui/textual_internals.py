"""The parts of Textual that are private to it and that bgterm overrides or clears, for a server of many apps.

Against Textual 8.2.8. `tests/tui/test_textual_internals.py` fails when one of them has changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.css.tokenizer import Token
from textual.style import Style

_VARIANTS = 16
"""The most themes, each as a terminal can show it, whose rules are kept."""
_SOURCES = 256
"""The most pieces of CSS whose rules are kept for one theme: there is one for each class of widgets."""
_CACHES_OF_METHODS = (StylesCache.get_inner_outer, XTermParser._parse_extended_key)  # noqa: SLF001
"""Caches for the whole process that keep the object whose method was called: rendered lines, and a parser."""


# Taking an app apart


def take_apart(owners: Iterable[object]) -> None:
    """Clear the attributes of an app that has ended, of its widgets and of its driver.

    They refer to each other, so that otherwise only a full garbage collection would free them.
    """
    for owner in owners:
        vars(owner).clear()
    for method in _CACHES_OF_METHODS:
        method.cache_clear()


# Parsing CSS once


@dataclass(frozen=True, eq=False)
class _Parsed:
    """The rules and styles that were parsed with the same variables."""

    tokens: dict[str, list[Token]]
    """The values of the variables."""
    rules: LRUCache[tuple[object, ...], list[RuleSet]] = field(default_factory=lambda: LRUCache(_SOURCES))
    styles: LRUCache[str, Style] = field(default_factory=lambda: LRUCache(1024))


@lru_cache(maxsize=_VARIANTS)
def _parsed(variables: frozenset[tuple[str, str]]) -> _Parsed:
    """Return the cache of the apps with these variables."""
    return _Parsed(tokenize_values(dict(variables)))


class SharedStylesheet(Stylesheet):
    """A stylesheet that parses each piece of CSS once in a process and theme.

    Textual parses all CSS in each app, again when its theme is set, and again when a screen brings more of it.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        """Make an empty stylesheet."""
        super().__init__(variables=variables)
        self._share()

    @property
    def _variable_tokens(self) -> dict[str, list[Token]]:
        return self._shared.tokens

    def set_variables(self, variables: dict[str, str]) -> None:
        """Use the variables of another theme."""
        self._variables = variables
        self._invalid_css = set()
        self._share()

    def reparse(self) -> None:
        """Use the rules for the present variables."""
        self.parse()

    def _share(self) -> None:
        self._shared = _parsed(frozenset(self._variables.items()))
        self._parse_cache, self._style_parse_cache = self._shared.rules, self._shared.styles
