"""Text for a terminal: its language, and its lines, which are broken between words."""

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bgterm.terminal.language import translations_for
from bgterm.terminal.wrapping import wrapped

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


WORDS = st.text("ab\u6f22", min_size=1, max_size=9)


@given(st.lists(WORDS), st.integers(1, 12))
def test_rows_fit_and_have_every_word_whole(words, columns):
    rows = [*wrapped(" ".join(words), columns)]
    assert " ".join(rows).split() == words
    assert all(cell_len(row) <= columns or " " not in row for row in rows)
    assert all(rows) or not words


def test_spaces_of_a_drawing_stay():
    assert [*wrapped(" |  X  O |", 10)] == [" |  X  O |"]
