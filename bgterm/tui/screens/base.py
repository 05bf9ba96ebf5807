"""The base of all screens, and the screen for a window that is too small for any of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from math import inf
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from textual.content import Content
from textual.errors import NoWidget
from textual.events import Key, Resize, ScreenResume
from textual.geometry import Offset
from textual.messages import Layout, Update
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.worker import Worker

from bgterm.catalog import _
from bgterm.rules.errors import BackgammonError
from bgterm.terminal.window import Clicked
from bgterm.tui.input import Clickable, KeyMeaning, KeyRule, key_in, no_use, shown_keys, use_of
from bgterm.tui.textual_internals import FrugalCompositor, UnskippedTimers
from bgterm.tui.widgets.key_bar import KeyBar, Noticing

Result = TypeVar("Result")
_Asker = TypeVar("_Asker", bound="Attentive[Any]")
_Arguments = ParamSpec("_Arguments")

Act = Callable[[], Coroutine[None, None, None]]
"""A function for an act that takes time, such as saving an event before it is shown."""
MIN_SIZE = (44, 20)
"""The smallest supported window: columns and rows."""


def asks(
    action: Callable[Concatenate[_Asker, _Arguments], Coroutine[None, None, None]],
) -> Callable[Concatenate[_Asker, _Arguments], None]:
    """Return the action as one that runs in a Textual worker, so that it may await `push_screen_wait`.

    The worker is cancelled with its screen; an error in it ends the app. Keys wait until the action has opened its
    next dialog or has ended.
    """

    @wraps(action)
    def begin(screen: _Asker, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
        screen.begin_asking(partial(action, screen, *args, **kwargs))

    return begin


class Attentive(UnskippedTimers, Screen[Result]):
    """The base of all screens and dialogs: it handles keys one at a time, in the order in which they were pressed.

    The message about a key that has no use stays in the key bar until a key is pressed after it was shown. The
    app's `KeyRule` decides which keys count.
    """

    shown_since: float = inf
    """The time since when the screen has shown what its keys decide; inf before the first picture."""

    expected_since: float | None = None
    """The time of the key that opened the screen, inf if none did; None before the first key for the screen.

    Later keys were typed ahead for this screen; earlier ones were not meant for it.
    """
    _drawn_at = 0.0
    """When the first picture was drawn."""
    _replied_at: float = inf
    _asking: Worker[None] | None = None
    """The last action that awaits dialogs, perhaps ended."""

    def __init__(self) -> None:
        """Make the screen."""
        super().__init__()
        self._compositor = FrugalCompositor()  # private in Textual 8.2.8
        self._covered_or_free = asyncio.Event()
        """Set while another screen covers this one or no action awaits dialogs."""
        self._acts = deque[Act]()
        self._acting: asyncio.Task[None] | None = None
        """The last task that performs acts, perhaps done."""
        self.acts_done = asyncio.Event()
        """Set while no act is waiting or being performed."""
        self.acts_done.set()

    @property
    def is_free(self) -> bool:
        """Whether a key may be handled at once, before the messages that wait in the screen's queue."""
        return False

    async def ready(self) -> None:
        """Wait until the screen can handle the next key.

        It waits until the screen is mounted, all acts are done, and an action that awaits dialogs has opened its
        next one or ended.
        """
        await self._mounted_event.wait()  # private in Textual 8.2.8, which waits in the same way
        while self.is_running and self._asking and not self._asking.is_finished and self.app.screen is self:
            self._covered_or_free.clear()
            await self._covered_or_free.wait()
        await self.acts_done.wait()

    def begin_asking(self, action: Act) -> None:
        """Start an action that may await dialogs, without waiting for its end. See `asks`."""

        async def ask() -> None:
            try:
                await self._guarded(action())
            finally:
                self._covered_or_free.set()

        self._asking = self.run_worker(ask)

    def begin_task(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a coroutine for which no key waits; return its task. An error in it ends the app."""
        return asyncio.create_task(self._guarded(work))

    def begin_act(self, act: Act) -> None:
        """Queue an act, to be run after all earlier ones. Keys wait until it is done; the caller does not."""
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
        """Await a coroutine; an error in it ends the app."""
        try:
            await work
        except Exception as fault:  # noqa: BLE001 - as Textual does with what a handler raises
            self.app._handle_exception(fault)  # noqa: SLF001 - private in Textual 8.2.8

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Begin to accept keys that decide, when the screen is shown for the first time."""
        if not self.outer_size:
            event.refresh_styles = False  # they were applied when the widgets were made
            self.call_next(self._drop_requests)
        if self.shown_since == inf:
            self.shows_anew()

    def _drop_requests(self) -> None:
        """Discard the layout and drawing requests made before the first picture, which fulfils them.

        Otherwise Textual would lay out and draw everything twice.
        """
        for node in (self, *self.walk_children(Widget)):
            node._layout_required = node._repaint_required = False  # noqa: SLF001 - private in Textual 8.2.8
            node._exchange_repaint_regions()  # noqa: SLF001
        self._dirty_widgets.clear()
        self._drawn_at = monotonic()

    def on_layout(self, request: Layout | Update) -> None:
        """Ignore a request to lay out or draw the screen that is older than its first picture."""
        if request.time < self._drawn_at:
            request.prevent_default()

    on_update = on_layout

    def _compositor_refresh(self) -> None:
        """Draw the changes; below a dialog, let the dialog draw them. Private in Textual 8.2.8.

        Textual's own method would redraw the whole lower screen at each of its messages from then on, and drop
        what waits to be drawn in the dialog's widgets.
        """
        top, changed = self.app.screen, self._compositor._dirty_regions  # noqa: SLF001
        if self is top:
            super()._compositor_refresh()
        elif changed:
            top._set_dirty(*changed)  # noqa: SLF001
            top._dirty_widgets.add(top)  # noqa: SLF001
            top.check_idle()
            changed.clear()
            self._dirty_widgets.clear()

    def on_screen_suspend(self) -> None:
        """End the wait of `ready`, because the next key is meant for the screen that was opened above."""
        self._covered_or_free.set()

    def on_unmount(self) -> None:
        """End the wait of `ready`, because the next key is meant for the screen below."""
        self._covered_or_free.set()

    def shows_anew(self) -> None:
        """Record that a new view is shown now, so that deciding keys pressed earlier are ignored."""
        self.shown_since = monotonic()

    def catch_up(self) -> None:
        """Update the view to the present state before a key, click or paste is judged; do nothing by default."""

    def receive(self, key: Key, rule: KeyRule) -> bool:
        """Judge a key by `rule` and handle it; return whether that is done. False leaves the key to its binding.

        The message about a refused key appears in the key bar.
        """
        if self.expected_since is None:
            self.expected_since = rule.pressed_at
        self.catch_up()
        if refusal := rule.refusal(key, self.meaning_of(key), self.app.screen_stack):
            self.reply(refusal)
            return True
        if key.time >= self._replied_at:
            self.reply("")
        return self.use(key)

    def meaning_of(self, key: Key) -> KeyMeaning:
        """Return what a key would do in the present view, for the `KeyRule`.

        Keys that were typed ahead for this screen may type, edit and move the cursor, but not decide.
        """
        types = self.is_text(key)
        active = None if types else self.active_bindings.get(key.key)
        if types or (active and (active.node is self.focused or use_of(active.binding).moves)):
            typed_ahead = self.expected_since is not None and key.time >= self.expected_since
            return KeyMeaning(self, since=-inf if typed_ahead else self.shown_since)
        leaves = active is not None and use_of(active.binding).leaves
        return KeyMeaning(self, "", self.shown_since, leaves=leaves)

    def is_text(self, _key: Key) -> bool:
        """Return whether a key would be typed into a text field of the screen; False by default."""
        return False

    def use(self, key: Key) -> bool:
        """Handle a key that counts: return False if it has a binding, else show that it does nothing."""
        if key.key in self.active_bindings:
            return False
        self.reply(self.no_use(key))
        return True

    def no_use(self, key: Key) -> str:
        """Return the message that a key does nothing now, with the keys that do, or a pointer to the help."""
        help_key = self.active_bindings.get("question_mark")
        has_help = help_key is not None and help_key.binding.id == "help"
        return no_use(key, () if has_help else shown_keys(self, self))

    undo_key = "escape"
    """The key that the right mouse button stands for, where that key does something."""

    def click(self, click: Clicked, *, again: bool) -> str:
        """Handle a click, or return the name of the key that it stands for; else return an empty text.

        `again` is whether it is the second click of a double click. A click made before the present view was shown
        is ignored.
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
        """Handle pasted text that no widget has consumed; by default show that it cannot be pasted here."""
        self.reply(_("There is nothing to paste into now."))

    def reply(self, text: str) -> None:
        """Show a message about the last key in place of the key bar, and keep it; empty restores the keys."""
        self._replied_at = monotonic() if text else inf
        self.keep_notice(text)
        for bar in self.query(KeyBar):
            bar.say(text)

    def keep_notice(self, text: str) -> None:
        """Add a message to the app's list of last messages, without showing it."""
        if isinstance(self.app, Noticing):
            self.app.notices.add(text)

    @property
    def how_to_quit(self) -> str:
        """The message shown after Ctrl+C: how to leave this screen or quit."""
        return _("Press Ctrl+Q to quit bgterm.")


class BaseScreen(Attentive[None], inherit_bindings=False):
    """The base of the screens that fill the window, as opposed to dialogs.

    It has none of Textual's own keys, because Tab would focus widgets that take no input, and it does not scroll,
    for which Textual would make widgets.
    """

    DEFAULT_CSS = "BaseScreen { overflow: hidden; }"

    focused = Reactive(None, repaint=False)
    """The widget with the focus. A change does not repaint, as in Textual, because the focus is not visible."""

    window_title = "bgterm"
    """The title of the terminal's window while the screen is shown."""

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Show the screen's title in the title bar of the terminal's window."""
        self.app.title = self.window_title

    @property
    def is_current(self) -> bool:
        """Whether the screen is at least partly visible, because only dialogs are above it, and must be drawn.

        Textual regards the screen right below as visible, even when it is covered, and would redraw all of the
        upper screen whenever the lower one changes.
        """
        stack = self.app.screen_stack
        return self in stack and not any(isinstance(upper, _COVERING) for upper in stack[stack.index(self) + 1 :])

    def on_resize(self, event: Resize) -> None:
        """Ignore the event if its size is no longer the window's, or is already laid out.

        Textual would lay out several sizes in turn, for ever, and draw the first picture twice.
        """
        if event.size != self.app.size or event.size == self.outer_size:
            event.prevent_default()

    def say(self, text: str) -> None:
        """Show a message where the screen shows messages, and add it to the app's list of last messages."""
        self.keep_notice(text)
        self.show_notice(text)

    def show_notice(self, text: str) -> None:
        """Show a message where the screen shows messages; subclasses define the place."""
        raise NotImplementedError

    @contextmanager
    def refusals_shown(self) -> Iterator[None]:
        """Return a context manager that suppresses a BackgammonError in its block and shows its message."""
        try:
            yield
        except BackgammonError as error:
            from bgterm.text.joining import sentence  # only for what is refused

            self.say(sentence(str(error)))

    def give_way(self, screen: "BaseScreen") -> None:
        """Replace this screen by another one at the same place in the stack."""
        if not self._result_callbacks:  # the first screen was never pushed, and Textual takes a callback from each
            self._push_result_callback(self, None)
        self.app.switch_screen(screen)

    def put_away(self) -> str:
        """Release what the screen holds, before it closes; return a sentence for the shell, or an empty text."""
        return ""

    def action_leave(self) -> None:
        """Close the screen, and show the one below or quit."""
        self.leave(self.put_away())

    def leave(self, said: str = "") -> None:
        """Close the screen and show the one below; the last one quits the app, which then prints `said`."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        else:
            self.app.exit(said)


class Dialog(Attentive[Result], ModalScreen[Result]):
    """The base of the dialogs: a box above another screen, with its keys below, that returns a result."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical, Dialog > VerticalScroll {
        max-width: 100%; height: auto; padding: 0 1; background: $background;
        border: solid $board-quiet; border-title-color: $accent; border-title-style: bold;
    }
    Dialog KeyBar { dock: bottom; }
    """


class EnlargeScreen(ModalScreen[None]):
    """A screen that asks for a larger window; the app shows it while the window is too small."""

    DEFAULT_CSS = "EnlargeScreen { content-align: center middle; text-align: center; background: $background; }"

    def render(self) -> Content:
        """Return the request, with the required and the current size of the window."""
        columns, rows = MIN_SIZE
        width, height = self.app.size
        sentence = _(
            "Enlarge the window to {columns}x{rows}\n(it is {width}x{height}).\nNothing is lost. Ctrl+Q quits.",
            columns=columns,
            rows=rows,
            width=width,
            height=height,
        )
        return Content(sentence)


_COVERING = (BaseScreen, EnlargeScreen)
"""Screens that hide all that is below them."""
