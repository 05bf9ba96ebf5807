"""The English of the code and the documents: phrases that a native speaker would not write are found.

Docstrings, comments, messages and documents are checked. `docs/contributing.md` shows what to write instead.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # reads all that is written here

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
)
PROGRAM = sorted((ROOT / "bgterm").rglob("*.py"))
MODULES = (*PROGRAM, *sorted((ROOT / "tests").rglob("*.py")))
LONGEST_TEST_NAME = 60

PHRASES = {
    "a person is they": r"\b(he|his|him|himself)\b",
    "a relative clause needs a noun": r"\b(to|of|for|by|with|from|than|at) (who|whom|whoever)\b(?![^.]*\?)",
    "a relative clause needs a noun: the player who ...": r"(?:^|[.:;] )Who(?:ever)? [^?]*?(?:\.|$)",
    "write the player who, anyone who": r"\bwhoever\b",
    "write is not a": r"(?<![Tt]here )\bis no (?!longer\b|more\b|good\b|different\b)(?=[a-z])",
    "write again": r"\banew\b",
    "write the whole clause": r"\bif (so|any)(?=[,.;:)]|$)",
}
FIRST_WORDS = re.compile(r"(Give|Tell|Say|Let|Know|Do what|Return whom?)\b")
"""First words that no docstring of a function has."""
CLAUSES = re.compile(r"(What|Who|Whom|Whose|Which)\b")
"""First words that make a docstring of the program a clause, instead of the name of the thing."""
METAPHORS = re.compile(
    r"(?:^|_)(house(?!_rules)|door|chair|cup|deaf|turnstile|story|deed)s?(?:_|$)", re.IGNORECASE
)
"""Words that no name of a class, function, parameter or variable of the program contains."""

COMMENT = re.compile(r"(?:^ *|  )#.*")
NAMED = (
    ast.arg,
    ast.AsyncFunctionDef,
    ast.Attribute,
    ast.ClassDef,
    ast.Constant,
    ast.Expr,
    ast.FunctionDef,
    ast.Name,
)


def is_checked(path: Path) -> bool:
    return path != Path(__file__)


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a module that have text or a name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, NAMED))


def prose_of(path: Path) -> tuple[tuple[int, str], ...]:
    """Return the comments and strings of a module, or the lines of a document, each with its line number."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return tuple(enumerate(text.splitlines(), 1))
    comments = [
        (number, comment[0])
        for number, line in enumerate(text.splitlines(), 1)
        if (comment := COMMENT.search(line))
    ]
    strings = [
        (node.lineno, " ".join(node.value.split()))
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return (*comments, *strings)


def docstrings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module and of everything in it, fields and constants included."""
    for node in nodes_of(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, " ".join(text.split())


def docstrings_of_functions(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, ast.get_docstring(node) or ""


def names_of_tests(path: Path) -> Iterator[tuple[int, str]]:
    return ((line, name) for line, name in names_of(path) if name.startswith("test_"))


def names_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the names that a module gives to classes, functions, parameters and variables."""
    for node in nodes_of(path):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


def located(path: Path, line: int, text: str) -> str:
    return f"{path.relative_to(ROOT)}:{line}: {text[:160]}"


def test_no_text_contains_an_unidiomatic_phrase():
    places = [
        f"{located(path, line, text)} ({advice})"
        for path in filter(is_checked, (*MODULES, *DOCUMENTS))
        for line, text in prose_of(path)
        for advice, pattern in PHRASES.items()
        if re.search(pattern, text)
    ]
    assert not places, "\n".join(places)


CHECKS = {
    "docstrings of functions begin with the right verb": (MODULES, docstrings_of_functions, FIRST_WORDS.match),
    "docstrings of the program name the thing": (PROGRAM, docstrings_of, CLAUSES.match),
    "names of the program are no metaphors": (PROGRAM, names_of, METAPHORS.search),
    "names of tests are short": (MODULES, names_of_tests, re.compile(f".{{{LONGEST_TEST_NAME + 1}}}").match),
}
"""For each rule the modules, the texts in them, and the check for a text that breaks the rule."""


@pytest.mark.parametrize(("modules", "texts_of", "breaks_the_rule"), CHECKS.values(), ids=CHECKS)
def test_names_and_docstrings(modules, texts_of, breaks_the_rule):
    places = [
        located(path, line, text)
        for path in filter(is_checked, modules)
        for line, text in texts_of(path)
        if breaks_the_rule(text)
    ]
    assert not places, "\n".join(places)
