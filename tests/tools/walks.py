"""The files of bgterm that three keys pass through: `python -m tests.tools.walks`.

A walk begins where the screen receives the key, and ends where the last changed cells of the board are handed to
Textual; that of a roll, where the screens of both players are told to show it. A file is a stop when a function of
it calls into another file of bgterm, or hands cells to Textual; the other files only answer at once: value types,
lookups, sentences. Beside a stop stand the functions that are called there from other files, in order.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType, FunctionType
from typing import NamedTuple

from textual.widget import Widget

from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.tui.screens.base import Attentive
from bgterm.tui.screens.match.screen import MatchScreen
from tests.builders import play
from tests.lobby.visitors import ANN, BOB, lobby_in, playing
from tests.tui.company import company_in
from tests.tui.seat import at_table

ROOT = str(Path(__file__).parents[2] / "bgterm")
BOARD = "tui/board/widget.py"
ROLLED = (OpeningThrown(3, 1),)


class Call(NamedTuple):
    """A call of a function of bgterm, or of Textual's `refresh`."""

    caller: str
    """The file it comes from; empty when Textual or asyncio calls."""
    file: str
    """The file of the function; empty for `refresh`."""
    function: str


class Walk:
    """The calls that a key makes, until all calls of the function `last` have begun, or all of them."""

    def __init__(self, last: FunctionType | None = None) -> None:
        self.calls: list[Call] = []
        self._last = last.__code__ if last else None

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Record the calls from one file to another, in all threads, until the context ends."""
        threading.setprofile(self._record)
        sys.setprofile(self._record)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _record(self, frame: FrameType, event: str, _: object) -> None:
        ours = frame.f_code.co_filename.startswith(ROOT)
        if event != "call" or not (ours or frame.f_code is Widget.refresh.__code__):
            return
        outer = tuple(_outer(frame))
        caller, file = _file(outer[0]) if outer else "", _file(frame) if ours else ""
        counts = caller != file or frame.f_code is self._last
        if counts and not any(each.f_code is self._last for each in outer):
            self.calls.append(Call(caller, file, frame.f_code.co_qualname))

    def stops(self) -> dict[str, list[str]]:
        """Return the stops in order, each with the functions that are called from other files."""
        start = next(at for at, call in enumerate(self.calls) if call.function == Attentive.receive.__qualname__)
        end = max(at for at, call in enumerate(self.calls) if self._ends(call))
        way = self.calls[start : end + 1]
        going_on = {call.caller for call in way}
        stops: dict[str, list[str]] = {}
        for call in way:
            if call.file and call.file in going_on and call.function not in stops.setdefault(call.file, []):
                stops[call.file].append(call.function)
        return stops

    def _ends(self, call: Call) -> bool:
        return call.function == self._last.co_qualname if self._last else (call.caller, call.file) == (BOARD, "")

    @property
    def files(self) -> int:
        """How many files are entered at all, stops or not."""
        return len({call.file for call in self.calls if call.file})


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename.removeprefix(ROOT).removeprefix("/")


def _outer(frame: FrameType) -> Iterator[FrameType]:
    """Yield the frames of bgterm around one, from the inside."""
    before = frame.f_back
    while before:
        if before.f_code.co_filename.startswith(ROOT):
            yield before
        before = before.f_back


async def pick_up(folder: Path) -> Walk:
    """Enter picks up a checker."""
    walk = Walk()
    async with at_table(folder, past=ROLLED) as (seat, _):
        await seat.press("right")
        with walk.recorded():
            await seat.press("enter")
    return walk


async def roll(folder: Path) -> Walk:
    """Space rolls the dice, on a server for two players."""
    walk, lobby = Walk(MatchScreen.show_event), lobby_in(folder)
    ann, bob, white, _ = playing(lobby)
    for event in (*ROLLED, Moved(Player.WHITE, play("8/5 6/5"))):
        await white.at.table.apply(event)
    ann.leave()
    bob.leave()
    async with company_in(folder, lobby) as company:
        seats = [await company.come(user) for user in (ANN, BOB)]
        with walk.recorded():
            await company.press(seats[1], "space")
    return walk


async def type_play(folder: Path) -> Walk:
    """The last character of `8/5 6/5` is typed, and Enter adds the play to the draft."""
    walk = Walk()
    async with at_table(folder, past=ROLLED) as (seat, _):
        await seat.write("8/5 6/")
        with walk.recorded():
            await seat.press("5", "enter")
    return walk


def walked(way: Callable[[Path], Coroutine[None, None, Walk]]) -> Walk:
    """Return the calls of a way."""
    with TemporaryDirectory() as folder:
        return asyncio.run(way(Path(folder)))


def main() -> None:
    """Print the stops of each way."""
    for way in (pick_up, roll, type_play):
        walk = walked(way)
        stops = walk.stops()
        screens = sum(file.startswith("tui/") for file in stops)
        print(f"{way.__doc__} {len(stops)} stops, {screens} of them in tui/; {walk.files} files in all.")
        for number, (file, functions) in enumerate(stops.items(), 1):
            print(f"{number:4}  {file:36} {', '.join(functions)}")
        print()


if __name__ == "__main__":
    main()
