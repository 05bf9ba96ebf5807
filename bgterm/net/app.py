"""The bgterm app for one of many remote terminals in one process, isolated from the apps of the others.

Rich caches the escape codes of a style for the first terminal that shows it, and styles are shared. So all
consoles are truecolor, and the driver reduces the colours to those of the terminal.
"""

import asyncio
import re
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from time import monotonic
from typing import Any, TextIO
from weakref import WeakSet

from rich.color import Color, ColorSystem
from rich.console import Console
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Key
from textual.filter import LineFilter
from textual.messages import InvokeLater
from textual.widget import Widget

from bgterm.profile.workspace import Workspace
from bgterm.storage.log import log
from bgterm.terminal.pens import Pen
from bgterm.tui.app import BgTerm
from bgterm.tui.look.themes import Colours, colours_of, numbered
from bgterm.tui.screens.base import Attentive, BaseScreen
from bgterm.tui.textual_internals import end_tasks, take_apart


class RemoteTerm(BgTerm):
    """The bgterm app of one session whose player sees screens over SSH, in the process of the server."""

    def __init__(
        self,
        first: BaseScreen,
        workspace: Workspace,
        driver: type[Driver],
        colours: Colours,
        key_shown: Callable[[float], object] = lambda _seconds: None,
    ) -> None:
        """Make the app with its first screen, the player's workspace, and the driver and colours of the terminal.

        `key_shown` is called for each key with the seconds until the screen showed its effect.
        """
        super().__init__(first, workspace, driver, colours)
        self._mouse = workspace.mouse
        self._key_shown = key_shown
        self._pressed = deque[float]()
        """When each key was pressed whose effect has not been drawn."""
        self.fault: Exception | None = None
        """The exception that ended the app; None without one."""
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
        """Every screen and widget that the app has had; `take_apart` also frees those that were removed."""
        self._tasks = set[asyncio.Task[Any]]()
        """The running tasks of the app: the one that runs it and the one that shuts it down."""

    async def play(self) -> tuple[str, int]:
        """Run the app to its end; return the message to print, which may be empty, and the exit status."""
        self._note_task()
        said = await self.run_async(mouse=self._mouse)
        return said or "", self.return_code or 0

    def on_key(self, event: Key) -> None:  # type: ignore[override]  # Textual calls this one and that of the base
        """Begin to measure the seconds until the effect of this key is drawn, which are reported to the server."""
        self._pressed.append(event.time)
        # Textual would inspect a function or partial that is made here each time
        self.post_message(InvokeLater(self._report))

    def _report(self) -> None:
        self._key_shown(monotonic() - self._pressed.popleft())

    async def take_apart(self) -> None:
        """Free the memory of the app, which has ended, once the tasks that Textual does not await have ended."""
        await end_tasks([self, *self._nodes_made], *self._tasks)
        for screen in [node for node in self._nodes_made if isinstance(node, Attentive)]:
            await screen.ready()
        drivers = [self._driver] if self._driver else []
        for driver in drivers:
            driver.disable_input()  # a shutdown that was cancelled has not done this
        take_apart([*self._nodes_made, *drivers, self])

    async def _shutdown(self) -> None:
        """Shut down. The method is private in Textual 8.2.8, which does not await it when `play` is cancelled."""
        self._note_task()
        await super()._shutdown()

    def _note_task(self) -> None:
        if task := asyncio.current_task():
            self._tasks.add(task)

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        """Track a widget when it is mounted. The method is private in Textual 8.2.8."""
        super()._register_child(parent, child, before, after)
        self._nodes_made.add(child)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        """Track a scrollbar, which Textual starts without mounting it. The method is private in Textual 8.2.8."""
        super()._start_widget(parent, widget)
        self._nodes_made.add(widget)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return no filter of colours, because the driver reduces those of each pen to the terminal's."""
        return ()

    def _handle_exception(self, error: Exception) -> None:
        """End the app because of an error, without Textual's traceback with all local variables.

        An error is expected when the app is ended while it mounts a screen, some of whose widgets are missing
        then.
        """
        if self._exit and isinstance(error, NoMatches):  # `_exit` is private in Textual 8.2.8
            log("screen cut while starting", reason=repr(error))
        else:
            self.fault = self.fault or error
        self._return_code = 1
        self._close_messages_no_wait()


# Colours

_SYSTEMS = {Colours.XTERM: ColorSystem.EIGHT_BIT, Colours.SIXTEEN: ColorSystem.STANDARD}
"""The colour system of a remote terminal; a terminal without colours has no entry."""


def colours_over_ssh(env: Mapping[str, str]) -> Colours:
    """Return the colours of the terminal whose client sent these environment variables: at most 256, never all."""
    colours = colours_of(env)
    return Colours.XTERM if colours is Colours.FULL else colours


_COLOUR = re.compile(r"([34])8;(?:5;(\d+)|2;(\d+);(\d+);(\d+))|(?:3|4|9|10)[0-79]")
"""The SGR parameters that set a colour: `38;5;N`, `48;2;R;G;B` or one of the sixteen basic colours."""


@cache
def pens_for(colours: Colours) -> Callable[[Pen], Pen]:
    """Return the function that replaces each colour in a pen with the nearest one that the terminal has.

    `colours` are those of the terminal; without any, the function removes the colours.
    """
    return lru_cache(maxsize=1024)(partial(_reduced, _SYSTEMS.get(colours)))


def _reduced(system: ColorSystem | None, pen: Pen) -> Pen:
    return tuple(filter(None, (_nearest(instruction, system) for instruction in pen)))


def _nearest(instruction: str, system: ColorSystem | None) -> str:
    found = _COLOUR.fullmatch(instruction)
    if not found:
        return instruction
    ground, number, *levels = found.groups()
    if not system or not ground:
        return instruction if system else ""
    colour = Color.from_ansi(int(number)) if number else numbered(Color.from_rgb(*map(int, levels)))
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground=ground == "3")) if colour else ""
