"""The private parts of Textual that bgterm overrides or clears: these tests fail when they have changed."""

import gc
from asyncio import CancelledError, Event, Task, create_task, get_running_loop, sleep, wait_for
from contextlib import suppress
from itertools import count
from pathlib import Path
from weakref import ref

import pytest
from textual import _time
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.containers import Vertical
from textual.geometry import Region
from textual.widgets import Static

from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.app import BgTerm
from bgterm.tui.screens.base import BaseScreen, Dialog
from bgterm.tui.textual_internals import end_tasks, take_apart
from tests.tui.idle import until_idle
from tests.waiting import HANG

pytestmark = pytest.mark.drawn


class Plain(BaseScreen):
    DEFAULT_CSS = "Plain { background: $accent; }"

    def compose(self):
        yield Static("text")


def app_of(screen, theme="walnut"):
    return BgTerm(screen, Workspace(Settings(theme=theme), None, Path()))


async def test_tasks_stay_as_python_makes_them(monkeypatch):
    monkeypatch.setattr("asyncio.eager_task_factory", Task, raising=False)  # Python 3.11 has none
    factories = []

    async def note(pilot):
        factories.append(get_running_loop().get_task_factory())
        pilot.app.exit()

    await app_of(Plain()).run_async(headless=True, size=(80, 24), auto_pilot=note)
    assert factories == [None]


# Taking an app apart


@pytest.fixture
def no_collection():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
async def test_widgets_have_tasks_and_their_lines_are_freed():
    app = app_of(Plain())
    async with app.run_test():
        widgets = [app, app.screen, *app.screen.walk_children()]
        assert [type(widget._task) for widget in widgets[1:]] == [Task] * (len(widgets) - 1)  # noqa: SLF001
        lines = [ref(widget._styles_cache) for widget in widgets[1:]]  # noqa: SLF001
        assert all(line() for line in lines)
    take_apart(widgets)
    assert [line() for line in lines] == [None] * len(lines)


async def test_a_parser_is_freed_when_an_app_is_taken_apart():
    parser = XTermParser()
    parser._parse_extended_key("\x1b[27u")  # noqa: SLF001
    left = ref(parser)
    del parser
    gc.collect()
    assert left()
    take_apart([])
    gc.collect()
    assert left() is None


# Ending its tasks


async def until_cancelled():
    with suppress(CancelledError):
        await Event().wait()


async def wait_for_one_and_go_on(task: Task[None]):
    await task
    await Event().wait()


async def test_tasks_of_widgets_timers_and_workers_are_ended():
    app, one, other = app_of(Plain()), Static(), Static()
    one._task = create_task(until_cancelled())  # noqa: SLF001
    other._task = create_task(wait_for_one_and_go_on(one._task))  # noqa: SLF001 - its first cancellation ends `one`
    with app._context():  # noqa: SLF001
        timer = one.set_interval(1, list)
        worker = app.run_worker(until_cancelled())
    tasks = [one._task, other._task, timer._task, worker._task]  # noqa: SLF001
    assert not any(task.done() for task in tasks)
    await sleep(0)
    await end_tasks([app, one, other])
    assert [task.done() for task in tasks] == [True] * len(tasks)
    assert one._mounted_event.is_set(), "something may wait for a widget that was cut before it started"  # noqa: SLF001


# Timers


async def test_timer_that_is_late_at_its_start_goes_off(monkeypatch):
    app, gone_off = app_of(Plain()), Event()
    async with app.run_test():
        moments = count()
        monkeypatch.setattr(_time, "get_time", lambda: next(moments))  # a second goes by between any two looks
        for owner in (app, app.screen):
            owner.set_timer(0.01, gone_off.set)
            await wait_for(gone_off.wait(), HANG)
            gone_off.clear()


# Parsing CSS once


