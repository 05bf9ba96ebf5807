"""A player's seat at the running program in tests, which presses keys and reads the screen."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

from textual import events
from textual._context import active_app
from textual.geometry import Size

from bgterm.editing.turn_draft import Draft
from bgterm.formats.record import GameRecord
from bgterm.play.clocks import Clocks
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState, Pair
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.journal import SUFFIX, load
from bgterm.tui.app import BgTerm
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.match.screen import MatchScreen
from tests.players import random_event
from tests.scripted_dice import ScriptedDice
from tests.tables import begin_table, resume_table
from tests.tui.idle import is_idle, until_idle
from tests.tui.screen_cells import Row, cut_off, picture, stands_on
from tools.season import keep_match

THEME = "walnut"
HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "random", "2026-11-20T19:30")
SIZE = (80, 24)
_CHARACTERS = {
    "space": " ",
    "slash": "/",
    "asterisk": "*",
    "question_mark": "?",
    "minus": "-",
    "comma": ",",
    "full_stop": ".",
    "colon": ":",
    "semicolon": ";",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
}
_KEYS = {character: key for key, character in _CHARACTERS.items()}


def key_event(key: str, at: float | None = None) -> events.Key:
    """Return the event of a key, by its character or Textual's name; pressed at the time `at`, or now."""
    character = _CHARACTERS.get(key, key if len(key) == 1 else None)
    event = events.Key(_KEYS.get(key, key), character)
    if at is not None:
        event.time = at
    return event


@dataclass
class Seat:
    """A player at the running program."""

    app: BgTerm
    workspace: Workspace

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each when the effect of the last one is shown."""
        for key in keys:
            self.app.post_message(key_event(key))
            await self.settle()

    async def write(self, text: str) -> None:
        """Press the keys of the characters of a text."""
        await self.press(*text)

    async def burst(self, *keys: str) -> None:
        """Press keys at once, before the program can handle the first."""
        for key in [key_event(key) for key in keys]:
            self.app.post_message(key)
        await self.settle()

    async def settle(self) -> None:
        """Wait until all work is done and shown. Raises the exception that ended the program."""
        await until_idle(self.app)

    @property
    def is_settled(self) -> bool:
        """Whether the program runs and waits for a key."""
        return self.app.is_running and is_idle(self.app)

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the window."""
        size = Size(columns, rows)
        vars(self.app._driver)["_size"] = size  # noqa: SLF001 - as Textual's pilot does
        self.app.post_message(events.Resize(size, size))
        await self.settle()

    def shows(self, sentence: str) -> bool:
        """Return whether the whole sentence is in one place of the screen, broken into rows or not."""
        return stands_on(self.app, sentence)

    @property
    def shown(self) -> str:
        """The text on the screen, row by row."""
        return "\n".join("".join(row).rstrip() for row in self.cells)

    @property
    def key_bar(self) -> str:
        """The keys in the last line with their actions, such as `Enter pick up Bksp undo … q leave ? help`."""
        line = re.sub(r" +(…|\.\.) ", r"   \1   ", self.shown.rstrip().splitlines()[-1].strip())
        wide = self.app.size.width >= 80  # there are blanks around each key
        items = [re.sub(r"  +", " ", item).strip() for item in re.split(r" {3,}" if wide else r" {2,}", line)]
        return re.sub(r"  (…|\.\.)  ", r" \1 ", "  ".join(items))

    @property
    def cells(self) -> list[Row]:
        """The text of each cell, row by row; the second cell of a wide character is empty."""
        return picture(self.app)

    @property
    def cut_off(self) -> list[str]:
        """The widgets that have no room for all of their content."""
        return cut_off(self.app)

    @property
    def page(self) -> str:
        """The whole text of the open page, with the rows outside the window."""
        screen = self.app.screen
        assert isinstance(screen, PageScreen)
        return str(screen._text_for(screen.text_width))  # noqa: SLF001 - shown, its lines are broken

    @property
    def screen(self) -> type:
        """The class of the screen on top."""
        return type(self.app.screen)

    @property
    def table(self) -> Table:
        """The table on the screen."""
        return self._match_screen.here.table

    @property
    def _match_screen(self) -> MatchScreen:
        screen = self.app.screen
        assert isinstance(screen, MatchScreen)
        return screen

    @property
    def asked(self) -> str:
        """The name of the question that the keys answer; "" on a screen without one."""
        screen = self.app.screen
        return screen.asked if isinstance(screen, MatchScreen) else ""

    @property
    def draft(self) -> Draft:
        """The draft of the turn on the screen."""
        return self._match_screen.here.drafted

    @property
    def scene(self) -> Scene:
        """The scene that the board on the screen shows."""
        scene = self.app.screen.query_one(Board)._scene  # noqa: SLF001 - what is drawn
        assert scene is not None
        return scene

    @property
    def keys(self) -> set[str]:
        """The ids of the bindings whose keys have an effect now."""
        active = self.app.screen.active_bindings.values()
        return {one.binding.id for one in active if one.enabled and one.binding.id}


