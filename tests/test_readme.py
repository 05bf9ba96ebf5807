"""The documents are true: their commands run, and every command, option, variant, theme and key is in them."""

import contextlib
import importlib
import io
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from argparse import SUPPRESS
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import bgterm.tui
from bgterm.cli.flags.arguments import parser
from bgterm.formats.record import read_record
from bgterm.notation.json_codec import write_line
from bgterm.plain.session import ANSWERS, commands_of
from bgterm.play.actions import everything as actions
from bgterm.practice import table as practice_table
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, VARIANTS
from bgterm.terminal.driver import RESTORE
from bgterm.tui.app import BgTerm
from bgterm.tui.look.themes import THEMES
from bgterm.tui.screens.dialogs import ConfirmDialog, FormDialog, HelpScreen, PageScreen
from bgterm.tui.screens.library.screen import FinishedMatchesScreen, LibraryScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.match import lines
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.keys import bindings_of
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.pages import MarkedPage, PositionIdsScreen, ProofScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.screens.practice.preparing import ChoosingScreen, PreparingScreen
from bgterm.tui.screens.replay.analysis import RolloutScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.screens.setup.forms import SetupScreen
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.text_line import RowList
from tools.manual import arguments, commands

ACTIONS = tuple(commands_of(actions.WORDS))

ROOT = Path(__file__).parents[1]
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md")))
}
"""The text of each document."""
README, KEYS_PAGE, SERVER_PAGE = (DOCUMENTS[name] for name in ("README.md", "docs/keys.md", "docs/server.md"))
TARGETS = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
BLOCKS = [block for text in DOCUMENTS.values() for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
COMMANDS = [command.prog for command in commands(parser()) if command.prog.count(" ") == 1]
SENTENCE = 60
"""The length from which a sentence in two documents is a copy and no coincidence."""
README_LINES = 150
"""The largest number of lines of the README."""

PAGES = "proof turn-board hint no-hints moves dice ids ledger settings help leave"
TABLE_KEYS = f"resign take-back challenge claim-flag {PAGES}"
CONTRIBUTIONS = "contribute contribute-nothing open-contribution cannot-open early-roll"
OWN_DICE = "type-dice enter-dice undo-dice clear-dice cocked correct-roll"
GAME_OVER = "go-on finish end-session export rematch replay practise toggle-result"
WALKS = "walk-left walk-right walk-up walk-down"
MOVES = (
    f"{WALKS} pick-up put-down pick-up-freely put-down-freely undo clear plays confirm enter-text "
    "explain-text choose-reading move-delete-all move-delete-word"
)
KEYS = {
    "Always": [*TABLE_KEYS.split(), BgTerm],
    "The opening": ["roll"],
    "Before the first roll of verifiable dice": CONTRIBUTIONS.split(),
    "To roll": ["roll", "double"],
    "With your own dice": OWN_DICE.split(),
    "To move": MOVES.split(),
    "When you are doubled": ["take", "pass", "beaver"],
    "When a resignation is offered": ["accept", "refuse"],
    "When a take-back is requested": ["agree", "disagree"],
    "When the last checker is off, without a referee": ["accept-play"],
    "A numbered list": [lines],
    "When a game is over": GAME_OVER.split(),
    "A form": [FormDialog, SetupScreen, Form],
    "A page of text": [PageScreen, HelpScreen, RolloutScreen],
    "The proof of the dice": [ProofScreen],
    "The ids of a position": [PositionIdsScreen],
    "The position editor": [PositionEditorScreen],
    "The menu": [MenuScreen, RowList],
    "The match library": [LibraryScreen, RowList],
    "The replay": [ReplayScreen],
    "A list of mistakes or plays": [MarkedPage],
    "A confirmation": [ConfirmDialog],
    "A table of the lobby": ["chat", "let-watch", "turn-board"],
    "The chat": [ChatScreen],
    "The lobby": [LobbyScreen, RowList],
    "Finished matches on a server": [FinishedMatchesScreen, RowList],
    "A question of a practice": ["undo-grade", "ids", "turn-board", "settings", "help", "leave"],
    "A question for a number": [action.id for action in practice_table.NUMBER],
    "The answer of a practice": [action.id for action in practice_table.ANSWER],
    "The list of what can be practised": [ChoosingScreen, RowList],
    "The beginning of a practice": [PreparingScreen],
}
"""The headings under which keys are listed, and who handles the keys then: a widget, or an action of a match."""
ALL = tuple(kind for kinds in KEYS.values() for kind in kinds)
_OF_CARDS = (*practice_table.NUMBER, *practice_table.ANSWER)
ACTIONS_OF_KEYS = {action.id: action for action in (*_OF_CARDS, *actions.KEYS, *actions.KEYS_ONLINE)}
ARROWS = ("up", "down", "left", "right")
NAMES = {
    "?": "question_mark",
    "!": "exclamation_mark",
    "$": "dollar_sign",
    "/": "slash",
    ".": "full_stop",
    ",": "comma",
    "+": "plus",
    "-": "minus",
    "=": "equals_sign",
}


def lines() -> Iterator[str]:
    """Yield the command lines of the documents, without comments and prompts."""
    for block in BLOCKS:
        for line in block.splitlines():
            if command := line.split("  #")[0].removeprefix("$ ").strip():
                yield command


# Commands


def test_every_make_target_in_it_exists():
    inline = " ".join(re.findall(r"`make [a-z]+`", "".join(DOCUMENTS.values())))
    told = re.findall(r"\bmake ([a-z]+)\b", "\n".join(lines()) + inline)
    assert {"play", "test"} <= set(told) <= TARGETS


@pytest.mark.long
def test_every_command_in_it_is_one_that_the_program_takes():
    told = [line for line in lines() if line.startswith("bgterm")]
    assert told
    for line in told:
        _, *words = shlex.split(re.split(r"[<|>]", line)[0])
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                parser().parse_args(words)
            except SystemExit as ended:
                assert ended.code == 0, line  # noqa: PT017 - most commands do not end here


def test_what_it_shows_of_a_script_is_what_the_script_prints():
    shown = re.findall(r"^\$ echo '(.*)' \| bgterm (.*)\n(.*)$", "\n".join(BLOCKS), re.MULTILINE)
    assert shown
    for given, words, printed in shown:
        command = [sys.executable, "-m", "bgterm", *shlex.split(words)]
        answer = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=True).stdout
        assert answer.startswith(printed.split(", ...")[0])


