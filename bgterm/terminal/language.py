"""The language of a terminal, as its environment asks for it."""

import re
from collections.abc import Mapping
from gettext import NullTranslations, translation
from itertools import takewhile
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "locale"
"""The folder of the translations: `de/LC_MESSAGES/bgterm.mo`."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_ENGLISH = re.compile(r"(C|POSIX|en)([_.@].*)?", re.DOTALL)
_LANGUAGE = re.compile(r"([a-z]{2,3}(?:_[A-Z]{2})?)(?:[.@].*)?", re.DOTALL)
"""A name such as `de_AT.UTF-8`. Anything else is ignored: a client must not choose which file is read."""


def translations_for(environment: Mapping[str, str], folder: Path = FOLDER) -> NullTranslations:
    """Return the translations for the first language of the environment that has some; English is built in."""
    names = next(filter(None, map(environment.get, _VARIABLES)), "").split(":")
    found = map(_LANGUAGE.fullmatch, takewhile(lambda name: not _ENGLISH.fullmatch(name), names))
    languages = [match[1] for match in found if match]
    return translation("bgterm", folder, languages, fallback=True) if languages else NullTranslations()
