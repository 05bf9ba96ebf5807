"""The simplest app that shows the work of the driver, for `test_driver`: it shows its size and the last key."""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.events import Key, Resize
from textual.widgets import Static

from bgterm.terminal.driver import TerminalDriver
from bgterm.terminal.window import Clicked


class SmallApp(App[None]):
    BINDINGS: ClassVar = [
        Binding("q", "quit", "leave"),
        Binding("c", "crash", "raise an error"),
        Binding("w", "wedge", "never come back"),
        Binding("o", "overflow", "write more than a terminal takes that nobody reads"),
        Binding("ctrl+z", "suspend_process", "stop"),
    ]
    CSS = "Screen { overflow: hidden; }"  # with scrollbars, Textual shows and hides them for ever at 1 x 1
    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        yield Static("", id="size")
        yield Static("no key yet", id="key")

    def on_resize(self, event: Resize) -> None:
        self.query_one("#size", Static).update(f"{event.size.width} by {event.size.height}")

    def on_key(self, event: Key) -> None:
        if event.key != "ctrl+z":  # nothing left to draw, so that only the driver can bring the screen back
            self.query_one("#key", Static).update(f"key {event.key}")

    def on_clicked(self, click: Clicked) -> None:
        self.query_one("#key", Static).update(f"clicked {click.x} {click.y}")

    def action_crash(self) -> None:
        raise RuntimeError("crash on purpose")

    def action_wedge(self) -> None:
        print("\x1b[Hwedged", file=sys.__stderr__)
        while True:
            pass

    def action_overflow(self) -> None:
        while True:
            print("\x1b[H" + "x" * 4096, end="", file=sys.__stderr__)


if __name__ == "__main__":
    app = SmallApp(driver_class=TerminalDriver)
    app.run(mouse="mouse" in sys.argv)
    sys.exit(app.return_code)
