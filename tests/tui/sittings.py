"""Sittings at the program: where a player sits, what they press and when, and the effects.

Tests know of the program only what a player can see: no screen, question or session is named by its class. The
times of the presses and the program's clock are those of the test, so that nothing depends on the speed of the
machine.
"""

import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual.message import Message

from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.events import Event
from bgterm.rules.match import Header, Pair
from bgterm.terminal.key_reader import KeyReader
from bgterm.terminal.window import Clicked
from bgterm.tui.screens.menu import MenuScreen
from tests.builders import Time
from tests.lobby.visitors import ANN, BOB, left, lobby_in
from tests.scripted_dice import ScriptedDice
from tests.tui.company import company_in
from tests.tui.seat import HEADER, SIZE, Seat, at_table, kept_at, key_event, lay_table, seated, workspace_in

SEEN, AGAIN, EVER = 1.0, 0.05, -1e9
"""Seconds since the last press: after its effect was seen; a double press; before the program started."""


@dataclass(frozen=True)
class Paste:
    """A paste of a text."""

    text: str
    bytes_read: bool = False
    """Whether the paste comes as bytes of the terminal, whose number is limited."""


@dataclass(frozen=True)
class Click:
    """A click on the last place of a text on the screen."""

    text: str
    undoes: bool = False


@dataclass(frozen=True)
class Presses:
    """Keys, pastes and clicks with their times."""

    steps: tuple[tuple[float, tuple[str | Paste | Click, ...]], ...]
    """Seconds after the step before, and the presses that come then, before the program handles any of them."""

    def __add__(self, other: "Presses") -> "Presses":
        return Presses(self.steps + other.steps)


def slowly(*keys: str | Paste | Click) -> Presses:
    """Return presses one by one, each after the effect of the last one has been seen."""
    return Presses(tuple((SEEN, (key,)) for key in keys))


def burst(*keys: str | Paste | Click) -> Presses:
    """Return presses at once, before the program can handle the first."""
    return Presses(((SEEN, keys),))


def quickly(*keys: str | Paste | Click) -> Presses:
    """Return presses one by one, each within the time of a double press, when the last one's effect is shown."""
    return Presses(tuple((AGAIN, (key,)) for key in keys))


def twice(*keys: str | Click) -> Presses:
    """Return presses of each key twice in quick succession, though the effect of the first is shown."""
    return Presses(tuple((pause, (key,)) for key in keys for pause in (SEEN, AGAIN)))


def before_the_start(*keys: str | Click) -> Presses:
    """Return presses from the time before the program started."""
    return Presses(((EVER, keys),))


@dataclass(frozen=True)
class Beat:
    """Presses and their expected effects."""

    presses: Presses
    recorded: tuple[Event | type[Event], ...] = ()
    """The events of the match that they cause; a class of events where dice decide the rest."""
    shows: tuple[str, ...] = ()
    """Sentences on the screen afterwards: the question, and the line of messages."""
    hides: tuple[str, ...] = ()
    """Sentences that are not on the screen afterwards."""
    opponent: tuple[str, ...] = ()
    """Sentences on the opponent's screen afterwards."""
    leaves: bool = False
    """Whether the program ends."""
    by_opponent: bool = False
    """Whether the opponent presses the keys."""


@dataclass
class Sitting:
    """A running program with its seat, its record and its clock."""

    seat: Seat
    settle: Callable[[], Any]
    record: Callable[[], Sequence[Any]]
    """Returns everything recorded so far: events of the match, or the matches in the library."""
    opponent: Seat | None = None
    clock: "Clock" = field(default_factory=lambda: Clock())

    async def play(self, beat: Beat) -> None:
        """Press the keys, and assert that their effects are those expected."""
        before = len(self.record())
        for pause, keys in beat.presses.steps:
            await self._press(self.opponent if beat.by_opponent and self.opponent else self.seat, pause, keys)
        assert matching(self.record()[before:], beat.recorded) == beat.recorded
        assert self.seat.app.is_running is not beat.leaves
        if not beat.leaves:
            self._check(self.seat, beat.shows)
        if self.opponent:
            self._check(self.opponent, beat.opponent)
        assert [sentence for sentence in beat.hides if self.seat.shows(sentence)] == []

    def _check(self, seat: Seat, sentences: Sequence[str]) -> None:
        missing = [sentence for sentence in sentences if not seat.shows(sentence)]
        assert not missing, f"{missing} not on\n{seat.shown}"

    async def _press(self, seat: Seat, pause: float, keys: Sequence[str | Paste | Click]) -> None:
        self.clock.passes(max(pause, 0.0))
        for key in keys:
            for message in self._messages(seat, key):
                message.time = self.clock() if pause >= 0 else 0.0
                seat.app.post_message(message)
        await self.settle()

    def _messages(self, seat: Seat, key: str | Paste | Click) -> Iterator[Message]:
        match key:
            case str():
                yield key_event(key)
            case Paste(text, bytes_read=True):
                yield from KeyReader().read(b"\x1b[200~" + text.encode() + b"\x1b[201~")
            case Paste(text):
                yield events.Paste(text)
            case Click(text, undoes):
                yield Clicked(*place_of(seat, text), undoes=undoes)


