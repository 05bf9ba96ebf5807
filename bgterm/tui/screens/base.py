"""What all screens share, and the one that shows when the window is too small for any of them."""

from math import inf
from time import monotonic
from typing import TypeVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key, Resize
from textual.reactive import Reactive
from textual.renderables.blank import Blank
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

Result = TypeVar("Result")

MIN_SIZE = (44, 20)
"""The smallest window in which everything that must be seen can be: columns and rows."""


class Attentive:
    """A screen that drops what was typed before it showed what it shows now."""

    deaf_before: float = inf
    """Keys pressed before this moment (of the monotonic clock) do nothing; none does before the first picture."""

    def drop_typed_ahead(self) -> None:
        """Forget the keys that are on their way: they were meant for what was shown before."""
        self.deaf_before = monotonic()

    def on_screen_resume(self) -> None:
        """Take keys from the first picture on."""
        if self.deaf_before == inf:
            self.drop_typed_ahead()


def typed_ahead(screen: Screen[object], key: Key) -> bool:
    """Whether a key was pressed before the screen showed what it shows."""
    return isinstance(screen, Attentive) and key.time < screen.deaf_before


class BaseScreen(Attentive, Screen[None], inherit_bindings=False):
    """A screen with the whole window to itself.

    It has none of Textual's keys: Tab would give the focus to a prompt that asks nothing.
    """

    focused = Reactive(None, repaint=False)
    """Who takes the keys; unlike Textual's, a change repaints nothing, since no screen shows it."""

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

    def leave(self, said: str = "") -> None:
        """Go back to the screen below, or to the shell with a sentence when there is none."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        else:
            self.deaf_before = inf
            self.app.exit(said)


class Dialog(Attentive, ModalScreen[Result]):
    """A screen over another one, which it gives a result when it is left."""


class EnlargeScreen(ModalScreen[None]):
    """Says how large the window must be; goes away by itself when it is, with nothing lost below."""

    DEFAULT_CSS = """
    EnlargeScreen { align: center middle; background: $background; overflow: hidden; }
    EnlargeScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Give the sentence."""
        yield Static()

    def render(self) -> RenderableType:
        """Cover the screen below also where the terminal's own background, which Textual lets through, is used."""
        return Blank(self.styles.background)  # type: ignore[return-value]  # as Textual itself does

    def on_resize(self, event: Resize) -> None:
        """Say what is needed and what there is."""
        columns, rows = MIN_SIZE
        size = event.size
        self.query_one(Static).update(
            Content(
                f"Enlarge the window to {columns}x{rows}\n(it is {size.width}x{size.height}).\nNothing is lost."
            )
        )


_COVERING = (BaseScreen, EnlargeScreen)
"""Screens that hide all that is below them."""
