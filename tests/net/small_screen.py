"""The simplest screen that shows the work of the server: the user, the window's size and the last key.

All screens of one party are told each other's keys, as players at one table are. As a program, this module is a
server of such screens: `python -m tests.net.small_screen FOLDER`.
"""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Resize
from textual.widgets import Static

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net.connection import ServerState
from bgterm.net.limits import Limits
from bgterm.net.server import ServerConfig, prepare_data_folder, serve
from bgterm.net.shared_state import Client
from bgterm.profile.workspace import Workspace
from bgterm.tui.screens.base import BaseScreen


class Party:
    """The screens that are told each other's keys."""

    def __init__(self) -> None:
        self.guests: set[Callable[[str], None]] = set()

    def screen(self, client: Client, workspace: Workspace) -> "SmallScreen":
        return SmallScreen(self, client, workspace)


class SmallScreen(BaseScreen):
    BINDINGS: ClassVar = [
        Binding("ctrl+l", "fail", "raise an error"),
        Binding("ctrl+e", "leave_all", "end the process"),
        Binding("ctrl+o", "overflow", "draw without end"),
        Binding("ctrl+w", "wedge", "never end"),
        Binding("q", "leave", "leave"),
    ]
    DEFAULT_CSS = "SmallScreen { overflow: hidden; }"

    def __init__(self, party: Party, client: Client, workspace: Workspace) -> None:
        super().__init__()
        self._party, self._client, self._workspace = party, client, workspace
        self._keys = 0

    def compose(self) -> ComposeResult:
        yield Static(f"key {self._client.key or 'none'} code {self._client.code}")
        yield Static("", id="size")
        yield Static("no key yet", id="pressed")
        yield Static("", id="heard")

    def on_mount(self) -> None:
        self._party.guests.add(self._hear)
        self.app.theme_changed_signal.subscribe(self, self._show_size)

    def on_unmount(self) -> None:
        self.gone()

    def gone(self) -> None:
        self._party.guests.discard(self._hear)

    def on_resize(self, _event: Resize) -> None:
        self._show_size()

    def _show_size(self, _theme: object = None) -> None:
        size = self.app.size
        self.query_one("#size", Static).update(f"{size.width} by {size.height} {self._workspace.theme}")

    def on_key(self, event: Key) -> None:
        self._keys += 1
        self.query_one("#pressed", Static).update(f"pressed {event.key} as number {self._keys}")
        for guest in tuple(self._party.guests - {self._hear}):
            guest(event.key)

    def _hear(self, key: str) -> None:
        self.call_later(self._show_heard, key)

    def _show_heard(self, key: str) -> None:
        self.query_one("#heard", Static).update(f"heard {key}")

    def action_leave(self) -> None:
        self.leave("Goodbye.")

    def action_fail(self) -> None:
        secret = "a local variable"  # noqa: S105, F841 - it must not be written down
        raise RuntimeError("crash on purpose")

    def action_leave_all(self) -> None:
        sys.exit(3)

    def action_overflow(self) -> None:
        self.set_interval(0.01, self._write_much)

    def _write_much(self) -> None:
        if driver := self.app._driver:  # noqa: SLF001 - a picture that large would take long to draw
            driver.write(f"\x1b]0;{'x' * 50_000}\x07")

    def action_wedge(self) -> None:
        self._party.guests.clear()
        self.app.exit = lambda *_args: None  # type: ignore[method-assign]


if __name__ == "__main__":
    prepare_data_folder(Path(sys.argv[1]))
    config = ServerConfig(Path(sys.argv[1]), port=0, limits=Limits(per_address=50), guests=True)
    registry = UserRegistry(NamesFile(config.folder / "people.jsonl"))
    state = ServerState(config.limits, config.folder, Lobby(config.folder / "matches", registry))
    state.first_screen = Party().screen  # type: ignore[method-assign, assignment]

    @asynccontextmanager
    async def opened() -> AsyncIterator[ServerState]:
        yield state

    sys.exit(serve(config, opened, partial(print, flush=True), print))
