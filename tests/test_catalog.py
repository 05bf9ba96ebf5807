"""The catalogue of messages."""

import ast
import asyncio
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

from bgterm.catalog import N_, _, ngettext, use
from tools.messages import TEMPLATE, template

SOURCES = sorted(set(Path("bgterm").rglob("*.py")) - {Path("bgterm/catalog.py")})
Read = dict[Path, ast.Module]
PLACES = {"_": 1, "N_": 1, "ngettext": 2, "nN_": 2}
"""The number of arguments of each function that are messages."""


class Shouting(NullTranslations):
    """A language in which every message is its English one in capitals, with its fields as they are."""

    def gettext(self, message: str) -> str:
        return message.upper().replace("{NAME}", "{name}").replace("{COUNT}", "{count}")

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        return self.gettext(singular if count == 1 else plural)


def test_messages_follow_the_language_and_fields_stay():
    with use(Shouting()):
        assert _("{name} takes", name="Ann") == "Ann TAKES"
        assert ngettext("{count} roll", "{count} rolls", 2) == "2 ROLLS"
        assert N_("takes") == "takes"
    assert _("{name} takes", name="{value}") == "{value} takes"


async def test_each_task_has_its_own_language():
    async def shout() -> str:
        with use(Shouting()):
            await asyncio.sleep(0)
            return _("roll")

    async def speak() -> str:
        await asyncio.sleep(0)
        return _("roll")

    assert await asyncio.gather(shout(), speak()) == ["ROLL", "roll"]


def calls(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    """Return the calls in a module that look messages up or mark them, with the names of their functions."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [(node.func.id, node) for node in found if isinstance(node.func, ast.Name) and node.func.id in PLACES]


def is_constant(node: ast.expr) -> bool:
    """Return whether an expression names a constant, which `N_` has marked, or one of two."""
    if isinstance(node, ast.IfExp):
        return is_constant(node.body) and is_constant(node.orelse)
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


@pytest.fixture(scope="module")
def sources() -> Read:
    """Return the modules of the program, read once."""
    return {path: ast.parse(path.read_text()) for path in SOURCES}


@pytest.mark.long
def test_every_message_is_a_literal_and_its_fields_have_values(sources: Read):
    """A message that is put together while the program runs cannot be extracted."""
    uses = [(f"{path}:{call.lineno}", name, call) for path, tree in sources.items() for name, call in calls(tree)]
    for place, name, call in uses:
        messages, given = call.args[: PLACES[name]], {keyword.arg for keyword in call.keywords}
        literal = all(isinstance(one, ast.Constant) for one in messages)
        marked = name in {"_", "ngettext"} and all(map(is_constant, messages))
        assert literal or marked, f"{place}: not one literal"
        if name in {"N_", "nN_"} or None in given:
            continue
        for one in messages:
            if isinstance(one, ast.Constant):
                fields = {field for _, field, _, _ in Formatter().parse(one.value) if field is not None}
                assert fields - {"count"} == given - {"count"}, f"{place}: {one.value}"


@pytest.mark.long
def test_no_message_is_inside_an_f_string(sources: Read):
    """The extraction of Python 3.11 does not look there."""
    for path, tree in sources.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                literals = [call.lineno for _, call in calls(node) if isinstance(call.args[0], ast.Constant)]
                assert not literals, f"{path}:{literals}"


def runs_once(node: ast.AST) -> bool:
    """Return whether the function is decorated to run only once."""
    return isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(one) for one in node.decorator_list)


def looked_up(node: ast.AST) -> Iterator[int]:
    """Yield the lines of messages that are looked up when the node is run, but not those in its functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            match child:
                case ast.Call(func=ast.Name(id="_" | "ngettext")):
                    yield child.lineno
            yield from looked_up(child)


@pytest.mark.long
def test_no_message_is_looked_up_once_for_all(sources: Read):
    """At import, or in a cached function, it would be in the language of the first session."""
    for path, module in sources.items():
        lines = [line for node in (module, *filter(runs_once, ast.walk(module))) for line in looked_up(node)]
        assert not lines, f"{path}:{lines}"


@pytest.mark.long
def test_template_is_what_make_messages_writes():
    assert TEMPLATE.read_text(encoding="utf-8") == template(), "run make messages"
