"""Every screen and plain mode in the pseudo-locale: a text in ASCII letters is a message that was forgotten."""

import re
from argparse import SUPPRESS
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bgterm.catalog import use
from bgterm.cli.flags.arguments import parser
from bgterm.cli.main import main
from bgterm.lobby.users.user_registry import User
from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import Header, Phase, Win
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from bgterm.storage.match_files import read_file
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from tests.cases import rest_long
from tests.lobby.visitors import lobby_in
from tests.plain.seats import Talk
from tests.pseudo import NAMES, Pseudo, untranslated
from tests.tables import begin_table, resign
from tests.tui.company import company_in
from tests.tui.screen_cells import strips
from tests.tui.seat import Seat, at_table, seated, workspace_in
from tools.manual import arguments, commands

HEADER = Header(BACKGAMMON, Ruleset(length=3), NAMES, "seed:1", "2026-11-20T19:30")
ANN, BOB, CLEO = (User(f"SHA256:{number}", name) for number, name in enumerate((*NAMES, "Яна")))
NEW = User("SHA256:new", "")
SETTINGS = Settings().changed(white=NAMES[0], black=NAMES[1])
SIZE = (120, 40)
ENGINES = r"GNU Backgammon|Built-in bot|Open Sage|\bUBGI\b|\bauto\b"
"""Names of programs, which are the same in every language, and `auto`, which is typed as in the settings."""
DIGITS = r"[0-9a-f]{8,}"
"""The hexadecimal digits of verifiable dice."""


@pytest.fixture(autouse=True)
def _pseudo_locale():
    with use(Pseudo()):
        yield


class Looking:
    """Presses keys in the program, and collects the untranslated lines on the screen after each."""

    def __init__(self, seat: Seat, folder: Path, but: str = "(?!)") -> None:
        self.seat, self._but = seat, rf"{re.escape(str(folder))}\S*|{ENGINES}|{DIGITS}|{but}"
        self.found: set[str] = set()
        self._read: set[str] = set()
        self.look()

    def look(self) -> None:
        """Read the rows of the screen that have not been read yet."""
        rows = {strip.text.rstrip() for strip in strips(self.seat.app)} - self._read
        self.found |= untranslated(rows, self._but)
        self._read |= rows

    async def press(self, *keys: str) -> None:
        """Press keys, and read the screen after each."""
        for key in keys:
            await self.seat.press(key)
            self.look()


@asynccontextmanager
async def before(
    first: Callable[[Workspace], BaseScreen], folder: Path, but: str = "(?!)"
) -> AsyncIterator[Looking]:
    """Yield the keys and rows of a screen. Raises AssertionError at the end when a row was not translated."""
    workspace = workspace_in(folder, SETTINGS)
    async with seated(first(workspace), workspace, SIZE) as seat:
        looking = Looking(seat, folder, but)
        yield looking
    assert looking.found == set()


@asynccontextmanager
async def at_match(folder: Path, header: Header = HEADER) -> AsyncIterator[Looking]:
    """Yield the keys and rows of a match. Raises AssertionError at the end when a row was not translated."""
    async with at_table(folder, header=header, settings=SETTINGS, size=SIZE) as (seat, _):
        looking = Looking(seat, folder)
        yield looking
    assert looking.found == set()


def played(folder: Path, header: Header = HEADER) -> Table:
    """Return a closed table, at which some games have been played."""
    table = begin_table(folder / "matches", header)
    for player in Player:
        resign(table, Win.GAMMON, player)
    table.close().result()
    return table


# A match


async def play_on(looking: Looking, most: int) -> None:
    """Play `most` turns by keys: the first legal play of each roll, and a double now and then."""
    for turn in range(most):
        table = looking.seat.table
        game = table.match.shown_game
        match game.phase:
            case Phase.OVER if table.match.winner is not None:
                return
            case Phase.OVER:
                await looking.press("enter")
            case Phase.DOUBLED:
                await looking.press("t")
            case Phase.TO_MOVE:
                await looking.press("tab", "1", "enter")
            case _:
                await looking.press(*(["d", "t"] if turn % 5 == 4 else []), "space")


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 3])
async def test_match_to_its_end(tmp_path, length):
    header = HEADER._replace(variant=HYPER, ruleset=Ruleset(length=length))
    async with at_match(tmp_path, header) as looking:
        await play_on(looking, 300)
        assert looking.seat.table.match.winner is not None


async def test_long_backgammon(tmp_path):
    async with at_match(tmp_path, HEADER._replace(variant=LONG)) as looking:
        await play_on(looking, 8)


MONEY = Ruleset(jacoby=True, beavers=2, automatic_doubles=1)
MATCHES = {
    "no referee": (
        {"ruleset": Ruleset(length=3, policing=True)},
        "space enter 1 8 slash 4 enter enter exclamation_mark question_mark",
    ),
    "clocks": ({"ruleset": Ruleset(length=3, clock=Clock.DELAY)}, "space tab 1 enter g question_mark"),
    "money": (
        {"ruleset": MONEY, "stake": "1 €"},
        "space tab 1 enter d b b t space dollar_sign escape question_mark escape x 1 y enter E n E y",
    ),
    "verifiable dice": ({"dice": "verifiable"}, "w 1 1 space 2 enter n 1 space v 1 2 e escape escape"),
    "typed dice": (
        {"dice": "manual"},
        "7 3 1 enter space e escape question_mark escape tab 1 c k enter space 3 1 enter c escape",
    ),
    "pages": (
        {},
        "space question_mark escape i 1 2 3 4 escape s escape o down down escape m m f e escape v escape "
        "x 1 x 2 escape ctrl+c k 8 z escape backspace q",
    ),
}
"""What is agreed in matches, and the keys that are pressed there."""