def test_the_journal_in_them_is_one_that_is_read_and_written():
    (journal,) = re.findall(r"```json\n(.*?)```", DOCUMENTS["docs/formats.md"], re.DOTALL)
    record = read_record(journal.encode())
    assert record.damage is None
    assert record.header == Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "random", "2026-11-20")
    assert [write_line(item) for item in record.items] == journal.splitlines()[1:]


@pytest.mark.parametrize("name", [*COMMANDS, *(f"`{name}`" for name in (*VARIANTS, *THEMES))])
def test_every_command_variant_and_theme_is_in_it(name):
    assert name in KEYS_PAGE


def test_the_readme_is_short_and_names_every_variant():
    assert len(README.splitlines()) <= README_LINES
    assert [variant.name for variant in VARIANTS.values() if variant.name not in README] == []


OF_OTHERS = {"--format", "--exclude", "--role"}
"""Options of other programs: of a command of the server, of tar and of pg_restore."""


def test_every_option_is_in_it_and_no_other():
    shown = [action for command in commands(parser()) for action in arguments(command) if action.help != SUPPRESS]
    options = {option for action in shown for option in action.option_strings if option.startswith("--")}
    told = {option for text in DOCUMENTS.values() for option in OPTION.findall(text)}
    assert options - told == set()
    assert told - options == OF_OTHERS


# Pages


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_resolves_and_each_name_is_in_its_module(name):
    for target in re.findall(r"\]\(([^)]+)\)", DOCUMENTS[name]):
        page, _, anchor = target.partition("#")
        if page.startswith("https:"):
            continue
        path = (ROOT / name).parent / page if page else ROOT / name
        assert path.is_file(), target
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), target
    for code, target in re.findall(r"\[`([\w.]+)`\]\(([^)#]+\.py)\)", DOCUMENTS[name]):
        module = ((ROOT / name).parent / target).read_text(encoding="utf-8")
        for part in code.split("."):
            assert re.search(rf"\b(class|def) {part}\b", module), f"{code} in {target}"


