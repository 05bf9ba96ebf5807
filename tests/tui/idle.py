"""Waiting until a running application has nothing left to do."""
# ruff: noqa: SLF001 - Textual and asyncio say nowhere else what is still under way

import asyncio
import threading
from collections.abc import Iterator
from time import monotonic
from types import CodeType
from typing import Any

from textual.app import App
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.worker import Worker

from bgterm.storage.writer import THREAD
from tests.waiting import HANG


async def until_idle(app: App[str]) -> None:
    """Wait until nothing more happens in the application without a key or the clock.

    Messages, callbacks, layouts, pictures, workers, one-shot timers and the disk are waited for; repeating timers
    are not. When nothing else is to be done, the next picture is drawn at once, and after it the timers go off.
    Returns when the application has ended, too. Raises the exception that ended it.
    """
    await asyncio.sleep(0)
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    end = monotonic() + HANG
    while app.is_running and not app._exception:
        if not ready:
            if is_idle(app):
                return
            assert monotonic() < end, f"still under way: {list(_under_way(app))}"
            _go_on(app)
        await asyncio.sleep(0)
    if app._exception:
        raise app._exception


def _go_on(app: App[str]) -> None:
    """Take the first step that is possible: wait for the disk, draw changes, or make delayed calls.

    A screen below another one makes its callbacks when it is prompted, or when it is on top again.
    """
    if writers := list(_writers()):
        for thread in writers:
            thread.join()
    elif not _draw(app):
        for screen in app.screen_stack:
            if screen._callbacks:
                screen.check_idle()
        for timer in _one_shot_timers(app):
            _go_off(timer)


def _writers() -> Iterator[threading.Thread]:
    return (thread for thread in threading.enumerate() if thread.name == THREAD)


def _draw(app: App[str]) -> bool:
    """Draw all changes, and return whether there were any."""
    changed = [screen for screen in app.screen_stack if screen._update_timer._active.is_set()]
    for screen in changed:
        with app._context():
            screen._on_timer_update()
    return bool(changed)


def _go_off(timer: Timer) -> None:
    """End the sleep of a timer now."""
    task: Any = timer._task
    if asyncio.sleep.__code__ in _awaited(task.get_coro()) and not task._fut_waiter.done():
        task._fut_waiter.set_result(None)


def is_idle(app: App[str]) -> bool:
    """Return whether the application has nothing that `until_idle` waits for."""
    return not any(_under_way(app))


def _under_way(app: App[str]) -> Iterator[str]:
    """Yield the names of all work that the application does or will do by itself."""
    yield from map(str, _writers())  # first, since one that has ended has added to what the loop is to do
    yield from map(str, tuple(asyncio.get_running_loop()._ready))  # type: ignore[attr-defined]  # threads add to it
    for pump in (app, *app._registry):
        if pump.is_running and not _waits_for_message(pump):
            yield f"messages of {pump}"
    yield from map(str, _one_shot_timers(app))
    for screen in app.screen_stack:
        if screen._update_timer._active.is_set():
            yield f"a picture of {screen}"
        if screen._callbacks:
            yield f"callbacks of {screen}"
    yield from (str(worker) for worker in app.workers if not (worker.is_finished or _asks(worker)))
    if app.animator._animations or app.animator._scheduled:
        yield "animations"


def _waits_for_message(pump: MessagePump) -> bool:
    """Whether all messages to an object have been handled."""
    queue: Any = pump._message_queue
    return bool(queue.ready_event._waiters) and queue.empty() and not pump._next_callbacks


def _is_due(timer: Timer) -> bool:
    return timer._task is not None and not timer._task.done() and timer._active.is_set()


def _one_shot_timers(app: App[str]) -> Iterator[Timer]:
    return (timer for timer in scheduled(app) if timer._repeat == 0)


def _asks(worker: Worker[object]) -> bool:
    """Whether a worker waits for the player's answer on a screen."""
    task = worker._task
    return task is not None and App.push_screen_wait.__code__ in _awaited(task.get_coro())


def _awaited(step: object) -> Iterator[CodeType]:
    """Yield the code objects of all coroutines that a coroutine waits for."""
    while step := getattr(step, "cr_await", None):
        if code := getattr(step, "cr_code", None):
            yield code


def scheduled(app: App[str]) -> list[Timer]:
    """Return the timers that are running, by which the application acts without a key."""
    return [timer for pump in (app, *app._registry) for timer in pump._timers if _is_due(timer)]
