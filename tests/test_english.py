"""The English of the code and the documents: turns of phrase that a native speaker would not write do not come back.

Checked are docstrings, comments, messages and the documents. `docs/contributing.md` says what to write instead.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
)
SOURCES = (*sorted((ROOT / "bgterm").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py")))
LONGEST_TEST_NAME = 60

PHRASES = {
    "a person is they": r"\b(he|his|him|himself)\b",
    "a relative clause needs a noun": r"\b(to|of|for|by|with|from|than|at) (who|whom|whoever)\b(?![^.]*\?)",
    "a relative clause needs a noun: the player who ...": r"(?:^|[.:;] )Who(?:ever)? [^?]*?(?:\.|$)",
    "write the player who, anyone who": r"\bwhoever\b",
    "write is not a": r"(?<![Tt]here )\bis no (?!longer\b|more\b|good\b|different\b)(?=[a-z])",
    "say it whole": r"\bif (so|any)\b",
}
FIRST_WORDS = re.compile(r"(Give|Tell|Say|Let|Know)\b")
"""How no docstring of a function begins."""


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments and strings of a module, each with its line."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, " ".join(node.value.split())


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def named(path: Path, line: int, text: str) -> str:
    return f"{path.relative_to(ROOT)}:{line}: {text[:160]}"


@pytest.mark.parametrize("advice", PHRASES)
def test_no_turn_of_phrase_comes_back(advice):
    pattern = re.compile(PHRASES[advice])
    found = [
        named(path, line, text)
        for path in SOURCES
        if path != Path(__file__)
        for line, text in prose_of(path)
        if pattern.search(text)
    ]
    for path in DOCUMENTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [named(path, number, line) for number, line in enumerate(lines, 1) if pattern.search(line)]
    assert not found, "\n".join(found)


def test_docstrings_say_what_a_function_does():
    found = [
        named(path, function.lineno, docstring)
        for path in SOURCES
        for function in functions_of(path)
        if FIRST_WORDS.match(docstring := ast.get_docstring(function) or "")
    ]
    assert not found, "\n".join(found)


def test_names_of_tests_can_be_read_at_a_glance():
    found = [
        named(path, function.lineno, function.name)
        for path in SOURCES
        for function in functions_of(path)
        if function.name.startswith("test_") and len(function.name) > LONGEST_TEST_NAME
    ]
    assert not found, "\n".join(found)
