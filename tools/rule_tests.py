"""`make rules`: regenerate docs/rule_tests.md, the tests of each rule of docs/rules.md.

A test names the rules that it tries: `@pytest.mark.rule("A-49", "A-50")`; `pytestmark` does it for a whole module.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
DOCUMENT = ROOT / "docs" / "rule_tests.md"
_HEAD = """# The tests of the rules

For each rule of [rules.md](rules.md) this page names the tests that try it. `make rules` writes the page from the
marks of the tests, such as `@pytest.mark.rule("A-49")`.
"""
_HEADING_OR_ANCHOR = re.compile(
    r'^### [^\n]+|<a id="([^"]+)"></a>(.+?)(?=\n\n[^#]|\n- |\Z)', re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


class Rule(NamedTuple):
    """A rule of docs/rules.md: its anchor and first sentence, and the headings before it."""

    id: str
    headings: tuple[str, ...]
    """The headings between the rule before and this one."""
    sentence: str
    """The first sentence of the rule."""


class RuleTest(NamedTuple):
    """A test and a rule that it tries."""

    rule: str
    path: Path
    name: str
    """The name of the test; empty where the mark is for all tests of the module."""


def rules(document: str) -> Iterator[Rule]:
    """Yield the rules of rules.md in their order; the anchor of a whole part is not one."""
    headings: list[str] = []
    for match in _HEADING_OR_ANCHOR.finditer(document):
        rule, text = match.groups()
        if rule is None:
            headings.append(match[0])
        elif text.strip().startswith("## "):
            headings = [text.strip()]
        else:
            yield Rule(rule, tuple(headings), _first_sentence(text))
            headings = []


def _first_sentence(text: str) -> str:
    plain = _LINK.sub(r"\1", " ".join(text.split()))
    return re.split(r"(?<=\.) (?=[A-Z*])|:$", re.sub(r"^(\*\*[^*]+\*\*|#+) ", "", plain))[0]


def marked_tests(source: str, path: Path) -> Iterator[RuleTest]:
    """Yield the tests of a module with the rules that they try."""
    if "mark.rule(" not in source:
        return
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            yield from (RuleTest(rule, path, "") for rule in _marks(node.value))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                yield from (RuleTest(rule, path, node.name) for rule in _marks(decorator))


def _marks(expression: ast.expr) -> Iterator[str]:
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


def all_marked_tests() -> list[RuleTest]:
    """Return the marked tests of the project, by path and in the order of their modules."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [
        test for path in paths for test in marked_tests(path.read_text(encoding="utf-8"), path.relative_to(ROOT))
    ]


def page() -> str:
    """Return the text of docs/rule_tests.md."""
    tests, lines = all_marked_tests(), [_HEAD]
    for rule in rules(RULES.read_text(encoding="utf-8")):
        lines.extend(f"\n{heading}\n" for heading in rule.headings)
        if rule.headings:
            lines.append("\n")
        lines.append(f"- [{rule.id}](rules.md#{rule.id}) {rule.sentence}\n")
        names: dict[Path, list[str]] = {}
        for test in tests:
            if test.rule == rule.id:
                names.setdefault(test.path, []).append(test.name)
        for path, of_module in names.items():
            listed = ", ".join(f"`{name}`" if name else "all its tests" for name in of_module)
            lines.append(f"  - [{path.relative_to('tests')}](../{path}): {listed}\n")
    return "".join(lines)


def main() -> None:
    """Write docs/rule_tests.md."""
    DOCUMENT.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
