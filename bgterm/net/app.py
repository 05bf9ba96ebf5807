"""bgterm on one of many terminals in one process: what of the process it must not share with the others."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Any, TextIO
from weakref import WeakSet

from rich.console import Console
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.widget import Widget

from bgterm.net.colour_depth import colour_filter, colours_over_ssh
from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.tui.app import BgTerm
from bgterm.tui.screens.base import Attentive, BaseScreen
from bgterm.tui.textual_internals import end_tasks, take_apart


class RemoteTerm(BgTerm):
    """bgterm on a terminal at the other end of a line."""

    def __init__(self, first: BaseScreen, desk: Workspace, driver: type[Driver]) -> None:
        """Create the application with its first screen, the player's workspace, and the driver of the terminal."""
        colours = colours_over_ssh(desk.default_theme)
        super().__init__(first, desk.theme, driver, ascii_only=desk.ascii_only, colours=colours)
        self._colour_filter = colour_filter(desk.default_theme)
        self.fault: Exception | None = None
        """The exception that ended it, if one did."""
        self.drawn = asyncio.Event()
        """Set when the first screen is there."""
        self.no_color = False
        # Not by the environment, which is the server's; and with one depth of colour for all, because styles are
        # cached with the bytes they were last sent as. The themes for few colours name nothing that needs more.
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
        # Textual puts these in place of the process's own while the app runs, and takes them away when it ends: of
        # many apps the last to end would leave those of another that is long gone.
        self._capture_stdout: TextIO = sys.stdout  # type: ignore[assignment]
        self._capture_stderr: TextIO = sys.stderr  # type: ignore[assignment]
        self._nodes_made = WeakSet[DOMNode]()
        """Every screen and widget there has been, so that those that were removed are taken apart too."""
        self._tasks = set[asyncio.Task[Any]]()
        """The tasks that run it and shut it down, as far as they have begun."""

    async def play(self) -> tuple[str, int]:
        """Run to the end; return what is said then, and the status."""
        self._note_task()
        said = await self.run_async(mouse=False)
        return said or "", self.return_code or 0

    async def take_apart(self) -> None:
        """Free the memory of the app, which has ended, once all tasks that Textual does not wait for have too."""
        await end_tasks([self, *self._nodes_made], *self._tasks)
        for screen in [node for node in self._nodes_made if isinstance(node, Attentive)]:
            await screen.ready()
        drivers = [self._driver] if self._driver else []
        for driver in drivers:
            driver.disable_input()  # which a shutdown that was cut has not done
        take_apart([*self._nodes_made, *drivers, self])

    async def _shutdown(self) -> None:
        """Shut down; private in Textual 8.2.8, which stops waiting for this when `play` is cancelled."""
        self._note_task()
        await super()._shutdown()

    def _note_task(self) -> None:
        if task := asyncio.current_task():
            self._tasks.add(task)

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        """Remember a widget; private in Textual 8.2.8, through which each one passes when it is mounted."""
        super()._register_child(parent, child, before, after)
        self._nodes_made.add(child)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        """Remember a scrollbar, which Textual makes when it first lacks the room, and does not mount."""
        super()._start_widget(parent, widget)
        self._nodes_made.add(widget)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return a filter for the colours that this terminal has."""
        return (self._colour_filter,)

    def on_ready(self) -> None:
        """Release the lock for the next first screen."""
        self.drawn.set()

    def _handle_exception(self, error: Exception) -> None:
        """End because of an error, which Textual would print with all local variables.

        An app that is told to end while it mounts a screen is not at fault when it misses parts of that screen.
        """
        if self._exit and isinstance(error, NoMatches):  # `_exit` is private in Textual 8.2.8
            log("screen cut while starting", reason=repr(error))
        else:
            self.fault = self.fault or error
        self._return_code = 1
        self._close_messages_no_wait()
