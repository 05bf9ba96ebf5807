"""Every rule that the code cites is in docs/rules.md, under an id of its own, and has tests."""

import re
from collections.abc import Iterator
from pathlib import Path

from bgterm.profile.presets import BUILT_IN
from bgterm.rules.ruleset import FirstThrow, NextGame, SixInARow
from tools import rule_tests

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ANCHORS = re.findall(r'<a id="([^"]+)"></a>', DOCUMENT)
RULES = re.findall(r'<a id="([AHLV]-?\d+[a-z]?)"></a>', DOCUMENT)
SOURCES = sorted(path for folder in ("bgterm", "tests") for path in (ROOT / folder).rglob("*.py"))
CITATION = re.compile(r"\[RULES,? ([^]]+)\]")
"""Citations of rules such as `[RULES A-47, L30]`, `[RULES A-14 to A-17]`, `[RULES L20 and the toggles]`."""
RANGE = re.compile(r"([AHLV]-?)(\d+)(?: to |-)([AHLV]-?)(\d+)")


def cited_anchors(citation: str) -> Iterator[str]:
    """Yield the anchors of the rules that a citation names."""
    for part in re.split(", | and ", citation):
        if ends := RANGE.fullmatch(part):
            series, first, other, last = ends.groups()
            assert series == other, citation
            assert int(first) < int(last), citation
            yield f"{series}{first}"
            yield f"{series}{last}"
        else:
            yield re.sub(r"^(parts?|the) ", "", part)


def citations() -> Iterator[tuple[str, str]]:
    """Yield each citation, its lines joined, with the file in which it is found."""
    for path in SOURCES:
        if path == Path(__file__):
            continue
        text = re.sub(r"\s+(# )?", " ", path.read_text(encoding="utf-8"))
        for citation in CITATION.findall(text):
            yield str(path.relative_to(ROOT)), citation


def test_each_citation_resolves_to_an_anchor():
    found = [*citations()]
    unknown = [(path, citation) for path, citation in found if not {*cited_anchors(citation)} <= {*ANCHORS}]
    assert unknown == []
    assert len(found) > 100
    for path in SOURCES:  # none is written without brackets
        assert not re.search(r"(?<!\[)\bRULES,?\s+[AHLV]-?\d", path.read_text(encoding="utf-8")), path


def test_each_anchor_is_unique_and_shown_and_each_link_resolves():
    assert len(ANCHORS) == len({anchor.lower() for anchor in ANCHORS})
    assert len(RULES) > 100
    assert [rule for rule in RULES if f'<a id="{rule}"></a>**{rule}** ' not in DOCUMENT] == []
    assert set(re.findall(r"\]\(#([^)]+)\)", DOCUMENT)) <= {*ANCHORS}


def test_presets_and_choices_of_rules_are_in_the_document():
    section = DOCUMENT.split("### Presets")[1].split("\n#")[0]
    assert re.findall(r"^\| (?!preset|-)(.+?) \|", section, re.MULTILINE) == [preset.name for preset in BUILT_IN]
    choices = [choice.name.lower() for choice in (*FirstThrow, *SixInARow, *NextGame)]
    assert [name for name in choices if f"`{name}`" not in DOCUMENT] == []


def test_each_rule_has_a_test_and_each_mark_names_a_rule():
    rules = [rule.id for rule in rule_tests.rules(DOCUMENT)]
    assert {*ANCHORS} - {*rules} == {"A", "H", "L", "V"}  # the parts
    assert {*rules} == {test.rule for test in rule_tests.all_marked_tests()}
    assert rule_tests.DOCUMENT.read_text(encoding="utf-8") == rule_tests.page(), "make rules"


MARKED = """
pytestmark = pytest.mark.rule("A-73")

@pytest.mark.rule("A-49", "A-50")
@pytest.mark.parametrize("cube", [1, pytest.param(2, marks=pytest.mark.rule("A-54"))])
async def test_one(cube): ...

def test_other(): ...
"""


def test_rules_are_read_from_the_marks():
    path = Path("tests/test_it.py")
    assert [*rule_tests.marked_tests(MARKED, path)] == [
        ("A-73", path, ""),
        ("A-49", path, "test_one"),
        ("A-50", path, "test_one"),
        ("A-54", path, "test_one"),
    ]
