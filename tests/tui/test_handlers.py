"""Handlers of messages: Textual calls those of every base class by itself, so that none calls its base's."""

import ast
from pathlib import Path

import pytest

import bgterm

FOLDER = Path(bgterm.__file__).parent
FILES = sorted(path for part in ("tui", "net") for path in (FOLDER / part).rglob("*.py"))


def calls_of_base(source: str) -> list[str]:
    """Return the handlers that the source calls through `super()`."""
    called = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [one for one in called if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Call)]
    methods = [one.attr for one in named if ast.unparse(one.value) == "super()"]
    return [name for name in methods if name.lstrip("_").startswith("on_") and name != "on_event"]  # no handler


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_handler_calls_that_of_its_base(path):
    assert calls_of_base(path.read_text(encoding="utf-8")) == []


def test_such_a_call_is_found():
    assert calls_of_base("class A(B):\n    def on_key(self):\n        super().on_key()\n") == ["on_key"]
