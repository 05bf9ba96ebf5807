"""The objects of a session: none is left when it has ended, or is cut while its screen starts."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from logging import CRITICAL
from pathlib import Path
from typing import Any
from weakref import WeakSet, ref

import asyncssh
import pytest
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.driver import Driver
from textual.message_pump import MessagePump
from textual.scrollbar import ScrollBar
from textual.widgets import Static

from bgterm.net import shared_state
from bgterm.net.app import RemoteTerm
from bgterm.net.connection import SSHConnection
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import Limits
from bgterm.net.session import Session
from bgterm.net.ssh_driver import TerminalPipe, driver_for
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.look.themes import Colours
from tests.cases import rest_long
from tests.net.client import ANN, Client, eventually, player
from tests.net.pairs import WHOLE_GAME, Seat, begin_matches
from tests.net.servers import Server, server
from tests.net.small_screen import Party, SmallScreen
from tests.net.talkers import club
from tools.bench_server import to_move
from tools.visits import LOBBY, back_to_lobby, quit_from

OF_A_SESSION = (
    MessagePump,
    Driver,
    Session,
    SSHConnection,
    asyncssh.SSHServerConnection,
    asyncssh.SSHServerChannel,
)
"""The classes of a session's objects; its app, screens and widgets are message pumps."""
ESCAPE, RIGHT = "\x1b[27u", "\x1b[C"
PAGE = "Esc  back"


class Left:
    """The objects of a test's sessions that still exist."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Track the objects that are made from now on, since a search in the memory of all tests takes seconds."""
        self._made, self._kinds, self._tasks = WeakSet[object](), set[type](), set[asyncio.Task[Any]]()
        for kind in OF_A_SESSION:
            patch.setattr(kind, "__init__", self._tracking(kind, kind.__init__))

    def _tracking(self, kind: type, init: Callable[..., None]) -> Callable[..., None]:
        def track(made: object, *args: object, **options: object) -> None:
            init(made, *args, **options)
            self._kinds.add(kind)
            self._made.add(made)

        return track

    def start(self) -> None:
        """Remember the server's tasks before it serves anybody."""
        self._tasks = asyncio.all_tasks()

    async def when_forgotten(self, running: Server) -> None:
        """Wait until the server counts nobody and has no other task, and advance its clock by a minute."""
        assert self._kinds == {*OF_A_SESSION}
        await eventually(lambda: running.count == (0, 0) and asyncio.all_tasks() <= self._tasks)
        running.clock.passes(60)

    def mounted(self) -> list[object]:
        """Return the apps and widgets that are still mounted."""
        return [one for one in self._made if isinstance(one, MessagePump) and vars(one).get("_is_mounted")]

    def when_collected(self) -> list[object]:
        gc.collect()
        return [*self._made]


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> Iterator[Left]:
    """The objects of sessions; those of other tests are excluded from collections meanwhile."""
    gc.freeze()
    yield Left(monkeypatch)
    gc.unfreeze()


@asynccontextmanager
async def club_with_match(folder: Path) -> AsyncIterator[tuple[Server, Seat]]:
    """Yield a server with a match, and the seat of the player who is to move."""
    (pair,) = begin_matches(folder, 1, games=[WHOLE_GAME])
    seat = to_move(pair)
    async with club(folder) as running:
        yield running, seat


async def look_at_help(ann: Client) -> None:
    await ann.press("?", PAGE)
    ann.send(ESCAPE)
    await ann.line.until(lambda: PAGE not in ann.text)


async def in_the_lobby(ann: Client) -> None:
    """Pick a name, look at some pages, and quit."""
    await ann.wait_for("Name")
    await ann.press("Ann\r", LOBBY)
    await look_at_help(ann)
    await quit_from(ann)


async def at_a_table(ann: Client) -> None:
    """Move the cursor over the board, look at some pages, and leave for the lobby, and then the lobby."""
    await ann.wait_for("to move")
    ann.send(2 * RIGHT)
    await look_at_help(ann)
    await back_to_lobby(ann)
    await quit_from(ann)


async def dropped(ann: Client) -> None:
    """Drop the connection with a page open."""
    await ann.wait_for("to move")
    await ann.press("?", PAGE)


@pytest.mark.parametrize(
    ("visit", "seated"), rest_long(1, [(at_a_table, True), (in_the_lobby, False), (dropped, True)], tuples=True)
)
async def test_nothing_is_left_of_a_visit(
    tmp_path, left, visit: Callable[[Client], Awaitable[None]], seated: bool
):
    async with club_with_match(tmp_path) as (running, seat):
        left.start()
        async with player(running.port, seat.key if seated else ANN) as ann:
            await visit(ann)
        await left.when_forgotten(running)
        await eventually(lambda: not left.when_collected())


