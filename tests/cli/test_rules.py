"""`bgterm rules`: the rules as plain text."""

from bgterm.rules.variants import VARIANTS
from tests.cli.command import bgterm


def test_beginners_read_how_to_play(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    status, text, _ = bgterm("rules")
    assert (status, text.startswith("The aim\n\nBackgammon is a race for two.")) == (0, True)
    assert max(map(len, text.splitlines())) <= 60
    assert all(f"\n{variant.name}\n" in text for variant in VARIANTS.values() if variant.slug != "backgammon")


def test_the_name_of_a_variant_gives_all_its_rules():
    status, text, _ = bgterm("rules", "long")
    assert (status, text.startswith("Long backgammon\n")) == (0, True)
    assert "All the rules, in a match to 5" in text
    assert "\nHead: " in text
    assert "Hitting" not in text
