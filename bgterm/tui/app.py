"""The application: a theme, the player's workspace, and the first screen."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter
from textual.keys import key_to_character
from textual.reactive import Reactive

from bgterm.catalog import N_, _
from bgterm.profile.workspace import Workspace
from bgterm.terminal.key_reader import BackgroundReported, PasteRefused
from bgterm.terminal.window import Clicked, WindowDriver
from bgterm.tui.input import KeyRule, key_named
from bgterm.tui.look.themes import (
    HALF_BLOCKS,
    LIGHT_SCREEN,
    THEMES,
    Colours,
    NumberedColours,
    css_variables,
    default_theme,
    register,
    set_terminal_class,
    terminal_variables,
)
from bgterm.tui.screens.base import MIN_SIZE, Attentive, BaseScreen, EnlargeScreen
from bgterm.tui.textual_internals import SharedStylesheet, UnskippedTimers
from bgterm.tui.widgets.key_bar import Notices, Noticing

if TYPE_CHECKING:
    from bgterm.tui.screens.analysing import PracticeWanted

_ARROWS = {"arrows": "←↑↓→", "left/right": "←→", "up/down": "↑↓"}
"""The arrow characters for the names of arrow keys."""


class BgTerm(UnskippedTimers, Noticing, App[str]):
    """The Textual app of one terminal: at the keyboard, or of one session on a server.

    Its return value is a sentence to print in the shell after it has closed, or an empty text.
    """

    CSS = """
    Screen:ansi { color: $foreground; }
    BaseScreen:ansi, EnlargeScreen:ansi { background: $background; }
    #notice { padding: 0 1; color: $warning; text-style: bold; }
    App.-ascii PageScreen VerticalScroll, App.-ascii FormDialog > Vertical { border: ascii $board-quiet; }
    App.-ascii EndingCard, App.-ascii ConfirmDialog > Vertical { border: ascii $accent; }
    """
    TITLE = ""
    title = Reactive("", repaint=False)
    """The title of the terminal's window."""
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="quit"),
        Binding("ctrl+c", "help_quit", show=False, priority=True, id="help-quit"),
        Binding("ctrl+z", "suspend_process", show=False, id="suspend"),
        Binding("f4", "notices", N_("messages"), False, "F4", tooltip=N_("the last ten messages"), id="notices"),
    ]

    def __init__(
        self,
        first: BaseScreen,
        workspace: Workspace,
        driver_class: type[Driver] | None = None,
        colours: Colours = Colours.FULL,
    ) -> None:
        """Create the application with its first screen, the player's workspace, and what their terminal can do."""
        self._colours = colours
        super().__init__(driver_class=driver_class)
        # private in Textual 8.2.8; else each screen has widgets for them
        self._disable_tooltips = self._disable_notifications = True
        self._first = first
        self._rule = KeyRule()
        self._passed_on: events.Key | events.Paste | None = None
        """The last event that was passed to the screen and has not come back, which no key may overtake."""
        self._workspace = workspace
        self.notices = Notices(lambda: workspace.settings.notices_stay)
        """The last messages."""
        self._line_filters = (NumberedColours(),) if colours is Colours.XTERM else ()
        self.animation_level = "none"  # what slides is late where it should be, and sends every step on its way
        register(self, colours)
        self.set_class(workspace.ascii_only, "-ascii")
        self.set_class(workspace.settings.half_blocks, HALF_BLOCKS)
        self.theme = workspace.theme if workspace.theme in THEMES else default_theme(colours)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())

    async def _process_messages(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as Textual's
        """Run with tasks that begin at the loop's next turn; private in Textual 8.2.8.

        From Python 3.12 on, Textual makes all tasks of the loop begin at once, with which asyncssh completes no
        second login.
        """
        asyncio.get_running_loop().set_task_factory(None)
        await super()._process_messages(*args, **kwargs)

    def on_load(self) -> None:
        """Set the keys of the menu to those that the player has chosen."""
        if keys := self._workspace.settings.keys:
            self.set_keymap({name: key_named(key) for name, key in keys if name.startswith("menu-")})

    def get_default_screen(self) -> BaseScreen:
        """Return the screen at the bottom of the stack: the one that the app was made with, such as the menu."""
        return self._first

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the theme variables that describe the terminal and do not change with the theme."""
        return terminal_variables(self)

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of theme and terminal; before a theme is chosen, only those of the terminal."""
        variables = css_variables(self.theme, self._colours) if self.theme in THEMES else {}
        self.theme_variables = {**self.get_theme_variable_defaults(), **variables}
        return self.theme_variables

    def get_key_display(self, binding: Binding) -> str:
        """Return the displayed name of a binding's key: for arrow keys an arrow, unless only ASCII is shown."""
        name = super().get_key_display(binding)
        return name if self.has_class("-ascii") else _ARROWS.get(name, name)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filter that sends each colour as a number, for a terminal of 256 colours; else none."""
        return self._line_filters

    async def on_unmount(self) -> None:
        """Close the engines of the workspace and wait until their processes have ended."""
        await self._workspace.aclose()

    def on_resize(self, event: events.Resize) -> None:
        """Cover the screen with a request to enlarge the window while the window is too small."""
        columns, rows = MIN_SIZE
        small = event.size.width < columns or event.size.height < rows
        covered = isinstance(self.screen, EnlargeScreen)
        if small and not covered:
            self.push_screen(EnlargeScreen())
        elif covered and not small:
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """Handle a key at once if the screen is free for it, instead of queueing it behind other messages."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            free = self._passed_on is None and isinstance(self.screen, Attentive) and self.screen.is_free
            if free and isinstance(event, events.Key):
                if await self._check_bindings(event.key, priority=True):  # private in Textual 8.2.8
                    return
                event._set_forwarded()  # noqa: SLF001 - in the same way
            else:
                self._passed_on = event
        await super().on_event(event)

    def _come_back(self, event: events.Event) -> None:
        """Record that an event which was passed to the screen has come back unhandled."""
        if event is self._passed_on:
            self._passed_on = None

    async def on_key(self, event: events.Key) -> None:
        """Pass each key to the screen, once earlier keys are handled; a key that it declines runs its binding."""
        self._come_back(event)
        screen = await self._screen_ready()
        if self._exit or (screen and screen.receive(event, self._rule)):  # private in Textual 8.2.8
            event.prevent_default()

    async def on_clicked(self, click: Clicked) -> None:
        """Handle a click; one that stands for a key is handled as that key, pressed at the time of the click."""
        again = self._rule.is_double_click(click)
        screen = await self._screen_ready()
        if screen is None:
            return
        screen.reply("")
        name = screen.click(click, again=again)
        if refusal := self._rule.refusal_of_click(name, again=again):
            screen.reply(refusal)
        elif name:
            key = events.Key(name, key_to_character(name))
            key.time = click.time
            if not screen.receive(key, self._rule):
                await self._check_bindings(name)  # private in Textual 8.2.8

    def watch_title(self, title: str) -> None:
        """Show a new title in the title bar of the terminal's window; an empty one if the settings forbid it."""
        if isinstance(self._driver, WindowDriver):
            self._driver.show_title(title if self._workspace.settings.title else "")

    def on_practice_wanted(self, wanted: "PracticeWanted") -> None:
        """Open the practice of the message's match; for a message without a match, the list of practices."""
        from bgterm.profile.practising import Wanted  # loaded on demand
        from bgterm.tui.screens.practice.preparing import ChoosingScreen, PreparingScreen

        match, workspace = wanted.match, self._workspace
        self.push_screen(PreparingScreen(workspace, Wanted(match)) if match else ChoosingScreen(workspace))

    async def on_paste(self, event: events.Paste) -> None:
        """Pass pasted text that no widget has consumed to the screen, in order with the keys."""
        self._come_back(event)
        if screen := await self._screen_ready():
            screen.catch_up()
            screen.receive_paste(event.text)

    async def on_paste_refused(self, event: PasteRefused) -> None:
        """Show in the key bar why the terminal's driver refused a paste."""
        if screen := await self._screen_ready():
            screen.reply(_(event.sentence))

    def on_background_reported(self, event: BackgroundReported) -> None:
        """Switch to the theme and checkers for a light or a dark screen, as the terminal has reported it."""
        set_terminal_class(self, LIGHT_SCREEN, event.light)
        self.theme = self._workspace.theme_on(event.light)

    async def _screen_ready(self) -> Attentive[Any] | None:
        """Return the screen for the next key, once it is ready; None where no screen takes keys."""
        while not self._exit and isinstance(screen := self.screen, Attentive):
            await screen.ready()
            if screen is self.screen and not self._exit:
                return screen
        return None

    async def action_quit(self) -> None:
        """Close all screens and quit.

        The uppermost screen that returns a sentence for the shell determines what is printed.
        """
        screens = [screen for screen in reversed(self.screen_stack) if isinstance(screen, BaseScreen)]
        for screen in screens:
            await screen.ready()
        self.exit(next(filter(None, [screen.put_away() for screen in screens]), ""))

    def action_notices(self) -> None:
        """Open a page of the last messages, the newest first."""
        if isinstance(self.screen, Attentive):
            from bgterm.tui.screens.dialogs import notices_page  # loaded when needed

            self.push_screen(notices_page(self.notices.last))

    def action_help_quit(self) -> None:
        """Show in the key bar how to quit: the response to Ctrl+C, which itself ends nothing."""
        if isinstance(self.screen, Attentive):
            self.screen.reply(self.screen.how_to_quit)