@pytest.mark.parametrize("name", rest_long(2, MATCHES))
async def test_match(tmp_path, name):
    agreed, keys = MATCHES[name]
    async with at_match(tmp_path, HEADER._replace(**agreed)) as looking:
        await looking.press(*keys.split())
        await looking.seat.resize(30, 8)
        looking.look()


# Other screens


DOWN, RIGHT = "down " * 25, "right down " * 30
FROM_THE_MENU = {
    "menu": "question_mark escape h pagedown pagedown escape down down x ctrl+c",
    "options": f"o {DOWN} escape",
    "new match": f"n {DOWN} f2 1 enter escape escape",
    "values": f"n {RIGHT} question_mark escape escape",
    "position editor": "e question_mark escape x space tab u d 9 enter escape e down down down down down down "
    "escape p 1 enter escape c C r i n i escape space q n q y",
    "library": "b question_mark escape s s v v v escape slash 1 escape n escape i 1 enter escape h escape D n e "
    "escape enter q r escape D y slash 1 enter q",
}
"""The keys that are pressed in the menu, and on the screens to which they lead."""


@pytest.mark.long
@pytest.mark.parametrize("keys", FROM_THE_MENU.values(), ids=FROM_THE_MENU)
async def test_screens_from_the_menu(tmp_path, keys):
    played(tmp_path)
    async with before(MenuScreen, tmp_path, BACKGAMMON.slug.capitalize()) as looking:
        await looking.press(*keys.split())


@pytest.mark.long
async def test_replay(tmp_path):
    table = played(tmp_path)

    def first(workspace: Workspace) -> BaseScreen:
        return ReplayScreen(read_file(table.path), workspace, table.name, at_one_keyboard)

    async with before(first, tmp_path) as looking:
        await looking.press("question_mark", "escape", "right", "right", "left", "comma", "d", "D")
        await looking.press("pagedown", "pageup", "plus", "minus", "end", "p", "escape", "home", "p", "escape")
        await looking.press("m", "s", "escape", "i")
        await looking.press("escape", "v", "escape", "w", "dollar_sign", "e", "escape", "space", "space", "right")


@pytest.mark.long
async def test_lobby_and_online_match(tmp_path):
    lobby = lobby_in(tmp_path)
    codes = r"\b[A-Z0-9]{5}\b"
    async with company_in(tmp_path, lobby) as company:
        ann, bob = [Looking(await company.come(user, size=SIZE), tmp_path, codes) for user in (ANN, BOB)]
        found = await _meet(company.settle, ann, bob)
        new = Looking(await company.come(NEW, size=SIZE), tmp_path, codes)
        await new.press("enter", *"12", "enter", "question_mark")
    assert found | new.found == set()


async def _meet(settle: Callable[[], Awaitable[None]], ann: Looking, bob: Looking) -> Collection[str]:
    async def press(looking: Looking, *keys: str) -> None:
        for key in keys:
            await looking.press(key)
            await settle()
            ann.look()
            bob.look()

    await press(ann, "question_mark", "escape", "K", "escape", "N", "escape", "m", "escape", "c", *"12", "enter")
    await press(ann, "n", "question_mark", "escape", *["down"] * 25, "enter")
    await press(bob, "down", "enter", "enter", "question_mark", "escape", "c", *"12", "enter", "escape")
    await press(ann, "space", "tab", "1", "enter", "escape", "x", "1", "L", "q")
    return ann.found | bob.found


# Plain mode


LINES = ("help", "help all", "help roll", "rules", "terms", "board", "score", "ids", "dice", "pips", "?!")
LAST_LINES = ("moves all", "luck", "last", "score", "quit")


def test_match_in_plain_mode(tmp_path):
    talk = Talk(tmp_path, names=NAMES, variant=HYPER, ruleset=Ruleset(length=3))
    heard, turns = [*talk.heard, *map(talk, LINES)], 0
    while talk.table.match.winner is None and turns < 300:
        turns += 1
        match talk.table.match.shown_game.phase:
            case Phase.DOUBLED:
                lines = ["take"]
            case Phase.TO_MOVE:
                lines = ["plays", "1", "done"]
            case phase:
                lines = ["double" if turns % 5 == 0 and phase is not Phase.OVER else "roll"]
        heard += map(talk, lines)
    heard += map(talk, LAST_LINES)
    assert talk.table.match.winner is not None
    assert untranslated(line for said in heard for line in said.splitlines()) == set()


# The command line


def test_help_of_the_command_line():
    for command in commands(parser()):
        groups = command._action_groups[2:]  # noqa: SLF001 - argparse names the first two itself
        texts = [command.description, *(text for group in groups for text in (group.title, group.description))]
        texts += [action.help for action in arguments(command) if action.dest != "help"]
        texts = [text for text in texts if text and text != SUPPRESS]
        assert untranslated(texts, but=r"White|Black|[A-Z]+") == set()


@pytest.mark.parametrize("command", ["list", "show", "rules", "rules long", "verify"])
def test_command(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setattr("bgterm.terminal.language.translations_for", lambda _: Pseudo())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    table = played(tmp_path)
    command += f" {table.path}" if command[0] in "sv" else ""
    main(command.split())
    said = capsys.readouterr()
    assert untranslated((said.out + said.err).splitlines(), but=rf"{tmp_path}\S*") == set()