def test_the_packages_are_those_whose_imports_are_checked():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = [name for layer in contracts["contracts"][0]["layers"] for name in layer.split(" | ")]
    rows = re.findall(r"^\| `bgterm/(\w+)(?:/|\.py)`", DOCUMENTS["docs/architecture.md"], re.MULTILINE)
    assert rows == layers


def anchors(text: str) -> set[str]:
    """Return the anchors of a page: those that GitHub makes of its headings, and its own."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings} | {
        *re.findall(r'<a id="([^"]+)">', text)
    }


def test_no_sentence_is_in_two_documents():
    found: dict[str, str] = {}
    for name, text in DOCUMENTS.items():
        for sentence in re.split(r"(?<=[.:!?|])\s+(?=[A-Z`|])", re.sub(r"\s+", " ", text)):
            assert len(sentence) < SENTENCE or found.setdefault(sentence, name) == name, sentence


# Plain mode


def test_every_command_of_plain_mode_is_in_it():
    section = KEYS_PAGE.split("## Plain mode")[1].split("\n## ")[0]
    told = set(re.findall(r"`([^`]+)`", re.sub("```.*?```", "", section, flags=re.DOTALL)))
    names = {name for command in (*ACTIONS, *ANSWERS) for name in (command.name, *command.also)} - {"p"}
    assert names | {"p 13", "help", "h", "?"} <= told


# Keys


def rows() -> dict[str, set[str]]:
    """Return the keys listed under each heading, by Textual's names."""
    found = {}
    section = KEYS_PAGE.split("## The keys")[1].split("\n## ")[0]
    for when, text in re.findall(r"^### (.+)\n((?:.*\n)*?)(?=### |\Z)", section, re.MULTILINE):
        told = " ".join(re.findall(r"^- (.+?):(?: |\n)", text, re.MULTILINE))
        told = re.sub(r"`(\d)` to `(\d)`", lambda ends: _digits(*map(int, ends.groups())), told)
        keys = set(re.findall(r"`([^`]+)`", told))
        found[when] = {NAMES.get(key, key if len(key) == 1 else key.lower()) for key in keys}
        found[when] |= set(ARROWS) if "arrows" in told else set()
    return found


def _digits(first: int, last: int) -> str:
    return " ".join(f"`{digit}`" for digit in range(first, last + 1))


def bindings(*kinds: type[DOMNode] | ModuleType | str) -> Iterator[Binding]:
    for kind in kinds:
        if isinstance(kind, str):
            yield from bindings_of(ACTIONS_OF_KEYS[kind])
        else:
            yield from Binding.make_bindings(vars(kind).get("BINDINGS", ()))


def test_every_action_with_a_key_has_a_row_in_the_table():
    assert {kind for kind in ALL if isinstance(kind, str)} == {*ACTIONS_OF_KEYS}


def test_every_widget_with_keys_has_a_row_in_the_table():
    modules = pkgutil.walk_packages(bgterm.tui.__path__, "bgterm.tui.")
    for module in [importlib.import_module(found.name) for found in modules]:
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, DOMNode) and kind.__module__.startswith("bgterm"):
                assert not kind.__dict__.get("BINDINGS") or kind in ALL, kind
    assert [*rows()] == [*KEYS]


@pytest.mark.parametrize("when", KEYS)
def test_every_key_is_told_where_it_does_something_and_no_other(when):
    told = rows()[when]
    taken = [
        parent
        for kind in KEYS[when]
        for parent in (kind.__mro__ if isinstance(kind, type) else [kind])
        if not isinstance(parent, type) or issubclass(parent, DOMNode)
    ]
    assert {binding.key for binding in bindings(*KEYS[when]) if binding.id} - told == set()
    assert told - {binding.key for binding in bindings(*taken)} == set()


def test_every_key_that_is_shown_says_what_it_does():
    for binding in bindings(*ALL):
        assert binding.description or not binding.show, binding


def test_the_function_for_ssh_restores_the_terminal():
    """Whatever ssh ends with, its status is kept, and the terminal gets what bgterm itself sends at its end."""
    (function,) = re.findall(r"^bgssh\(\).*$", SERVER_PAGE, re.MULTILINE)
    script = f"ssh() {{ return 255; }}\n{function}\nbgssh host"
    done = subprocess.run(["sh", "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (255, RESTORE, b"")
