"""The messages that people read, in the language of the session.

    _("{name} takes", name="Ann")
    ngettext("{count} roll", "{count} rolls", 2)

A message is a complete sentence or label with named fields, written as one literal, so that `make messages` can
extract it. Keys, notation, file formats and identifiers are not messages.

There are no files here: `use` takes translations that the command line or the server has loaded.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

_translations: ContextVar[NullTranslations] = ContextVar("translations")
_ENGLISH = NullTranslations()


def _current() -> NullTranslations:
    return _translations.get(_ENGLISH)


def _(message: str, /, **fields: object) -> str:
    """Return a message in the language of the session, with its fields filled in.

    >>> _("{name} takes: the cube is at {value:,}", name="Ann", value=2048)
    'Ann takes: the cube is at 2,048'
    """
    return _current().gettext(message).format_map(fields)


def ngettext(singular: str, plural: str, count: int, /, **fields: object) -> str:
    """Return a message for `count` things, with `{count}` and its other fields filled in.

    >>> ngettext("{count} roll", "{count} rolls", 1), ngettext("{count} roll", "{count} rolls", 2)
    ('1 roll', '2 rolls')
    """
    return _current().ngettext(singular, plural, count).format_map({"count": count, **fields})


def N_(message: str) -> str:  # noqa: N802 - the name that gettext and its tools use
    """Return a message unchanged: marks a constant, label or binding that `_` looks up where it is shown."""
    return message


def nN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802 - as `N_`
    """Return a message and its plural unchanged: marks texts that `ngettext` looks up later."""
    return singular, plural


@contextmanager
def use(translations: NullTranslations) -> Iterator[None]:
    """Within a `with` statement, show messages in another language, also in tasks that begin there."""
    token = _translations.set(translations)
    try:
        yield
    finally:
        _translations.reset(token)
