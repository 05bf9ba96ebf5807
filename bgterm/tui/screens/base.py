"""The base of all screens, and the screen for a window that is too small for any of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from math import inf
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.content import Content
from textual.errors import NoWidget
from textual.events import Key, Resize, ScreenResume
from textual.geometry import Offset
from textual.messages import Layout, Update
from textual.reactive import Reactive
from textual.renderables.blank import Blank
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from bgterm.catalog import _
from bgterm.terminal.mouse import Clicked
from bgterm.tui.input.bindings import no_use, shown_keys, use_of
from bgterm.tui.input.clicks import Clickable, key_in
from bgterm.tui.input.key_rule import KeyMeaning, KeyRule
from bgterm.tui.input.notices import Noticing
from bgterm.tui.textual_internals import FrugalCompositor, UnskippedTimers
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.text_edit import TakesText

Result = TypeVar("Result")
_Asker = TypeVar("_Asker", bound="Attentive[Any]")
_Arguments = ParamSpec("_Arguments")

Act = Callable[[], Coroutine[None, None, None]]
"""Does something that takes time, such as an event that is saved before anybody sees it."""
MIN_SIZE = (44, 20)
"""The smallest window in which everything that must be seen can be: columns and rows."""


def asks(
    action: Callable[Concatenate[_Asker, _Arguments], Coroutine[None, None, None]],
) -> Callable[Concatenate[_Asker, _Arguments], None]:
    """Make a worker of an action, so that it may await dialogs with `push_screen_wait`.

    It is cancelled with its screen, and an error that it raises ends the app. Keys wait until it has opened the
    next dialog or has ended.
    """

    @wraps(action)
    def begin(screen: _Asker, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
        screen.begin_asking(partial(action, screen, *args, **kwargs))

    return begin


class Attentive(UnskippedTimers, Screen[Result]):
    """A screen that is given every key in the order they were pressed, each when the one before has done its work.

    A key that cannot be used is not dropped: the key bar says why, until a key is pressed that was meant for what
    the screen shows then. Which keys count is decided by a `KeyRule`, from what the screen has painted.
    """

    shown_since: float = inf
    """The moment since when the screen shows what its keys decide; inf before the first picture."""

    expected_since: float | None = None
    """When the key was pressed that opened the screen, inf if none did; None before the first key for the screen.

    Keys since then were typed ahead; those before it were not meant for this screen.
    """
    _drawn_at = 0.0
    """When the first picture was drawn."""
    _replied_at: float = inf
    _asking: Worker[None] | None = None
    """The action that awaits dialogs; the last one, if it has ended."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make the screen."""
        super().__init__(name, id, classes)
        self._compositor = FrugalCompositor()  # private in Textual 8.2.8
        self._covered_or_free = asyncio.Event()
        """Set when another screen is shown over this one, and when the action that awaits dialogs has ended."""
        self._acts = deque[Act]()
        self._acting: asyncio.Task[None] | None = None
        """The task that does the acts; the last one, if all are done."""
        self.acts_done = asyncio.Event()
        """Set while there is no act to be done."""
        self.acts_done.set()

    async def ready(self) -> None:
        """Wait until the screen can be given keys: one that was just opened may not be there yet.

        An action that awaits dialogs may be about to open one: the keys are for that. All acts are done before.
        """
        await self._mounted_event.wait()  # private in Textual 8.2.8, which waits in the same way
        while self.is_running and self._asking and not self._asking.is_finished and self.app.screen is self:
            self._covered_or_free.clear()
            await self._covered_or_free.wait()
        await self.acts_done.wait()

    def begin_asking(self, action: Act) -> None:
        """Begin an action that awaits dialogs. See `asks`."""

        async def ask() -> None:
            try:
                await self._guarded(action())
            finally:
                self._covered_or_free.set()

        self._asking = self.run_worker(ask)

    def begin_task(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something in the background, for which no key waits."""
        return asyncio.create_task(self._guarded(work))

    def begin_act(self, act: Act) -> None:
        """Begin an act, now or when those before it are done, and let the screen go on."""
        self._acts.append(act)
        if self.acts_done.is_set():
            self.acts_done.clear()
            self._acting = self.begin_task(self._act_in_turn())

    async def _act_in_turn(self) -> None:
        try:
            while self._acts:
                await self._acts.popleft()()
        finally:
            self._acts.clear()
            self.acts_done.set()

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        """Do something; an error that it raises ends the app."""
        try:
            await work
        except Exception as fault:  # noqa: BLE001 - as Textual does with what a handler raises
            self.app._handle_exception(fault)  # noqa: SLF001 - private in Textual 8.2.8

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Take keys from the first picture on, which shows all that was asked for before it."""
        if not self.outer_size:
            event.refresh_styles = False  # they were applied when the widgets were made
            self.call_next(self._drop_requests)
        if self.shown_since == inf:
            self.shows_anew()

    def _drop_requests(self) -> None:
        """Forget which widgets are to be laid out or drawn: Textual would lay out and draw them all once more."""
        for node in (self, *self.walk_children(Widget)):
            node._layout_required = node._repaint_required = False  # noqa: SLF001 - private in Textual 8.2.8
            node._exchange_repaint_regions()  # noqa: SLF001
        self._dirty_widgets.clear()
        self._drawn_at = monotonic()

    def on_layout(self, request: Layout | Update) -> None:
        """Drop a request that the first picture fulfils."""
        if request.time < self._drawn_at:
            request.prevent_default()

    on_update = on_layout

    def _compositor_refresh(self) -> None:
        """Draw what has changed; below a dialog, have the dialog draw it. Private in Textual 8.2.8.

        Textual's own would have all of the lower screen drawn again whenever that is given a message from then on.
        """
        top, changed = self.app.screen, self._compositor._dirty_regions  # noqa: SLF001
        if self is top:
            super()._compositor_refresh()
        elif changed:
            top.refresh(*changed)
            changed.clear()
            self._dirty_widgets.clear()

    def on_screen_suspend(self) -> None:
        """Pass the next key to the screen that was opened."""
        self._covered_or_free.set()

    def on_unmount(self) -> None:
        """Pass the next key to the screen below."""
        self._covered_or_free.set()

    def shows_anew(self) -> None:
        """Ignore deciding keys that were pressed before this moment."""
        self.shown_since = monotonic()

    def catch_up(self) -> None:
        """Show everything that has happened, before a key, a click or a paste is judged."""

    def receive(self, key: Key, rule: KeyRule) -> bool:
        """Refuse a key or handle it; return False for a key that its binding may handle."""
        if self.expected_since is None:
            self.expected_since = rule.pressed_at
        self.catch_up()
        if refusal := rule.refusal(key, self.painted(key), self.app.screen_stack):
            self.reply(refusal)
            return True
        if key.time >= self._replied_at:
            self.reply("")
        return self.use(key)

    def painted(self, key: Key) -> KeyMeaning:
        """Return what the key means on this screen; one that was typed ahead may type, move and edit."""
        types = isinstance(self.focused, TakesText) and self.focused.takes(key)
        active = None if types else self.active_bindings.get(key.key)
        if types or (active and (active.node is self.focused or use_of(active.binding).moves)):
            typed_ahead = self.expected_since is not None and key.time >= self.expected_since
            return KeyMeaning(self, since=-inf if typed_ahead else self.shown_since)
        leaves = active is not None and use_of(active.binding).leaves
        return KeyMeaning(self, "", self.shown_since, leaves=leaves)

    def use(self, key: Key) -> bool:
        """Type a key into a text, or say why it does nothing; return False for a key that has a binding."""
        if isinstance(self.focused, TakesText) and self.focused.take(key):
            return True
        if key.key in self.active_bindings:
            return False
        self.reply(self.no_use(key))
        return True

    def no_use(self, key: Key) -> str:
        """Return what to say of a key that nothing is bound to now."""
        help_key = self.active_bindings.get("question_mark")
        has_help = help_key is not None and help_key.binding.id == "help"
        return no_use(key, () if has_help else shown_keys(self, self))

    undo_key = "escape"
    """The key that the right button of the mouse stands for, where the key does something."""

    def click(self, click: Clicked, *, again: bool) -> str:
        """Handle a click, or return the key that it stands for; `again` in a double click.

        One made before the screen showed what it shows was meant for something else.
        """
        self.catch_up()
        if click.time < self.shown_since:
            return ""
        if click.undoes:
            return self.undo_key if self.undo_key in self.active_bindings else ""
        try:
            widget, _region = self.get_widget_at(click.x, click.y)
        except NoWidget:
            return ""
        if key := key_in(self.get_style_at(click.x, click.y).meta):
            return key
        for part in widget.ancestors_with_self:
            if isinstance(part, Clickable) and isinstance(part, Widget):
                return part.clicked(Offset(click.x, click.y) - part.content_region.offset, again=again)
        return ""

    def receive_paste(self, text: str) -> None:
        """Refuse a pasted text that no field has taken."""
        self.reply(_("There is nothing to paste into now."))

    def reply(self, sentence: str) -> None:
        """Show a message about the key that was pressed, in place of the keys."""
        self._replied_at = monotonic() if sentence else inf
        self.keep_notice(sentence)
        for bar in self.query(KeyBar):
            bar.say(sentence)

    def keep_notice(self, sentence: str) -> None:
        """Keep a message for the list of the last ones."""
        if isinstance(self.app, Noticing):
            self.app.notices.add(sentence)

    @property
    def how_to_quit(self) -> str:
        """The answer to Ctrl+C: how to leave this screen."""
        return _("Press Ctrl+Q to quit bgterm.")


class BaseScreen(Attentive[None], inherit_bindings=False):
    """A screen with the whole window to itself.

    It has none of Textual's keys: Tab would give the focus to a prompt that asks nothing. And it does not scroll,
    for which Textual would make widgets.
    """

    DEFAULT_CSS = "BaseScreen { overflow: hidden; }"

    focused = Reactive(None, repaint=False)
    """The widget with the focus; unlike Textual's, a change repaints nothing, since no screen shows it."""

    window_title = "bgterm"
    """The title of the terminal's window while the screen is shown."""

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Name the screen in the title of the window."""
        self.app.title = self.window_title

    @property
    def is_current(self) -> bool:
        """Whether any of it can be seen, and must be drawn.

        Textual takes the screen right below for seen, whatever the upper one hides: whenever anything happened in
        the lower one, it would draw all of the upper one again.
        """
        stack = self.app.screen_stack
        return self in stack and not any(isinstance(upper, _COVERING) for upper in stack[stack.index(self) + 1 :])

    def on_resize(self, event: Resize) -> None:
        """Pass over a size that is no longer the window's, and one that it has been laid out for.

        Textual would lay out several sizes in turn, for ever, and draw the first picture twice.
        """
        if event.size != self.app.size or event.size == self.outer_size:
            event.prevent_default()

    def give_way(self, screen: "BaseScreen") -> None:
        """Put another screen in the place of this one."""
        if not self._result_callbacks:  # the first screen was never pushed, and Textual takes a callback from each
            self._push_result_callback(self, None)
        self.app.switch_screen(screen)

    def put_away(self) -> str:
        """Close what the screen holds, since the program ends; return what to say in the shell."""
        return ""

    def leave(self, said: str = "") -> None:
        """Go back to the screen below, or to the shell with a sentence when there is none."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        else:
            self.app.exit(said)


class Dialog(Attentive[Result], ModalScreen[Result]):
    """A screen over another one, which it gives a result when it is left."""


class EnlargeScreen(ModalScreen[None]):
    """Says how large the window must be; goes away by itself when it is, with nothing lost below."""

    DEFAULT_CSS = """
    EnlargeScreen { align: center middle; background: $background; overflow: hidden; }
    EnlargeScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Yield the sentence."""
        yield Static()

    def render(self) -> RenderableType:
        """Cover the screen below also where the terminal's own background, which Textual lets through, is used."""
        return Blank(self.styles.background)  # type: ignore[return-value]  # as Textual itself does

    def on_resize(self, event: Resize) -> None:
        """Show the required and the current size."""
        columns, rows = MIN_SIZE
        message = _(
            "Enlarge the window to {columns}x{rows}\n(it is {width}x{height}).\nNothing is lost. Ctrl+Q quits.",
            columns=columns,
            rows=rows,
            width=event.size.width,
            height=event.size.height,
        )
        self.query_one(Static).update(Content(message))


_COVERING = (BaseScreen, EnlargeScreen)
"""Screens that hide all that is below them."""
