"""Waiting for an application: whatever it has begun is done when the wait is over."""

import asyncio

import pytest
from textual import events, work
from textual.app import App
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from tests.tui.idle import until_idle


class Busy(App[str]):
    """It does in every way what takes a while."""

    def __init__(self):
        super().__init__()
        self.done = []

    def compose(self):
        yield Static("0")

    def on_key(self, event):
        getattr(self, f"do_{event.key}")()

    def do_t(self):
        self.set_timer(0.05, lambda: self.done.append("timer"))

    def do_w(self):
        self._work()

    @work
    async def _work(self):
        await asyncio.sleep(0.05)
        self.done.append("worker")

    def do_h(self):
        self._work_in_thread()

    @work(thread=True)
    def _work_in_thread(self):
        self.call_from_thread(self.done.append, "thread")

    def do_c(self, left=20):
        if left:
            self.call_after_refresh(self.do_c, left - 1)
        else:
            self.done.append("callbacks")

    def do_m(self):
        self.query_one(Static).call_later(self.done.append, "message")

    def do_b(self):
        raise ValueError("broken")

    def do_s(self):
        self._ask()

    @work
    async def _ask(self):
        self.done.append(await self.push_screen_wait(Ask()))

    def do_i(self):
        self.set_interval(3600, lambda: None)


class Ask(ModalScreen[str]):
    def on_key(self, event):
        event.stop()
        self.dismiss(event.key)


@pytest.fixture
async def app():
    app = Busy()
    async with app.run_test(size=(40, 20)):
        await until_idle(app)
        yield app


def press(app, key):
    app.post_message(events.Key(key, key))


@pytest.mark.parametrize(
    ("key", "done"), [("t", "timer"), ("w", "worker"), ("h", "thread"), ("c", "callbacks"), ("m", "message")]
)
async def test_all_that_was_begun_is_done(app, key, done):
    press(app, key)
    await until_idle(app)
    assert app.done == [done]


async def test_a_resize_reaches_the_screen(app):
    size = Size(60, 30)
    app._driver._size = size  # noqa: SLF001 - as Textual's pilot does
    app.post_message(events.Resize(size, size))
    await until_idle(app)
    assert (app.screen.size, app.query_one(Static).size.width) == (size, 60)


async def test_a_worker_that_asks_the_player_is_not_waited_for(app):
    press(app, "s")
    await until_idle(app)
    assert (type(app.screen), app.done) == (Ask, [])
    press(app, "x")
    await until_idle(app)
    assert app.done == ["x"]


async def test_what_repeats_for_ever_is_not_waited_for(app):
    press(app, "i")
    await until_idle(app)


async def test_what_breaks_the_application_is_raised():
    with pytest.raises(ValueError, match="broken"):
        await break_it()


async def break_it():
    app = Busy()
    async with app.run_test(size=(40, 20)):
        press(app, "b")
        await until_idle(app)
        pytest.fail("the exception was dropped")


async def test_the_end_of_the_application_ends_the_wait(app):
    app.exit()
    await until_idle(app)
    assert not app.is_running
