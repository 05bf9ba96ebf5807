"""bgterm on one of many terminals in one process: what of the process it must not share with the others."""

import asyncio
import sys
from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from textual.driver import Driver
from textual.filter import LineFilter

from bgterm.net.depth import Depth
from bgterm.table.desk import Desk
from bgterm.tui.app import BgTerm
from bgterm.tui.screens.base import BaseScreen


class RemoteTerm(BgTerm):
    """bgterm on a terminal at the other end of a line."""

    def __init__(self, first: BaseScreen, desk: Desk, driver: type[Driver]) -> None:
        """Make the application with its first screen, what the player has, and what drives his terminal."""
        super().__init__(first, desk.theme, driver, ascii_only=desk.ascii_only)
        self._depth = Depth(desk.default_theme)
        self.fault: Exception | None = None
        """What it failed of, when it did."""
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

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let through the colours that this terminal has."""
        return (self._depth,)

    def on_ready(self) -> None:
        """Let the next one draw its first screen."""
        self.drawn.set()

    def _handle_exception(self, error: Exception) -> None:
        """End because of an error, which Textual would print with all local variables."""
        self.fault = self.fault or error
        self._return_code = 1
        self._close_messages_no_wait()