def kept_at(workspace: Workspace) -> list[GameRecord]:
    """Return the records of the saved matches."""
    return [load(path) for path in sorted(workspace.saves.glob(f"*{SUFFIX}"))]


def workspace_in(folder: Path, settings: Settings | None = None) -> Workspace:
    """Return a workspace with all files in the folder."""
    return Workspace(
        settings or Settings().changed(white="Ann", black="Bob"),
        folder / "settings.toml",
        folder / "matches",
        THEME,
        exports=folder / "exports",
    )


@asynccontextmanager
async def seated(first: BaseScreen, workspace: Workspace, size: Pair = SIZE) -> AsyncIterator[Seat]:
    """Run the program with its first screen, and yield the seat."""
    app = BgTerm(first, workspace)
    async with in_one_task(app.run_test(size=size)):
        active_app.set(app)
        seat = Seat(app, workspace)
        await seat.settle()
        yield seat


@asynccontextmanager
async def in_one_task(manager: AbstractAsyncContextManager[object]) -> AsyncIterator[None]:
    """Enter and exit the manager in one task, since it resets variables of its context; a fixture has several."""
    entered, end = asyncio.get_running_loop().create_future(), asyncio.Event()

    async def keep() -> None:
        async with manager:
            entered.set_result(None)
            await end.wait()

    task = asyncio.create_task(keep())
    try:
        await asyncio.wait({task, entered}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            yield
    finally:
        end.set()
        await task


def screen_of(
    table: Table,
    workspace: Workspace,
    now: Callable[[], float] = monotonic,
    *,
    seats: Collection[Player] = tuple(Player),
    notice: str = "",
) -> MatchScreen:
    """Return the screen of a match at one keyboard; `now` is the clock of the match."""
    clocks = Clocks(table, now) if table.match.timed else None
    venue = Venue(table, clocks, workspace.advise, exports=workspace.exports is not None)
    venue.seats = tuple(seats)
    return MatchScreen(venue, workspace, notice)


@asynccontextmanager
async def at_table(
    folder: Path,
    dice: Sequence[Pair] = (),
    *,
    header: Header = HEADER,
    past: Sequence[Event] = (),
    settings: Settings | None = None,
    disk: Disk = DISK,
    size: Pair = SIZE,
    now: Callable[[], float] = monotonic,
) -> AsyncIterator[tuple[Seat, Table]]:
    """Yield a seat and its table, where `past` has happened and `dice` will fall; `now` is the match's clock."""
    workspace = workspace_in(folder, settings)
    table = lay_table(workspace.saves, dice, header=header, past=past, disk=disk)
    async with seated(screen_of(table, workspace, now), workspace, size) as seat:
        yield seat, table
    table.close().result()


def lay_table(
    folder: Path, dice: Sequence[Pair], *, header: Header = HEADER, past: Sequence[Event] = (), disk: Disk = DISK
) -> Table:
    """Return a table where `past` has happened; `dice` will be thrown, unless the header names other dice."""
    thrown = sum(isinstance(event, OpeningThrown | Rolled) for event in past)
    cup = ScriptedDice([*[(1, 1)] * thrown, *dice]) if header.dice == "random" else None
    return (
        resume_table(keep_match(folder, header, past), cup, disk)
        if past
        else begin_table(folder, header, cup, disk)
    )


@cache
def played_until(wanted: Callable[[MatchState], bool], header: Header = HEADER) -> tuple[Event, ...]:
    """Return the events of some match until `wanted` returns true of its state."""
    for seed in count():
        rng, match, past = Random(seed), start(header), list[Event]()
        while match.winner is None:
            if wanted(match):
                return tuple(past)
            past.append(random_event(match, rng))
            match = apply(match, past[-1])
    raise AssertionError