async def test_nothing_is_left_of_a_crash_while_starting(tmp_path, left, caplog):
    class Broken(SmallScreen):
        def on_mount(self) -> None:
            raise RuntimeError("crash on purpose")

    caplog.set_level(CRITICAL, "bgterm")  # pytest keeps what is logged, and the traceback with it
    party = Party()
    async with server(tmp_path, first_screen=partial(Broken, party)) as running:
        left.start()
        async with player(running.port) as ann:
            await ann.wait_closed()
            assert "Internal error; it has been logged. Your match is kept: connect again." in ann.said
        await left.when_forgotten(running)
        await eventually(lambda: not left.when_collected())


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Collect no garbage."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
async def test_an_app_is_taken_apart_without_a_collection(tmp_path, left):
    async with club_with_match(tmp_path) as (running, seat):
        left.start()
        async with player(running.port, seat.key) as ann:
            await ann.wait_for("to move")
            assert left.mounted()
            await at_a_table(ann)
        await left.when_forgotten(running)
        assert left.mounted() == []


@pytest.mark.usefixtures("no_collection")
async def test_scrollbars_are_taken_apart_without_a_collection(tmp_path, left):
    class Tall(SmallScreen):
        def compose(self) -> ComposeResult:
            yield from super().compose()
            yield VerticalScroll(Static("line\n" * 100))

    party = Party()
    async with server(tmp_path, first_screen=partial(Tall, party)) as running:
        left.start()
        async with player(running.port) as ann:
            await ann.wait_for("line")
            await eventually(lambda: any(isinstance(one, ScrollBar) for one in left.mounted()))
            ann.send("q")
            await ann.wait_closed()
        await left.when_forgotten(running)
        assert left.mounted() == []


# A session that is cut while its screen starts


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The errors that nothing can catch, such as one in a task that was thrown away."""
    faults: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda fault: faults.append(fault.exc_value))
    return faults


def app_of(folder) -> RemoteTerm:
    workspace = Workspace(Settings(), None, folder, "walnut")
    screen = Party().screen(shared_state.Client("", "", "127.0.0.1", 22), workspace)
    driver = driver_for(TerminalPipe(lambda _data: None, (80, 24), Limits()))
    return RemoteTerm(screen, workspace, driver, Colours.XTERM)


async def cut_after(steps: int, folder) -> ref[RemoteTerm]:
    """Start a session, cut it after `steps` steps of the event loop, and return a weak reference to its app."""
    app = app_of(folder)
    playing = asyncio.create_task(app.play())
    for _ in range(steps):
        await asyncio.sleep(0)
    while not playing.done():  # as when the connection is lost, and then the patience with what is left
        playing.cancel()
        await asyncio.sleep(0)
    await app.take_apart()
    return ref(app)


@pytest.fixture
def warned(recwarn: pytest.WarningsRecorder) -> pytest.WarningsRecorder:
    """The warnings of this test, without those about objects of earlier tests."""
    gc.collect()
    recwarn.clear()
    return recwarn


@pytest.mark.long
async def test_nothing_is_left_of_a_session_cut_while_starting(tmp_path, faults, warned):
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, fault: faults.append(fault))
    before = asyncio.all_tasks()
    apps = [await cut_after(steps, tmp_path) for steps in range(30)]
    await eventually(lambda: asyncio.all_tasks() <= before)
    await eventually(lambda: gc.collect() >= 0 and not any(app() for app in apps))
    assert faults == []
    assert [str(warning.message) for warning in warned] == []


# When garbage is collected


class Collection:
    """A garbage collection that takes so many seconds."""

    def __init__(self, takes: float) -> None:
        self.count, self._takes, self._now = 0, takes, 0.0

    def clock(self) -> float:
        return self._now

    def __call__(self) -> None:
        self.count += 1
        self._now += self._takes


@pytest.mark.parametrize(
    ("takes", "sweeps"),
    [
        (0.0, [(100, 60, 9, 0), (101, 60, 10, 1)]),
        (0.1, [(0, 1.9, 10, 0), (1, 2.1, 10, 1), (2, 1.9, 20, 1), (3, 2.1, 20, 2)]),
        (1.0, [(1, 60, 10, 1), (2, 0, 209, 1), (3, 0, 210, 2)]),
        (0.0, [(599, 0, 0, 0), (600, 60, 0, 1)]),
    ],
    ids=[
        "not before some sessions have ended",
        "a long collection waits for a long silence",
        "after many sessions it waits for nobody",
        "rarely what open sessions leave",
    ],
)
def test_garbage_is_collected_when_it_disturbs_least(takes, sweeps):
    """A sweep is the time now, the seconds since a key, the sessions that ended, and the collections so far."""
    collection = Collection(takes)
    collector = GarbageCollector(collection, collection.clock)
    for now, quiet, ended, count in sweeps:
        collector.sweep(now, quiet, ended)
        assert collection.count == count
