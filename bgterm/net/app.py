"""bgterm on one of many terminals in one process, with nothing shared that must not be.

Rich caches the escape codes of a style for the first terminal that shows it, and styles are shared. So all
consoles are truecolor, and a line filter reduces the colours to those of the terminal.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, TextIO
from weakref import WeakSet

from rich.color import Color as TerminalColor
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.widget import Widget

from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.app import BgTerm
from bgterm.tui.look.themes import Colours, colours_of
from bgterm.tui.look.xterm_colours import numbered
from bgterm.tui.screens.base import Attentive, BaseScreen
from bgterm.tui.textual_internals import end_tasks, take_apart


class RemoteTerm(BgTerm):
    """bgterm on a remote terminal."""

    def __init__(self, first: BaseScreen, workspace: Workspace, driver: type[Driver], colours: Colours) -> None:
        """Make the application with its first screen, the player's workspace, and what the terminal can do."""
        super().__init__(first, workspace, driver, colours)
        self._colour_filter, self._mouse = colour_filter(colours), workspace.mouse
        self.fault: Exception | None = None
        """The exception that ended it, if one did."""
        self.no_color = False
        # The environment is the server's, so it is not read.
        self.console = Console(
            file=self.console.file,
            color_system="truecolor",
            force_terminal=True,
            no_color=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )
        # Textual redirects these while the app runs and restores what it found: of many apps the last to end would
        # restore those of another that has ended.
        self._capture_stdout: TextIO = sys.stdout  # type: ignore[assignment]
        self._capture_stderr: TextIO = sys.stderr  # type: ignore[assignment]
        self._nodes_made = WeakSet[DOMNode]()
        """Every screen and widget there has been; those that were removed are taken apart too."""
        self._tasks = set[asyncio.Task[Any]]()
        """The tasks that run the app and shut it down, once they have started."""

    async def play(self) -> tuple[str, int]:
        """Run to the end; return the last message and the exit status."""
        self._note_task()
        said = await self.run_async(mouse=self._mouse)
        return said or "", self.return_code or 0

    async def take_apart(self) -> None:
        """Free the memory of the app, which has ended, once the tasks that Textual does not await have too."""
        await end_tasks([self, *self._nodes_made], *self._tasks)
        for screen in [node for node in self._nodes_made if isinstance(node, Attentive)]:
            await screen.ready()
        drivers = [self._driver] if self._driver else []
        for driver in drivers:
            driver.disable_input()  # which a shutdown that was cut has not done
        take_apart([*self._nodes_made, *drivers, self])

    async def _shutdown(self) -> None:
        """Shut down; private in Textual 8.2.8, which no longer awaits this when `play` is cancelled."""
        self._note_task()
        await super()._shutdown()

    def _note_task(self) -> None:
        if task := asyncio.current_task():
            self._tasks.add(task)

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        """Track a widget when it is mounted; private in Textual 8.2.8."""
        super()._register_child(parent, child, before, after)
        self._nodes_made.add(child)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        """Track a scrollbar, which Textual starts without mounting it; private in Textual 8.2.8."""
        super()._start_widget(parent, widget)
        self._nodes_made.add(widget)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filter that reduces colours to those of this terminal."""
        return (self._colour_filter,)

    def _handle_exception(self, error: Exception) -> None:
        """End because of an error, which Textual would print with all local variables.

        An error is expected when the app is ended while it mounts a screen, whose parts are missing then.
        """
        if self._exit and isinstance(error, NoMatches):  # `_exit` is private in Textual 8.2.8
            log("screen cut while starting", reason=repr(error))
        else:
            self.fault = self.fault or error
        self._return_code = 1
        self._close_messages_no_wait()


# Colours

_SYSTEMS = {Colours.XTERM: ColorSystem.EIGHT_BIT, Colours.SIXTEEN: ColorSystem.STANDARD}
"""The colour system of a remote terminal; one without colours has none."""


def colours_over_ssh(env: Mapping[str, str]) -> Colours:
    """Return the colours of a terminal with this environment; whether it shows more than 256 is not asked."""
    colours = colours_of(env)
    return Colours.XTERM if colours is Colours.FULL else colours


@cache
def colour_filter(colours: Colours) -> "ColourDepthFilter":
    """Return the filter for a terminal, always the same one: Textual caches lines by their filters."""
    return ColourDepthFilter(colours)


class ColourDepthFilter(LineFilter):
    """Replaces each colour that a terminal lacks with the nearest one it has."""

    def __init__(self, colours: Colours) -> None:
        """Make the filter for a terminal of so many colours."""
        super().__init__()
        self._system = _SYSTEMS.get(colours)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in colours of the terminal."""
        return [
            Segment(text, style and _reduced(style, self._system), control) for text, style, control in segments
        ]


@lru_cache(maxsize=4096)
def _reduced(style: Style, system: ColorSystem | None) -> Style:
    if style.color is None and style.bgcolor is None:
        return style
    return style.without_color + Style(
        color=_nearest(style.color, system), bgcolor=_nearest(style.bgcolor, system)
    )


def _nearest(colour: TerminalColor | None, system: ColorSystem | None) -> TerminalColor | None:
    exact = numbered(colour)
    return exact.downgrade(system) if exact and system else None
