"""A seat in front of the running program in tests: keys go in, and what the screen shows comes out."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

from textual import events
from textual.message import Message
from textual.messages import InvokeLater
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from bgterm.notation.record import Record
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Match, Pair
from bgterm.rules.referee import apply
from bgterm.rules.series import start
from bgterm.rules.variants import BACKGAMMON, Ruleset
from bgterm.table.clock import clocks_of
from bgterm.table.config import Settings
from bgterm.table.cup import ScriptedCup
from bgterm.table.desk import Desk
from bgterm.table.saves import DISK, SUFFIX, Disk, load
from bgterm.table.table import Table
from bgterm.tui.app import BgTerm
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.game import GameScreen
from tests.players import random_event

THEME = "felt"
HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "random", "2026-11-20T19:30")
SIZE = (80, 24)
_CHARACTERS = {
    "space": " ",
    "slash": "/",
    "asterisk": "*",
    "question_mark": "?",
    "minus": "-",
    "comma": ",",
    "colon": ":",
    "semicolon": ";",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
}
_KEYS = {character: key for key, character in _CHARACTERS.items()}
_OF_WAITING = (events.Callback, InvokeLater)
"""The messages that waiting itself makes."""


def key_event(key: str, at: float | None = None) -> events.Key:
    """Give the event of a key, named as Textual does or by its character; pressed at the moment `at` or now."""
    character = _CHARACTERS.get(key, key if len(key) == 1 else None)
    event = events.Key(_KEYS.get(key, key), character)
    if at is not None:
        event.time = at
    return event


@dataclass
class Seat:
    """A player in front of the running program."""

    app: BgTerm
    pilot: Pilot[str]
    desk: Desk
    heard: list[Message]
    """The messages that have been on their way; more come by themselves."""

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each when what the last one did is shown."""
        for key in keys:
            self.app.post_message(key_event(key))
            await self.settle()

    async def write(self, text: str) -> None:
        """Press the keys of a text."""
        await self.press(*text)

    async def burst(self, *keys: str) -> None:
        """Press keys faster than the program can do anything."""
        for key in [key_event(key) for key in keys]:
            self.app.post_message(key)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything is done and shown."""
        while self.app.is_running:
            self.heard.clear()
            await self._a_round()
            if all(isinstance(message, _OF_WAITING) for message in self.heard):
                return

    async def _a_round(self) -> None:
        """Let every widget do what it has to do now; when the program ends meanwhile, some never will."""
        waiting = asyncio.ensure_future(self.pilot.pause(0))
        while self.app.is_running and not waiting.done():
            await asyncio.sleep(0)
        waiting.cancel()

    async def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        resizing = asyncio.ensure_future(self.pilot.resize_terminal(columns, rows))  # it would wait much longer
        await asyncio.sleep(0)
        await self.settle()
        resizing.cancel()

    def tells(self, sentence: str) -> bool:
        """Whether all words of a sentence are on the screen, which may have broken it into rows."""
        return all(word in self.shown for word in sentence.split())

    @property
    def shown(self) -> str:
        """The text on the screen, row by row."""
        width, height = self.app.size
        canvas = [[" "] * width for _ in range(height)]
        for widget in _on_screen(self.app.screen):
            region = widget.content_region
            for y in range(region.height):
                text = widget.render_line(y).text
                for x, character in enumerate(text[: region.width], region.x):
                    if 0 <= region.y + y < height and 0 <= x < width:
                        canvas[region.y + y][x] = character
        return "\n".join("".join(row).rstrip() for row in canvas)

    @property
    def page(self) -> str:
        """The whole text of the page that is open, however far it is scrolled."""
        return str(self.app.screen.query_one(Static).render())

    @property
    def asked(self) -> type[Widget]:
        """The kind of widget that has the keys."""
        return type(self.app.screen.focused)

    @property
    def keys(self) -> set[str]:
        """The ids of the bindings that do something now."""
        active = self.app.screen.active_bindings.values()
        return {one.binding.id for one in active if one.enabled and one.binding.id}


def _on_screen(screen: Widget) -> Iterator[Widget]:
    for widget in screen.walk_children(Widget):
        if widget.is_on_screen and all(
            one.display for one in widget.ancestors_with_self if isinstance(one, Widget)
        ):
            yield widget


def kept_at(desk: Desk) -> list[Record]:
    """Give what the matches say that are kept there."""
    return [load(path) for path in sorted(desk.saves.glob(f"*{SUFFIX}"))]


def desk_in(folder: Path, settings: Settings | None = None) -> Desk:
    """Give a desk whose files are all in the folder."""
    return Desk(
        settings or Settings(white="Ann", black="Bob"), folder / "settings.toml", folder / "matches", THEME
    )


@asynccontextmanager
async def seated(first: BaseScreen, desk: Desk, size: Pair = SIZE) -> AsyncIterator[Seat]:
    """Run the program with its first screen."""
    app = BgTerm(first, THEME)
    heard: list[Message] = []
    async with app.run_test(size=size, message_hook=heard.append) as pilot:
        seat = Seat(app, pilot, desk, heard)
        await seat.settle()
        yield seat


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
    """Sit down at a table where `past` has happened, and `dice` will fall; `now` tells its clocks the time."""
    desk = desk_in(folder, settings)
    table = lay_table(desk.saves, dice, header=header, past=past, disk=disk)
    async with seated(GameScreen(table, desk, clocks=clocks_of(table, now)), desk, size) as seat:
        yield seat, table
    table.close()


def lay_table(
    folder: Path, dice: Sequence[Pair], *, header: Header = HEADER, past: Sequence[Event] = (), disk: Disk = DISK
) -> Table:
    """Lay a table at which `past` has happened; `dice` will be thrown, unless the header names other dice."""
    thrown = sum(isinstance(event, OpeningThrown | Rolled) for event in past)
    cup = ScriptedCup([*[(1, 1)] * thrown, *dice]) if header.dice == "random" else None
    table = Table.begin(folder, header, cup, disk)
    for event in past:
        table.do(event)
    return table


@cache
def played_until(wanted: Callable[[Match], bool], header: Header = HEADER) -> tuple[Event, ...]:
    """Give what happens in some match until what is wanted comes about."""
    for seed in count():
        rng, match, past = Random(seed), start(header), list[Event]()
        while match.winner is None:
            if wanted(match):
                return tuple(past)
            past.append(random_event(match, rng))
            match = apply(match, past[-1])
    raise AssertionError
