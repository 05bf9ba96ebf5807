"""Additions by newcomers need a change in one place only: a variant is one entry, which all else finds.

The examples of `docs/contributing.md` are added for real, to a copy of the program, in the places named there.
"""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from random import Random

import pytest

from bgterm.cli import main
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.storage.journal import load
from tests.states import states
from tests.tables import begin_table, resume_table, step

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs/contributing.md").read_text(encoding="utf-8")


def example(heading: str) -> list[str]:
    """Return the blocks of Python under a heading of the document."""
    section = DOCUMENT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)\n *```", section, re.DOTALL)]


@pytest.fixture
def variant():
    """The variant of the document, which is in the list of all variants until the end of the test."""
    [line] = example("Add a variant")
    found = dict[str, Variant]()
    exec(line, {"Variant": Variant}, found)  # noqa: S102 - the example
    [added] = found.values()
    VARIANTS[added.slug] = added
    yield added
    del VARIANTS[added.slug]


def test_variant_is_listed_played_kept_and_replayed(variant, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main.main(["play", "--help"])
    assert variant.slug in capsys.readouterr().out
    table = begin_table(tmp_path, Header(variant, Ruleset(), ("Ann", "Bob"), "seed:1"))
    rng = Random(1)
    while not table.match.results:
        step(table, rng)
    path, played = table.path, (table.header, table.history, table.match)
    table.close().result()
    assert f'"variant":"{variant.slug}"' in path.read_text(encoding="utf-8")
    record = load(path)
    assert (record.header, record.events, record.match) == played
    *_, replayed = states(record.header, record.events)
    assert replayed == played[-1]
    resumed = resume_table(path)
    assert (resumed.header, resumed.history, resumed.match) == played
    resumed.close().result()


USE_OF_THE_RULE = """
from dataclasses import replace
from pathlib import Path

from bgterm.cli import main
from bgterm.notation.json_codec import read_line, write_line
from bgterm.profile.presets import Preset, keep_preset, own_presets
from bgterm.profile.settings import Settings
from bgterm.rules.board import Board, Movement
from bgterm.rules.match import Header, wins_of
from bgterm.rules.ruleset import Ruleset, why_not_option
from bgterm.rules.variants import BACKGAMMON, LONG
from bgterm.text.help import rules_of
from bgterm.rules.games import start
from bgterm.tui.screens.setup.fields import match_groups

settings = Settings().changed(backgammons=False)
header = Header(BACKGAMMON, settings.offer.ruleset)
keep_preset(Path("presets"), Preset.of("Ours", settings))
[field] = [field for group in match_groups([]) for field in group.fields if field.name == "backgammons"]
assert [len(wins_of(BACKGAMMON, rules)) for rules in (Ruleset(), settings.offer.ruleset)] == [3, 2]
assert (field.label, field.explanation) == ("Backgammons", "Whether a backgammon counts more than a gammon")
assert why_not_option(LONG, Ruleset(), "backgammons") == "not in Long backgammon"
assert why_not_option(BACKGAMMON, Ruleset(), "backgammons") is None
assert read_line(write_line(header)) == header
assert read_line('{"bgterm":1,"variant":"backgammon","ruleset":{}}').ruleset.backgammons
assert "Backgammons: no. Whether a backgammon counts more than a gammon." in rules_of(start(header))
assert not own_presets(Path("presets"))[0][0].ruleset.backgammons
main.main(["play", "--help"])
"""


@pytest.fixture
def copied(tmp_path):
    """The path of a copy of the program."""
    shutil.copytree(ROOT / "bgterm", tmp_path / "bgterm", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "bgterm"


def printed_by(program: str, copied: Path, **environment: str) -> str:
    """Return the output of a program that uses the copy; it must print no error."""
    command, env = [sys.executable, "-c", program], {**os.environ, **environment}
    done = subprocess.run(command, cwd=copied.parent, env=env, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


@pytest.mark.long
def test_rule_of_the_documents_is_added_in_two_places(copied):
    field, reader = example("Add a rule that players can choose")
    edit(copied / "rules/ruleset.py", "\n    def __post_init__", f"{textwrap.indent(field, '    ')}\n")
    scoring = copied / "rules/match.py"
    today = "    if variant.movement is Movement.HITTING or ruleset.koks:\n        return _WINS\n"
    edit(scoring, today, f"{textwrap.indent(reader, '    ')}\n")
    scoring.write_text(scoring.read_text().replace(today, ""))
    assert "--no-backgammons" in printed_by(USE_OF_THE_RULE, copied)


USE_OF_THE_THEME = """
from babel.messages.extract import extract_from_file

from bgterm.tui.screens.setup.fields import terminal_groups
from bgterm.tui.look.themes import THEMES, Colours, theme_for

FILE = "bgterm/tui/look/themes.py"
[field] = [field for group in terminal_groups() for field in group.fields if field.name == "theme"]
messages = [message for _, message, *_ in extract_from_file("python", FILE, keywords={"N_": None})]
assert theme_for("night", Colours.FULL).background == "#000000"
assert field.meaning("night") == "felt on black"
assert THEMES["night"].description in messages
"""


@pytest.mark.long
def test_theme_of_the_documents_is_added(copied):
    (theme,) = example("Add a theme")
    edit(copied / "tui/look/themes.py", ")\n\nTHEMES: ", f"{textwrap.indent(theme, '    ')},\n")
    printed_by(USE_OF_THE_THEME, copied)


def edit(path: Path, before: str, text: str) -> None:
    """Insert the text into a file, before another one that is there once."""
    old = path.read_text()
    assert old.count(before) == 1
    path.write_text(old.replace(before, f"{text}{before}"))


PLAY = """
import asyncio
from pathlib import Path

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningThrown
from tests.builders import play
from tests.plain.seats import Talk
from tests.tui.seat import at_table

FIRST_TURN = (OpeningThrown(3, 1), Moved(Player.WHITE, play("8/5 6/5")))
Path("plain").mkdir()


async def on_screen(*keys, past=FIRST_TURN, **seated):
    async with at_table(Path(), past=past, **seated) as (seat, _):
        await seat.press(*keys)
        return seat.key_bar + seat.shown


def in_lines(past=FIRST_TURN, **seated):
    return Talk(Path("plain"), past=past, **seated)


"""
USES = {
    "action": """
assert "The race: 4 pips apart." in asyncio.run(on_screen("P"))
assert "how far the players are apart" in asyncio.run(on_screen("question_mark"))
said = in_lines()
assert said("race") == "The race: 4 pips apart."
assert "how far the players are apart" in said("help race")
""",
    "event": """
assert "lets it stand" in asyncio.run(on_screen("A"))
said = in_lines()
assert said("settle").startswith("Bob lets the play stand.")
assert said.kept().events[-1] == said.table.history[-1] != FIRST_TURN[-1]
assert said("settle") == "Roll first."
""",
    "refusal": """
assert "no doubling before both players have moved" in asyncio.run(on_screen("d")).lower()
assert in_lines()("double") == "No doubling before both players have moved."
""",
    "setting": """
settings = Settings().changed(never_double=True, white="Ann", black="Bob")
said = in_lines(past=(), settings=settings, throws=[(3, 1), (6, 5)])
said("roll")
assert "6 5" in said("done 8/5 6/5")
keys = ("space", *"8/5 6/5", "enter", "enter")
assert "6-5" in asyncio.run(on_screen(*keys, past=(), dice=[(3, 1), (6, 5)], settings=settings))
""",
    "notice": """
from tests.lobby.visitors import ANN, BOB, CLEO, left, lobby_in
from tests.plain.test_visit import Company
from tests.tui.company import company_in
from tests.tui.test_shared import STARTED

NOTICE = "Somebody has come to watch."


async def on_screens():
    lobby = lobby_in(Path())
    table = left(lobby, STARTED)
    async with company_in(Path(), lobby) as company:
        ann, bob, _ = [await company.come(user, table.code) for user in (ANN, BOB, CLEO)]
        assert ann.shows(NOTICE) and bob.shows(NOTICE)


async def in_plain_mode():
    company = Company(Path("plain"))
    ann, bob, cleo = [await company.come(name) for name in ("Ann", "Bob", "Cleo")]
    for visitor in (ann, bob):
        await company.type(visitor, "quick")
    [at_table] = [said for said in company.heard[ann] if said.startswith("You sit down with Bob at table ")]
    await company.type(cleo, f"watch {at_table.split()[7].rstrip('.')}")
    assert NOTICE in company.heard[ann] and NOTICE in company.heard[bob]
    company.lobby.registry.close()


asyncio.run(on_screens())
asyncio.run(in_plain_mode())
""",
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "name", "most"),
    [(0, "action", 3), (1, "event", 10), (2, "refusal", 2), (3, "setting", 2), (4, "notice", 2)],
    ids=list(USES),
)
def test_patch_of_the_documents_can_be_played(copied, number, name, most):
    patch = re.findall(r"```diff\n(.*?)```", DOCUMENT, re.DOTALL)[number]
    shutil.copytree(ROOT / "docs", copied.with_name("docs"))
    assert len(apply_patch(patch, copied.parent)) <= most
    printed_by(PLAY + USES[name], copied, PYTHONPATH=f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


def apply_patch(patch: str, folder: Path) -> list[str]:
    """Apply a patch without line numbers, whose context is there once; return the names of its files."""
    files = re.findall(r"^\+\+\+ (\S+)\n(.*?)(?=^\+\+\+ |\Z)", patch, re.DOTALL | re.MULTILINE)
    for name, hunks in files:
        path = folder / name
        for hunk in hunks.split("@@\n")[1:]:
            lines, text = hunk.splitlines(keepends=True), path.read_text()
            old, new = ("".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +"))
            assert old, hunk
            assert text.count(old.rstrip("\n")) == 1, hunk
            path.write_text(text.replace(old.rstrip("\n"), new.rstrip("\n")))
    return [name for name, _ in files]
