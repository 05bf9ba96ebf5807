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
MODULES = (*sorted((ROOT / "bgterm").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py")))
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


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


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


def test_docstrings_of_functions_begin_with_the_right_verb():
    places = [
        located(path, function.lineno, docstring)
        for path in filter(is_checked, MODULES)
        for function in functions_of(path)
        if FIRST_WORDS.match(docstring := ast.get_docstring(function) or "")
    ]
    assert not places, "\n".join(places)


def test_docstrings_of_the_program_name_the_thing():
    places = [
        located(path, line, text)
        for path in MODULES
        if path.is_relative_to(ROOT / "bgterm")
        for line, text in docstrings_of(path)
        if CLAUSES.match(text)
    ]
    assert not places, "\n".join(places)


def test_names_of_the_program_are_no_metaphors():
    places = [
        located(path, line, name)
        for path in MODULES
        if path.is_relative_to(ROOT / "bgterm")
        for line, name in names_of(path)
        if METAPHORS.search(name)
    ]
    assert not places, "\n".join(places)


def test_names_of_tests_are_short():
    places = [
        located(path, function.lineno, function.name)
        for path in MODULES
        for function in functions_of(path)
        if function.name.startswith("test_") and len(function.name) > LONGEST_TEST_NAME
    ]
    assert not places, "\n".join(places)
