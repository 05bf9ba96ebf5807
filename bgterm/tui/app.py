"""The application: a theme, what the player has at this terminal, and the first screen."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter

from bgterm.tui import themes
from bgterm.tui.screens.base import MIN_SIZE, BaseScreen, EnlargeScreen, typed_ahead
from bgterm.tui.widgets.takes_text import TakesText


class BgTerm(App[str]):
    """bgterm on one terminal. It ends with a sentence for the shell, or none."""

    CSS_PATH = Path(__file__).with_name("bgterm.tcss")  # not beside the module of who inherits this
    TITLE = "bgterm"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="quit"),
        Binding("ctrl+z", "suspend_process", show=False, id="suspend"),
    ]

    def __init__(
        self, first: BaseScreen, theme: str, driver_class: type[Driver] | None = None, *, ascii_only: bool = False
    ) -> None:
        """Make the application with its first screen, the name of its theme and what drives its terminal."""
        super().__init__(driver_class=driver_class)
        self._first = first
        self.animation_level = "none"  # what slides is late where it should be, and sends every step on its way
        themes.register(self)
        self.set_class(ascii_only, "-ascii")
        self.theme = theme

    def get_default_screen(self) -> BaseScreen:
        """Give the screen at the bottom of all."""
        return self._first

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let colours through as they are: the themes for few colours, or none, name nothing else."""
        return ()

    def on_resize(self, event: events.Resize) -> None:
        """Cover everything while the window is too small, and take the cover away when it is not."""
        columns, rows = MIN_SIZE
        small = event.size.width < columns or event.size.height < rows
        covered = isinstance(self.screen, EnlargeScreen)
        if small and not covered:
            self.push_screen(EnlargeScreen())
        elif covered and not small:
            self.pop_screen()

    def on_key(self, event: events.Key) -> None:
        """Drop a key that was pressed before the screen showed what it shows, and let texts be typed."""
        focused = self.focused
        if typed_ahead(self.screen, event) or (isinstance(focused, TakesText) and focused.take(event)):
            event.prevent_default()
