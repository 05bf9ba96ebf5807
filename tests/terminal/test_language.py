"""The translations that are loaded for a terminal."""

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bgterm.terminal.language import translations_for

ENGLISH = "roll"


@pytest.fixture
def folder(tmp_path):
    for language, text in {"de": "Wurf", "fr_CA": "lancer", "en": "never read", "../de": "elsewhere"}.items():
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "bgterm.mo"
        path.parent.mkdir(parents=True)
        catalog = Catalog(locale="de")
        catalog.add(ENGLISH, text)
        with path.open("wb") as file:
            write_mo(file, catalog)
    return tmp_path / "locale"


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        ({}, ENGLISH),
        ({"LANG": ""}, ENGLISH),
        ({"LANG": "C.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, "Wurf"),
        ({"LANG": "de@euro"}, "Wurf"),
        ({"LANG": "fr_CA.UTF-8"}, "lancer"),
        ({"LANG": "fr_FR.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "lancer"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "C"}, ENGLISH),
        ({"LANG": "fr_CA", "LC_ALL": "de_AT"}, "Wurf"),
        ({"LANG": "C", "LANGUAGE": "it:de:fr_CA"}, "Wurf"),
        ({"LANG": "de", "LANGUAGE": "en_GB:de"}, ENGLISH),
        ({"LANG": "../de"}, ENGLISH),
        ({"LANG": "/etc/passwd"}, ENGLISH),
        ({"LANG": "de\0"}, ENGLISH),
        ({"LANG": "x" * 10_000}, ENGLISH),
    ],
)
def test_first_language_with_translations_counts(folder, environment, text):
    assert translations_for(environment, folder).gettext(ENGLISH) == text