def place_of(seat: Seat, text: str) -> Pair:
    """Return the column and the row of the last place of the text on the screen."""
    rows = ["".join(cell or " " for cell in row) for row in seat.cells]
    y = max(y for y, row in enumerate(rows) if text in row)
    return rows[y].index(text), y


def matching(happened: Sequence[Any], expected: Sequence[Any]) -> tuple[Any, ...]:
    """Return the events, each replaced by its class where only the class is expected."""
    kinds = [one if isinstance(one, type) else None for one in expected]
    kinds += [None] * (len(happened) - len(kinds))
    return tuple(
        kind if kind and isinstance(one, kind) else one for one, kind in zip(happened, kinds, strict=False)
    )


class Clock(Time):
    """The clock of the program, which a test advances, and each reading by a microsecond."""

    def __call__(self) -> float:
        self.now += 1e-6
        return self.now


@contextmanager
def clock_of_the_program() -> Iterator[Clock]:
    """Yield a clock that the program's screens read in place of the machine's."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("bgterm.tui") and getattr(module, "monotonic", None) is monotonic:
                patch.setattr(module, "monotonic", clock)
        yield clock


@dataclass(frozen=True)
class Keyboard:
    """A situation: both players at one keyboard, in a match in which `past` has happened and `rolls` will fall."""

    past: tuple[Event, ...] = ()
    rolls: Sequence[Pair] = ()
    header: Header = HEADER
    settings: Settings | None = None
    size: Pair = SIZE

    @asynccontextmanager
    async def sitting(self, folder: Path) -> AsyncIterator[Sitting]:
        async with at_table(
            folder, self.rolls, header=self.header, past=self.past, settings=self.settings, size=self.size
        ) as (seat, table):
            yield Sitting(seat, seat.settle, lambda: table.history)


@dataclass(frozen=True)
class TwoTerminals:
    """A situation: Ann, who presses the keys, and Bob at terminals of their own."""

    past: tuple[Event, ...] = ()
    rolls: Sequence[Pair] = ()
    length: int = 3

    @asynccontextmanager
    async def sitting(self, folder: Path) -> AsyncIterator[Sitting]:
        lobby = lobby_in(folder)
        code = left(lobby, offer=MatchOffer().changed(length=self.length)).code
        async with company_in(folder, lobby) as company:
            seats = [await company.come(user, code) for user in (ANN, BOB)]
            (shared,) = lobby.matches.live
            table = shared.table
            if self.rolls:
                table._source = ScriptedDice(self.rolls)  # noqa: SLF001 - nobody can choose the dice of a server
            for event in self.past:
                await table.apply(event)
            await company.settle()
            yield Sitting(seats[0], company.settle, lambda: table.history, seats[1])


@dataclass(frozen=True)
class Menu:
    """A situation: a player at the menu, with matches of one turn in the library."""

    past: tuple[Event, ...] = ()
    matches: int = 0

    @asynccontextmanager
    async def sitting(self, folder: Path) -> AsyncIterator[Sitting]:
        workspace = workspace_in(folder)
        for number in range(self.matches):
            header = HEADER._replace(date=f"2026-11-{20 + number}T19:30")
            lay_table(workspace.saves, [], header=header, past=self.past).close().result()
        async with seated(MenuScreen(workspace), workspace) as seat:
            yield Sitting(
                seat,
                seat.settle,
                lambda: [one for kept in kept_at(workspace) for one in (kept.header, *kept.events)],
            )


@asynccontextmanager
async def sitting_at(situation: Keyboard | TwoTerminals | Menu, folder: Path) -> AsyncIterator[Sitting]:
    """Run the program in a situation, and yield the sitting."""
    with clock_of_the_program() as clock:
        async with situation.sitting(folder) as sitting:
            sitting.clock = clock
            yield sitting
