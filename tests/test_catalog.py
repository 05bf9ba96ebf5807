"""The catalogue of messages."""

import ast
import asyncio
from gettext import NullTranslations
from pathlib import Path

import pytest

from bgterm.catalog import N_, _, ngettext, use

SOURCES = sorted(Path("bgterm").rglob("*.py"))


class Shouting(NullTranslations):
    """A language in which every message is its English one in capitals, with its fields as they are."""

    def gettext(self, message: str) -> str:
        return message.upper().replace("{NAME}", "{name}").replace("{COUNT}", "{count}")

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        return self.gettext(singular if count == 1 else plural)


def test_messages_follow_the_language():
    with use(Shouting()):
        assert _("{name} takes", name="Ann") == "Ann TAKES"
        assert ngettext("{count} roll", "{count} rolls", 2) == "2 ROLLS"
        assert N_("takes") == "takes"
    assert _("{name} takes", name="Ann") == "Ann takes"


def test_a_field_is_never_read_as_a_message():
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


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_every_message_is_a_literal(path: Path):
    """A message that is put together while the program runs cannot be extracted."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(ast.Name("_" | "N_"), [ast.Constant(str()), *_]):
                pass
            case ast.Call(ast.Name("ngettext"), [ast.Constant(str()), ast.Constant(str()), _, *_]):
                pass
            case ast.Call(ast.Name("_"), [ast.Name() | ast.Attribute() | ast.Subscript()]):
                pass  # a constant that `N_` marks
            case ast.Call(ast.Name("_" | "N_" | "ngettext")):
                assert path == Path("bgterm/catalog.py"), f"{path}:{node.lineno}: not one literal"
