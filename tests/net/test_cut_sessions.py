"""A session that is cut while its screen starts: all its tasks end, and no object is left."""

import asyncio
import gc
import sys
from weakref import ref

import pytest

from bgterm.net.app import RemoteTerm
from bgterm.net.limits import Limits
from bgterm.net.server_state import Client
from bgterm.net.ssh_driver import TerminalPipe, driver_for
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.look.themes import Colours
from tests.net.client import eventually
from tests.net.small_screen import Party


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The errors that nothing can catch, such as one in a task that was thrown away."""
    faults: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda fault: faults.append(fault.exc_value))
    return faults


def app_of(folder) -> RemoteTerm:
    workspace = Workspace(Settings(), None, folder, "walnut")
    screen = Party().screen(Client("", "", "127.0.0.1", 22), workspace)
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