async def rules_and_background(theme):
    app = app_of(Plain(), theme)
    async with app.run_test():
        assert app.screen.styles.background == Color.parse(app.theme_variables["accent"])
        return app.stylesheet.rules, app.screen.styles.background


async def test_apps_share_the_rules_and_colours_of_their_theme():
    (one, brown), (_, light), (other, again) = [
        await rules_and_background(theme) for theme in ("walnut", "paper", "walnut")
    ]
    assert len(one) == len(other) > 0
    assert all(map(lambda mine, theirs: mine is theirs, one, other))
    assert brown == again != light


async def test_another_theme_changes_the_colours():
    app = app_of(Plain())
    async with app.run_test() as pilot:
        before = app.screen.styles.background
        app.theme = "paper"
        await pilot.pause()
        assert app.screen.styles.background == Color.parse(app.theme_variables["accent"]) != before


# Drawing what is seen


class Counted:
    """A widget that keeps which of its lines are drawn."""

    drawn = ()

    def render_lines(self, crop):
        self.drawn = (*self.drawn, *crop.line_range)
        return super().render_lines(crop)


class Box(Counted, Vertical):
    DEFAULT_CSS = "Box { height: 4; }"


class Text(Counted, Static):
    pass


class Covered(BaseScreen):
    """A box with two texts of two rows each, which cover it."""

    def compose(self):
        with Box():
            yield Text("one\ntwo", id="upper")
            yield Text("three\nfour", id="lower")


@pytest.mark.parametrize(
    ("change", "drawn"),
    [
        (lambda app, _lower: app.refresh(), [(), (0, 1), (0, 1)]),
        (lambda _app, lower: lower.refresh(Region(0, 1, 44, 1)), [(), (), (1,)]),
        (lambda _app, lower: setattr(lower, "display", False), [(2, 3), (0, 1), ()]),
    ],
    ids=["not what is covered", "of a change only its rows", "what is uncovered"],
)
async def test_only_what_is_seen_and_changed_is_drawn(change, drawn):
    app = app_of(Covered())
    async with app.run_test(size=(44, 20)):
        await until_idle(app)
        widgets = [app.query_one(Box), app.query_one("#upper"), app.query_one("#lower")]
        for widget in widgets:
            widget.drawn = ()
        change(app, widgets[-1])
        await until_idle(app)
        assert [widget.drawn for widget in widgets] == drawn


class Over(Dialog[None]):
    """A dialog with a text of its own in the third row."""

    DEFAULT_CSS = """
    Over { align: left top; background: transparent; }
    Over > Text { offset: 0 2; width: 10; height: 1; }
    """

    def compose(self):
        yield Text("five")


async def test_changes_below_a_dialog_and_its_own_are_drawn():
    app = app_of(Covered())
    async with app.run_test(size=(44, 20)):
        below = app.query_one("#upper")
        await app.push_screen(Over())
        text = app.screen.query_one(Text)
        for widgets in ([below], [below, text]):  # the first change below a dialog draws all
            await until_idle(app)
            below.drawn = text.drawn = ()
            for widget in widgets:
                widget.refresh(Region(0, 0, 4, 1))
        await until_idle(app)
        assert (below.drawn, text.drawn) == ((0, 1), (0,))


class Overlaid(BaseScreen):
    """A box with a short text over the middle of a long one."""

    DEFAULT_CSS = """
    Overlaid { layers: below above; }
    Overlaid #short { layer: above; width: 5; offset: 10 0; }
    """

    def compose(self):
        yield Static("a long text in which the short one stands")
        yield Static("short", id="short")


async def test_no_piece_of_a_drawn_line_is_kept():
    app = app_of(Overlaid())
    async with app.run_test(size=(44, 20)):
        await until_idle(app)
        lines = [line for text in app.query(Static) for line in text._styles_cache._cache.values()]  # noqa: SLF001
        assert len(lines) == 2
        assert not any(line._divide_cache or line._crop_cache for line in lines)  # noqa: SLF001
