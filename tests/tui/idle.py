"""Waiting until a running application has nothing left to do."""
# ruff: noqa: SLF001 - Textual and asyncio say nowhere else what is still under way

import asyncio
import threading
from collections.abc import Iterator

from textual.app import App
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.worker import Worker

from bgterm.storage.writer import THREAD


async def until_idle(app: App[str]) -> None:
    """Wait until nothing happens any more in the application unless a key or the clock makes it happen.

    Messages, callbacks, layouts, pictures, workers, one-shot timers and the disk are waited for; repeating timers
    are not.
    Returns when the application has ended, too. Raises the exception that ended it.
    """
    await asyncio.sleep(0)
    while app.is_running and not app._exception and not is_idle(app):
        for screen in app.screen_stack:
            if screen._update_timer._active.is_set():
                with app._context():
                    screen._on_timer_update()  # now, not when the next frame is due
        await asyncio.sleep(0)
    if app._exception:
        raise app._exception


def is_idle(app: App[str]) -> bool:
    """Return whether there is nothing that `until_idle` would wait for."""
    return not any(_under_way(app))


def _under_way(app: App[str]) -> Iterator[str]:
    """Yield what the application is doing or will do by itself."""
    yield from (str(thread) for thread in threading.enumerate() if thread.name == THREAD)
    yield from map(str, asyncio.get_running_loop()._ready)
    for pump in (app, *app._registry):
        if pump.is_running and not _waits_for_message(pump):
            yield f"messages of {pump}"
        yield from (f"{timer} of {pump}" for timer in pump._timers if timer._repeat == 0 and _is_due(timer))
    for screen in app.screen_stack:
        if screen._update_timer._active.is_set():
            yield f"a picture of {screen}"
        if screen._callbacks:
            yield f"callbacks of {screen}"
    yield from (str(worker) for worker in app.workers if not (worker.is_finished or _asks(worker)))
    if app.animator._animations or app.animator._scheduled:
        yield "animations"


def _waits_for_message(pump: MessagePump) -> bool:
    """Whether everything that was posted is done with."""
    queue = pump._message_queue
    return bool(queue.ready_event._waiters) and queue.empty() and not pump._next_callbacks


def _is_due(timer) -> bool:
    return timer._task is not None and not timer._task.done() and timer._active.is_set()


def _asks(worker: Worker[object]) -> bool:
    """Whether a worker waits for what the player answers on a screen."""
    step = worker._task and worker._task.get_coro()
    while step := getattr(step, "cr_await", None):
        if getattr(step, "cr_code", None) is App.push_screen_wait.__code__:
            return True
    return False


def scheduled(app: App[str]) -> list[Timer]:
    """Return the timers by which the application will do something without a key."""
    return [timer for pump in (app, *app._registry) for timer in pump._timers if _is_due(timer)]
