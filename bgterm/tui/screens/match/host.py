"""The screen of a match as the modules beside it know it."""

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from textual.app import App
from textual.binding import ActiveBinding

from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.tui.match_session import Change, MatchSession
from bgterm.tui.prompts.area import PromptArea
from bgterm.tui.screens.base import Act, BaseScreen

TableScreenMaker = Callable[[Table, Workspace, str], BaseScreen]
"""Makes the screen of a new match."""


class Host(Protocol):
    """The screen of the match."""

    session: MatchSession

    @property
    def app(self) -> App[Any]:
        """The application."""

    @property
    def area(self) -> PromptArea:
        """The area of the prompts."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""

    def act(self, act: Act, done: str = "") -> None:
        """Do something at the table, and show what comes of it."""

    def edit(self, change: Change) -> None:
        """Change the draft, and show it."""

    def show_hint(self) -> None:
        """Show what an engine recommends now."""

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""

    def reply(self, sentence: str) -> None:
        """Show a message about the key that was pressed."""

    def show_match(self) -> None:
        """Show the match as it is now, and ask what it asks."""

    def settings_changed(self) -> None:
        """Show the board with the current settings."""

    def ask_anew(self, notice: str = "") -> None:
        """Ask what the session asks now, beside this notice."""

    @property
    def table_screen(self) -> TableScreenMaker:
        """The function that makes the screen of a new match at this keyboard."""

    def go_to(self, session: MatchSession) -> None:
        """Show another match in place of this one."""

    @property
    def is_attached(self) -> bool:
        """Whether the screen is still there."""

    def begin_asking(self, action: Callable[[], Coroutine[None, None, None]]) -> None:
        """Begin an action that awaits dialogs."""
