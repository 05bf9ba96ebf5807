"""`bgterm rules`: the rules as plain text."""

import pytest

from bgterm.cli.main import main
from bgterm.rules.variants import VARIANTS


@pytest.fixture(autouse=True)
def window(monkeypatch):
    """Make the window appear to have 60 columns."""
    monkeypatch.setenv("COLUMNS", "60")


def test_beginners_read_how_to_play(capsys):
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("The aim\n\nBackgammon is a race for two.")
    assert max(map(len, text.splitlines())) <= 60
    assert all(f"\n{variant.name}\n" in text for variant in VARIANTS.values() if variant.slug != "backgammon")


def test_the_name_of_a_variant_gives_all_its_rules(capsys):
    assert main(["rules", "long"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Long backgammon\n")
    assert "All the rules, in a match to 5" in text
    assert "\nHead: " in text
    assert "Hitting" not in text


def test_an_unknown_variant_is_refused_with_those_there_are(capsys):
    with pytest.raises(SystemExit) as refused:
        main(["rules", "chess"])
    assert refused.value.code == 2
    assert "chess" in capsys.readouterr().err
